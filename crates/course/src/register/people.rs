//! The people of a course, and the codes with which they enter it for the first time.

use std::collections::BTreeSet;

use boyi_arena::store::StoreError;
use boyi_arena::store::sql::{Row, Statements, values};
use serde::{Deserialize, Serialize};

use super::{Register, RegisterError};
use crate::csv::{CsvError, read_csv};
use crate::digest::{digest, hex, new_code, plain_code, seed};

/// What somebody may do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Student,
    /// Sees what a teacher sees, regrades and extends, but does not change the course.
    Assistant,
    Teacher,
}

impl Role {
    pub fn name(self) -> &'static str {
        match self {
            Self::Student => "student",
            Self::Assistant => "assistant",
            Self::Teacher => "teacher",
        }
    }

    pub fn by_name(name: &str) -> Option<Self> {
        let all = [Self::Student, Self::Assistant, Self::Teacher];
        all.into_iter().find(|role| role.name() == name)
    }
}

/// Somebody in a course.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Person {
    /// The number or name that the school knows them by.
    pub id: String,
    pub name: String,
    pub email: String,
    /// What classmates see.
    pub alias: String,
    pub role: Role,
    /// Whether the one-time code was not used yet.
    pub has_code: bool,
}

/// Somebody on a roster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewPerson {
    pub id: String,
    pub name: String,
    pub email: String,
    pub alias: Option<String>,
    pub role: Role,
}

/// Somebody who was put into a course, with the code to enter it; it is shown this once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enrolled {
    pub person: Person,
    pub code: Option<String>,
}

/// Why a text is no roster.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RosterError {
    #[error(transparent)]
    Csv(#[from] CsvError),
    #[error("the first line names the columns; one of them must be `id`, found: {0}")]
    NoId(String),
    #[error("row {row}: {why}")]
    Row { row: usize, why: String },
}

/// Reads a roster: columns `id`, `name`, `email`, `role` and `alias` in any order, of which only the first
/// must be there. Others are passed over.
pub fn read_roster(text: &str) -> Result<Vec<NewPerson>, RosterError> {
    let rows = read_csv(text)?;
    let (head, rows) = rows.split_first().ok_or(CsvError::Empty)?;
    let heads: Vec<String> = head.iter().map(|name| name.to_lowercase()).collect();
    let column = |names: &[&str]| heads.iter().position(|head| names.contains(&head.as_str()));
    let id = column(&[
        "id",
        "student",
        "student id",
        "number",
        "sis user id",
        "学号",
    ])
    .ok_or_else(|| RosterError::NoId(head.join(", ")))?;
    let name = column(&["name", "full name", "姓名"]);
    let email = column(&["email", "e-mail", "邮箱"]);
    let (role, alias) = (column(&["role", "角色"]), column(&["alias", "化名"]));
    let mut known = BTreeSet::new();
    let mut people = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let wrong = |why: String| RosterError::Row {
            row: index + 2,
            why,
        };
        let field = |column: Option<usize>| column.map(|at| row[at].clone()).unwrap_or_default();
        let person = row[id].clone();
        let fits = |letter: char| letter.is_alphanumeric() || "-_.@".contains(letter);
        if person.is_empty() || person.len() > 60 || !person.chars().all(fits) {
            return Err(wrong(format!(
                "`{person}` cannot be an id: use letters, digits and -_.@"
            )));
        }
        if !known.insert(person.clone()) {
            return Err(wrong(format!("`{person}` is there twice")));
        }
        let role = match field(role).to_lowercase().as_str() {
            "" => Role::Student,
            text => Role::by_name(text).ok_or_else(|| {
                wrong(format!(
                    "`{text}` is no role: student, assistant or teacher"
                ))
            })?,
        };
        let name = field(name);
        people.push(NewPerson {
            name: if name.is_empty() {
                person.clone()
            } else {
                name
            },
            id: person,
            email: field(email),
            alias: Some(field(alias)).filter(|alias| !alias.is_empty()),
            role,
        });
    }
    Ok(people)
}

/// Aliases are an adjective and a creature, drawn anew for everybody.
const ADJECTIVES: &[&str] = &[
    "amber", "bold", "brave", "bright", "calm", "clever", "coral", "crimson", "dapper", "eager",
    "fleet", "gentle", "golden", "hardy", "indigo", "jade", "keen", "lively", "lucid", "mellow",
    "nimble", "olive", "patient", "quick", "quiet", "rustic", "scarlet", "silver", "steady",
    "sunny", "swift", "teal", "tidy", "violet", "witty", "zesty",
];
const CREATURES: &[&str] = &[
    "badger", "crane", "dolphin", "egret", "falcon", "finch", "fox", "gecko", "heron", "ibis",
    "jackal", "kestrel", "koala", "lemur", "lynx", "magpie", "marten", "newt", "ocelot", "otter",
    "owl", "panda", "puffin", "quail", "raven", "robin", "seal", "stork", "swan", "tapir", "tern",
    "tiger", "viper", "walrus", "wren", "yak",
];

fn drawn_alias(course: &str, person: &str, attempt: u64) -> String {
    let drawn = seed(&[course.as_bytes(), person.as_bytes(), &attempt.to_le_bytes()]);
    let adjective = ADJECTIVES[(drawn % ADJECTIVES.len() as u64) as usize];
    let creature = CREATURES[(drawn / 1000 % CREATURES.len() as u64) as usize];
    match attempt {
        0..20 => format!("{adjective} {creature}"),
        _ => format!("{adjective} {creature} {attempt}"),
    }
}

/// What is kept of a code: nobody can read the code from it.
pub(super) fn code_hash(course: &str, code: &str) -> String {
    hex(&digest(&[
        b"code",
        course.as_bytes(),
        plain_code(code).as_bytes(),
    ]))
}

impl Register {
    /// Puts people into a course. Who is new gets a code; of others name, address and role are renewed, and
    /// the alias where the roster says one.
    pub fn enrol(
        &self,
        course: &str,
        people: &[NewPerson],
        now: u64,
    ) -> Result<Vec<Enrolled>, RegisterError> {
        let secret = self.course(course)?.secret;
        let codes: Vec<String> = people.iter().map(|_| new_code()).collect();
        let done = self.store.change(|change| {
            let mut new = Vec::new();
            for (person, code) in people.iter().zip(&codes) {
                let known = find(change, course, &person.id)?;
                let alias = match (&person.alias, &known) {
                    (Some(alias), _) => free_alias(change, course, person, alias)?,
                    (None, Some(known)) => known.alias.clone(),
                    (None, None) => {
                        let mut drawn = (0..).map(|n| drawn_alias(&secret, &person.id, n));
                        loop {
                            let alias = drawn.next().expect("numbers do not end");
                            if !is_taken(change, course, &person.id, &alias)? {
                                break alias;
                            }
                        }
                    }
                };
                let sql = "INSERT INTO person (course, id, name, email, alias, role, code, added)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                     ON CONFLICT (course, id) DO UPDATE SET name = excluded.name,
                         email = excluded.email, alias = excluded.alias, role = excluded.role";
                let hash = code_hash(course, code);
                let (role, now) = (person.role.name(), now as i64);
                change.execute(
                    sql,
                    values![
                        course,
                        &person.id,
                        &person.name,
                        &person.email,
                        alias,
                        role,
                        hash,
                        now
                    ],
                )?;
                new.push(known.is_none());
            }
            Ok(new)
        })?;
        let enrolled = people.iter().zip(codes).zip(done);
        enrolled
            .map(|((person, code), is_new)| {
                Ok(Enrolled {
                    person: self.person(course, &person.id)?,
                    code: is_new.then_some(code),
                })
            })
            .collect()
    }

    /// A new code for somebody who has lost theirs; the old one and all visits end.
    pub fn new_code(&self, course: &str, person: &str) -> Result<String, RegisterError> {
        self.person(course, person)?;
        let code = new_code();
        let hash = code_hash(course, &code);
        self.store.change(|change| {
            let sql = "UPDATE person SET code = ?3 WHERE course = ?1 AND id = ?2";
            change.execute(sql, values![course, person, &hash])?;
            let sql = "DELETE FROM visit WHERE course = ?1 AND person = ?2";
            change.execute(sql, values![course, person])
        })?;
        Ok(code)
    }

    pub fn person(&self, course: &str, id: &str) -> Result<Person, RegisterError> {
        let sql = format!("{SELECT} WHERE course = ?1 AND id = ?2");
        let rows = self.store.query(&sql, values![course, id])?;
        let row = rows.first().ok_or_else(|| RegisterError::NoPerson {
            course: course.to_owned(),
            person: id.to_owned(),
        })?;
        Ok(person(row)?)
    }

    /// Everybody in a course, teachers first, then by id.
    pub fn people(&self, course: &str) -> Result<Vec<Person>, RegisterError> {
        self.course(course)?;
        let sql = format!("{SELECT} WHERE course = ?1 ORDER BY id");
        let rows = self.store.query(&sql, values![course])?;
        let mut people: Vec<Person> = rows.iter().map(person).collect::<Result<_, _>>()?;
        people.sort_by_key(|person| std::cmp::Reverse(person.role));
        Ok(people)
    }

    /// Gives somebody another alias; `false` where a classmate has it.
    pub fn set_alias(&self, course: &str, id: &str, alias: &str) -> Result<bool, RegisterError> {
        let alias = alias.trim();
        let sql = "UPDATE person SET alias = ?3 WHERE course = ?1 AND id = ?2
             AND NOT EXISTS (SELECT 1 FROM person WHERE course = ?1 AND alias = ?3 AND id <> ?2)";
        Ok(self.store.execute(sql, values![course, id, alias])? == 1)
    }
}

const SELECT: &str = "SELECT id, name, email, alias, role, code FROM person";

fn find(
    statements: &mut dyn Statements,
    course: &str,
    id: &str,
) -> Result<Option<Person>, StoreError> {
    let sql = format!("{SELECT} WHERE course = ?1 AND id = ?2");
    let rows = statements.query(&sql, values![course, id])?;
    rows.first().map(person).transpose()
}

fn is_taken(
    statements: &mut dyn Statements,
    course: &str,
    id: &str,
    alias: &str,
) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM person WHERE course = ?1 AND alias = ?2 AND id <> ?3";
    let rows = statements.query(sql, values![course, alias, id])?;
    Ok(!rows.is_empty())
}

/// The alias that was asked for, with a number where somebody has it.
fn free_alias(
    statements: &mut dyn Statements,
    course: &str,
    person: &NewPerson,
    alias: &str,
) -> Result<String, StoreError> {
    let mut wanted = alias.to_owned();
    let mut number = 1;
    while is_taken(statements, course, &person.id, &wanted)? {
        number += 1;
        wanted = format!("{alias} {number}");
    }
    Ok(wanted)
}

pub(super) fn person(row: &Row) -> Result<Person, StoreError> {
    let role: String = row.get(4)?;
    Ok(Person {
        id: row.get(0)?,
        name: row.get(1)?,
        email: row.get(2)?,
        alias: row.get(3)?,
        role: Role::by_name(&role)
            .ok_or_else(|| StoreError::Corrupt(format!("`{role}` is no role")))?,
        has_code: row.get::<Option<String>>(5)?.is_some(),
    })
}
