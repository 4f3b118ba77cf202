//! The rules, each a function over as little as it needs.

mod composition;
mod effects;
mod enums;
mod formats;
mod limits;
mod names;
mod numbers;
mod output;
mod patterns;
mod properties;
mod references;
mod root;
mod serving;
mod shapes;
mod similar;
mod size;
mod unbounded;
mod words;

use super::finding::{Finding, Subject};
use super::hosts::Part;
use super::offer::{Offer, Schema, Tool};
use super::sink::Sink;
use super::walk::Node;

/// Over everything that is offered.
const OF_OFFER: &[fn(&Offer, &mut Vec<Finding>)] = &[
    names::is_not_too_long_with_the_servers,
    names::differs_in_every_host,
    names::of_a_prompt_is_portable,
    words::instructions_are_not_cut,
    words::prompts_are_described,
    words::resources_are_described,
    similar::descriptions_differ,
    size::list_is_not_too_big,
    size::hosts_take_that_many_tools,
    serving::lists_are_whole,
    serving::questions_outlive_the_process,
];

/// Over one tool, its schemas aside.
const OF_TOOL: &[fn(&Tool, &mut Sink<'_>)] = &[
    names::of_a_tool_is_portable,
    names::of_a_tool_begins_well,
    words::tool_is_described,
    words::description_is_not_cut,
    effects::are_said,
    effects::destruction_is_asked_for,
    size::tool_is_not_too_big,
];

/// Over one schema as a whole.
const OF_SCHEMA: &[fn(&Schema<'_>, &mut Sink<'_>)] = &[
    root::is_an_object,
    root::has_properties,
    root::is_not_composed,
    root::has_no_dialect,
    references::lead_somewhere,
    references::are_not_recursive,
    references::are_written_out,
    limits::are_kept,
    limits::nesting_is_shallow,
    output::is_not_just_text,
];

/// Over every schema inside a schema, itself included.
const OF_NODE: &[fn(&Node<'_>, Part, &mut Sink<'_>)] = &[
    properties::have_names_that_apis_take,
    properties::are_described,
    properties::say_what_they_demand,
    properties::that_are_required_exist,
    shapes::are_not_boolean,
    shapes::tuples_are_arrays,
    shapes::arrays_have_items,
    shapes::have_one_type,
    shapes::are_not_nullable,
    shapes::are_of_some_kind,
    composition::has_no_one_of,
    composition::has_no_all_of,
    composition::has_no_conditions,
    composition::has_no_maps,
    enums::are_not_const,
    enums::are_of_strings,
    enums::have_values,
    numbers::have_exact_bounds,
    numbers::are_no_ids,
    formats::are_known,
    formats::are_taken_everywhere,
    patterns::have_no_look_around,
    patterns::are_javascript,
    unbounded::strings,
    unbounded::arrays,
];

pub(super) fn all(offer: &Offer, findings: &mut Vec<Finding>) {
    for tool in &offer.tools {
        let mut sink = Sink::new(Subject::Tool(tool.name.clone()), Part::Tool, findings);
        for rule in OF_TOOL {
            rule(tool, &mut sink);
        }
        schemas(tool, findings);
    }
    for rule in OF_OFFER {
        rule(offer, findings);
    }
}

/// Over schemas that no server of ours stands behind.
pub(super) fn bare_schemas(tool: &Tool, findings: &mut Vec<Finding>) {
    schemas(tool, findings);
    for schema in tool.schemas() {
        let mut sink = Sink::new(Subject::Tool(tool.name.clone()), schema.part, findings);
        root::output_is_an_object(&schema, &mut sink);
    }
}

fn schemas(tool: &Tool, findings: &mut Vec<Finding>) {
    for schema in tool.schemas() {
        let mut sink = Sink::new(Subject::Tool(tool.name.clone()), schema.part, findings);
        for rule in OF_SCHEMA {
            rule(&schema, &mut sink);
        }
        for node in &schema.nodes {
            for rule in OF_NODE {
                rule(node, schema.part, &mut sink);
            }
        }
    }
}
