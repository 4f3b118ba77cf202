//! Parameters to a [`Call`], and those of `subscriptions/listen`.

use crate::call::Call;
use crate::era::{Field, Params, request};
use crate::types::{InputResponses, SubscriptionFilter};
use crate::{Error, Method};

/// Reads the parameters of a shared method, or of an extension's.
///
/// # Errors
///
/// -32601 for methods that never reach dispatch, -32602 for parameters that
/// do not fit.
pub fn decode(method: &Method, params: &Params) -> Result<Call, Error> {
    let mut call = request::read(method, params)?;
    // The three that may have asked something in an earlier round.
    let (responses, state) = match &mut call {
        Call::CallTool(call) => (&mut call.input_responses, &mut call.request_state),
        Call::GetPrompt(call) => (&mut call.input_responses, &mut call.request_state),
        Call::ReadResource(call) => (&mut call.input_responses, &mut call.request_state),
        _ => return Ok(call),
    };
    *responses = input_responses(params)?;
    *state = params.string(Field::RequestState, "requestState")?;
    Ok(call)
}

fn input_responses(params: &Params) -> Result<Option<InputResponses>, Error> {
    params.read(Field::InputResponses, "inputResponses", "an object")
}

/// Reads the parameters of `subscriptions/listen`: what the client wants to
/// be told of (specification, "Subscriptions").
///
/// # Errors
///
/// -32602 where `notifications` is missing or no filter.
pub fn subscription_filter(params: &Params) -> Result<SubscriptionFilter, Error> {
    params
        .read(
            Field::Notifications,
            "notifications",
            "an object of flags and a list of URIs (resourceSubscriptions)",
        )?
        .ok_or_else(|| Error::invalid_params("missing field: notifications"))
}

#[cfg(test)]
mod tests {
    use super::super::super::params::locate;
    use super::*;

    #[test]
    fn answers_and_state_are_read_where_something_can_be_asked() {
        const ROUND: &str = r#"{"name":"n","uri":"a://b","inputResponses":{"k":{"action":"accept"}},"requestState":"s"}"#;
        for method in ["tools/call", "prompts/get", "resources/read"] {
            let params = locate(ROUND).expect("an object");
            let call = decode(&Method::parse(method), &params).expect(method);
            let (responses, state) = match call {
                Call::CallTool(call) => (call.input_responses, call.request_state),
                Call::GetPrompt(call) => (call.input_responses, call.request_state),
                Call::ReadResource(call) => (call.input_responses, call.request_state),
                other => panic!("{other:?}"),
            };
            assert!(responses.expect("answers").get("k").is_some(), "{method}");
            assert_eq!(state.as_deref(), Some("s"), "{method}");
            for broken in [
                r#"{"name":"n","uri":"u","inputResponses":[]}"#,
                r#"{"name":"n","uri":"u","requestState":{}}"#,
            ] {
                let params = locate(broken).expect("an object");
                assert!(decode(&Method::parse(method), &params).is_err(), "{broken}");
            }
        }
    }

    /// S-SUBS-01
    #[test]
    fn a_filter_must_be_there_and_be_one() {
        let read = |text| locate(text).and_then(|params| subscription_filter(&params));
        let filter = read(r#"{"notifications":{"toolsListChanged":true,"taskIds":["t"]}}"#)
            .expect("a filter");
        assert!(filter.tools_list_changed && filter.others.contains_key("taskIds"));
        assert!(
            read(r#"{"notifications":{}}"#)
                .expect("a filter")
                .is_empty()
        );
        for text in [
            "{}",
            r#"{"notifications":null}"#,
            r#"{"notifications":[]}"#,
            r#"{"notifications":{"toolsListChanged":"yes"}}"#,
        ] {
            let error = read(text).expect_err(text);
            assert_eq!(error.kind(), crate::ErrorKind::InvalidParams, "{text}");
        }
    }
}
