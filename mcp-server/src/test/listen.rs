//! Listening to what changes.

use std::collections::VecDeque;
use std::time::Duration;

use bytes::Bytes;
use mcp_core::meta::keys;
use mcp_core::transport::Exchange;
use mcp_core::types::SubscriptionFilter;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::timeout;

use super::client::result_of;
use super::wire::{Line, parse};
use super::{CallError, Client};
use crate::notify::Event;

/// How long a test waits for what it expects to hear.
const PATIENCE: Duration = Duration::from_secs(10);

/// A client that listens; see [`Client::listen`]. Dropping it ends that.
pub struct Listening {
    honoured: SubscriptionFilter,
    /// The request that listens, where there is one.
    id: Option<i64>,
    exchange: Option<Exchange>,
    frames: UnboundedReceiver<Bytes>,
    heard: VecDeque<Event>,
    /// Ends subscriptions that are not part of a request that listens.
    farewell: Option<Farewell>,
}

/// What is said when a session no longer wants to be told of resources.
struct Farewell {
    line: Line,
    frames: Vec<String>,
}

impl Drop for Farewell {
    fn drop(&mut self) {
        for frame in &self.frames {
            self.line.post(frame);
        }
    }
}

impl Client {
    /// Listens to changes: by `subscriptions/listen`, or in revisions before
    /// it by `resources/subscribe` and with an ear on what sessions are told.
    /// Either way only what the filter names is heard.
    ///
    /// In a session a resource that two filters name is unsubscribed when the
    /// first of them is dropped.
    ///
    /// # Errors
    ///
    /// Protocol errors, such as a resource to subscribe to that does not
    /// exist, where the revision makes that an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use mcp_server::core::SubscriptionFilter;
    /// use mcp_server::test::{Era, TestClient};
    /// use mcp_server::{Event, Server, Tool};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// for era in Era::ALL {
    ///     let ping = Tool::new("ping").describe("Ping.").handler(async || "pong");
    ///     let server = Server::new("shop", "1.0.0").tool(ping).build().unwrap();
    ///     let handle = server.handle();
    ///     let client = TestClient::of(server).era(era).connect().await;
    ///
    ///     let changes = SubscriptionFilter::new().with_tools_list_changed(true);
    ///     let mut listening = client.listen(changes).await.unwrap();
    ///     assert!(handle.tools().remove("ping"));
    ///     assert_eq!(listening.next().await, Event::ToolsChanged);
    /// }
    /// # }
    /// ```
    pub async fn listen(&self, filter: SubscriptionFilter) -> Result<Listening, CallError> {
        if self.version().has_handshake() {
            let (exchange, frames) = self.wire().listen();
            for uri in &filter.resource_subscriptions {
                self.request("resources/subscribe", json!({ "uri": uri }))
                    .await?;
            }
            let farewell = |uri: &String| {
                let (_, frame) = self.frame("resources/unsubscribe", &mut json!({ "uri": uri }));
                frame
            };
            let farewell = Farewell {
                frames: filter.resource_subscriptions.iter().map(farewell).collect(),
                line: self.wire().line(),
            };
            let mut listening = Listening::new(filter, None, exchange, frames);
            listening.farewell = Some(farewell);
            return Ok(listening);
        }
        let mut params = json!({ "notifications": filter });
        let (id, request) = self.frame("subscriptions/listen", &mut params);
        let (exchange, frames) = self.wire().open(&request).map_err(refused)?;
        let mut listening = Listening::new(SubscriptionFilter::new(), Some(id), exchange, frames);
        listening.acknowledged().await?;
        Ok(listening)
    }
}

fn refused(reply: Option<Value>) -> CallError {
    reply
        .and_then(|reply| result_of(reply).err())
        .unwrap_or(CallError::Unanswered)
}

impl Listening {
    fn new(
        honoured: SubscriptionFilter,
        id: Option<i64>,
        exchange: Exchange,
        frames: UnboundedReceiver<Bytes>,
    ) -> Self {
        Self {
            honoured,
            id,
            exchange: Some(exchange),
            frames,
            heard: VecDeque::new(),
            farewell: None,
        }
    }

    /// The part of the filter that the server honours; all of it in revisions
    /// that do not say.
    #[must_use]
    pub fn honoured(&self) -> &SubscriptionFilter {
        &self.honoured
    }

    /// The next change.
    ///
    /// # Panics
    ///
    /// When nothing is heard for 10 s, the server ends the listening, or it
    /// says what no server may say here.
    pub async fn next(&mut self) -> Event {
        match timeout(PATIENCE, self.hear()).await {
            Ok(Some(event)) => event,
            Ok(None) => panic!("the server has ended the listening"),
            Err(_) => panic!("nothing was heard for {PATIENCE:?}"),
        }
    }

    /// The next change, if one is heard in time: for tests that nothing, or
    /// nothing more, is told.
    ///
    /// # Panics
    ///
    /// When the server says what no server may say here.
    pub async fn next_within(&mut self, time: Duration) -> Option<Event> {
        timeout(time, self.hear()).await.ok().flatten()
    }

    /// The next change; none once the server has ended the listening.
    async fn hear(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.heard.pop_front() {
                return Some(event);
            }
            let frame = self.frame().await?;
            self.heard.extend(self.read(&frame));
        }
    }

    /// The next frame; none at the end.
    async fn frame(&mut self) -> Option<Value> {
        let Some(exchange) = &mut self.exchange else {
            return self.frames.try_recv().ok().map(|frame| parse(&frame));
        };
        tokio::select! {
            biased;
            Some(frame) = self.frames.recv() => return Some(parse(&frame)),
            _ = exchange => {}
        }
        self.exchange = None;
        self.frames.try_recv().ok().map(|frame| parse(&frame))
    }

    /// Waits until the server has said what it honours.
    async fn acknowledged(&mut self) -> Result<(), CallError> {
        let first = timeout(PATIENCE, self.frame()).await.ok().flatten();
        let mut first = first.ok_or(CallError::Unanswered)?;
        assert_eq!(
            first["method"], "notifications/subscriptions/acknowledged",
            "the first message of a subscription"
        );
        self.check(&first["params"]);
        self.honoured = serde_json::from_value(first["params"]["notifications"].take())
            .map_err(|error| CallError::Misfit(error.to_string()))?;
        Ok(())
    }

    /// Whose message it is: each names the request that listens.
    fn check(&self, params: &Value) {
        if let Some(id) = self.id {
            let named = &params["_meta"][keys::SUBSCRIPTION_ID];
            assert_eq!(named, &json!(id), "the subscription of {params}");
        }
    }

    /// What a frame says, where the filter names it.
    fn read(&self, frame: &Value) -> Option<Event> {
        let method = frame["method"].as_str()?;
        let params = &frame["params"];
        // The end of a request that listens, on a byte stream.
        if method == "notifications/cancelled" {
            return None;
        }
        self.check(params);
        let filter = &self.honoured;
        match method {
            "notifications/tools/list_changed" => {
                filter.tools_list_changed.then_some(Event::ToolsChanged)
            }
            "notifications/prompts/list_changed" => {
                filter.prompts_list_changed.then_some(Event::PromptsChanged)
            }
            "notifications/resources/list_changed" => filter
                .resources_list_changed
                .then_some(Event::ResourcesChanged),
            "notifications/resources/updated" => {
                let uri = params["uri"].as_str()?.to_owned();
                let named = filter.resource_subscriptions.contains(&uri);
                named.then_some(Event::ResourceUpdated { uri })
            }
            other => {
                let mut params = params.as_object().cloned().unwrap_or_default();
                params.remove("_meta");
                Some(Event::Extension {
                    method: other.to_owned(),
                    params,
                })
            }
        }
    }
}

impl std::fmt::Debug for Listening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Listening")
            .field("honoured", &self.honoured)
            .field("heard", &self.heard)
            .finish_non_exhaustive()
    }
}
