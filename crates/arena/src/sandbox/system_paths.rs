//! Where programs and libraries are on a Linux system, and which of its files every program may read.

/// What every program may read and run: libraries and interpreters. From the system's settings only
/// what they do not start without.
pub(super) const SYSTEM: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/etc/localtime",
    "/etc/ssl/openssl.cnf",
    "/etc/java",
    "/etc/java-8-openjdk",
    "/etc/java-11-openjdk",
    "/etc/java-17-openjdk",
    "/etc/java-21-openjdk",
    "/etc/java-25-openjdk",
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/version",
    "/proc/sys/vm/overcommit_memory",
    "/proc/sys/kernel/pid_max",
    "/proc/sys/kernel/threads-max",
    "/sys/devices/system/cpu",
    "/sys/kernel/mm/transparent_hugepage",
];

/// Devices that hold nothing.
pub(super) const DEVICES: &[&str] = &["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"];

/// Only to be read: whoever may write to it can map it as memory that is shared and that nobody counts.
pub(super) const ZERO: &str = "/dev/zero";

/// Where a program looks for others.
pub(super) const PATH: &str = "/usr/local/bin:/usr/bin:/bin:/usr/games";
