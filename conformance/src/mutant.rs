//! The mutants: servers and clients that are wrong on purpose. Each proves that the rules which it breaks notice.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use include_dir::{Dir, DirEntry, include_dir};
use mcp_reference_server::fault::{BadMutant, Mutant};
use mcp_reference_server::{HttpOptions, Server, Steps, catalogue, official};

use crate::rule::Rule;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/data/mutants");

/// What a server that demands a token demands.
const TOKEN: &str = "the-token-of-a-mutant";

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

/// The names of the mutants that prove each rule, read once.
static PROVING: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| {
    let mut proving = BTreeMap::<_, Vec<_>>::new();
    for file in FILES.dirs().flat_map(Dir::entries).filter_map(DirEntry::as_file) {
        let Some(Ok(mutant)) = file.contents_utf8().map(read) else { continue };
        let name = file.path().with_extension("").to_string_lossy().into_owned();
        for rule in mutant.breaks {
            proving.entry(rule).or_default().push(name.clone());
        }
    }
    proving
});

/// The names of the mutants that prove this rule, as `area/fault`.
pub fn proving(rule: &Rule) -> &'static [String] {
    PROVING.get(rule.id).map(Vec::as_slice).unwrap_or_default()
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
