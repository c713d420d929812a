//! The page's types are those of the server.

use std::fs;
use std::path::Path;

#[test]
fn the_pages_types_are_the_servers() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/src/api.types.ts");
    let wanted = boyi_web::typescript();
    if std::env::var_os("BOYI_UPDATE").is_some() {
        fs::write(&file, &wanted).expect("the page's sources can be written");
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        found == wanted,
        "ui/src/api.types.ts is out of date: BOYI_UPDATE=1 cargo test -p boyi-web --test typescript"
    );
}
