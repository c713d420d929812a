//! Limits of the kernel.

use std::io;

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::unistd::getuid;

use super::Layer;
use super::family::tasks_of_user;
use super::launch::LaunchPlan;

pub(super) fn apply(plan: &LaunchPlan) -> io::Result<()> {
    let allowance = &plan.allowance;
    let own_folder = plan.wants(Layer::Bubblewrap);
    // In a namespace of users, and as a user of its own, a program is alone; elsewhere the kernel
    // counts everything the person runs.
    let alone = own_folder
        || plan.wants(Layer::Unprivileged) && getuid().as_raw() >= super::keeper::FIRST_USER;
    let others = if alone {
        0
    } else {
        tasks_of_user(getuid().as_raw())
    };
    let limits = [
        (Resource::RLIMIT_CORE, 0),
        (Resource::RLIMIT_DATA, allowance.data()),
        (Resource::RLIMIT_NPROC, allowance.tasks() + others),
        (Resource::RLIMIT_NOFILE, 512),
        (Resource::RLIMIT_MSGQUEUE, 0),
        // What cannot be written cannot fill the disk. Pipes are not files.
        (
            Resource::RLIMIT_FSIZE,
            if own_folder { allowance.scratch } else { 0 },
        ),
    ];
    for (resource, most) in limits {
        let (_, hard) = getrlimit(resource)?;
        let most = most.min(hard);
        setrlimit(resource, most, most)?;
    }
    Ok(())
}
