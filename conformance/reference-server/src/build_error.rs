//! Why a server cannot be built.

/// Why a server cannot be built: each says which handler is at fault and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A type's schema cannot be a tool's.
    #[error("tool {tool:?}: {fault}")]
    Schema {
        /// The tool.
        tool: String,
        /// What is wrong, and with which type.
        fault: String,
    },
    /// Two handlers would answer to one name, URI or URI template.
    #[error("two handlers have the {identity} {value:?}: {first} and {second}; rename one of them")]
    Duplicate {
        /// What identifies them: `name`, `uri` or `uriTemplate`.
        identity: &'static str,
        /// The value that they share.
        value: String,
        /// The type name of the one registered first.
        first: &'static str,
        /// The type name of the other.
        second: &'static str,
    },
    /// A customizer changed what identifies a handler.
    #[error(
        "customizer {customizer} changed the {identity} {before:?} to {after:?} (handler {handler}); \
         a customizer may change anything but that"
    )]
    Identity {
        /// The customizer.
        customizer: String,
        /// The type name of the handler.
        handler: &'static str,
        /// What identifies it: `name`, `uri` or `uriTemplate`.
        identity: &'static str,
        /// The value before.
        before: String,
        /// The value after.
        after: String,
    },
    /// A customizer made a descriptor that cannot be.
    #[error("customizer {customizer} spoiled {handled:?} (handler {handler}): {fault}")]
    Spoiled {
        /// The customizer.
        customizer: String,
        /// The type name of the handler.
        handler: &'static str,
        /// Its name, URI or URI template.
        handled: String,
        /// What is wrong now.
        fault: String,
    },
    /// A resource's URI is none.
    #[error("resource {uri:?} (handler {handler}): {fault}; give an absolute URI (RFC 3986)")]
    Uri {
        /// The URI.
        uri: String,
        /// The type name of the handler.
        handler: &'static str,
        /// What is wrong with it.
        fault: String,
    },
    /// A URI template is none, or cannot be read backwards.
    #[error("resource template {uri_template:?} (handler {handler}): {fault}")]
    UriTemplate {
        /// The template.
        uri_template: String,
        /// The type name of the handler.
        handler: &'static str,
        /// What is wrong with it.
        fault: String,
    },
    /// A completer is for an argument or variable that its handler does not have.
    #[error("{handler} completes {argument:?}, which it does not declare; declare it or drop the completer")]
    Completer {
        /// The name of the prompt, or the URI template.
        handler: String,
        /// The argument or variable.
        argument: String,
    },
}
