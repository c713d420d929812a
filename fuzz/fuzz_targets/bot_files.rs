//! Any text as a bot's manifest, the list of bots, a command line of a bot, or a plan of a contest.
#![no_main]

use boyi_arena::bot::{BotSpec, Manifest, Registry};
use boyi_arena::contest::ContestPlan;
use boyi_fuzz::with_file;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    with_file(Manifest::FILE, text.as_bytes(), |file| {
        let folder = file.parent().expect("a folder");
        if let Ok(manifest) = Manifest::read(folder) {
            std::fs::write(file, manifest.write()).expect("a file");
            assert_eq!(Manifest::read(folder).as_ref(), Ok(&manifest));
        }
        if let Ok(registry) = Registry::read(file) {
            let _ = registry.all().count();
        }
    });
    let _ = BotSpec::read(text, None);
    let _ = ContestPlan::read(text);
});
