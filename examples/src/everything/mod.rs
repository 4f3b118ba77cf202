//! Each feature of the protocol in as few lines as it takes.
//!
//! Names, arguments and texts are those of the official conformance suite, hence `test_…`. The modules are one idea
//! each:
//!
//! | what a server offers | |
//! | --- | --- |
//! | `content` | what a tool can return |
//! | `describing` | what is said about a tool, a prompt or a resource |
//! | `schemas` | what of a schema is up to the author |
//! | `resources` | what is read by URI |
//! | `prompts` | what a person begins a conversation with, and what is suggested on the way |
//! | `pages` | long lists |
//! | `composing` | a server that is part of another |
//! | `extending` | what the protocol does not have |
//!
//! | what goes on during a call | |
//! | --- | --- |
//! | `calling` | what is known of the call |
//! | `reporting` | progress and log messages |
//! | `asking`, `visiting` | questions to the user, and pages to send the user to |
//! | `rounds` | several questions |
//! | `cancelling` | the client gives up |
//! | `releasing` | the client hangs up and comes back |
//! | `changing` | the server changes, and its clients are told |
//! | `deprecated` | what the specification deprecates |

mod asking;
mod calling;
mod cancelling;
mod changing;
mod composing;
mod content;
mod deprecated;
mod describing;
mod extending;
mod pages;
mod prompts;
mod releasing;
mod reporting;
mod resources;
mod rounds;
mod schemas;
mod visiting;

pub use pages::paged;

use mcp_server::{Prompt, Resource, Server, ServerBuilder, ToolSet, prompts, resources, tools};

/// The server with all of them.
#[must_use = "a server does nothing before it is served"]
#[expect(deprecated, reason = "shows what is deprecated")] // logging
pub fn server() -> ServerBuilder {
    Server::new("everything", env!("CARGO_PKG_VERSION"))
        .title("Everything")
        .instructions(
            "Test fixtures: each tool, prompt and resource shows one feature of the protocol.",
        )
        .tools(tools())
        .prompts(prompts())
        .resources(resources())
        .state(changing::Changes::default())
        .nest("counter", composing::Counter::default())
        .extension(extending::Clock)
        .logging()
}

/// The first one is a tool that any client may try: it takes nothing and answers at once.
fn tools() -> ToolSet {
    tools![
        content::test_simple_text,
        content::test_image_content,
        content::test_audio_content,
        content::test_embedded_resource,
        content::test_multiple_content_types,
        content::test_error_handling,
        content::test_structured_content,
        content::sep_2106_array_output_tool,
        content::sep_2106_primitive_output_tool,
        content::test_no_output_schema,
        content::test_result_in_full,
        describing::test_description,
        describing::test_visibility,
        schemas::test_x_mcp_header,
        pages::test_pages,
        reporting::test_tool_with_progress,
        reporting::test_typed_progress,
        reporting::test_heartbeat,
        reporting::test_tool_with_logging,
        reporting::test_logging_tool,
        calling::test_caller,
        calling::test_headers,
        calling::test_request_meta,
        cancelling::test_tool_fast,
        cancelling::test_tool_slow,
        cancelling::test_tidy_cancellation,
        cancelling::test_blocking_cancellation,
        releasing::test_reconnection,
        asking::test_elicitation,
        asking::test_elicitation_sep1034_defaults,
        asking::test_elicitation_sep1330_enums,
        asking::test_streaming_elicitation,
        visiting::test_elicitation_sep1036_url,
        visiting::test_elicitation_sep1036_complete,
        visiting::test_page_or_form,
        rounds::test_input_required_result_elicitation,
        rounds::test_input_required_result_request_state,
        rounds::test_input_required_result_tampered_state,
        rounds::test_input_required_result_multi_round,
        rounds::test_input_required_result_multiple_inputs,
        rounds::test_input_required_result_capabilities,
        changing::test_trigger_tool_change,
        changing::test_trigger_prompt_change,
        changing::test_trigger_resource_list_change,
        changing::test_trigger_resource_change,
        deprecated::test_sampling,
        deprecated::test_missing_capability,
        deprecated::test_input_required_result_sampling,
        deprecated::test_input_required_result_list_roots,
    ]
    .with(schemas::test_schema_by_hand())
}

fn prompts() -> Vec<Prompt> {
    prompts![
        prompts::test_simple_prompt,
        prompts::test_prompt_with_arguments,
        prompts::test_prompt_with_embedded_resource,
        prompts::test_prompt_with_image,
        prompts::test_prompt_of_two,
        prompts::test_completion,
        cancelling::test_slow_prompt,
        rounds::test_input_required_result_prompt,
        changing::test_seasonal_prompt,
    ]
}

/// The first one can be read without a question.
fn resources() -> Vec<Resource> {
    resources![
        resources::static_text,
        resources::static_binary,
        describing::described,
        describing::members_only,
        reporting::slow,
        resources::template,
        resources::word,
        cancelling::slow_resource,
        rounds::after_a_question,
        changing::seasonal_resource,
        changing::watched_resource,
    ]
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_host_stumbles_over_it() {
        mcp_server::assert_lint_clean!(super::server());
    }
}
