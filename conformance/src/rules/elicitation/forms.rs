//! <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>

use serde_json::Value;

use super::mode::in_mode;
use crate::prose::elicitation::format_fault;
use crate::rule::{Observations, rules};
use crate::transcript::{Message, Transcript};

rules! { "elicitation";
    /// A form has a schema: an object with properties.
    ///
    /// Servers break this by leaving `requestedSchema` out where they want no more than a yes, or by giving the schema of a
    /// single field.
    Must form_has_a_schema since V2025_06_18
        cites ["elicitation-form-requested-schema"] = "client/elicitation#form-mode-elicitation-requests";

    /// A form is flat.
    ///
    /// No field is an object, a list of objects or a reference, so that any client can draw it. Servers break this with the
    /// schema of their own nested types.
    Must form_is_flat since V2025_06_18 cites ["elicitation-schema-flat"] = "client/elicitation#requested-schema";

    /// The fields of a form are texts, numbers, booleans or choices.
    ///
    /// Generators of schemas break this for optional fields: a list of types, or `anyOf` with `null`.
    Must form_has_simple_fields since V2025_06_18
        cites ["elicitation-schema-types"] = "client/elicitation#requested-schema";

    /// The format of a text is one of those that clients know.
    ///
    /// These are `email`, `uri`, `date` and `date-time`. Generators add `uuid`, `time` or `hostname`.
    Must string_format_is_known since V2025_06_18
        cites ["elicitation-schema-formats"] = "client/elicitation#requested-schema";

    /// The titles of choices are written with `oneOf`.
    ///
    /// `enumNames` is the way of older revisions, and no JSON Schema.
    Should titles_use_one_of since V2025_11_25
        cites ["elicitation-schema-legacy-enumnames"] = "schema#legacytitledenumschema";

    /// A form asks for no secret.
    ///
    /// What is typed into a form passes through the client and the model; secrets go to a page of the server's own. It is
    /// judged by the names and titles of text fields that end in password, passphrase, API key, access token, client or
    /// private or secret key, card number, CVV or the like.
    Must form_asks_for_no_secret since V2025_06_18
        cites ["elicitation-form-no-secrets", "elicitation-secrets-use-url"]
        = "client/elicitation#user-interaction-model";

    /// A form holds no links to click.
    ///
    /// A person may trust a link more than it deserves; addresses go into URL elicitations. Judged are the message and the
    /// titles and descriptions of fields that ask for no address themselves.
    Should form_has_no_links since V2025_11_25
        cites ["elicitation-form-no-clickable-urls"] = "client/elicitation#safe-url-handling";
}

const NONE: &str = "the server showed no form";

/// The fields of each form.
fn fields(t: &Transcript) -> impl Iterator<Item = (&Message, &String, &Value)> {
    in_mode(t, "form").flat_map(|(_, exchange)| {
        let fields = exchange.params()["requestedSchema"]["properties"].as_object();
        fields.into_iter().flatten().map(move |(name, field)| (exchange.request, name, field))
    })
}

fn each_field(t: &Transcript, judge: impl Fn(&Value) -> Option<String>) -> Observations {
    let mut seen = Observations::new(NONE);
    for (request, name, field) in fields(t) {
        seen.judge([request], judge(field).map(|why| format!("the field `{name}` {why}")));
    }
    seen
}

fn form_has_a_schema(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (_, exchange) in in_mode(t, "form").filter(|(_, exchange)| exchange.params().get("url").is_none()) {
        let schema = &exchange.params()["requestedSchema"];
        let why = match (schema.is_object(), schema["type"] == "object" && schema["properties"].is_object()) {
            (true, true) => None,
            (true, false) => Some("`requestedSchema` is no object with properties"),
            (false, _) => Some("there is no `requestedSchema`"),
        };
        seen.judge([exchange.request], why);
    }
    seen
}

fn form_is_flat(t: &Transcript) -> Observations {
    each_field(t, |field| {
        let items = &field["items"];
        let is_choice = items["enum"].is_array() || items["anyOf"].is_array() || items["oneOf"].is_array();
        if field.get("$ref").is_some() {
            Some("is a reference".to_owned())
        } else if field["type"] == "object" {
            Some("is an object".to_owned())
        } else if field["type"] == "array" && !is_choice {
            Some("is a list of something else than choices".to_owned())
        } else {
            None
        }
    })
}

fn form_has_simple_fields(t: &Transcript) -> Observations {
    each_field(t, |field| match &field["type"] {
        Value::String(kind) if matches!(&**kind, "string" | "number" | "integer" | "boolean") => None,
        // What these are is the matter of the rule on flatness.
        Value::String(kind) if matches!(&**kind, "array" | "object") => None,
        Value::String(kind) => Some(format!("has the type `{kind}`")),
        Value::Array(_) => Some("has several types".to_owned()),
        _ if field.get("$ref").is_some() => None,
        _ => Some("has no type".to_owned()),
    })
}

fn string_format_is_known(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no form asked for a text with a format");
    for (request, name, field) in fields(t).filter(|(_, _, field)| field["type"] == "string") {
        if let Some(format) = field["format"].as_str() {
            seen.judge([request], format_fault(format).map(|why| format!("the format of `{name}` {why}")));
        }
    }
    seen
}

fn titles_use_one_of(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no form offered choices");
    for (request, name, field) in fields(t) {
        if ["enum", "oneOf", "items"].iter().any(|member| field.get(member).is_some()) {
            let why = field.get("enumNames").map(|_| format!("the choices of `{name}` are titled by `enumNames`"));
            seen.judge([request], why);
        }
    }
    seen
}

/// How the name of a field that asks for a secret ends.
const SECRETS: &[&str] = &[
    "password",
    "passphrase",
    "passcode",
    "api key",
    "apikey",
    "access key",
    "secret key",
    "private key",
    "client secret",
    "access token",
    "auth token",
    "bearer token",
    "refresh token",
    "card number",
    "credit card",
    "cvv",
    "cvc",
];

fn form_asks_for_no_secret(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (request, name, field) in fields(t) {
        let asks =
            matches!(field["type"].as_str(), Some("string" | "number" | "integer")) && field.get("enum").is_none();
        let names = [Some(&**name), field["title"].as_str()];
        let secret = names.into_iter().flatten().filter(|_| asks).map(words).find_map(|words| secret(&words));
        seen.judge([request], secret.map(|secret| format!("the field `{name}` asks for a secret ({secret})")));
    }
    seen
}

fn secret(words: &str) -> Option<&'static str> {
    SECRETS
        .iter()
        .copied()
        .find(|secret| words.strip_suffix(secret).is_some_and(|before| before.is_empty() || before.ends_with(' ')))
}

/// The words of a name, in lower case: `newApiKey` and `new_api_key` are `new api key`.
fn words(name: &str) -> String {
    let mut words = String::new();
    let mut was_lower = false;
    for character in name.chars() {
        if character.is_uppercase() && was_lower {
            words.push(' ');
        }
        was_lower = character.is_lowercase();
        words.push(if character.is_alphanumeric() { character } else { ' ' });
    }
    words.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn form_has_no_links(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (_, exchange) in in_mode(t, "form") {
        let links = |text: Option<&str>| text.is_some_and(|text| text.contains("https://") || text.contains("http://"));
        let fields = exchange.params()["requestedSchema"]["properties"].as_object();
        let mut fields = fields.into_iter().flatten().filter(|(_, field)| field["format"] != "uri");
        let linked = fields.find(|(_, field)| links(field["title"].as_str()) || links(field["description"].as_str()));
        let why = if links(exchange.params()["message"].as_str()) {
            Some("the message holds a link".to_owned())
        } else {
            linked.map(|(name, _)| format!("the field `{name}` holds a link"))
        };
        seen.judge([exchange.request], why);
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::{secret, words};

    #[test]
    fn secrets_are_told_by_the_end_of_a_name() {
        for asks in ["password", "newPassword", "API key", "github_access_token", "Card Number", "CVV"] {
            assert!(secret(&words(asks)).is_some(), "{asks}");
        }
        for fine in ["passwordPolicy", "tokens", "keyboard", "email", "card_holder", "compassword", "secretary"] {
            assert!(secret(&words(fine)).is_none(), "{fine}");
        }
    }
}
