//! <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#response-actions>

use super::mode::{elicitations, in_mode, is_declared, is_known, of};
use crate::prose::elicitation::content_faults;
use crate::rule::{Observations, rules};
use crate::rules::shared::asked::{declared, fault};
use crate::transcript::Transcript;

rules! { "elicitation";
    /// A client that elicits declares it.
    ///
    /// Clients break this by handling the request always, and declaring the capability only in some set-ups.
    Must client_declares_elicitation binds Client since V2025_06_18
        cites ["elicitation-client-capability"] = "client/elicitation#capabilities";

    /// A client that declares elicitation knows the request.
    ///
    /// At least one of the two modes works. Clients break this by declaring the capability of their library without a
    /// handler behind it.
    Must client_elicits_as_declared binds Client needs "client.elicitation" since V2025_06_18
        cites ["lifecycle-cap-client-elicitation", "elicitation-client-one-mode"]
        = "basic/lifecycle#capability-negotiation";

    /// A request without a mode is a form.
    ///
    /// Clients break this by refusing what names no mode, as servers of older revisions do.
    Must client_takes_no_mode_for_a_form binds Client since V2025_11_25
        cites ["elicitation-client-default-form"] = "client/elicitation#elicitation-requests";

    /// The answer is accept, decline or cancel.
    ///
    /// Clients break this with words of their own, such as `reject` or `ok`.
    Must client_action_is_known binds Client since V2025_06_18
        cites ["elicitation-client-action-values"] = "client/elicitation#response-actions";

    /// What is submitted fits the form.
    ///
    /// The client checks before it sends. Clients break this by sending every value as a text, or by leaving required fields
    /// out.
    Must client_content_fits_the_form binds Client since V2025_06_18
        cites ["elicitation-client-accept-content", "elicitation-client-validate-response"]
        = "client/elicitation#response-actions";

    /// The consent to open an address has no content.
    ///
    /// What the person does there is the server's matter. Clients break this by sending an empty object, or the address.
    Must client_consent_has_no_content binds Client since V2025_11_25
        cites ["elicitation-client-url-no-content"] = "client/elicitation#response-actions";

    /// Content comes only with accept.
    ///
    /// Clients break this by sending what had been typed before the user declined.
    Should content_only_on_accept binds Client since V2025_06_18
        cites ["elicitation-client-no-content-otherwise"] = "client/elicitation#response-actions";

    /// A request in a mode that was not declared is refused with -32602.
    ///
    /// Clients break this by declining for the user, so that the server believes that a person said no.
    Must client_refuses_undeclared_modes binds Client needs "client.elicitation" since V2025_11_25
        cites ["elicitation-client-error-mode"] = "client/elicitation#error-handling";
}

const NONE: &str = "no elicitation was answered";

fn client_declares_elicitation(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (connection, exchange) in elicitations(t) {
        let (Some((answer, _)), Some(declared)) = (exchange.result(), declared(connection, t)) else { continue };
        let why = declared.get("elicitation").is_none().then_some("it elicits, and does not declare `elicitation`");
        seen.judge([exchange.request, answer], why);
    }
    seen
}

fn client_elicits_as_declared(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (_, exchange) in elicitations(t) {
        let Some(answer) = exchange.answer() else { continue };
        let why =
            (answer.code() == Some(-32601)).then_some("the method is unknown, although `elicitation` is declared");
        seen.judge([exchange.request, answer], why);
    }
    seen
}

fn client_takes_no_mode_for_a_form(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no elicitation without a mode was answered");
    for (connection, exchange) in elicitations(t).filter(|(_, exchange)| exchange.params().get("mode").is_none()) {
        let does_forms = is_declared(connection, t, "form") == Some(true);
        let fits = exchange.params()["requestedSchema"]["properties"].is_object();
        let Some(answer) = exchange.answer().filter(|_| does_forms && fits) else { continue };
        let why = (answer.code() == Some(-32602)).then_some("it is refused, although forms are declared");
        seen.judge([exchange.request, answer], why);
    }
    seen
}

fn client_action_is_known(t: &Transcript) -> Observations {
    let mut seen = Observations::new(NONE);
    for (_, exchange) in elicitations(t) {
        let Some((answer, result)) = exchange.result().filter(|(_, result)| result.get("task").is_none()) else {
            continue;
        };
        let known = matches!(result["action"].as_str(), Some("accept" | "decline" | "cancel"));
        seen.judge([exchange.request, answer], (!known).then(|| format!("`action` is {}", result["action"])));
    }
    seen
}

fn client_content_fits_the_form(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no form was submitted");
    for (_, exchange) in in_mode(t, "form") {
        let Some((answer, result)) = exchange.result().filter(|(_, result)| result["action"] == "accept") else {
            continue;
        };
        let Ok(schema) = jsonschema::validator_for(&exchange.params()["requestedSchema"]) else { continue };
        let empty = serde_json::json!({});
        let content = result.get("content").unwrap_or(&empty);
        let error = schema.iter_errors(content).next();
        seen.judge([exchange.request, answer], error.map(|error| format!("the content does not fit: {error}")));
    }
    seen
}

fn client_consent_has_no_content(t: &Transcript) -> Observations {
    let mut seen = Observations::new("nobody agreed to open an address");
    for (_, exchange) in in_mode(t, "url") {
        let Some((answer, result)) = exchange.result().filter(|(_, result)| result["action"] == "accept") else {
            continue;
        };
        let why = result.get("content").map(|_| "the consent has content");
        seen.judge([exchange.request, answer], why);
    }
    seen
}

fn content_only_on_accept(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no elicitation was declined or cancelled");
    for (_, exchange) in elicitations(t) {
        let Some((answer, result)) = exchange.result() else { continue };
        if matches!(result["action"].as_str(), Some("decline" | "cancel")) {
            seen.judge([exchange.request, answer], fault(result, content_faults));
        }
    }
    seen
}

fn client_refuses_undeclared_modes(t: &Transcript) -> Observations {
    let mut seen = Observations::new("no elicitation came in an undeclared mode");
    for (connection, exchange) in elicitations(t).filter(|(connection, _)| is_known(connection, t)) {
        let mode = of(exchange.params()).filter(|mode| matches!(*mode, "form" | "url"));
        let lacks = mode.is_some_and(|mode| is_declared(connection, t, mode) == Some(false));
        let Some(answer) = exchange.answer().filter(|_| lacks) else { continue };
        let why = match answer.code() {
            Some(-32602) => None,
            Some(code) => Some(format!("the code is {code}, not -32602")),
            None => Some("it is not refused".to_owned()),
        };
        seen.judge([exchange.request, answer], why);
    }
    seen
}
