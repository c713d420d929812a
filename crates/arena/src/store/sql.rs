//! What the store asks of a database: statements with values, rows, transactions. `SQLite` and `PostgreSQL`
//! are behind it, and every statement of the store is written once for both.
//!
//! A crate above may keep tables of its own kind here: it defines them in the steps of the schema, like all
//! tables, and writes its statements with [`Store::change`](super::Store::change) and
//! [`Store::query`](super::Store::query).
//!
//! Values are named `?1`, `?2` and so on. Both databases know `ON CONFLICT`, `RETURNING`, partial indexes
//! and comparisons of rows; what only one of them knows is not used.

use super::StoreError;

/// A value of a statement or of a row.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
}

/// A row that was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Row(pub(super) Vec<Value>);

/// How statements belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// Each by itself; nothing is changed.
    Read,
    /// All see the same state of the database; nothing is changed.
    Snapshot,
    /// All of them happen or none.
    Change,
}

/// Statements on one connection.
pub trait Statements {
    /// How many rows were changed.
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, StoreError>;

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, StoreError>;

    /// Several statements without values, such as the definitions of tables.
    fn batch(&mut self, sql: &str) -> Result<(), StoreError>;
}

/// What is done on a connection; done again from its beginning where the connection broke before anything
/// was kept.
pub(super) type Work<'a> = dyn FnMut(&mut dyn Statements) -> Result<(), StoreError> + 'a;

pub(super) trait Database: Send + Sync {
    fn with(&self, mode: Mode, work: &mut Work) -> Result<(), StoreError>;

    /// Why nothing can be changed, where that is so.
    fn read_only(&self) -> Option<&str> {
        None
    }

    /// Looks for damage, for at most so long; what was found.
    fn check(&self, limit: Option<std::time::Duration>) -> Result<Checked, StoreError>;

    /// After rows were written with numbers of their own: the next number follows the highest.
    fn renumber(&self, statements: &mut dyn Statements) -> Result<(), StoreError>;
}

/// What a look for damage found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// What is wrong, in the database's words.
    pub damage: Vec<String>,
    /// Whether all of it was looked at; a look that is bounded in time may see a part.
    pub complete: bool,
}

impl Row {
    /// The value of a column, counted from 0.
    pub fn get<T: FromValue>(&self, column: usize) -> Result<T, StoreError> {
        let value = self.0.get(column).unwrap_or(&Value::Null);
        T::from_value(value).ok_or_else(|| {
            StoreError::Corrupt(format!(
                "column {column} holds {value:?}, which does not belong"
            ))
        })
    }
}

/// What a value can be read as.
pub trait FromValue: Sized {
    fn from_value(value: &Value) -> Option<Self>;
}

impl FromValue for Value {
    fn from_value(value: &Value) -> Option<Self> {
        Some(value.clone())
    }
}

impl FromValue for i64 {
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Integer(number) => Some(*number),
            _ => None,
        }
    }
}

impl FromValue for f64 {
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Real(number) => Some(*number),
            Value::Integer(number) => Some(*number as Self),
            _ => None,
        }
    }
}

impl FromValue for String {
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => T::from_value(value).map(Some),
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Integer(number.into())
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Integer(number.into())
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// The values of a statement.
#[macro_export]
macro_rules! values {
    ($($value:expr),* $(,)?) => { &[$($crate::store::sql::Value::from($value)),*] };
}
pub use values;
