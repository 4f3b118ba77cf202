//! From what an author says of a prompt to what a server needs of it.

use mcp_core::types::{Prompt as WirePrompt, PromptArgument};
use serde_json::{Map, Value};

use super::{Prompt, PromptResult};
use crate::about::{About, publish};
use crate::handler::Run;
use crate::item::{Common, Item};
use crate::schema::SchemaProfile;
use crate::signature::InputSchema;
use crate::spec::ParamSpec;

/// A prompt as the server keeps it: published form, validator, handler.
pub(crate) struct PromptDef {
    pub(crate) common: Common,
    pub(crate) wire: WirePrompt,
    pub(crate) run: Run<PromptResult>,
}

impl Item for PromptDef {
    fn common(&self) -> &Common {
        &self.common
    }
}

impl Prompt {
    /// Checks everything that can be known before the first request.
    ///
    /// # Errors
    ///
    /// Every fault of the prompt, each a sentence without the prompt's name.
    pub(crate) fn define(self) -> Result<PromptDef, Vec<String>> {
        let Self { about, run } = self;
        let mut faults = about.faults.clone();
        check_name(&about.key, &mut faults);
        // Open: hosts send more than was asked for.
        let input = match InputSchema::derive(&about.params, SchemaProfile::Portable, true) {
            Ok(input) if faults.is_empty() => input,
            Ok(_) => return Err(faults),
            Err(mut found) => {
                faults.append(&mut found);
                return Err(faults);
            }
        };
        let properties = properties(&input.value);
        let required = input.value.get("required").and_then(Value::as_array);
        let is_required = |name: &str| required.is_some_and(|all| all.iter().any(|it| it == name));
        let wire = wire(&about, &properties, is_required);
        Ok(PromptDef {
            common: about.into_common(input.into_validator()),
            wire,
            run,
        })
    }
}

/// The specification leaves the name of a prompt open. Hosts show it and make
/// commands of it, for which it has to be visible.
fn check_name(name: &str, faults: &mut Vec<String>) {
    if name.trim().is_empty() {
        faults.push("it has no name".to_owned());
    }
    if let Some(bad) = name.chars().find(|character| character.is_control()) {
        faults.push(format!("its name contains {bad:?}"));
    }
}

fn properties(schema: &Value) -> Map<String, Value> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.cloned().unwrap_or_default()
}

fn wire(
    about: &About,
    properties: &Map<String, Value>,
    is_required: impl Fn(&str) -> bool,
) -> WirePrompt {
    let mut wire = WirePrompt::new(about.key.clone().into_owned());
    publish!(about => wire);
    let mut arguments: Vec<PromptArgument> = properties
        .iter()
        .map(|(name, schema)| {
            let mut argument = PromptArgument::new(name);
            argument.title = title(about, name);
            argument.description = description(about, name, schema);
            argument.required = Some(is_required(name));
            argument
        })
        .collect();
    // In the order of declaration: hosts ask for them in this order.
    let order: Vec<&str> = declared(about).map(|(name, _)| name).collect();
    arguments.sort_by_key(|argument| order.iter().position(|name| **name == argument.name));
    wire.arguments = arguments;
    wire
}

/// The name for people that the author gave an argument.
fn title(about: &About, name: &str) -> Option<String> {
    let mut arguments = about.params.iter().filter_map(ParamSpec::argument);
    let argument = arguments.find(|argument| argument.name == name)?;
    let mut keywords = argument.keywords.iter();
    let (_, title) = keywords.find(|(keyword, _)| *keyword == "title")?;
    title.as_str().map(str::to_owned)
}

/// What the parameters themselves say of each argument.
fn declared(about: &About) -> impl Iterator<Item = (&str, Option<&str>)> {
    let arguments = about.params.iter().filter_map(|param| param.argument());
    arguments.map(|argument| (&*argument.name, argument.description.as_deref()))
}

/// The argument's own docs, else the beginning of its type's.
fn description(about: &About, name: &str, schema: &Value) -> Option<String> {
    let own = declared(about).find(|(known, _)| *known == name);
    if let Some((_, Some(own))) = own {
        return Some(own.to_owned());
    }
    let text = schema.get("description")?.as_str()?;
    Some(beginning(text)).filter(|text| !text.is_empty())
}

/// The first paragraph, as much of it as fits under a field of a form.
fn beginning(text: &str) -> String {
    const MOST: usize = 300;
    let text = text.trim();
    let paragraph = text.split("\n\n").next().unwrap_or_default().trim_end();
    let Some((cut, _)) = paragraph.char_indices().nth(MOST) else {
        return paragraph.to_owned();
    };
    let kept = &paragraph[..cut];
    let end = kept.rfind(char::is_whitespace).unwrap_or(cut);
    format!("{}…", kept[..end].trim_end())
}

impl std::fmt::Debug for PromptDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PromptDef")
            .field("name", &self.common.signature.name)
            .finish_non_exhaustive()
    }
}
