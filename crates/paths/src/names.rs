//! Enums whose variants users choose by name.

use thiserror::Error;

/// A name that nothing has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no {what} `{name}`; there are {}", list(known))]
pub struct UnknownName {
    pub what: &'static str,
    pub name: String,
    pub known: Vec<&'static str>,
}

fn list(names: &[&str]) -> String {
    match names {
        [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
        _ => names.concat(),
    }
}

/// Gives an enum the list of its variants, their names, and the way back from a name.
macro_rules! named {
    ($enum:ident, $what:literal: $($variant:ident = $name:literal),* $(,)?) => {
        impl $enum {
            /// Every one, for help texts and comparisons.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// Its name on a command line.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }

        impl std::fmt::Display for $enum {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.pad(self.name())
            }
        }

        impl std::str::FromStr for $enum {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let mut all = Self::ALL.into_iter();
                all.find(|one| one.name() == name)
                    .ok_or_else(|| $crate::UnknownName {
                        what: $what,
                        name: name.to_owned(),
                        known: Self::ALL.map(Self::name).to_vec(),
                    })
            }
        }
    };
}
pub(crate) use named;

#[cfg(test)]
mod tests {
    use crate::roads::Formula;
    use crate::supply::Heuristic;

    #[test]
    fn names_read_back_and_the_error_lists_them_all() {
        for formula in Formula::ALL {
            assert_eq!(formula.name().parse(), Ok(formula));
        }
        for heuristic in Heuristic::ALL {
            assert_eq!(heuristic.name().parse(), Ok(heuristic));
        }
        let error = "grey".parse::<Formula>().expect_err("not a formula");
        assert_eq!(
            error.to_string(),
            "no formula `grey`; there are squares, luminance, sum, ink and steps"
        );
    }
}
