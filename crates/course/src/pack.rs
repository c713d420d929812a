//! An assignment packed for an autograder elsewhere.

use crate::Assignment;
use crate::zip::{Entry, zip};

/// A zip that Gradescope takes as an autograder: this program, the assignment, and what it starts. `secret` is
/// what hidden cases are drawn from.
pub fn gradescope_zip(assignment: &Assignment, program: &[u8], secret: &str) -> Vec<u8> {
    let setup = "#!/usr/bin/env bash\n\
        # What submissions are built and run with.\n\
        apt-get update\n\
        apt-get install -y --no-install-recommends python3 g++ default-jdk-headless rustc bubblewrap\n\
        chmod +x /autograder/source/boyi\n";
    let run = "#!/usr/bin/env bash\n\
        chmod 700 /autograder/source /autograder/results\n\
        exec /autograder/source/boyi grade /autograder --gradescope \\\n  \
        --assignment /autograder/source/assignment --secret-file /autograder/source/secret\n";
    let files: Vec<(String, &[u8])> = assignment
        .files
        .iter()
        .map(|(name, content)| (format!("assignment/{name}"), content))
        .collect();
    let mut entries = vec![
        entry("setup.sh", setup.as_bytes(), true),
        entry("run_autograder", run.as_bytes(), true),
        entry("boyi", program, true),
        entry("secret", secret.as_bytes(), false),
    ];
    entries.extend(
        files
            .iter()
            .map(|(name, content)| entry(name, content, false)),
    );
    zip(&entries)
}

/// The assignment as it may be given to others.
pub fn plain_zip(files: &crate::Files) -> Vec<u8> {
    let entries: Vec<Entry> = files
        .iter()
        .map(|(name, content)| entry(name, content, false))
        .collect();
    zip(&entries)
}

fn entry<'a>(name: &'a str, content: &'a [u8], runs: bool) -> Entry<'a> {
    Entry {
        name,
        content,
        runs,
    }
}
