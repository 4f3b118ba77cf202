//! What a handler that asks can rely on, and what nobody can make it do.

mod answers;
mod consent;
mod faults;
mod live;
mod pages;
mod replay;
mod rounds;
mod state;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use mcp_core::ProtocolVersion;
use mcp_core::types::{
    ClientCapabilities, ElicitationCapability, FormSchema, InputRequest, InputResponses,
    StringSchema,
};
use serde_json::{Value, json};

use super::*;
use crate::context::{Ctx, Inner, Peer};
use crate::voice::Voice;

/// A client that repeats its calls with answers, and the server's keys.
pub(super) struct Client {
    keys: KeyRing,
    capabilities: Arc<ClientCapabilities>,
    binding: Binding<'static>,
    now: SystemTime,
}

/// What a client is asked, as it sees it.
pub(super) struct Asked {
    /// Key and message of each question.
    questions: Vec<(String, String)>,
    state: String,
}

impl Client {
    pub(super) fn new() -> Self {
        Self {
            keys: KeyRing::random(),
            capabilities: Arc::new(forms()),
            binding: Binding {
                method: "tools/call",
                name: "refund",
                arguments: Some(br#"{"order":"A-1042","cents":500}"#),
                principal: Some("alice"),
                audience: "shop",
            },
            now: SystemTime::now(),
        }
    }

    /// One request: what it brought is opened, the handler is driven.
    pub(super) async fn send<T>(
        &self,
        state: Option<&str>,
        responses: Option<Value>,
        handler: impl AsyncFnOnce(Ctx) -> T,
    ) -> Driven<T> {
        let responses = responses.map(|responses| responses.to_string());
        self.send_text(state, responses.as_deref(), handler).await
    }

    /// As `send`, with answers that a `Value` cannot spell.
    pub(super) async fn send_text<T>(
        &self,
        state: Option<&str>,
        responses: Option<&str>,
        handler: impl AsyncFnOnce(Ctx) -> T,
    ) -> Driven<T> {
        let responses =
            responses.map(|text| serde_json::from_str::<InputResponses>(text).expect("an object"));
        match Earlier::open(&self.keys, &self.binding, state, responses, self.now) {
            Ok(earlier) => {
                drive_with(Flow::replay(self.capabilities.clone(), earlier), handler).await
            }
            Err(error) => Driven::Failed(error),
        }
    }

    pub(super) async fn call<T>(&self, handler: impl AsyncFnOnce(Ctx) -> T) -> Driven<T> {
        self.send(None, None, handler).await
    }

    pub(super) async fn answer<T>(
        &self,
        asked: &Asked,
        responses: Value,
        handler: impl AsyncFnOnce(Ctx) -> T,
    ) -> Driven<T> {
        self.send(Some(&asked.state), Some(responses), handler)
            .await
    }

    /// What the client is asked.
    pub(super) fn asked<T: std::fmt::Debug>(&self, driven: Driven<T>) -> Asked {
        let Driven::Suspended(suspended) = driven else {
            panic!("not asked but {driven:?}")
        };
        let required = suspended
            .seal(&self.keys, &self.binding, self.now)
            .expect("small");
        let message = |request: &InputRequest| match request {
            InputRequest::Elicit(request) => request.message().to_owned(),
            other => other.method().as_str().to_owned(),
        };
        let questions = required.input_requests.iter();
        Asked {
            questions: questions
                .map(|(key, request)| (key.to_owned(), message(request)))
                .collect(),
            state: required.request_state.expect("sealed"),
        }
    }
}

impl Asked {
    fn keys(&self) -> Vec<&str> {
        self.questions.iter().map(|(key, _)| key.as_str()).collect()
    }

    fn messages(&self) -> Vec<&str> {
        self.questions
            .iter()
            .map(|(_, message)| message.as_str())
            .collect()
    }
}

pub(super) async fn drive_with<T>(flow: Flow, handler: impl AsyncFnOnce(Ctx) -> T) -> Driven<T> {
    let ctx = ctx(flow);
    drive(ctx.clone(), handler(ctx), None).await
}

/// A context that knows nothing but its questions.
pub(super) fn ctx(flow: Flow) -> Ctx {
    struct Nowhere;

    impl mcp_core::transport::Outlet for Nowhere {
        fn send(&self, _: Bytes) -> bool {
            false
        }
    }

    let frame = Bytes::from_static(br#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#);
    let incoming = mcp_core::transport::Incoming::parse(frame, None).expect("a request");
    let (_, _, params, _) = incoming.into_parts();
    Ctx(Arc::new(Inner {
        name: "refund".into(),
        peer: Peer {
            version: ProtocolVersion::LATEST,
            capabilities: Arc::default(),
            info: None,
            log_level: None,
        },
        origin: Arc::new(mcp_core::transport::Origin::stream()),
        voice: Voice::new(
            Arc::new(Nowhere),
            Default::default(),
            ProtocolVersion::LATEST,
            None,
            None,
        ),
        params,
        cancel: Default::default(),
        deadline: None,
        place: crate::place::Place::default(),
        server: crate::server::Shared::bare(),
        flow,
        repairs: Default::default(),
    }))
}

pub(super) fn forms() -> ClientCapabilities {
    ClientCapabilities::new().with_elicitation(ElicitationCapability::FORM)
}

/// The answer that agrees.
pub(super) fn yes() -> Value {
    json!({ "action": "accept", "content": { "confirm": true } })
}

pub(super) fn accept(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}

pub(super) fn decline() -> Value {
    json!({ "action": "decline" })
}

pub(super) fn cancel() -> Value {
    json!({ "action": "cancel" })
}

/// A form of one text of at least two characters.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Name(String);

impl Form for Name {
    fn schema() -> FormSchema {
        FormSchema::new().with_required("name", StringSchema::new().with_min_length(2_u64))
    }

    fn read(content: &mcp_core::types::JsonObject) -> Result<Self, Vec<String>> {
        let mut form = FormReader::new(content);
        match form.field::<String>("name") {
            Some(name) if name == "Nobody" => Err(vec!["That is nobody.".to_owned()]),
            Some(name) => Ok(Self(name)),
            None => Err(form.into_faults()),
        }
    }
}

pub(super) fn name(name: &str) -> Value {
    accept(json!({ "name": name }))
}

/// Counts what must not happen too often.
#[derive(Clone, Default)]
pub(super) struct Counter(Arc<AtomicU32>);

impl Counter {
    pub(super) fn add(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    pub(super) fn get(&self) -> u32 {
        self.0.load(Ordering::SeqCst)
    }

    /// Counts when it is dropped.
    pub(super) fn guard(&self) -> impl Drop + use<> {
        struct Guard(Counter);

        impl Drop for Guard {
            fn drop(&mut self) {
                self.0.add();
            }
        }

        Guard(self.clone())
    }
}

pub(super) fn is_send<T: Send>(value: T) -> T {
    value
}
