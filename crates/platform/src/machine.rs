//! What this machine is called.

/// The name of this machine; empty where it has none.
pub fn name() -> String {
    system::name().trim().to_owned()
}

/// What tells the process numbers here from those of others that go by the same name: containers may share the
/// name and not the numbers. Empty where every process of the machine has a number of its own.
pub fn process_space() -> String {
    #[cfg(target_os = "linux")]
    {
        let space = std::fs::read_link("/proc/self/ns/pid").unwrap_or_default();
        space.display().to_string()
    }
    #[cfg(not(target_os = "linux"))]
    String::new()
}

#[cfg(unix)]
mod system {
    pub(super) fn name() -> String {
        let names = rustix::system::uname();
        names.nodename().to_string_lossy().into_owned()
    }
}

#[cfg(windows)]
mod system {
    pub(super) fn name() -> String {
        std::env::var("COMPUTERNAME").unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_has_a_name_in_one_line() {
        assert!(!name().is_empty() && !name().contains(char::is_whitespace));
    }
}
