//! The pages under `docs/rules` are those that the registry and the recordings give; `MCP_BLESS=1` writes them anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use mcp_conformance::render::pages;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules")
}

fn written() -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder()).into_iter().flatten().map(|entry| entry.expect("an entry").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    entries.map(|path| (name(&path), fs::read_to_string(&path).expect("a page"))).collect()
}

#[test]
fn no_page_is_stale() {
    let pages = pages::render();
    if std::env::var_os("MCP_BLESS").is_some() {
        let _ = fs::remove_dir_all(folder());
        fs::create_dir_all(folder()).expect("a folder");
        for (name, page) in &pages {
            fs::write(folder().join(name), page).expect("a page");
        }
    }
    let written = written();
    let names = |pages: &BTreeMap<String, String>| pages.keys().cloned().collect::<Vec<_>>();
    assert_eq!(
        names(&written),
        names(&pages),
        "MCP_BLESS=1 cargo test -p mcp-conformance --test pages writes the pages"
    );
    for (name, page) in &pages {
        similar_asserts::assert_eq!(&written[name], page, "docs/rules/{} is stale", name);
    }
}
