//! How a client listens, whatever its revision calls it.

use serde_json::{Value, json};
use tests::Client;

use super::Cell;

/// What a client began to listen to.
pub(crate) enum Listening {
    /// A request that runs.
    Request(Value),
    /// The session as a whole, and the resources that it subscribed to.
    Session(Vec<String>),
}

impl Cell {
    /// Lets a client listen to all lists, and to these resources.
    pub(crate) async fn listens(&self, client: &mut Client, uris: &[&str]) -> Listening {
        if self.is_stateless() {
            let everything = json!({
                "toolsListChanged": true,
                "promptsListChanged": true,
                "resourcesListChanged": true,
                "resourceSubscriptions": uris,
            });
            let params = json!({ "notifications": everything });
            let id = client.start("subscriptions/listen", params).await;
            let acknowledged = client.notice().await;
            assert_eq!(
                acknowledged["method"], "notifications/subscriptions/acknowledged",
                "before anything else: {acknowledged}"
            );
            return Listening::Request(id);
        }
        // Also tells that the server knows by now that the client is ready.
        client.request("ping", json!({})).await.unwrap();
        for uri in uris {
            let subscribed = client
                .request("resources/subscribe", json!({ "uri": uri }))
                .await;
            assert_eq!(subscribed, Ok(json!({})), "{uri}");
        }
        Listening::Session(uris.iter().map(|uri| (*uri).to_owned()).collect())
    }
}

impl Listening {
    /// Gives it up.
    pub(crate) async fn end(self, client: &mut Client) {
        match self {
            Self::Request(id) => client.give_up(&id).await,
            Self::Session(uris) => {
                for uri in uris {
                    let params = json!({ "uri": uri });
                    let ended = client.request("resources/unsubscribe", params).await;
                    assert_eq!(ended, Ok(json!({})));
                }
            }
        }
    }
}
