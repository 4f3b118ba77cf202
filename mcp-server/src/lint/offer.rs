//! What a server offers, as rules look at it.

use mcp_core::types::{Prompt, Tool as WireTool, ToolAnnotations};
use serde_json::Value;
use serde_json::value::RawValue;

use super::hosts::Part;
use super::walk::{Node, nodes};
use crate::item::Item as _;
use crate::resource::ResourceDef;
use crate::server::Shared;
use crate::tool::Definition;

/// Everything that is offered, published forms read back.
pub(super) struct Offer {
    /// What users are likely to call the server in their host.
    pub(super) server: String,
    pub(super) instructions: Option<String>,
    /// Items on a page, where lists have pages.
    pub(super) page_size: Option<usize>,
    /// Whether questions to the user can be answered by another process.
    pub(super) has_state_key: bool,
    pub(super) tools: Vec<Tool>,
    pub(super) prompts: Vec<Prompt>,
    pub(super) resources: Vec<Resource>,
}

/// One tool.
pub(super) struct Tool {
    pub(super) name: String,
    pub(super) description: Option<String>,
    pub(super) annotations: Option<ToolAnnotations>,
    /// Whether it can ask the user; `None` where that cannot be known.
    pub(super) asks: Option<bool>,
    pub(super) input: Value,
    pub(super) output: Option<Value>,
    /// Bytes in a list.
    pub(super) bytes: usize,
}

/// One resource or family of them.
pub(super) struct Resource {
    pub(super) uri: String,
    pub(super) description: Option<String>,
}

/// A schema of a tool, with everything inside it.
pub(super) struct Schema<'a> {
    pub(super) part: Part,
    pub(super) root: &'a Value,
    pub(super) nodes: Vec<Node<'a>>,
}

impl Offer {
    pub(super) fn of(server: &Shared) -> Self {
        let registry = &server.registry;
        let description = &server.description;
        let resources = registry.resources.shelf();
        let templates = registry.templates.shelf();
        Self {
            server: description.identity.name.clone(),
            instructions: description.instructions.clone(),
            page_size: server.page_size,
            has_state_key: server.keys.are_set(),
            tools: registry
                .tools
                .shelf()
                .all()
                .map(|it| Tool::of(it))
                .collect(),
            prompts: registry
                .prompts
                .shelf()
                .all()
                .map(|it| it.wire.clone())
                .collect(),
            resources: resources
                .all()
                .chain(templates.all())
                .map(|it| Resource::of(it))
                .collect(),
        }
    }
}

impl Tool {
    fn of(tool: &Definition) -> Self {
        let wire = &tool.wire;
        Self {
            name: wire.name.clone(),
            description: wire.description.clone(),
            annotations: wire.annotations.clone(),
            asks: asks(tool),
            input: read(&wire.input_schema),
            output: wire.output_schema.as_deref().map(read),
            bytes: bytes(wire),
        }
    }

    /// A tool that is nothing but its schemas.
    pub(super) fn of_schemas(input: &Value, output: Option<&Value>) -> Self {
        Self {
            name: String::new(),
            description: None,
            annotations: None,
            asks: None,
            input: input.clone(),
            output: output.cloned(),
            bytes: 0,
        }
    }

    pub(super) fn schemas(&self) -> impl Iterator<Item = Schema<'_>> {
        let input = Schema::of(Part::Input, &self.input);
        let output = self.output.as_ref();
        std::iter::once(input).chain(output.map(|output| Schema::of(Part::Output, output)))
    }
}

impl Resource {
    fn of(resource: &ResourceDef) -> Self {
        let fixed = resource.fixed().map(|wire| &wire.description);
        let family = || resource.family().map(|wire| &wire.description);
        Self {
            uri: resource.key().to_owned(),
            description: fixed.or_else(family).cloned().flatten(),
        }
    }
}

impl<'a> Schema<'a> {
    pub(super) fn of(part: Part, root: &'a Value) -> Self {
        Self {
            part,
            root,
            nodes: nodes(root),
        }
    }
}

/// A tool that was built from a closure over the whole call may do anything.
fn asks(tool: &Definition) -> Option<bool> {
    match tool.asks {
        _ if tool.requires_elicitation => Some(true),
        Some(false) => Some(tool.common.signature.takes_ctx()),
        known => known,
    }
}

fn read(schema: &RawValue) -> Value {
    serde_json::from_str(schema.get()).expect("a published schema is JSON")
}

fn bytes(wire: &WireTool) -> usize {
    serde_json::to_vec(wire).map_or(0, |json| json.len())
}
