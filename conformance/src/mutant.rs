//! The mutants: servers and clients that are wrong on purpose. Each proves that the rules which it breaks notice.

use include_dir::{Dir, DirEntry, include_dir};
use mcp_reference_server::fault::{BadMutant, Mutant};
use mcp_reference_server::{HttpOptions, Server, Steps, catalogue, official};

use crate::rule::Rule;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/data/mutants");

/// What a server that demands a token demands.
const TOKEN: &str = "the-token-of-a-mutant";

/// A mutant, and the name of its file.
#[derive(Debug, Clone)]
pub struct Named {
    /// `area/fault`.
    pub name: String,
    /// What it is.
    pub mutant: Mutant,
}

/// A server, and how it is offered.
pub struct Offer {
    /// The server.
    pub server: Server,
    /// Over HTTP.
    pub options: HttpOptions,
    /// The token that it demands, if it does.
    pub token: Option<&'static str>,
    /// What is wrong with it, if anything is.
    pub mutant: Option<Mutant>,
}

/// Why there is no such mutant.
#[derive(Debug, thiserror::Error)]
pub enum NoMutant {
    /// The file cannot be read.
    #[error(transparent)]
    Bad(#[from] BadMutant),
    /// There is no such server.
    #[error("there is no server `{0}`; there are library, official, guarded, stateless")]
    Server(String),
}

/// Every mutant, by name.
pub fn all() -> Vec<Named> {
    let files = FILES.dirs().flat_map(Dir::entries).filter_map(DirEntry::as_file);
    let named = files.filter_map(|file| {
        let mutant = read(file.contents_utf8()?).ok()?;
        Some(Named { name: file.path().with_extension("").to_str()?.to_owned(), mutant })
    });
    let mut all: Vec<_> = named.collect();
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all
}

/// The mutants that prove this rule, by name.
pub fn of(rule: &Rule) -> Vec<Named> {
    let mut all = all();
    all.retain(|named| named.mutant.breaks.iter().any(|id| id == rule.id));
    all
}

/// Reads a mutant from its JSON.
///
/// # Errors
/// Where it is none.
pub fn read(json: &str) -> Result<Mutant, NoMutant> {
    Ok(Mutant::read(json)?)
}

/// The server that this mutant is made from.
///
/// # Errors
/// Where it is unknown.
///
/// # Panics
/// Never; that the fixtures can be built is tested.
pub fn offer(mutant: Mutant) -> Result<Offer, NoMutant> {
    let name = mutant.server.as_deref().unwrap_or("library");
    let builder = match name {
        "library" | "guarded" | "stateless" => catalogue::builder(),
        "official" => official::builder(),
        other => return Err(NoMutant::Server(other.to_owned())),
    };
    let token = (name == "guarded").then_some(TOKEN);
    let steps = token.into_iter().fold(Steps::new(), Steps::require_bearer);
    let options = HttpOptions::new().stateless(name == "stateless");
    let options = match token {
        Some(_) => options.authorization_server("https://login.library.example/"),
        None => options,
    };
    let server = builder.steps(steps).build().expect("the fixtures are sound");
    Ok(Offer { server, options, token, mutant: Some(mutant) })
}
