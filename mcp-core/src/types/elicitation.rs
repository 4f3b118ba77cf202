//! Asking the user: a form to fill in, or a page to visit.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::wire::{distinct, setters, words};
use super::{FormSchema, JsonObject};

/// A question to the user, the parameters of `elicitation/create`.
///
/// Spec:
/// [Elicitation](https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Members")]
#[non_exhaustive]
pub enum ElicitRequest {
    /// A form. Never ask for passwords, keys or card numbers this way.
    Form(FormElicitation),
    /// A page to visit, for what must not pass through the client. Known since 2025-11-25.
    Url(UrlElicitation),
}

impl ElicitRequest {
    /// Asks with a form.
    #[must_use]
    pub fn form(message: impl Into<String>, requested_schema: FormSchema) -> Self {
        Self::Form(FormElicitation::new(message, requested_schema))
    }

    /// Sends the user to a URL.
    #[must_use]
    pub fn url(message: impl Into<String>, url: impl Into<String>) -> Self {
        Self::Url(UrlElicitation::new(message, url))
    }

    /// What the user reads.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Self::Form(form) => &form.message,
            Self::Url(page) => &page.message,
        }
    }
}

impl Serialize for ElicitRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Form(form) => form.serialize(serializer),
            Self::Url(page) => page.serialize(serializer),
        }
    }
}

/// A form for the user.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FormElicitation {
    /// What the user reads.
    pub message: String,
    /// The fields.
    pub requested_schema: FormSchema,
}

impl FormElicitation {
    /// A form with a message above it.
    #[must_use]
    pub fn new(message: impl Into<String>, requested_schema: FormSchema) -> Self {
        Self {
            message: message.into(),
            requested_schema,
        }
    }
}

impl Serialize for FormElicitation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("mode", "form")?;
        map.serialize_entry("message", &self.message)?;
        map.serialize_entry("requestedSchema", &self.requested_schema)?;
        map.end()
    }
}

/// A page for the user to visit.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct UrlElicitation {
    /// What the user reads.
    pub message: String,
    /// Where to go. It must carry no data of the user and open without being logged in by it.
    pub url: String,
    /// Names the question, so that the client can be told when the user is done there. 2025-11-25
    /// alone has it; it is left out for every other revision.
    pub elicitation_id: Option<String>,
}

impl UrlElicitation {
    /// A page with a message above its link.
    #[must_use]
    pub fn new(message: impl Into<String>, url: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            url: url.into(),
            elicitation_id: None,
        }
    }

    setters! {
        /// Names the question for clients of 2025-11-25.
        option with_elicitation_id(elicitation_id: String);
    }
}

impl Serialize for UrlElicitation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("mode", "url")?;
        map.serialize_entry("message", &self.message)?;
        map.serialize_entry("url", &self.url)?;
        map.end()
    }
}

/// Every member that either mode may have.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Members {
    mode: Option<String>,
    message: String,
    requested_schema: Option<FormSchema>,
    url: Option<String>,
    elicitation_id: Option<String>,
}

impl TryFrom<Members> for ElicitRequest {
    type Error = String;

    fn try_from(members: Members) -> Result<Self, String> {
        let Members {
            mode,
            message,
            requested_schema,
            url,
            elicitation_id,
        } = members;
        match mode.as_deref() {
            None | Some("form") => {
                let requested_schema = requested_schema.ok_or("`requestedSchema` is missing")?;
                Ok(Self::Form(FormElicitation {
                    message,
                    requested_schema,
                }))
            }
            Some("url") => Ok(Self::Url(UrlElicitation {
                message,
                url: url.ok_or("`url` is missing")?,
                elicitation_id,
            })),
            Some(unknown) => Err(format!("unknown elicitation mode `{unknown}`")),
        }
    }
}

/// What the user did with a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElicitAction {
    /// Filled in the form, or agreed to visit the page.
    Accept,
    /// Said no.
    Decline,
    /// Went away without deciding.
    Cancel,
}

words!(ElicitAction {
    Accept = "accept",
    Decline = "decline",
    Cancel = "cancel",
});

/// The client's answer to `elicitation/create`.
///
/// Spec:
/// [`ElicitResult`](https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitresult).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ElicitResult {
    /// What the user did.
    pub action: ElicitAction,
    /// What the user filled in; only for forms, and only on [`ElicitAction::Accept`]. An answer
    /// in which a field comes twice is refused when it is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<JsonObject>,
}

impl<'de> Deserialize<'de> for ElicitResult {
    /// Reads an object only: a list of the members in their order, which a derived reader takes,
    /// too, is nobody's answer.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Members {
            action: ElicitAction,
            #[serde(default, deserialize_with = "distinct")]
            content: Option<JsonObject>,
        }

        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Members;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object with an `action`")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Members, A::Error> {
                Members::deserialize(MapAccessDeserializer::new(map))
            }
        }

        let Members { action, content } = deserializer.deserialize_map(Object)?;
        Ok(Self { action, content })
    }
}

impl ElicitResult {
    /// An answer without content.
    #[must_use]
    pub fn new(action: ElicitAction) -> Self {
        Self {
            action,
            content: None,
        }
    }

    setters! {
        /// Sets what the user filled in.
        option with_content(content: JsonObject);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::StringSchema;

    fn round_trip(request: &ElicitRequest, text: &str) {
        assert_eq!(serde_json::to_string(request).unwrap(), text);
        assert_eq!(
            &serde_json::from_str::<ElicitRequest>(text).unwrap(),
            request
        );
    }

    // S-ELIC-01, S-ELIC-02
    #[test]
    fn both_modes_are_written_and_read_in_spec_spelling() {
        let form = FormSchema::new().with_required("name", StringSchema::new());
        round_trip(
            &ElicitRequest::form("Who are you?", form),
            r#"{"mode":"form","message":"Who are you?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}"#,
        );
        round_trip(
            &ElicitRequest::url("Pay here", "https://example.com/pay"),
            r#"{"mode":"url","message":"Pay here","url":"https://example.com/pay"}"#,
        );
    }

    #[test]
    fn a_request_without_mode_is_a_form() {
        let text = r#"{"message":"Sure?","requestedSchema":{"type":"object","properties":{}}}"#;
        let request: ElicitRequest = serde_json::from_str(text).unwrap();
        assert_eq!(request, ElicitRequest::form("Sure?", FormSchema::new()));
        assert_eq!(request.message(), "Sure?");
    }

    #[test]
    fn a_request_that_lacks_its_half_is_refused() {
        let fault = |text: &str| {
            serde_json::from_str::<ElicitRequest>(text)
                .unwrap_err()
                .to_string()
        };
        assert!(fault(r#"{"message":"m"}"#).contains("`requestedSchema` is missing"));
        assert!(fault(r#"{"mode":"url","message":"m"}"#).contains("`url` is missing"));
        assert!(
            fault(r#"{"mode":"voice","message":"m"}"#).contains("unknown elicitation mode `voice`")
        );
    }

    // S-MRTR-13
    #[test]
    fn consent_is_never_read_out_of_an_answer_of_the_wrong_shape() {
        for text in [
            r#"{"action":"accept","content":{"confirm":false,"confirm":true}}"#,
            r#"{"action":"accept","content":{"confirm":true,"n":1,"confirm":true}}"#,
            r#"{"action":"accept","content":{"confirm":false,"c\u006fnfirm":true}}"#,
            r#"{"action":"accept","content":{"confirm":false},"content":{"confirm":true}}"#,
            r#"{"action":"decline","action":"accept"}"#,
            r#"{"action":{"accept":null},"content":{"confirm":true}}"#,
            r#"{"action":["accept"],"content":{"confirm":true}}"#,
            r#"["accept",{"confirm":true}]"#,
        ] {
            let read = serde_json::from_str::<ElicitResult>(text);
            assert!(read.is_err(), "{text}");
        }
        let text = r#"{"action":"accept","content":{"confirm":false,"confirm":true}}"#;
        let fault = serde_json::from_str::<ElicitResult>(text).unwrap_err();
        assert!(fault.to_string().starts_with("`confirm` is there twice"));

        let whole = r#"{"action":"accept","content":{"big":12345678901234567890,"n":1.5}}"#;
        let read: ElicitResult = serde_json::from_str(whole).unwrap();
        let content = read.content.unwrap();
        assert_eq!(content["big"], 12_345_678_901_234_567_890_u64);
        assert_eq!(content["n"], 1.5);
    }

    // S-ELIC-02
    #[test]
    fn the_id_of_a_page_is_read_and_not_written_in_the_words_of_2026() {
        let text = r#"{"mode":"url","elicitationId":"e-1","message":"m","url":"https://a"}"#;
        let read: ElicitRequest = serde_json::from_str(text).unwrap();
        let page = UrlElicitation::new("m", "https://a").with_elicitation_id("e-1");
        assert_eq!(read, ElicitRequest::Url(page));
        assert_eq!(
            serde_json::to_string(&read).unwrap(),
            r#"{"mode":"url","message":"m","url":"https://a"}"#
        );
    }

    // S-ELIC-15, S-MRTR-13
    #[test]
    fn answers_are_read_and_an_unknown_action_is_an_error() {
        let text = r#"{"action":"accept","content":{"name":"Ada","n":1.5}}"#;
        let result: ElicitResult = serde_json::from_str(text).unwrap();
        assert_eq!(result.action, ElicitAction::Accept);
        assert_eq!(result.content.as_ref().unwrap()["name"], "Ada");

        let declined: ElicitResult =
            serde_json::from_str(r#"{"action":"decline","content":null,"_meta":{}}"#).unwrap();
        assert_eq!(declined, ElicitResult::new(ElicitAction::Decline));
        assert_eq!(
            serde_json::to_string(&declined).unwrap(),
            r#"{"action":"decline"}"#
        );

        assert!(serde_json::from_str::<ElicitResult>(r#"{"action":"maybe"}"#).is_err());
        assert!(serde_json::from_str::<ElicitResult>("12345").is_err());
        assert!(
            serde_json::from_str::<ElicitResult>(r#"{"action":"accept","content":[1]}"#).is_err()
        );
    }
}
