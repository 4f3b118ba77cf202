//! What a call takes: its parameters, their rules, and the schema they add up
//! to.

use std::any::TypeId;
use std::sync::Arc;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::schema::{self, Arguments, Extra, Property, SchemaProfile};
use crate::spec::{ArgumentSpec, ParamSpec};
use crate::validate::Validator;

/// The parameters of a handler, checked and ready to be taken from a call.
pub(crate) struct Signature {
    pub(crate) name: Arc<str>,
    pub(crate) input: Validator,
    /// Arguments that a parameter names.
    pub(crate) named: Vec<String>,
    /// In the order in which the handler takes them.
    pub(crate) params: Box<[ParamSpec]>,
}

/// What the extractors of a handler require of the server.
pub(crate) type States = Vec<(TypeId, &'static str)>;

/// An input schema: as a value, as text to publish, and compiled.
pub(crate) struct InputSchema {
    pub(crate) value: Value,
    pub(crate) raw: Box<RawValue>,
    /// Whether a parameter names each argument that the tool has a use for.
    pub(crate) names_all: bool,
    validator: Validator,
}

impl Signature {
    pub(crate) fn new(name: &str, params: Vec<ParamSpec>, input: Validator) -> Self {
        let names = |wanted: fn(&ArgumentSpec) -> bool| -> Vec<String> {
            arguments(&params)
                .filter(|&argument| wanted(argument))
                .map(|argument| argument.name.clone().into_owned())
                .collect()
        };
        Self {
            name: name.into(),
            input: input
                .in_order(names(|_| true))
                .secret(names(|argument| argument.secret))
                .strict(names(|argument| argument.strict)),
            named: names(|argument| !argument.rest),
            params: params.into(),
        }
    }

    /// The parameters that are arguments.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = &ArgumentSpec> {
        arguments(&self.params)
    }

    /// Whether the handler can read these arguments, as far as that is known.
    pub(crate) fn reads(&self, arguments: &Value) -> bool {
        let mut arguments = arguments.clone();
        self.input.whole_numbers(&mut arguments);
        let Value::Object(named) = &arguments else {
            return false;
        };
        self.params.iter().all(|param| match param {
            ParamSpec::Argument(argument) => argument.reads(named),
            ParamSpec::Extracted(needs) => needs.reads.is_none_or(|reads| reads(&arguments)),
        })
    }

    /// Whether the handler has the whole context, with which it can ask.
    pub(crate) fn takes_ctx(&self) -> bool {
        self.params.iter().any(|param| match param {
            ParamSpec::Extracted(needs) => needs.ctx,
            ParamSpec::Argument(_) => false,
        })
    }

    /// What the extractors require of the server.
    pub(crate) fn states(&self) -> States {
        self.params
            .iter()
            .filter_map(|param| match param {
                ParamSpec::Extracted(needs) => Some(&needs.states),
                ParamSpec::Argument(_) => None,
            })
            .flatten()
            .copied()
            .collect()
    }
}

fn arguments(params: &[ParamSpec]) -> impl Iterator<Item = &ArgumentSpec> {
    params.iter().filter_map(ParamSpec::argument)
}

impl InputSchema {
    /// The schema of all parameters; `open` lets arguments through that no
    /// parameter names.
    ///
    /// # Errors
    ///
    /// Every fault, each a sentence.
    pub(crate) fn derive(
        params: &[ParamSpec],
        profile: SchemaProfile,
        open: bool,
    ) -> Result<Self, Vec<String>> {
        let whole = params.iter().find_map(|param| match param {
            ParamSpec::Extracted(needs) => needs.whole,
            ParamSpec::Argument(_) => None,
        });
        let mut arguments = arguments(params).peekable();
        match whole {
            Some(_) if arguments.peek().is_some() => Err(vec![
                "it takes `Args<T>` and single arguments; move those into the struct".to_owned(),
            ]),
            Some(whole) => {
                let arguments =
                    (whole.describe)(profile).map_err(|fault| vec![fault.to_string()])?;
                derived(arguments, open, profile)
            }
            None => from_arguments(arguments, profile, open),
        }
    }

    /// A schema written by hand, published untouched.
    ///
    /// # Errors
    ///
    /// Where it is no schema of an object.
    pub(crate) fn by_hand(schema: &Value) -> Result<Self, String> {
        let validator = schema::check_input(schema)?;
        Ok(Self {
            value: schema.clone(),
            raw: schema::wire(schema),
            // The schema says what becomes of others.
            names_all: false,
            validator,
        })
    }

    /// What is wrong with the names of its properties, where every model API is to take them.
    pub(crate) fn refused_names(&self) -> Vec<String> {
        let properties = self.value.get("properties").and_then(Value::as_object);
        let names = properties.into_iter().flat_map(|it| it.keys());
        names
            .filter_map(|name| schema::check_key(name).err())
            .collect()
    }

    pub(crate) fn into_validator(self) -> Validator {
        self.validator
    }
}

fn derived(
    arguments: Arguments,
    open: bool,
    profile: SchemaProfile,
) -> Result<InputSchema, Vec<String>> {
    let names_all = arguments.extra == Extra::Refused;
    let arguments = arguments.settled(profile, open);
    let checked = arguments.schema();
    let value = serde_json::from_str(checked.get()).map_err(|error| vec![error.to_string()])?;
    let validator =
        schema::check_input(&value).map_err(|fault| vec![format!("its input schema: {fault}")])?;
    let raw = match arguments.portable() {
        Some(portable) if profile.is_portable() => portable.schema(),
        _ => checked,
    };
    Ok(InputSchema {
        value,
        raw,
        names_all,
        validator,
    })
}

fn from_arguments<'a>(
    arguments: impl Iterator<Item = &'a ArgumentSpec>,
    profile: SchemaProfile,
    open: bool,
) -> Result<InputSchema, Vec<String>> {
    let mut faults = Vec::new();
    let mut properties: Vec<Property> = Vec::new();
    let mut extra = Extra::Refused;
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
        match argument.property(profile) {
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
    derived(Arguments { properties, extra }, open, profile)
}

impl std::fmt::Debug for Signature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Signature")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
