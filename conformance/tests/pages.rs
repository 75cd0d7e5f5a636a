//! The generated pages under `docs` are those that the registry, the catalogue and the recordings give; `MCP_BLESS=1`
//! writes them anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use mcp_conformance::render::{pages, requirements};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

fn folder() -> PathBuf {
    docs().join("rules")
}

fn written() -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder()).into_iter().flatten().map(|entry| entry.expect("an entry").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    entries.map(|path| (name(&path), fs::read_to_string(&path).expect("a page"))).collect()
}

fn blesses() -> bool {
    std::env::var_os("MCP_BLESS").is_some()
}

#[test]
fn no_page_is_stale() {
    let pages = pages::render();
    if blesses() {
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

#[test]
fn the_page_of_requirements_is_not_stale() {
    let (path, page) = (docs().join("requirements.md"), requirements::render());
    if blesses() {
        fs::write(&path, &page).expect("a page");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    similar_asserts::assert_eq!(written, page, "docs/requirements.md is stale");
}
