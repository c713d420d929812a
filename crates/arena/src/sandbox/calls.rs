//! Seccomp: which system calls a program can make.
//!
//! A list of what is refused, not of what is allowed: bots come in every language, and each runtime
//! has calls of its own that it cannot start without.

use std::collections::BTreeMap;

use nix::libc;
use seccompiler::{
    BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, apply_filter, sock_filter,
};

/// What becomes of signals to processes outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Signals {
    HeldElsewhere,
    /// Nothing else does, so only those to itself are let through.
    OnlyToItself,
}

/// What becomes of memory that processes share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sharing {
    /// A control group counts it.
    Counted,
    /// Nobody does once no process maps it any more, so there is none.
    Refused,
}

/// Filters the calls of this process and of what it becomes.
pub(super) fn apply(signals: Signals, sharing: Sharing) -> Result<(), Error> {
    let mut refused: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    for &call in REFUSED {
        refused.insert(call, Vec::new());
    }
    refused.insert(libc::SYS_clone, new_namespaces()?);
    refused.insert(libc::SYS_prctl, vec![hiding()?]);
    if sharing == Sharing::Refused {
        refused.insert(libc::SYS_mmap, vec![shared_memory()?]);
    }
    if signals == Signals::OnlyToItself {
        let own = u64::from(std::process::id());
        for call in [libc::SYS_kill, libc::SYS_tgkill] {
            let others = vec![SeccompCondition::new(
                0,
                SeccompCmpArgLen::Dword,
                SeccompCmpOp::Ne,
                own,
            )?];
            refused.insert(call, vec![SeccompRule::new(others)?]);
        }
        for call in [
            libc::SYS_tkill,
            libc::SYS_rt_sigqueueinfo,
            libc::SYS_pidfd_send_signal,
        ] {
            refused.insert(call, Vec::new());
        }
    }
    let unknown = UNKNOWN.iter().map(|&call| (call, Vec::new())).collect();
    let filters = [
        compiled(unknown, SeccompAction::Errno(libc::ENOSYS as u32))?,
        compiled(refused, SeccompAction::Errno(libc::EPERM as u32))?,
        compiled(network()?, SeccompAction::KillProcess)?,
    ];
    apply_filter(&second_door())?;
    for filter in &filters {
        apply_filter(filter)?;
    }
    Ok(())
}

fn compiled(
    rules: BTreeMap<i64, Vec<SeccompRule>>,
    action: SeccompAction,
) -> Result<BpfProgram, Error> {
    let architecture = std::env::consts::ARCH.try_into()?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, action, architecture)?;
    Ok(filter.try_into()?)
}

/// Whoever asks for a socket of the internet, or for anything else but one on this machine, is no
/// player: the process ends there and then, and the referee is told why. Sockets on this machine are
/// refused more politely, because the C library asks for one when it looks up a name.
fn network() -> Result<BTreeMap<i64, Vec<SeccompRule>>, Error> {
    let local = libc::AF_UNIX as u64;
    let elsewhere = vec![SeccompCondition::new(
        0,
        SeccompCmpArgLen::Dword,
        SeccompCmpOp::Ne,
        local,
    )?];
    Ok(BTreeMap::from([(
        libc::SYS_socket,
        vec![SeccompRule::new(elsewhere)?],
    )]))
}

/// Memory that is shared and of no file stays when it is unmapped or given up by one of its owners.
fn shared_memory() -> Result<SeccompRule, Error> {
    const SHARED: u64 = (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u64;
    let flags = SeccompCondition::new(
        3,
        SeccompCmpArgLen::Dword,
        SeccompCmpOp::MaskedEq(SHARED),
        SHARED,
    )?;
    Ok(SeccompRule::new(vec![flags])?)
}

/// Who is not dumpable does not let a keeper without rights see what it holds.
fn hiding() -> Result<SeccompRule, Error> {
    let asked = SeccompCondition::new(
        0,
        SeccompCmpArgLen::Dword,
        SeccompCmpOp::Eq,
        libc::PR_SET_DUMPABLE as u64,
    )?;
    Ok(SeccompRule::new(vec![asked])?)
}

/// A new process may not come with a new namespace.
fn new_namespaces() -> Result<Vec<SeccompRule>, Error> {
    const KINDS: [libc::c_int; 7] = [
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWNS,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWCGROUP,
    ];
    let rule = |kind: libc::c_int| {
        let kind = kind as u64;
        let asked = SeccompCondition::new(
            0,
            SeccompCmpArgLen::Qword,
            SeccompCmpOp::MaskedEq(kind),
            kind,
        )?;
        Ok(SeccompRule::new(vec![asked])?)
    };
    KINDS.into_iter().map(rule).collect()
}

/// x86 has a second set of numbers for the same calls, which no filter by number would catch.
fn second_door() -> BpfProgram {
    const LOAD_NUMBER: u16 = 0x20;
    const JUMP_IF_AT_LEAST: u16 = 0x35;
    const RETURN: u16 = 0x06;
    const FIRST_OF_SECOND_SET: u32 = 0x4000_0000;
    let step = |code, jt, jf, k| sock_filter { code, jt, jf, k };
    vec![
        step(LOAD_NUMBER, 0, 0, 0),
        step(JUMP_IF_AT_LEAST, 0, 1, FIRST_OF_SECOND_SET),
        step(RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32),
        step(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW),
    ]
}

/// Calls that a runtime tries and does without where the kernel has none: a filter cannot look into
/// what they are asked to do.
const UNKNOWN: &[i64] = &[
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_memfd_create,
];

/// Calls no player has a use for.
const REFUSED: &[i64] = &[
    // Sockets, also those on this machine.
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    // Namespaces and mounts.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_chroot,
    libc::SYS_pivot_root,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    // The kernel itself.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_syslog,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    // Memory that the limits do not count.
    libc::SYS_memfd_secret,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    libc::SYS_vmsplice,
    libc::SYS_landlock_create_ruleset,
    libc::SYS_landlock_add_rule,
];
