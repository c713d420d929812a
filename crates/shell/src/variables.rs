//! The shell's variables, some of which programs inherit.

use std::collections::BTreeMap;
use std::ffi::{CString, OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// A variable's value and whether programs see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Variable {
    /// Any bytes but NUL.
    pub(crate) value: OsString,
    pub(crate) exported: bool,
}

/// All variables by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Variables {
    all: BTreeMap<OsString, Variable>,
}

impl Variables {
    /// What this process inherited.
    pub(crate) fn of_environment() -> Self {
        let exported = |value| Variable {
            value,
            exported: true,
        };
        let all = std::env::vars_os();
        Self {
            all: all.map(|(name, value)| (name, exported(value))).collect(),
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&OsStr> {
        let variable = self.all.get(OsStr::new(name))?;
        Some(&variable.value)
    }

    /// Gives a variable a value; programs see it if they saw it before.
    pub(crate) fn set(&mut self, name: &str, value: impl Into<OsString>) {
        // A NUL, such as a program may print, cannot be part of a value.
        let mut bytes = value.into().into_vec();
        bytes.retain(|byte| *byte != 0);
        let value = OsString::from_vec(bytes);
        match self.all.get_mut(OsStr::new(name)) {
            Some(variable) => variable.value = value,
            None => {
                let exported = false;
                self.all.insert(name.into(), Variable { value, exported });
            }
        }
    }

    /// Lets programs see a variable; one that does not exist yet becomes empty.
    pub(crate) fn export(&mut self, name: &str) {
        if self.get(name).is_none() {
            self.set(name, "");
        }
        if let Some(variable) = self.all.get_mut(OsStr::new(name)) {
            variable.exported = true;
        }
    }

    pub(crate) fn unset(&mut self, name: &str) {
        self.all.remove(OsStr::new(name));
    }

    /// A variable as it is now, to be put back later.
    pub(crate) fn snapshot(&self, name: &str) -> Option<Variable> {
        self.all.get(OsStr::new(name)).cloned()
    }

    pub(crate) fn restore(&mut self, name: &str, before: Option<Variable>) {
        match before {
            Some(variable) => self.all.insert(name.into(), variable),
            None => self.all.remove(OsStr::new(name)),
        };
    }

    /// Names and variables, in the order of the names.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&OsStr, &Variable)> {
        self.all.iter().map(|(name, variable)| (&**name, variable))
    }

    /// `NAME=value` for every variable that programs see.
    pub(crate) fn for_programs(&self) -> Vec<CString> {
        let exported = self.iter().filter(|(_, variable)| variable.exported);
        exported
            .filter_map(|(name, variable)| {
                CString::new([name.as_bytes(), b"=", variable.value.as_bytes()].concat()).ok()
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_see_what_was_exported_and_its_later_values() {
        let mut variables = Variables::default();
        variables.set("hidden", "1");
        variables.set("seen", "2");
        variables.export("seen");
        variables.set("seen", "3");
        assert_eq!(variables.for_programs(), [c"seen=3".to_owned()]);
        variables.unset("seen");
        assert_eq!(variables.get("seen"), None);
    }
}
