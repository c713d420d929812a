//! Bad maps are refused with line, column and reason.

use boyi_garlic::Setup;

fn refusal(text: &str) -> String {
    Setup::read_fair(text).expect_err("a bad map").to_string()
}

#[test]
fn mistakes_are_named_with_line_and_column() {
    let cases = [
        (
            "",
            "line 1, column 1: the text ends, expected the number of rows",
        ),
        (
            "x 3",
            "line 1, column 1: expected the number of rows, found `x`",
        ),
        (
            "3 0",
            "line 1, column 3: expected the number of columns from 1 to 64",
        ),
        (
            "99999999999999999999 1",
            "line 1, column 1: expected the number of rows from 1 to 64",
        ),
        (
            "2 3\n...\n..\n",
            "line 3, column 3: this row has 2 cells, not 3",
        ),
        (
            "2 3\n...\n ....\n",
            "line 3, column 5: this row has 4 cells, not 3",
        ),
        (
            "2 3\n.蒜.\n...\n",
            "line 2, column 2: expected one of # . o O, found `蒜`",
        ),
        (
            "2 3\n...\n...\n0 0\n0 1\n0 2\n1",
            "line 7, column 2: the text ends, expected garlic 1",
        ),
        (
            "2 3\n...\n...\n0 0\n0 1\n0 2\n",
            "line 6, column 4: the text ends, expected garlic 1",
        ),
        (
            "2 3\n...\n..#\n0 0\n0 1\n0 2\n\n1 2",
            "line 8, column 1: garlic 1 stands in a wall",
        ),
        (
            "2 3\n...\n...\n0 0\n0 1\n0 2\n0 1",
            "line 7, column 1: garlic 1 starts on the cell of destroyer 1",
        ),
        (
            "2 3\n...\n...\n0 0\n0 1\n0 2\n2 0",
            "line 7, column 1: expected garlic 1 from 0 to 1",
        ),
        (
            "2 3\n...\n...\n0 0 0 1 0 2 1 1 7",
            "line 4, column 17: expected the end of the map, found `7`",
        ),
        (
            "2 3\n...\n...\n0 0 0 1 0 2 1 1 homes 0 0 0 9",
            "line 4, column 29: expected home of destroyer 1 from 0 to 2",
        ),
        (
            "2 3\n...\n...\n0 0 0 1 0 2 1 1 homes 0 0 0 1 scores 1 2 statuses 0 21",
            "line 4, column 53: expected a status from -1 to 20",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(refusal(text), expected, "{text:?}");
    }
}

#[test]
fn an_unfair_map_is_refused_where_fairness_is_asked_for() {
    let text = "3 6\n......\n.o....\n......\n0 1\n0 4\n2 0\n2 5\n";
    assert!(Setup::read(text).is_ok(), "the rules do not ask");
    let message = refusal(text);
    assert!(
        message.starts_with("line 3, column 2: the map is not fair"),
        "{message}"
    );
    // Fair but for where a garlic stands.
    let text = "3 6\n......\n......\n......\n0 1\n0 4\n2 0\n1 5\n";
    assert!(refusal(text).starts_with("line 4, column 1: the map is not fair"));
    // Solid wall at an edge does not spoil the symmetry.
    assert!(Setup::read_fair("3 6\n.....#\n..o..#\n.....#\n0 1\n0 3\n2 0\n2 4\n").is_ok());
}
