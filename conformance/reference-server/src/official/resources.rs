//! Resources of each kind, and a template.

use serde_json::json;

use crate::{Arguments, ServerBuilder, catalogue::samples, resource, resource_template};

pub(super) fn add(server: ServerBuilder) -> ServerBuilder {
    server
        .resource(
            resource("static-text", "test://static-text")
                .description("A text that stays as it is.")
                .mime_type("text/plain")
                .read(|| async { "This is the content of the static text resource." }),
        )
        .resource(
            resource("static-binary", "test://static-binary")
                .description("An image that stays as it is.")
                .mime_type("image/png")
                .read(|| async { samples::COVER_PNG.to_vec() }),
        )
        .resource(
            resource("watched-resource", "test://watched-resource")
                .description("A text to subscribe to.")
                .mime_type("text/plain")
                .read(|| async { "Watched resource content" }),
        )
        .resource_template(
            resource_template("template", "test://template/{id}/data")
                .description("A record of any id.")
                .mime_type("application/json")
                .read(|variables: Arguments| async move {
                    let id = variables.get("id").unwrap_or_default();
                    json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")}).to_string()
                }),
        )
}
