//! From what an author says of a tool to what a server needs of it.

use std::any::TypeId;
use std::sync::Arc;
use std::time::Duration;

use mcp_core::header::{MirroredHeader, mirrored_headers};
use mcp_core::types::Tool as WireTool;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Facts, Output, Run, Tool};
use crate::schema::{self, Arguments, Extra, Property};
use crate::spec::{ArgumentSpec, ParamSpec};
use crate::validate::Validator;

/// A tool as the server keeps it: published form, validators, handler.
pub(crate) struct Definition {
    pub(crate) name: Arc<str>,
    pub(crate) wire: WireTool,
    pub(crate) input: Validator,
    /// Checks structured results; only where the schema was written by hand,
    /// since a derived schema and its value come from one type.
    pub(crate) output: Option<Validator>,
    /// Arguments that a parameter names.
    pub(crate) named: Vec<String>,
    pub(crate) mirrored: Option<Arc<[MirroredHeader]>>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) requires_elicitation: bool,
    pub(crate) declared: Option<&'static str>,
    /// The parameters, in the order in which the handler takes them.
    pub(crate) params: Box<[ParamSpec]>,
    pub(crate) run: Run,
}

/// What a tool's extractors require of the server.
pub(crate) type States = Vec<(TypeId, &'static str)>;

impl Tool {
    /// Checks everything that can be known before the first call.
    ///
    /// # Errors
    ///
    /// Every fault of the tool, each a sentence without the tool's name.
    pub(crate) fn define(self) -> Result<(Definition, States), Vec<String>> {
        let Self { facts, run } = self;
        let mut faults = facts.faults.clone();
        check_name(&facts.name, &mut faults);
        let states = states(&facts.params);
        let input = input_schema(&facts)
            .map_err(|mut found| faults.append(&mut found))
            .ok();
        let output = output_schema(&facts)
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
        let arguments = || facts.params.iter().filter_map(ParamSpec::argument);
        let names = |wanted: fn(&ArgumentSpec) -> bool| -> Vec<String> {
            arguments()
                .filter(|&argument| wanted(argument))
                .map(|argument| argument.name.clone().into_owned())
                .collect()
        };
        let definition = Definition {
            name: (*facts.name).into(),
            named: names(|argument| !argument.rest),
            wire: wire(&facts, input.raw, raw_output),
            input: input
                .validator
                .in_order(names(|_| true))
                .secret(names(|argument| argument.secret)),
            output,
            mirrored: (!mirrored.is_empty()).then(|| mirrored.into()),
            timeout: facts.timeout,
            requires_elicitation: facts.requires_elicitation,
            declared: facts.declared,
            params: facts.params.into(),
            run,
        };
        Ok((definition, states))
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

fn states(params: &[ParamSpec]) -> States {
    params
        .iter()
        .filter_map(|param| match param {
            ParamSpec::Extracted(needs) => Some(&needs.states),
            ParamSpec::Argument(_) => None,
        })
        .flatten()
        .copied()
        .collect()
}

/// An input schema: as a value, as text to publish, and compiled.
struct Input {
    value: Value,
    raw: Box<RawValue>,
    validator: Validator,
}

fn input_schema(facts: &Facts) -> Result<Input, Vec<String>> {
    let whole = facts.params.iter().find_map(|param| match param {
        ParamSpec::Extracted(needs) => needs.whole,
        ParamSpec::Argument(_) => None,
    });
    let mut arguments = facts
        .params
        .iter()
        .filter_map(ParamSpec::argument)
        .peekable();
    match (&facts.raw_input, whole) {
        (Some(raw), _) => written_by_hand(raw).map_err(|fault| vec![fault]),
        (None, Some(_)) if arguments.peek().is_some() => Err(vec![
            "it takes `Args<T>` and single arguments; move those into the struct".to_owned(),
        ]),
        (None, Some(whole)) => {
            let Arguments { properties, extra } =
                (whole.describe)().map_err(|fault| vec![fault.to_string()])?;
            let extra = if facts.open { Extra::Allowed } else { extra };
            derived(&properties, &extra)
        }
        (None, None) => from_arguments(arguments, facts.open),
    }
}

/// Published untouched.
fn written_by_hand(schema: &Value) -> Result<Input, String> {
    let validator = schema::check_input(schema)?;
    let raw = serde_json::value::to_raw_value(schema).map_err(|error| error.to_string())?;
    Ok(Input {
        value: schema.clone(),
        raw,
        validator,
    })
}

fn derived(properties: &[Property], extra: &Extra) -> Result<Input, Vec<String>> {
    let raw = schema::object_schema(properties, extra);
    let value = serde_json::from_str(raw.get()).map_err(|error| vec![error.to_string()])?;
    let validator =
        schema::check_input(&value).map_err(|fault| vec![format!("its input schema: {fault}")])?;
    Ok(Input {
        value,
        raw,
        validator,
    })
}

fn from_arguments<'a>(
    arguments: impl Iterator<Item = &'a ArgumentSpec>,
    open: bool,
) -> Result<Input, Vec<String>> {
    let mut faults = Vec::new();
    let mut properties: Vec<Property> = Vec::new();
    let mut extra = if open { Extra::Allowed } else { Extra::Refused };
    for argument in arguments {
        faults.extend(
            argument
                .faults
                .iter()
                .map(|fault| format!("`{}`: {fault}", argument.name)),
        );
        if argument.rest {
            extra = Extra::Allowed;
            continue;
        }
        if properties
            .iter()
            .any(|property| property.name == argument.name)
        {
            faults.push(format!("it has two arguments `{}`", argument.name));
        }
        if let Err(fault) = schema::check_key(&argument.name) {
            faults.push(format!("`{}`: {fault}", argument.name));
        }
        match argument.property() {
            Ok(schema) => properties.push(Property {
                name: argument.name.clone().into_owned(),
                schema,
                required: !argument.optional && argument.default.is_none(),
            }),
            Err(fault) => faults.push(format!("`{}`: {fault}", argument.name)),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    derived(&properties, &extra)
}

type PublishedOutput = (Option<Box<RawValue>>, Option<Validator>);

fn output_schema(facts: &Facts) -> Result<PublishedOutput, String> {
    match &facts.output {
        Output::Free => Ok((None, None)),
        Output::Derived(derive) => Ok((Some(schema::wire(&derive()?)), None)),
        Output::Raw(schema) => {
            let validator = schema::check_output(schema)
                .map_err(|fault| format!("its output schema: {fault}"))?;
            let raw = serde_json::value::to_raw_value(schema).map_err(|error| error.to_string())?;
            Ok((Some(raw), Some(validator)))
        }
    }
}

fn wire(facts: &Facts, input: Box<RawValue>, output: Option<Box<RawValue>>) -> WireTool {
    let mut wire = WireTool::new(facts.name.clone().into_owned(), input);
    wire.title = facts.title.as_deref().map(str::to_owned);
    wire.description = facts.description.as_deref().map(str::to_owned);
    wire.output_schema = output;
    wire.annotations = facts.annotations.clone();
    wire.icons = facts.icons.clone();
    wire.meta = facts.meta.clone();
    wire
}

impl std::fmt::Debug for Definition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Definition")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
