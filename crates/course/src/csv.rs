//! Tables as comma-separated values (RFC 4180), read from rosters and written for gradebooks.

/// Why a text is no table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CsvError {
    #[error("line {line}: a quotation mark is not closed")]
    Quotes { line: usize },
    #[error("line {line}: {found} fields where the first line has {expected}")]
    Fields {
        line: usize,
        found: usize,
        expected: usize,
    },
    #[error("the table is empty")]
    Empty,
}

/// The rows of a table; all have as many fields as the first. Empty lines are passed over, a byte order
/// mark of spreadsheets as well.
pub fn read_csv(text: &str) -> Result<Vec<Vec<String>>, CsvError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row = Vec::new();
    let mut field = String::new();
    let (mut quoted, mut line, mut began) = (false, 1, 1);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                field.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if field.is_empty() => {
                (quoted, began) = (true, line);
            }
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\r' if !quoted && letters.peek() == Some(&'\n') => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                finish(&mut rows, &std::mem::take(&mut row), line)?;
                line += 1;
            }
            letter => {
                line += usize::from(letter == '\n');
                field.push(letter);
            }
        }
    }
    if quoted {
        return Err(CsvError::Quotes { line: began });
    }
    row.push(field);
    finish(&mut rows, &row, line)?;
    if rows.is_empty() {
        return Err(CsvError::Empty);
    }
    Ok(rows)
}

fn finish(rows: &mut Vec<Vec<String>>, row: &[String], line: usize) -> Result<(), CsvError> {
    if row.iter().all(|field| field.trim().is_empty()) {
        return Ok(());
    }
    let expected = rows.first().map_or(row.len(), Vec::len);
    if row.len() != expected {
        let found = row.len();
        return Err(CsvError::Fields {
            line,
            found,
            expected,
        });
    }
    rows.push(row.iter().map(|field| field.trim().to_owned()).collect());
    Ok(())
}

/// A table as text. A field that a spreadsheet would take for a formula gets an apostrophe in front:
/// names and messages come from students.
pub fn write_csv(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for row in rows {
        let fields: Vec<String> = row.iter().map(|field| written(field)).collect();
        text.push_str(&fields.join(","));
        text.push_str("\r\n");
    }
    text
}

fn written(field: &str) -> String {
    let is_number = field.parse::<f64>().is_ok();
    let formula = !is_number && field.starts_with(['=', '+', '-', '@', '\t']);
    let field = if formula {
        format!("'{field}")
    } else {
        field.to_owned()
    };
    if field.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let rows = [
            vec!["id".to_owned(), "name".to_owned()],
            vec!["7".to_owned(), "Li \"Max\", B.\nline".to_owned()],
            vec!["-3.5".to_owned(), "王芳".to_owned()],
        ];
        assert_eq!(read_csv(&write_csv(&rows)).expect("ours"), rows);
    }

    #[test]
    fn rubbish_is_refused_with_its_line() {
        assert_eq!(read_csv("\n\n"), Err(CsvError::Empty));
        assert_eq!(read_csv("a,b\n\"c"), Err(CsvError::Quotes { line: 2 }));
        let short = read_csv("a,b\r\n\r\nc\r\n").expect_err("a field too few");
        assert!(short.to_string().starts_with("line 3: 1 field"), "{short}");
    }

    #[test]
    fn a_name_is_no_formula() {
        let rows = [vec!["=cmd()".to_owned(), "-2".to_owned()]];
        assert_eq!(write_csv(&rows), "'=cmd(),-2\r\n");
    }
}
