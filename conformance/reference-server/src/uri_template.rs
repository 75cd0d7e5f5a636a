//! URI templates (RFC 6570) read backwards: which variables make this URI?
//!
//! The RFC defines expansion only. A library parses and expands; a pattern proposes the variables of a
//! URI, and the proposal stands only if its expansion gives that URI again.

use iri_string::{
    spec::UriSpec,
    template::{UriTemplateStr, simple_context::SimpleContext},
};
use percent_encoding::percent_decode_str;
use regex::Regex;

use crate::arguments::Arguments;

const UNRESERVED: &str = r"A-Za-z0-9\-._~%";
const RESERVED: &str = r":/?#\[\]@!$&'()*+,;=";

/// A template that URIs can be matched against.
#[derive(Debug)]
pub(crate) struct UriTemplate {
    text: String,
    pattern: Regex,
    names: Vec<String>,
}

impl UriTemplate {
    /// Parses a template, or says what is wrong with it.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if !text.is_ascii() {
            return Err("percent-encode the characters outside of ASCII".to_owned());
        }
        UriTemplateStr::new(text).map_err(|error| error.to_string())?;
        let mut pattern = Pattern::default();
        for (at, piece) in text.split('{').enumerate() {
            match piece.split_once('}') {
                Some((expression, literal)) if at > 0 => {
                    pattern.expression(expression)?;
                    pattern.literal(literal)?;
                }
                _ => pattern.literal(piece)?,
            }
        }
        Ok(Self {
            text: text.to_owned(),
            pattern: Regex::new(&format!("^{}$", pattern.regex)).map_err(|e| e.to_string())?,
            names: pattern.names,
        })
    }

    /// The names of the variables, in the order of the template.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// The variables whose expansion is this URI, or `None` if there are none.
    pub(crate) fn captures(&self, uri: &str) -> Option<Arguments> {
        let found = self.pattern.captures(uri)?;
        let mut variables = Arguments::default();
        for (name, value) in self.names.iter().zip(found.iter().skip(1)) {
            if let Some(value) = value {
                variables.insert(name, decoded(value.as_str())?);
            }
        }
        (decoded(&self.expand(&variables)?)? == decoded(uri)?).then_some(variables)
    }

    fn expand(&self, variables: &Arguments) -> Option<String> {
        let mut context = SimpleContext::new();
        for (name, value) in variables.iter() {
            context.insert(name, value);
        }
        let template = UriTemplateStr::new(&self.text).ok()?;
        let expansion = template.expand::<UriSpec, _>(&context).ok()?;
        Some(expansion.to_string())
    }
}

fn decoded(text: &str) -> Option<String> {
    let bytes = percent_decode_str(text);
    Some(bytes.decode_utf8().ok()?.into_owned())
}

#[derive(Default)]
struct Pattern {
    regex: String,
    names: Vec<String>,
}

impl Pattern {
    /// A literal, in the form that expansion gives it.
    fn literal(&mut self, literal: &str) -> Result<(), String> {
        let template = UriTemplateStr::new(literal).map_err(|error| error.to_string())?;
        let nothing = SimpleContext::new();
        let expanded = template.expand::<UriSpec, _>(&nothing);
        let text = expanded.map_err(|error| error.to_string())?.to_string();
        self.regex.push_str(&regex::escape(&text));
        Ok(())
    }

    fn expression(&mut self, expression: &str) -> Result<(), String> {
        let (operator, list) = match expression.as_bytes().first() {
            Some(b'+' | b'#' | b'.' | b'/' | b';' | b'?' | b'&') => expression.split_at(1),
            _ => ("", expression),
        };
        for (at, name) in list.split(',').enumerate() {
            if name.contains(['*', ':']) {
                return Err(format!(
                    "the modifier in {{{expression}}} cannot be read back from a URI; name a plain variable"
                ));
            }
            self.names.push(name.to_owned());
            self.variable(operator, name, at == 0);
        }
        Ok(())
    }

    fn variable(&mut self, operator: &str, name: &str, first: bool) {
        let name = regex::escape(name);
        let comma = if first { "" } else { "," };
        let piece = match operator {
            "+" => format!("{comma}([{UNRESERVED}{RESERVED}]*)"),
            "#" if first => format!("(?:#([{UNRESERVED}{RESERVED}]*))?"),
            "#" => format!("(?:,([{UNRESERVED}{RESERVED}]*))?"),
            "." => format!(r"(?:\.([{UNRESERVED}]*))?"),
            "/" => format!("(?:/([{UNRESERVED}]*))?"),
            ";" => format!("(?:;{name}=?([{UNRESERVED}]*))?"),
            "?" => format!("(?:[?&]{name}=([{UNRESERVED}]*))?"),
            "&" => format!("(?:&{name}=([{UNRESERVED}]*))?"),
            _ => format!("{comma}([{UNRESERVED}]*)"),
        };
        self.regex.push_str(&piece);
    }
}

#[cfg(test)]
#[path = "uri_template_tests.rs"]
mod tests;
