//! Copying a store into another, also from one kind of database into the other. The copy is made in one
//! transaction and held against the original row by row: it is exact, or there is none.

use super::schema::{TABLES, Table};
use super::sql::{Database, Mode, Row, Statements, Value};
use super::{Store, StoreError};

/// What was copied: tables with the number of their rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Copied {
    pub tables: Vec<(&'static str, u64)>,
}

/// Rows that are read and written at a time.
const PAGE: usize = 500;

/// Copies everything into a store that is empty. Others may go on with the original: the copy is of the
/// moment it began. `told` hears of every page: the table and how many of its rows are done.
pub fn copy(
    from: &Store,
    to: &Store,
    told: &mut dyn FnMut(&str, u64),
) -> Result<Copied, StoreError> {
    let database = &*to.database;
    from.with(Mode::Snapshot, |source| {
        to.change(|target| copy_all(source, target, database, told))
    })
}

fn copy_all(
    source: &mut dyn Statements,
    target: &mut dyn Statements,
    database: &dyn Database,
    told: &mut dyn FnMut(&str, u64),
) -> Result<Copied, StoreError> {
    let mut copied = Copied::default();
    for table in TABLES {
        if !page(target, table, None)?.is_empty() {
            return Err(StoreError::Place {
                place: "the store to copy into".to_owned(),
                why: format!("it is not empty: there are rows in `{}`", table.name),
            });
        }
    }
    for table in TABLES {
        let mut rows = 0;
        let mut last = None;
        loop {
            let found = page(source, table, last.as_ref())?;
            let Some(end) = found.last() else { break };
            write(target, table, &found)?;
            if page(target, table, last.as_ref())? != found {
                return Err(StoreError::Corrupt(format!(
                    "rows of `{}` came back from the copy in another form",
                    table.name
                )));
            }
            rows += found.len() as u64;
            told(table.name, rows);
            last = Some(end.clone());
        }
        copied.tables.push((table.name, rows));
    }
    database.renumber(target)?;
    Ok(copied)
}

/// The rows after one of them, in the order of the key.
fn page(
    statements: &mut dyn Statements,
    table: &Table,
    last: Option<&Row>,
) -> Result<Vec<Row>, StoreError> {
    let key = table.columns[..table.key].join(", ");
    let (after, values) = match last {
        None => (String::new(), Vec::new()),
        Some(row) => {
            let places: Vec<String> = (1..=table.key).map(|place| format!("?{place}")).collect();
            let after = format!(" WHERE ({key}) > ({})", places.join(", "));
            (after, row.0[..table.key].to_vec())
        }
    };
    let (name, columns) = (table.name, table.columns.join(", "));
    let sql = format!("SELECT {columns} FROM {name}{after} ORDER BY {key} LIMIT {PAGE}");
    statements.query(&sql, &values)
}

fn write(target: &mut dyn Statements, table: &Table, rows: &[Row]) -> Result<(), StoreError> {
    let width = table.columns.len();
    let places: Vec<String> = (0..rows.len())
        .map(|row| {
            let of_row = (1..=width).map(|column| format!("?{}", row * width + column));
            format!("({})", of_row.collect::<Vec<_>>().join(", "))
        })
        .collect();
    let (name, columns) = (table.name, table.columns.join(", "));
    let sql = format!(
        "INSERT INTO {name} ({columns}) VALUES {}",
        places.join(", ")
    );
    let values: Vec<Value> = rows.iter().flat_map(|row| row.0.iter().cloned()).collect();
    target.execute(&sql, &values).map(drop)
}
