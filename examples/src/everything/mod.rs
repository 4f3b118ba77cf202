//! One tool for each feature of the protocol.
//!
//! Names, arguments and texts are those of the official conformance suite, hence `test_…`. The modules are one idea
//! each: what a tool can return, how it reports, how it asks, over how many rounds, and what of a schema is up to the
//! author. What the specification deprecates has a module of its own.

mod asking;
mod content;
mod deprecated;
mod reporting;
mod rounds;
mod schemas;

use mcp_server::{Server, ServerBuilder, tools};

/// The server with all of them. The first tool is one that any client may try: it takes nothing and answers at once.
#[must_use = "a server does nothing before it is served"]
pub fn server() -> ServerBuilder {
    let tools = tools![
        content::test_simple_text,
        content::test_image_content,
        content::test_audio_content,
        content::test_embedded_resource,
        content::test_multiple_content_types,
        content::test_error_handling,
        reporting::test_tool_with_progress,
        reporting::test_tool_with_logging,
        reporting::test_logging_tool,
        asking::test_elicitation,
        asking::test_elicitation_sep1034_defaults,
        asking::test_elicitation_sep1330_enums,
        asking::test_streaming_elicitation,
        rounds::test_input_required_result_elicitation,
        rounds::test_input_required_result_request_state,
        rounds::test_input_required_result_tampered_state,
        rounds::test_input_required_result_multi_round,
        rounds::test_input_required_result_multiple_inputs,
        rounds::test_input_required_result_capabilities,
        deprecated::test_sampling,
        deprecated::test_missing_capability,
        deprecated::test_input_required_result_sampling,
        deprecated::test_input_required_result_list_roots,
        schemas::test_x_mcp_header,
    ]
    .with(schemas::json_schema_2020_12_tool());
    Server::new("everything", env!("CARGO_PKG_VERSION"))
        .title("Everything")
        .instructions("Test fixtures: each tool shows one feature of the protocol.")
        .tools(tools)
        .logging()
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_tool_is_sound() {
        if let Err(faults) = super::server().build() {
            panic!("{faults}");
        }
    }
}
