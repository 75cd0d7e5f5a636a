//! One library doing one thing with one text.

use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::hint::black_box;

/// Who does the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// `serde_json`'s pass that keeps nothing: the measure of the others.
    Pass,
    /// This project.
    McpModel,
    /// The official SDK's model.
    Rmcp,
    /// `rust-mcp-schema`.
    RustMcpSchema,
    /// A tree of `serde_json`.
    Value,
}

impl Who {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 5] = [Self::McpModel, Self::Rmcp, Self::RustMcpSchema, Self::Value, Self::Pass];

    /// The name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "IgnoredAny",
            Self::McpModel => "mcp-model",
            Self::Rmcp => "rmcp",
            Self::RustMcpSchema => "rust-mcp-schema",
            Self::Value => "serde_json::Value",
        }
    }
}

/// What is done, and how: a column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Text to the one type that is expected.
    DecodeDirect,
    /// Text to the type of all messages.
    DecodeMessage,
    /// The one type to text.
    EncodeDirect,
    /// The type of all messages to text.
    EncodeMessage,
}

impl Way {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 4] = [Self::DecodeDirect, Self::DecodeMessage, Self::EncodeDirect, Self::EncodeMessage];

    /// The name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::DecodeDirect => "decode",
            Self::DecodeMessage => "decode message",
            Self::EncodeDirect => "encode",
            Self::EncodeMessage => "encode message",
        }
    }

    /// Whether the text is that of a whole message.
    pub fn is_message(self) -> bool {
        matches!(self, Self::DecodeMessage | Self::EncodeMessage)
    }
}

/// One piece of work that can be repeated.
pub struct Contender {
    /// By whom.
    pub who: Who,
    /// What and how.
    pub way: Way,
    work: Vec<Box<dyn Fn()>>,
}

impl Contender {
    fn new(who: Who, way: Way, work: impl Fn() + 'static) -> Self {
        Self { who, way, work: vec![Box::new(work)] }
    }

    /// Does the work once.
    pub fn run(&self) {
        for work in &self.work {
            work();
        }
    }

    /// Takes in more work of the same kind.
    pub fn append(&mut self, other: Self) {
        self.work.extend(other.work);
    }
}

/// `mcp-model` reads through its own `decode`.
pub fn ours<T: mcp_model::Wire + 'static>(way: Way, text: &'static [u8]) -> Vec<Contender> {
    both(Who::McpModel, way, text, |text| mcp_model::decode::<T>(text).map_err(|error| error.to_string()))
}

/// The others read through `serde_json::from_slice`.
pub fn peer<T: DeserializeOwned + Serialize + 'static>(who: Who, way: Way, text: &'static [u8]) -> Vec<Contender> {
    both(who, way, text, |text| serde_json::from_slice::<T>(text).map_err(|error| error.to_string()))
}

/// The pass that all is measured by.
///
/// # Panics
///
/// Where the text is not JSON.
pub fn pass(way: Way, text: &'static [u8]) -> Contender {
    Contender::new(Who::Pass, way, move || {
        black_box(serde_json::from_slice::<IgnoredAny>(black_box(text)).expect("the input is JSON"));
    })
}

fn both<T: Serialize + 'static>(
    who: Who,
    way: Way,
    text: &'static [u8],
    read: fn(&[u8]) -> Result<T, String>,
) -> Vec<Contender> {
    let value = read(text).unwrap_or_else(|error| panic!("{} refuses the input: {error}", who.name()));
    let encode = if way.is_message() { Way::EncodeMessage } else { Way::EncodeDirect };
    vec![
        Contender::new(who, way, move || drop(black_box(read(black_box(text))))),
        Contender::new(who, encode, move || drop(black_box(serde_json::to_vec(black_box(&value))))),
    ]
}
