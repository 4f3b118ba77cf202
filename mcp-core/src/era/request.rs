//! Parameters to a [`Call`]: what every revision has in common.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Field, Params};
use crate::call::{Call, CallTool, Complete, GetPrompt, Page, ReadResource};
use crate::types::wire::in_order;
use crate::types::{CompletionArgument, CompletionReference};
use crate::{Error, Method};

/// Reads the parameters of a method that reaches dispatch.
///
/// # Errors
///
/// -32601 for methods that never do, -32602 for parameters that do not fit.
pub(super) fn read(method: &Method, params: &Params) -> Result<Call, Error> {
    Ok(match method {
        Method::ToolsList => Call::ListTools(page(params)?),
        Method::ToolsCall => Call::CallTool(CallTool::new(
            params.required_string(Field::Name, "name")?,
            params.object(Field::Arguments, "arguments")?,
        )),
        Method::PromptsList => Call::ListPrompts(page(params)?),
        Method::PromptsGet => Call::GetPrompt(GetPrompt::new(
            params.required_string(Field::Name, "name")?,
            params.object(Field::Arguments, "arguments")?,
        )),
        Method::ResourcesList => Call::ListResources(page(params)?),
        Method::ResourceTemplatesList => Call::ListResourceTemplates(page(params)?),
        Method::ResourcesRead => Call::ReadResource(ReadResource::new(
            params.required_string(Field::Uri, "uri")?,
        )),
        Method::CompletionComplete => Call::Complete(complete(params)?),
        Method::Other(name) => Call::Extension {
            method: name.clone(),
            params: params.raw(),
        },
        other => return Err(Error::method_not_found(other.as_str())),
    })
}

fn page(params: &Params) -> Result<Page, Error> {
    Ok(Page {
        cursor: params.string(Field::Cursor, "cursor")?,
    })
}

fn complete(params: &Params) -> Result<Complete, Error> {
    #[derive(Default, Deserialize)]
    struct Context {
        #[serde(default)]
        arguments: Option<Arguments>,
    }

    /// `null` is what some clients write for a field that is still empty.
    #[derive(Default, Deserialize)]
    struct Arguments(#[serde(deserialize_with = "in_order")] Vec<(String, Option<String>)>);

    const REFERENCE: &str =
        r#"{"type":"ref/prompt","name":…} or {"type":"ref/resource","uri":…}, in strings"#;
    let reference: Option<CompletionReference> = params.read(Field::Reference, "ref", REFERENCE)?;
    let argument: Option<CompletionArgument> = params.read(
        Field::Argument,
        "argument",
        r#"{"name":…,"value":…}, in strings"#,
    )?;
    let context: Option<Context> = params.read(
        Field::Context,
        "context",
        "an object whose arguments are strings by name",
    )?;
    let arguments = context.and_then(|context| context.arguments);
    let arguments: BTreeMap<_, _> = arguments
        .unwrap_or_default()
        .0
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect();
    Ok(Complete {
        context: arguments,
        ..Complete::new(
            reference.ok_or_else(|| missing("ref"))?,
            argument.ok_or_else(|| missing("argument"))?,
        )
    })
}

fn missing(name: &str) -> Error {
    Error::invalid_params(format!("missing field: {name}"))
}

#[cfg(test)]
mod tests {
    use super::super::params::locate;
    use super::*;
    use crate::ErrorKind;

    fn call(method: &str, params: &'static str) -> Result<Call, Error> {
        locate(params).and_then(|params| read(&Method::parse(method), &params))
    }

    #[test]
    fn every_shared_method_is_read() {
        for (method, params) in [
            ("tools/list", "{}"),
            ("tools/call", r#"{"name":"t"}"#),
            ("prompts/list", r#"{"cursor":"c"}"#),
            ("prompts/get", r#"{"name":"p","arguments":{"a":"b"}}"#),
            ("resources/list", "{}"),
            ("resources/templates/list", "{}"),
            ("resources/read", r#"{"uri":"a://b"}"#),
            (
                "completion/complete",
                r#"{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":"x"}}"#,
            ),
        ] {
            let call = call(method, params).expect(method);
            let debug = format!("{call:?}");
            assert!(!debug.starts_with("Extension"), "{debug}");
        }
        for method in ["initialize", "ping", "subscriptions/listen", "roots/list"] {
            let error = call(method, "{}").expect_err(method);
            assert_eq!(error.kind(), ErrorKind::MethodNotFound);
        }
    }

    #[test]
    fn arguments_are_an_object_or_nothing() {
        for method in ["tools/call", "prompts/get"] {
            for (params, expected) in [
                (r#"{"name":"t"}"#, None),
                (r#"{"name":"t","arguments":null}"#, None),
                (r#"{"name":"t","arguments":{}}"#, Some(&b"{}"[..])),
            ] {
                let arguments = match call(method, params).expect(params) {
                    Call::CallTool(call) => call.arguments,
                    Call::GetPrompt(call) => call.arguments,
                    other => panic!("{other:?}"),
                };
                assert_eq!(arguments.as_deref(), expected, "{params}");
            }
            for params in [
                r#"{"name":"t","arguments":[]}"#,
                r#"{"name":"t","arguments":"{}"}"#,
            ] {
                let error = call(method, params).expect_err(params);
                assert_eq!(error.message(), "arguments must be an object");
            }
        }
    }

    /// S-COMP-02, S-COMP-04
    #[test]
    fn a_completion_knows_its_siblings() {
        let Ok(Call::Complete(complete)) = call(
            "completion/complete",
            r#"{"ref":{"type":"ref/resource","uri":"a://{b}/{c}"},"argument":{"name":"c","value":""},"context":{"arguments":{"b":"1","d":null}}}"#,
        ) else {
            panic!("well-formed")
        };
        let uri = "a://{b}/{c}".to_owned();
        assert_eq!(complete.reference, CompletionReference::Resource { uri });
        assert_eq!(complete.argument, CompletionArgument::new("c", ""));
        assert_eq!(
            complete.context.into_iter().collect::<Vec<_>>(),
            [("b".to_owned(), "1".to_owned())]
        );
    }

    #[test]
    fn faults_name_the_member() {
        const COMPLETE: &str = "completion/complete";
        for (method, params, message) in [
            ("tools/list", r#"{"cursor":5}"#, "cursor must be a string"),
            ("prompts/get", "{}", "missing field: name"),
            ("resources/read", r#"{"uri":[]}"#, "uri must be a string"),
            (COMPLETE, "{}", "missing field: ref"),
            (
                COMPLETE,
                r#"{"ref":{"type":"ref/tool","name":"x"}}"#,
                r#"ref must be {"type":"ref/prompt","name":…} or {"type":"ref/resource","uri":…}, in strings"#,
            ),
            (
                COMPLETE,
                r#"{"ref":{"type":"ref/prompt","name":"x"}}"#,
                "missing field: argument",
            ),
            (
                COMPLETE,
                r#"{"ref":{"type":"ref/prompt","name":"x"},"argument":{"name":"a"}}"#,
                r#"argument must be {"name":…,"value":…}, in strings"#,
            ),
            (
                COMPLETE,
                r#"{"ref":{"type":"ref/prompt","name":"x"},"argument":{"name":"a","value":""},"context":{"arguments":{"b":5}}}"#,
                "context must be an object whose arguments are strings by name",
            ),
        ] {
            let error = call(method, params).expect_err(params);
            assert_eq!(error.kind(), ErrorKind::InvalidParams, "{params}");
            assert_eq!(error.message(), message, "{params}");
        }
    }
}
