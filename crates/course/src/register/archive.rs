//! A course as one file, and the end of what is kept of a student.

use boyi_arena::store::sql::{Row, Value, values};
use serde_json::json;

use super::{Register, RegisterError};

/// The tables of a course, those that others refer to first; the words that pick its rows.
const TABLES: &[(&str, &str, &[&str])] = &[
    ("course", "id = ?1", &["id", "title", "secret", "made"]),
    (
        "person",
        "course = ?1",
        &[
            "course", "id", "name", "email", "alias", "role", "code", "added",
        ],
    ),
    (
        "assignment",
        "course = ?1",
        &["course", "name", "number", "files"],
    ),
    (
        "extension",
        "course = ?1",
        &["course", "assignment", "person", "due"],
    ),
    (
        "submission",
        "course = ?1",
        &[
            "number",
            "course",
            "assignment",
            "person",
            "version",
            "received",
            "hash",
            "files",
        ],
    ),
    (
        "grading",
        "submission IN (SELECT number FROM submission WHERE course = ?1)",
        &[
            "number",
            "submission",
            "state",
            "asked",
            "attempt",
            "finished",
            "points",
            "report",
        ],
    ),
];

const FORMAT: u64 = 1;

impl Register {
    /// A course with everything in it, as one text: JSON, table by table. Visits are left out: whoever has
    /// entered enters again with a new code.
    pub fn export(&self, course: &str) -> Result<String, RegisterError> {
        self.course(course)?;
        let mut tables = serde_json::Map::new();
        for (table, pick, columns) in TABLES {
            let (columns_text, order) = (columns.join(", "), columns[0]);
            let sql = format!("SELECT {columns_text} FROM {table} WHERE {pick} ORDER BY {order}");
            let rows = self.store.query(&sql, values![course])?;
            let rows = rows.iter().map(|row| written(row, columns.len()));
            let rows: Vec<serde_json::Value> = rows.collect::<Result<_, _>>()?;
            let kept = json!({ "columns": columns, "rows": rows });
            tables.insert((*table).to_owned(), kept);
        }
        let archive = json!({ "boyi-course": FORMAT, "tables": tables });
        Ok(serde_json::to_string_pretty(&archive).expect("plain data") + "\n")
    }

    /// Brings a course back from such a text; returns its name. A course of that name must not be there.
    pub fn import(&self, text: &str) -> Result<String, RegisterError> {
        let wrong = |why: &str| RegisterError::Archive(why.to_owned());
        let archive: serde_json::Value =
            serde_json::from_str(text).map_err(|error| wrong(&error.to_string()))?;
        if archive["boyi-course"] != json!(FORMAT) {
            return Err(wrong("it does not begin as one"));
        }
        let mut content = Vec::new();
        for (table, _, columns) in TABLES {
            let kept = &archive["tables"][table];
            if kept["columns"] != json!(columns) {
                return Err(wrong(&format!("its table `{table}` has other columns")));
            }
            let rows = kept["rows"].as_array();
            let mut read = Vec::new();
            for row in rows.ok_or_else(|| wrong(&format!("`{table}` has no rows")))? {
                let cells = row.as_array().filter(|cells| cells.len() == columns.len());
                let cells = cells.ok_or_else(|| wrong(&format!("a row of `{table}` is none")))?;
                let cells: Option<Vec<Value>> = cells.iter().map(value).collect();
                read.push(cells.ok_or_else(|| wrong(&format!("a value in `{table}`")))?);
            }
            content.push((*table, *columns, read));
        }
        let course = match content[0].2.as_slice() {
            [row] => match &row[0] {
                Value::Text(id) => id.clone(),
                _ => return Err(wrong("its course has no name")),
            },
            _ => return Err(wrong("there must be one course in it")),
        };
        if !self
            .store
            .query("SELECT 1 FROM course WHERE id = ?1", values![&course])?
            .is_empty()
        {
            return Err(RegisterError::CourseExists(course));
        }
        self.store.change(|change| {
            // Numbers of submissions are given anew: others may have them here.
            let mut numbers: Vec<(i64, i64)> = Vec::new();
            for (table, columns, rows) in &content {
                let numbered = columns[0] == "number";
                let skip = usize::from(numbered);
                let names = columns[skip..].join(", ");
                let places: Vec<String> = (1..=columns.len() - skip)
                    .map(|number| format!("?{number}"))
                    .collect();
                let back = if numbered { " RETURNING number" } else { "" };
                let sql = format!(
                    "INSERT INTO {table} ({names}) VALUES ({}){back}",
                    places.join(", ")
                );
                for row in rows {
                    let mut cells = row[skip..].to_vec();
                    if *table == "grading"
                        && let Value::Integer(old) = cells[0]
                    {
                        let new = numbers.iter().find(|(known, _)| *known == old);
                        cells[0] = Value::Integer(new.map_or(0, |(_, new)| *new));
                    }
                    if !numbered {
                        change.execute(&sql, &cells)?;
                        continue;
                    }
                    let new = change.query(&sql, &cells)?;
                    if let (Value::Integer(old), Some(new)) = (&row[0], new.first())
                        && *table == "submission"
                    {
                        numbers.push((*old, new.get(0)?));
                    }
                }
            }
            // What was in somebody's hands there is in nobody's here.
            let sql = "UPDATE grading SET state = 'open' WHERE state = 'taken' AND worker IS NULL";
            change.execute(sql, &[])
        })?;
        Ok(course)
    }

    /// Deletes a student with everything that is kept of them; how many submissions that were.
    pub fn forget(&self, course: &str, person: &str) -> Result<u64, RegisterError> {
        self.person(course, person)?;
        let gone = self.store.change(|change| {
            let who = values![course, person];
            let sql = "DELETE FROM grading WHERE submission IN
                 (SELECT number FROM submission WHERE course = ?1 AND person = ?2)";
            change.execute(sql, who)?;
            let sql = "DELETE FROM submission WHERE course = ?1 AND person = ?2";
            let gone = change.execute(sql, who)?;
            for table in ["extension", "visit"] {
                let sql = format!("DELETE FROM {table} WHERE course = ?1 AND person = ?2");
                change.execute(&sql, who)?;
            }
            change.execute("DELETE FROM person WHERE course = ?1 AND id = ?2", who)?;
            Ok(gone)
        })?;
        Ok(gone)
    }
}

fn written(row: &Row, columns: usize) -> Result<serde_json::Value, RegisterError> {
    let cells = (0..columns).map(|column| {
        Ok(match row.get::<Value>(column)? {
            Value::Null => serde_json::Value::Null,
            Value::Integer(number) => json!(number),
            Value::Real(number) => json!(number),
            Value::Text(text) => json!(text),
        })
    });
    Ok(serde_json::Value::Array(
        cells.collect::<Result<_, RegisterError>>()?,
    ))
}

fn value(cell: &serde_json::Value) -> Option<Value> {
    Some(match cell {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::String(text) => Value::Text(text.clone()),
        serde_json::Value::Number(number) => match number.as_i64() {
            Some(number) => Value::Integer(number),
            None => Value::Real(number.as_f64()?),
        },
        _ => return None,
    })
}
