//! Input a call needs from the client before it can end: questions by key, answers by key.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

use super::wire::{in_order, setters};
use super::{
    ClientCapabilities, CreateMessageRequest, ElicitRequest, ElicitationCapability, JsonObject,
    RootsCapability,
};
use crate::Method;

/// Something a server may ask of a client.
///
/// Written as `{"method": …, "params": …}`. Spec:
/// [`InputRequest`](https://modelcontextprotocol.io/specification/2026-07-28/schema#inputrequest).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum InputRequest {
    /// A question to the user.
    Elicit(ElicitRequest),
    /// A question to the model. Deprecated by SEP-2577.
    CreateMessage(CreateMessageRequest),
    /// The client's root folders. Deprecated by SEP-2577.
    ListRoots,
}

impl InputRequest {
    /// The method that asks for it.
    #[must_use]
    pub fn method(&self) -> Method {
        match self {
            Self::Elicit(_) => Method::ElicitationCreate,
            Self::CreateMessage(_) => Method::SamplingCreateMessage,
            Self::ListRoots => Method::RootsList,
        }
    }

    /// What a client must have declared before it may be asked: the feature, and the mode or
    /// addition that is used.
    #[must_use]
    pub fn required_capability(&self) -> ClientCapabilities {
        let none = ClientCapabilities::new();
        match self {
            Self::Elicit(ElicitRequest::Form(_)) => {
                none.with_elicitation(ElicitationCapability::FORM)
            }
            Self::Elicit(ElicitRequest::Url(_)) => {
                none.with_elicitation(ElicitationCapability::URL)
            }
            Self::CreateMessage(request) => none.with_sampling(request.required_capability()),
            Self::ListRoots => none.with_roots(RootsCapability::new()),
        }
    }
}

impl From<ElicitRequest> for InputRequest {
    fn from(request: ElicitRequest) -> Self {
        Self::Elicit(request)
    }
}

impl From<CreateMessageRequest> for InputRequest {
    fn from(request: CreateMessageRequest) -> Self {
        Self::CreateMessage(request)
    }
}

impl Serialize for InputRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("method", self.method().as_str())?;
        match self {
            Self::Elicit(request) => map.serialize_entry("params", request)?,
            Self::CreateMessage(request) => map.serialize_entry("params", request)?,
            Self::ListRoots => map.serialize_entry("params", &JsonObject::new())?,
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for InputRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        struct Members {
            method: String,
            params: Option<Box<RawValue>>,
        }

        let Members { method, params } = Members::deserialize(deserializer)?;
        let params = params.as_ref().map_or("{}", |raw| raw.get());
        match Method::parse(&method) {
            Method::ElicitationCreate => serde_json::from_str(params)
                .map(Self::Elicit)
                .map_err(D::Error::custom),
            Method::SamplingCreateMessage => serde_json::from_str(params)
                .map(Self::CreateMessage)
                .map_err(D::Error::custom),
            Method::RootsList => Ok(Self::ListRoots),
            _ => Err(D::Error::custom(format_args!(
                "`{method}` is nothing a server may ask of a client"
            ))),
        }
    }
}

/// Questions by key, in the order in which they were asked.
#[derive(Clone, Debug, Default)]
pub struct InputRequests(Vec<(String, InputRequest)>);

impl InputRequests {
    /// No questions yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a question. A question under the same key is replaced and given back.
    pub fn insert(
        &mut self,
        key: impl Into<String>,
        request: impl Into<InputRequest>,
    ) -> Option<InputRequest> {
        insert(&mut self.0, key.into(), request.into())
    }

    /// The question under a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&InputRequest> {
        get(&self.0, key)
    }

    /// Keys and questions, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &InputRequest)> {
        self.0.iter().map(|(key, request)| (key.as_str(), request))
    }

    /// How many questions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no question.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<K: Into<String>, R: Into<InputRequest>> FromIterator<(K, R)> for InputRequests {
    fn from_iter<I: IntoIterator<Item = (K, R)>>(questions: I) -> Self {
        let mut requests = Self::new();
        for (key, request) in questions {
            requests.insert(key, request);
        }
        requests
    }
}

impl Serialize for InputRequests {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for InputRequests {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        in_order(deserializer).map(Self)
    }
}

/// Answers by key, in the order in which the client sent them, each as raw JSON.
///
/// What an answer must look like depends on the question under the same key, which its reader
/// knows.
#[derive(Clone, Debug, Default)]
pub struct InputResponses(Vec<(String, Box<RawValue>)>);

impl InputResponses {
    /// No answers yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an answer. An answer under the same key is replaced and given back.
    pub fn insert(
        &mut self,
        key: impl Into<String>,
        response: Box<RawValue>,
    ) -> Option<Box<RawValue>> {
        insert(&mut self.0, key.into(), response)
    }

    /// The answer under a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&RawValue> {
        get(&self.0, key).map(AsRef::as_ref)
    }

    /// Keys and answers, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &RawValue)> {
        self.0
            .iter()
            .map(|(key, response)| (key.as_str(), response.as_ref()))
    }

    /// How many answers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no answer.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for InputResponses {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for InputResponses {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        in_order(deserializer).map(Self)
    }
}

fn insert<T>(entries: &mut Vec<(String, T)>, key: String, value: T) -> Option<T> {
    match entries.iter_mut().find(|(present, _)| *present == key) {
        Some((_, place)) => Some(std::mem::replace(place, value)),
        None => {
            entries.push((key, value));
            None
        }
    }
}

fn get<'a, T>(entries: &'a [(String, T)], key: &str) -> Option<&'a T> {
    entries
        .iter()
        .find(|(present, _)| present == key)
        .map(|(_, value)| value)
}

/// What a call needs before it can go on.
///
/// At least one of the two is present. State alone asks the client to call again at once. Spec:
/// [`InputRequiredResult`](https://modelcontextprotocol.io/specification/2026-07-28/schema#inputrequiredresult).
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InputRequired {
    /// The questions.
    #[serde(default, skip_serializing_if = "InputRequests::is_empty")]
    pub input_requests: InputRequests,
    /// What the client sends back with the answers, opaque to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_state: Option<String>,
}

impl InputRequired {
    /// Questions without state.
    #[must_use]
    pub fn new(input_requests: InputRequests) -> Self {
        Self {
            input_requests,
            request_state: None,
        }
    }

    setters! {
        /// Sets what the client sends back with the answers.
        option with_request_state(request_state: String);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{FormSchema, SamplingMessage, Tool};

    fn json<T: Serialize>(value: &T) -> String {
        serde_json::to_string(value).unwrap()
    }

    fn sampling() -> CreateMessageRequest {
        CreateMessageRequest::new([SamplingMessage::user("Capital of France?")], 100)
    }

    // S-MRTR-03
    #[test]
    fn requests_are_method_and_params() {
        let check = |request: InputRequest, text: &str| {
            assert_eq!(json(&request), text);
            assert_eq!(
                json(&serde_json::from_str::<InputRequest>(text).unwrap()),
                text
            );
        };
        check(
            ElicitRequest::form("Sure?", FormSchema::new()).into(),
            r#"{"method":"elicitation/create","params":{"mode":"form","message":"Sure?","requestedSchema":{"type":"object","properties":{}}}}"#,
        );
        check(
            ElicitRequest::url("Pay", "https://example.com").into(),
            r#"{"method":"elicitation/create","params":{"mode":"url","message":"Pay","url":"https://example.com"}}"#,
        );
        check(
            sampling().into(),
            r#"{"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"Capital of France?"}}],"maxTokens":100}}"#,
        );
        check(
            InputRequest::ListRoots,
            r#"{"method":"roots/list","params":{}}"#,
        );
    }

    // S-MRTR-03
    #[test]
    fn other_methods_are_refused() {
        let fault = serde_json::from_str::<InputRequest>(r#"{"method":"ping"}"#)
            .unwrap_err()
            .to_string();
        assert!(
            fault.contains("`ping` is nothing a server may ask"),
            "{fault}"
        );
        assert!(serde_json::from_str::<InputRequest>(r#"{"method":"roots/list"}"#).is_ok());
    }

    // S-MRTR-07, S-SAMP-03
    #[test]
    fn each_request_names_the_capability_it_needs() {
        let needs = |request: InputRequest| json(&request.required_capability());
        assert_eq!(
            needs(ElicitRequest::form("?", FormSchema::new()).into()),
            r#"{"elicitation":{"form":{}}}"#
        );
        assert_eq!(
            needs(ElicitRequest::url("?", "https://x").into()),
            r#"{"elicitation":{"url":{}}}"#
        );
        assert_eq!(needs(sampling().into()), r#"{"sampling":{}}"#);
        let schema = RawValue::from_string(r#"{"type":"object"}"#.to_owned()).unwrap();
        assert_eq!(
            needs(sampling().with_tools([Tool::new("t", schema)]).into()),
            r#"{"sampling":{"tools":{}}}"#
        );
        assert_eq!(needs(InputRequest::ListRoots), r#"{"roots":{}}"#);
    }

    // S-MRTR-04
    #[test]
    fn questions_keep_their_order_and_their_keys_are_unique() {
        let mut requests: InputRequests = [
            ("zeta", InputRequest::ListRoots),
            ("alpha", sampling().into()),
        ]
        .into_iter()
        .collect();
        assert!(
            requests
                .insert("zeta", ElicitRequest::url("m", "u:x"))
                .is_some()
        );
        assert_eq!(requests.len(), 2);
        assert_eq!(
            requests.iter().map(|(key, _)| key).collect::<Vec<_>>(),
            ["zeta", "alpha"]
        );
        assert!(matches!(
            requests.get("zeta"),
            Some(InputRequest::Elicit(_))
        ));
        assert!(json(&requests).starts_with(r#"{"zeta":{"method":"elicitation/create""#));
        let read: InputRequests = serde_json::from_str(&json(&requests)).unwrap();
        assert_eq!(json(&read), json(&requests));
    }

    #[test]
    fn answers_stay_raw_and_in_order() {
        let text = r#"{"z":{"action":"accept","content":{"n":1.10}},"a":12345}"#;
        let responses: InputResponses = serde_json::from_str(text).unwrap();
        assert_eq!(responses.get("a").unwrap().get(), "12345");
        assert!(responses.get("b").is_none());
        assert_eq!(json(&responses), text);
    }

    // S-MRTR-13
    #[test]
    fn answers_are_an_object_without_doubles() {
        assert!(serde_json::from_str::<InputResponses>("null").is_err());
        assert!(serde_json::from_str::<InputResponses>("[]").is_err());
        assert!(
            serde_json::from_str::<InputResponses>("{}")
                .unwrap()
                .is_empty()
        );
        let fault = serde_json::from_str::<InputResponses>(r#"{"a":1,"a":2}"#)
            .unwrap_err()
            .to_string();
        assert!(fault.contains("`a` is there twice"), "{fault}");
    }

    #[test]
    fn input_required_writes_what_it_has() {
        assert_eq!(
            json(&InputRequired::default().with_request_state("s")),
            r#"{"requestState":"s"}"#
        );
        let requests = [("k", InputRequest::ListRoots)].into_iter().collect();
        assert_eq!(
            json(&InputRequired::new(requests).with_request_state("s")),
            r#"{"inputRequests":{"k":{"method":"roots/list","params":{}}},"requestState":"s"}"#
        );
    }
}
