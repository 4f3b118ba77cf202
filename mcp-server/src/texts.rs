//! Arguments that travel as text: those of prompts, and the variables of
//! resource templates.
//!
//! The protocol has strings there, whatever the type of the argument is here
//! (specification, "Prompts: Implementation considerations"), yet some clients
//! send numbers and lists as they are. Both are taken. A text is read by the
//! schema of its argument and never by what it looks like: `42` for a
//! `String` stays a text.

use bytes::Bytes;
use mcp_core::Error;
use serde_json::{Map, Number, Value};

use crate::param::Needs;
use crate::signature::Signature;
use crate::spec::ParamSpec;

/// Schemas passed on the way to a type; a longer chain is a loop.
const MAX_HOPS: usize = 16;

impl Signature {
    /// Reads and checks the arguments of a request. Absent ones are none.
    /// What no parameter names is left out: hosts send more than was asked for.
    ///
    /// # Errors
    ///
    /// -32602 with every problem by the name of its argument; -32700 where
    /// the frame has broken escapes, which come to light only here.
    pub(crate) fn read_texts(&self, raw: Option<&Bytes>) -> Result<Map<String, Value>, Error> {
        let arguments = match raw {
            Some(raw) => serde_json::from_slice(raw).map_err(|error| match error.is_data() {
                true => Error::invalid_params("arguments must be an object"),
                false => Error::parse(error),
            })?,
            None => Map::new(),
        };
        self.accept_texts(arguments).map_err(Error::invalid_params)
    }

    /// The same for values at hand.
    ///
    /// # Errors
    ///
    /// A text that names every problem by its argument.
    pub(crate) fn accept_texts(
        &self,
        mut arguments: Map<String, Value>,
    ) -> Result<Map<String, Value>, String> {
        let schema = Schema::new(self.input.schema());
        arguments.retain(|name, value| match schema.property(name) {
            Some(property) => property.read(value, schema.requires(name)),
            None => true,
        });
        let mut arguments = Value::Object(arguments);
        self.input
            .accept(&mut arguments)
            .map_err(|violations| violations.describe(&self.name))?;
        let Value::Object(mut arguments) = arguments else {
            unreachable!("an object was given, and repairs keep it one");
        };
        if !self.takes_extra() {
            arguments.retain(|name, _| self.named.contains(name));
        }
        Ok(arguments)
    }

    /// Whether a parameter collects arguments that no other names. What a
    /// struct of all arguments does with them is its own affair.
    fn takes_extra(&self) -> bool {
        self.params.iter().any(|param| match param {
            ParamSpec::Argument(argument) => argument.rest,
            ParamSpec::Extracted(Needs { whole, .. }) => whole.is_some(),
        })
    }
}

/// A schema, and the document its references lead into.
#[derive(Clone, Copy)]
struct Schema<'a> {
    root: &'a Value,
    here: &'a Value,
}

/// What a schema takes.
#[derive(Default)]
struct Takes<'a> {
    text: bool,
    integer: bool,
    number: bool,
    boolean: bool,
    array: bool,
    object: bool,
    /// Values of an `enum`.
    fixed: Vec<&'a Value>,
}

impl<'a> Schema<'a> {
    fn new(root: &'a Value) -> Self {
        Self { root, here: root }
    }

    fn property(self, name: &str) -> Option<Self> {
        let here = self.here.get("properties")?.get(name)?;
        Some(Self { here, ..self })
    }

    fn requires(self, name: &str) -> bool {
        let required = self.here.get("required").and_then(Value::as_array);
        required.is_some_and(|names| names.iter().any(|it| it == name))
    }

    /// Turns a value into what the schema asks for, where it can be. `false`
    /// where it stands for an argument that was not filled in.
    fn read(self, value: &mut Value, required: bool) -> bool {
        let mut takes = Takes::default();
        self.collect(&mut takes, 0);
        match value {
            // The field of a form that was left empty.
            Value::String(text) if text.is_empty() && !required && !takes.takes_empty() => {
                return false;
            }
            Value::String(text) => {
                if let Some(read) = takes.read(text) {
                    *value = read;
                }
            }
            // A host that guessed: the text is what was meant.
            Value::Number(_) | Value::Bool(_) if takes.only_text() => {
                *value = Value::String(value.to_string());
            }
            _ => {}
        }
        true
    }

    fn collect(self, takes: &mut Takes<'a>, hops: usize) {
        let Value::Object(here) = self.here else {
            return takes.anything();
        };
        if hops > MAX_HOPS {
            return;
        }
        if let Some(Value::Array(values)) = here.get("enum") {
            return takes.fixed.extend(values);
        }
        if let Some(value) = here.get("const") {
            return takes.fixed.push(value);
        }
        match here.get("type") {
            Some(Value::String(kind)) => return takes.add(kind),
            Some(Value::Array(kinds)) => {
                return kinds
                    .iter()
                    .filter_map(Value::as_str)
                    .for_each(|kind| takes.add(kind));
            }
            _ => {}
        }
        let reference = here.get("$ref").and_then(Value::as_str);
        if let Some(target) = reference.and_then(|it| self.root.pointer(it.strip_prefix('#')?)) {
            let target = Self {
                here: target,
                ..self
            };
            return target.collect(takes, hops + 1);
        }
        let union = here.get("anyOf").or_else(|| here.get("oneOf"));
        match union.and_then(Value::as_array) {
            Some(branches) => branches
                .iter()
                .for_each(|here| Self { here, ..self }.collect(takes, hops + 1)),
            None => takes.anything(),
        }
    }
}

impl Takes<'_> {
    fn add(&mut self, kind: &str) {
        match kind {
            "string" => self.text = true,
            "integer" => self.integer = true,
            "number" => self.number = true,
            "boolean" => self.boolean = true,
            "array" => self.array = true,
            "object" => self.object = true,
            _ => {}
        }
    }

    /// A schema without a type takes the text as it is.
    fn anything(&mut self) {
        self.text = true;
    }

    /// Whether an empty text is a value like any other.
    fn takes_empty(&self) -> bool {
        self.text || self.fixed.iter().any(|value| *value == "")
    }

    fn any_text(&self) -> bool {
        self.text || self.fixed.iter().any(|value| value.is_string())
    }

    fn only_text(&self) -> bool {
        let other = self.integer || self.number || self.boolean || self.array || self.object;
        self.any_text() && !other && self.fixed.iter().all(|value| value.is_string())
    }

    /// What a text says, where it is to be something else.
    fn read(&self, text: &str) -> Option<Value> {
        if self.text || self.fixed.iter().any(|value| *value == text) {
            return None;
        }
        let trimmed = text.trim();
        let fixed = self.fixed.iter().find(|value| value.to_string() == trimmed);
        fixed
            .map(|value| (*value).clone())
            .or_else(|| number(trimmed).filter(|_| self.integer || self.number))
            .or_else(|| boolean(trimmed).filter(|_| self.boolean))
            .or_else(|| self.composed(trimmed))
    }

    /// A list or an object, as JSON.
    fn composed(&self, text: &str) -> Option<Value> {
        let wanted =
            (self.array && text.starts_with('[')) || (self.object && text.starts_with('{'));
        wanted.then(|| serde_json::from_str(text).ok()).flatten()
    }
}

/// A number in any notation Rust reads; those of integers stay exact.
fn number(text: &str) -> Option<Value> {
    let whole = text.parse::<i64>().map(Number::from);
    whole
        .or_else(|_| text.parse::<u64>().map(Number::from))
        .ok()
        .or_else(|| Number::from_f64(text.parse().ok()?))
        .map(Value::Number)
}

/// `True` is how Python spells it.
fn boolean(text: &str) -> Option<Value> {
    match text {
        "true" | "True" => Some(true.into()),
        "false" | "False" => Some(false.into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{self, input_schema_of};
    use crate::{Prompt, Spec, ViaArg};
    use schemars::JsonSchema;
    use serde::Deserialize;
    use serde_json::json;

    /// Reads `sent` for one argument `x` of the type.
    fn read<T: JsonSchema + serde::de::DeserializeOwned + Send + 'static>(
        sent: &Value,
    ) -> Result<Value, String> {
        read_as::<T>(sent, |x| x)
    }

    fn read_as<T: JsonSchema + serde::de::DeserializeOwned + Send + 'static>(
        sent: &Value,
        describe: impl FnOnce(Spec<T, ViaArg>) -> Spec<T, ViaArg>,
    ) -> Result<Value, String> {
        let prompt = Prompt::new("plan")
            .arg::<T>("x", describe)
            .get(|_| unreachable!("only its signature is wanted"))
            .define()
            .expect("a prompt");
        let raw = Bytes::from(json!({ "x": sent }).to_string());
        let read = prompt.common.signature.read_texts(Some(&raw));
        read.map(|mut arguments| arguments.remove("x").unwrap_or_default())
            .map_err(|error| error.message().to_owned())
    }

    /// S-PROM-05
    #[test]
    fn a_text_is_read_by_the_type_of_its_argument() {
        for (sent, stays) in [
            ("42", json!("42")),
            ("", json!("")),
            ("true", json!("true")),
        ] {
            assert_eq!(read::<String>(&json!(sent)), Ok(stays));
        }
        for (sent, is) in [
            ("20", json!(20)),
            (" 20 ", json!(20)),
            ("-7", json!(-7)),
            ("007", json!(7)),
            ("9007199254740993", json!(9_007_199_254_740_993_i64)),
        ] {
            assert_eq!(read::<i64>(&json!(sent)), Ok(is), "{sent}");
        }
        assert_eq!(
            read::<u64>(&json!("18446744073709551615")),
            Ok(json!(u64::MAX))
        );
        assert_eq!(read::<f64>(&json!("1.5e3")), Ok(json!(1500.0)));
        assert_eq!(read::<bool>(&json!("true")), Ok(json!(true)));
        assert_eq!(read::<bool>(&json!("False")), Ok(json!(false)));
        assert_eq!(read::<Vec<u8>>(&json!("[1, 2]")), Ok(json!([1, 2])));
    }

    #[test]
    fn values_as_they_are_pass_too() {
        assert_eq!(read::<i64>(&json!(20)), Ok(json!(20)));
        assert_eq!(read::<bool>(&json!(true)), Ok(json!(true)));
        assert_eq!(read::<Vec<u8>>(&json!([1, 2])), Ok(json!([1, 2])));
        // Guessed by a host from what a person typed.
        assert_eq!(read::<String>(&json!(42)), Ok(json!("42")));
        assert_eq!(read::<String>(&json!(true)), Ok(json!("true")));
    }

    #[test]
    fn what_was_left_empty_is_absent_where_it_may_be() {
        assert_eq!(read::<Option<u32>>(&json!("")), Ok(Value::Null));
        assert_eq!(read::<Option<u32>>(&json!(null)), Ok(Value::Null));
        assert_eq!(read::<Option<u32>>(&json!("3")), Ok(json!(3)));
        assert_eq!(read::<Option<String>>(&json!("")), Ok(json!("")));
        assert_eq!(read::<Option<Tone>>(&json!("")), Ok(Value::Null));
        assert!(read::<Tone>(&json!("")).is_err());
        assert!(read::<u32>(&json!("")).is_err());
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    #[allow(dead_code, reason = "only the schema is wanted")]
    enum Tone {
        Formal,
        VeryBrief,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only the schema is wanted")]
    enum Many {
        Count(u32),
        All(bool),
    }

    #[derive(Deserialize, JsonSchema)]
    struct Range {
        from: u8,
    }

    #[test]
    fn choices_unions_and_structs_are_read_as_well() {
        assert_eq!(read::<Tone>(&json!("very_brief")), Ok(json!("very_brief")));
        assert_eq!(
            read::<Tone>(&json!("loud")).unwrap_err(),
            "Invalid arguments for plan:\n- /x: must be one of \"formal\", \"very_brief\", got string \"loud\""
        );
        assert_eq!(read::<Many>(&json!("3")), Ok(json!(3)));
        assert_eq!(read::<Many>(&json!("true")), Ok(json!(true)));
        let range = read::<Range>(&json!(r#"{"from": 2}"#)).expect("an object");
        assert_eq!(Range::deserialize(&range).expect("a range").from, 2);
    }

    /// S-PROM-12. P31: opencode probes prompts with the names of shell parameters.
    #[test]
    fn a_placeholder_is_refused_by_the_name_of_its_argument() {
        assert_eq!(
            read::<u32>(&json!("$1")).unwrap_err(),
            "Invalid arguments for plan:\n- /x: must be an integer from 0 to 4294967295, got string \"$1\""
        );
        assert_eq!(read::<String>(&json!("$1")), Ok(json!("$1")));
        for sent in ["NaN", "inf", "1,5", "[1", "{", "null", "0x10"] {
            assert!(read::<u32>(&json!(sent)).is_err(), "{sent}");
            assert!(read::<Vec<u8>>(&json!(sent)).is_err(), "{sent}");
            assert!(read::<bool>(&json!(sent)).is_err(), "{sent}");
        }
    }

    #[test]
    fn rules_of_the_argument_hold_after_it_is_read() {
        let read = |sent| read_as::<u32>(&json!(sent), |x| x.range(1..=30));
        assert_eq!(read("30"), Ok(json!(30)));
        assert!(read("31").unwrap_err().contains("/x: must be at most 30"));
    }

    fn signature() -> std::sync::Arc<Signature> {
        let prompt = Prompt::new("plan")
            .arg::<u32>("days", |days| days)
            .arg::<Option<String>>("city", |city| city)
            .get(|_| unreachable!("only its signature is wanted"));
        prompt.define().expect("a prompt").common.signature
    }

    /// S-PROM-06
    #[test]
    fn a_missing_argument_is_named_and_a_misspelt_one_explained() {
        let read = |raw: Option<&'static str>| {
            let raw = raw.map(|raw| Bytes::from_static(raw.as_bytes()));
            let error = signature().read_texts(raw.as_ref()).expect_err("refused");
            (error.kind(), error.message().to_owned())
        };
        let missing = "Invalid arguments for plan:\n- /days: missing; must be an integer from 0 to 4294967295";
        let invalid = mcp_core::ErrorKind::InvalidParams;
        assert_eq!(read(None), (invalid, missing.to_owned()));
        assert_eq!(read(Some("{}")), (invalid, missing.to_owned()));
        assert_eq!(
            read(Some(r#"{"dayz":"3"}"#)).1,
            "Invalid arguments for plan:\n- /days: missing (you sent `dayz`; did you mean that?)"
        );
        assert_eq!(read(Some(r#"["3"]"#)).0, invalid);
        // P32
        let broken = read(Some(r#"{"days":"\ud83d"}"#));
        assert_eq!(broken.0, mcp_core::ErrorKind::Parse);
    }

    #[test]
    fn arguments_that_nothing_names_are_left_out() {
        let raw = Bytes::from_static(br#"{"days":"3","host":"x"}"#);
        let read = signature().read_texts(Some(&raw)).expect("read");
        assert_eq!(Value::Object(read), json!({ "days": 3 }));
    }

    #[test]
    fn arguments_that_nothing_names_go_to_whoever_takes_the_rest() {
        let prompt = Prompt::new("plan")
            .arg::<u32>("days", |days| days)
            .arg::<Map<String, Value>>("others", |others| others.rest())
            .get(|_| unreachable!("only its signature is wanted"));
        let signature = prompt.define().expect("a prompt").common.signature;
        let raw = Bytes::from_static(br#"{"days":"3","host":"5"}"#);
        let read = signature.read_texts(Some(&raw)).expect("read");
        assert_eq!(Value::Object(read), json!({ "days": 3, "host": "5" }));
    }

    #[test]
    fn a_definition_that_refers_to_itself_is_read() {
        #[derive(Deserialize, JsonSchema)]
        struct Tree {
            #[expect(dead_code, reason = "only the schema is wanted")]
            children: Vec<Tree>,
        }
        assert!(schema::is_object(
            &input_schema_of::<Tree>().expect("a schema")
        ));
        assert_eq!(
            read::<Tree>(&json!(r#"{"children":[]}"#)),
            Ok(json!({ "children": [] }))
        );
    }
}
