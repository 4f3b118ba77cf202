//! From what an author says of a tool to what a server needs of it.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use mcp_core::header::{MirroredHeader, mirrored_headers};
use mcp_core::types::Tool as WireTool;
use serde_json::value::RawValue;

use super::promise::Promise;
use super::{Facts, Output, Tool};
use crate::about::{About, publish};
use crate::handler::Run;
use crate::item::{Common, Item};
use crate::reading::{Reading, Strays, UnknownKeys};
use crate::respond::ToolResult;
use crate::schema::{self, SchemaProfile};
use crate::signature::InputSchema;
use crate::spec::ParamSpec;

/// A tool as the server keeps it: published form, validators, handler.
pub(crate) struct Definition {
    pub(crate) common: Common,
    pub(crate) wire: WireTool,
    /// What structured results are held to.
    pub(crate) output: Option<Promise>,
    pub(crate) mirrored: Option<Arc<[MirroredHeader]>>,
    pub(crate) requires_elicitation: bool,
    pub(crate) max_result: Option<usize>,
    pub(crate) max_result_hint: Option<Cow<'static, str>>,
    pub(crate) strays: Strays,
    pub(crate) asks: Option<bool>,
    pub(crate) run: Run<ToolResult>,
}

impl Item for Definition {
    fn common(&self) -> &Common {
        &self.common
    }
}

impl Tool {
    /// Checks everything that can be known before the first call.
    ///
    /// # Errors
    ///
    /// Every fault of the tool, each a sentence without the tool's name.
    pub(crate) fn define(self, reading: &Reading) -> Result<Definition, Vec<String>> {
        let Self { about, facts, run } = self;
        let mut faults = about.faults.clone();
        check_name(&about.key, &mut faults);
        check_headers(&about.params, &mut faults);
        let profile = facts.profile.or(reading.profile).unwrap_or_default();
        let unknown = facts.unknown_keys.or(reading.unknown_keys);
        let unknown = unknown.unwrap_or_default();
        let input = match &facts.raw_input {
            Some(raw) => InputSchema::by_hand(raw).map_err(|fault| vec![fault]),
            None => InputSchema::derive(&about.params, profile, unknown != UnknownKeys::Error),
        };
        let input = input.map_err(|mut found| faults.append(&mut found)).ok();
        if facts.raw_input.is_none() && profile.is_portable() {
            faults.extend(input.iter().flat_map(InputSchema::refused_names));
        }
        let output = output_schema(&facts, profile)
            .map_err(|fault| faults.push(fault))
            .ok();
        let mirrored = input.as_ref().and_then(|input| {
            mirrored_headers(&input.value)
                .map_err(|fault| faults.push(fault.to_string()))
                .ok()
        });
        let (Some(input), Some((raw_output, output)), Some(mirrored)) = (input, output, mirrored)
        else {
            return Err(faults);
        };
        if !faults.is_empty() {
            return Err(faults);
        }
        let wire = wire(&about, &facts, input.raw.clone(), raw_output);
        let strays = {
            let unknown = match input.names_all {
                true => unknown,
                false => UnknownKeys::Error,
            };
            let ignored = [&*reading.ignored_keys, &*facts.ignored_keys].concat();
            Strays::new(unknown, ignored)
        };
        let coercion = facts.coercion.or(reading.coercion).unwrap_or_default();
        let validator = input.into_validator().coercing(coercion);
        Ok(Definition {
            wire,
            output,
            mirrored: (!mirrored.is_empty()).then(|| mirrored.into()),
            requires_elicitation: facts.requires_elicitation,
            max_result: facts.max_result,
            max_result_hint: facts.max_result_hint,
            strays,
            asks: facts.asks,
            common: about.into_common(validator),
            run,
        })
    }
}

/// Specification, "Tools: Tool names": 1 to 128 of `A-Z a-z 0-9 _ . -`.
fn check_name(name: &str, faults: &mut Vec<String>) {
    if name.is_empty() || name.len() > 128 {
        faults.push(format!(
            "its name has {} characters; 1 to 128 are allowed",
            name.len()
        ));
    }
    let allowed = |character: char| character.is_ascii_alphanumeric() || "_.-".contains(character);
    if let Some(bad) = name.chars().find(|&character| !allowed(character)) {
        faults.push(format!(
            "its name contains {bad:?}; allowed are A-Z a-z 0-9 _ . -"
        ));
    }
}

/// What HTTP repeats in a header, everybody on the way reads and logs
/// (specification, "Tools: x-mcp-header": not for secrets).
fn check_headers(params: &[ParamSpec], faults: &mut Vec<String>) {
    let secret = params
        .iter()
        .filter_map(ParamSpec::argument)
        .filter(|argument| {
            let mut keywords = argument.keywords.iter();
            argument.secret && keywords.any(|(keyword, _)| *keyword == "x-mcp-header")
        });
    faults.extend(secret.map(|argument| {
        let name = &argument.name;
        format!(
            "`{name}` is secret and must not be repeated in a header: drop `secret` or `header`"
        )
    }));
}

type PublishedOutput = (Option<Box<RawValue>>, Option<Promise>);

fn output_schema(facts: &Facts, profile: SchemaProfile) -> Result<PublishedOutput, String> {
    match &facts.output {
        Output::Free => Ok((None, None)),
        Output::Derived(derive) => {
            let raw = schema::wire(&derive(profile)?);
            Ok((Some(raw), Some(Promise::Derived(OnceLock::new()))))
        }
        Output::Raw(schema) => {
            let validator = schema::check_output(schema)
                .map_err(|fault| format!("its output schema: {fault}"))?;
            Ok((Some(schema::wire(schema)), Some(Promise::ByHand(validator))))
        }
    }
}

fn wire(
    about: &About,
    facts: &Facts,
    input: Box<RawValue>,
    output: Option<Box<RawValue>>,
) -> WireTool {
    let mut wire = WireTool::new(about.key.clone().into_owned(), input);
    publish!(about => wire);
    wire.output_schema = output;
    wire.annotations = facts.annotations.clone();
    wire
}

impl std::fmt::Debug for Definition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Definition")
            .field("name", &self.common.signature.name)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // S-TOOL-13
    #[test]
    fn a_secret_is_not_repeated_in_a_header() {
        let sign_in = |secret: bool| {
            let tool = Tool::new("sign_in").arg::<String>("key", |key| {
                let key = key.header("Key");
                if secret { key.secret() } else { key }
            });
            tool.handler(async |key: String| key)
        };
        let faults = sign_in(true).define(&Reading::default());
        let faults = faults.expect_err("a fault").join("\n");
        assert!(faults.contains("`key` is secret"), "{faults}");
        assert!(sign_in(false).define(&Reading::default()).is_ok());
    }
}
