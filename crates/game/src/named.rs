//! Names of choices that people make in text, such as rule sets.

/// An enum without fields whose variants have names in text: with the list `ALL`, `name`, `Display` and
/// `FromStr`. The text behind its own name is what a wrong name is answered with.
#[macro_export]
macro_rules! named {
    (
        $(#[$about:meta])*
        pub enum $type:ident: $wrong:literal {
            $($(#[$doc:meta])* $variant:ident = $name:literal),+ $(,)?
        }
    ) => {
        $(#[$about])*
        pub enum $type {
            $($(#[$doc])* $variant),+
        }

        impl $type {
            /// All of them, the usual one first.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name in commands and files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> Result<Self, $crate::UnknownName> {
                let found = Self::ALL.into_iter().find(|one| one.name() == name);
                found.ok_or($crate::UnknownName($wrong))
            }
        }
    };
}

/// Nothing has that name; the text says which names there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownName(pub &'static str);

impl std::fmt::Display for UnknownName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for UnknownName {}
