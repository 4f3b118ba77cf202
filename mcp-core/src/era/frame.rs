//! Notifications as whole frames.
//!
//! Those that a listen request of 2026-07-28 asked for name that request in
//! `_meta`; to a session until 2025-11-25 the same notifications go without.

use std::array;

use bytes::Bytes;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::shape;
use crate::jsonrpc::write;
use crate::meta::keys;
use crate::types::{
    JsonObject, ListKind, LoggingLevel, Progress, ProgressToken, SubscriptionFilter,
};
use crate::{Method, ProtocolVersion, RequestId};

/// A `notifications/progress` frame (specification, "Progress").
///
/// # Errors
///
/// When the progress cannot be written as JSON.
pub fn progress_frame(
    token: &ProgressToken,
    progress: &Progress,
    version: ProtocolVersion,
) -> serde_json::Result<Bytes> {
    let params = serde_json::to_vec(&shape::ProgressOf {
        token,
        progress,
        version,
    })?;
    Ok(write::notification("notifications/progress", Some(&params)))
}

/// A `notifications/message` frame: one log line (specification, "Logging").
///
/// # Errors
///
/// When `data` cannot be written as JSON.
pub fn log_frame<T: Serialize + ?Sized>(
    level: LoggingLevel,
    logger: Option<&str>,
    data: &T,
) -> serde_json::Result<Bytes> {
    #[derive(Serialize)]
    struct Params<'a, T: ?Sized> {
        level: LoggingLevel,
        #[serde(skip_serializing_if = "Option::is_none")]
        logger: Option<&'a str>,
        data: &'a T,
    }
    let params = serde_json::to_vec(&Params {
        level,
        logger,
        data,
    })?;
    Ok(write::notification("notifications/message", Some(&params)))
}

/// A frame that says that a list has changed.
///
/// `subscription` is the listen request that asked for it (2026-07-28).
#[must_use]
pub fn list_changed_frame(kind: ListKind, subscription: Option<&RequestId>) -> Bytes {
    let params = subscription.map(|_| Params::of(subscription, [("", ""); 0]));
    plain(&kind.list_changed(), params.as_ref())
}

/// A `notifications/resources/updated` frame: a resource, or one below it,
/// has changed.
///
/// `subscription` is the listen request that asked for it (2026-07-28).
#[must_use]
pub fn resource_updated_frame(uri: &str, subscription: Option<&RequestId>) -> Bytes {
    let params = Params::of(subscription, [("uri", uri)]);
    plain(&Method::ResourcesUpdated, Some(&params))
}

/// A `notifications/subscriptions/acknowledged` frame: what the server will
/// tell under the listen request `id`, and the first thing it says there
/// (specification, "Subscriptions: Acknowledgment").
#[must_use]
pub fn acknowledged_frame(id: &RequestId, honoured: &SubscriptionFilter) -> Bytes {
    let params = Params::of(Some(id), [("notifications", honoured)]);
    plain(&Method::SubscriptionsAcknowledged, Some(&params))
}

/// A `notifications/cancelled` frame: the server withdraws a question of its
/// own (until 2025-11-25), or ends a listen request on a byte stream
/// (2026-07-28).
#[must_use]
pub fn cancelled_frame(id: &RequestId, reason: Option<&str>) -> Bytes {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Cancelled<'a> {
        request_id: &'a RequestId,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<&'a str>,
    }
    let request_id = id;
    plain(&Method::Cancelled, Some(&Cancelled { request_id, reason }))
}

/// A notification of an extension.
///
/// `subscription` is the listen request that asked for it (2026-07-28); it is
/// added to the `_meta` of `params`, and wins over what stands there.
#[must_use]
pub fn extension_notification_frame(
    method: &str,
    params: &JsonObject,
    subscription: Option<&RequestId>,
) -> Bytes {
    let own = params.iter().filter(|(key, _)| *key != "_meta");
    let params = Params {
        subscription,
        meta: params.get("_meta").and_then(|meta| meta.as_object()),
        own: own.map(|(key, value)| (key.as_str(), value)),
    };
    plain(&Method::parse(method), Some(&params))
}

/// Parameters of a notification that a listen request may have asked for.
struct Params<'a, I> {
    subscription: Option<&'a RequestId>,
    meta: Option<&'a JsonObject>,
    own: I,
}

impl<'a, const N: usize, T: Serialize> Params<'a, array::IntoIter<(&'a str, T), N>> {
    fn of(subscription: Option<&'a RequestId>, own: [(&'a str, T); N]) -> Self {
        Self {
            subscription,
            meta: None,
            own: own.into_iter(),
        }
    }
}

impl<'a, I, T> Serialize for Params<'a, I>
where
    I: Iterator<Item = (&'a str, T)> + Clone,
    T: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if self.subscription.is_some() || self.meta.is_some() {
            let subscription = self.subscription;
            let own = self.meta;
            map.serialize_entry("_meta", &Tagged { subscription, own })?;
        }
        for (key, value) in self.own.clone() {
            map.serialize_entry(key, &value)?;
        }
        map.end()
    }
}

/// The `_meta` of a notification, with the listen request that asked for it.
struct Tagged<'a> {
    subscription: Option<&'a RequestId>,
    own: Option<&'a JsonObject>,
}

impl Serialize for Tagged<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(id) = self.subscription {
            map.serialize_entry(keys::SUBSCRIPTION_ID, id)?;
        }
        for (key, value) in self.own.into_iter().flatten() {
            if self.subscription.is_none() || key != keys::SUBSCRIPTION_ID {
                map.serialize_entry(key, value)?;
            }
        }
        map.end()
    }
}

/// A frame whose parameters cannot fail to be written: strings, flags, ids
/// and JSON values.
fn plain<T: Serialize>(method: &Method, params: Option<&T>) -> Bytes {
    let params =
        params.map(|params| serde_json::to_vec(params).expect("plain JSON data written to memory"));
    write::notification(method.as_str(), params.as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(frame: &Bytes) -> &str {
        std::str::from_utf8(frame).expect("JSON is UTF-8")
    }

    /// S-META-13, S-SUBS-05
    #[test]
    fn the_listen_request_keeps_its_type() {
        for (json, id) in [
            ("0", RequestId::from(0)),
            (r#""0""#, RequestId::from("0")),
            (
                "123456789012345678901234567890",
                RequestId::from_json("123456789012345678901234567890").expect("an integer"),
            ),
        ] {
            let tag = format!(r#""_meta":{{"io.modelcontextprotocol/subscriptionId":{json}}}"#);
            assert_eq!(
                text(&list_changed_frame(ListKind::Tools, Some(&id))),
                format!(
                    r#"{{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{{{tag}}}}}"#
                )
            );
            assert_eq!(
                text(&resource_updated_frame("a://b", Some(&id))),
                format!(
                    r#"{{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{{{tag},"uri":"a://b"}}}}"#
                )
            );
            let filter = SubscriptionFilter::new().with_prompts_list_changed(true);
            assert_eq!(
                text(&acknowledged_frame(&id, &filter)),
                format!(
                    r#"{{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{{{tag},"notifications":{{"promptsListChanged":true}}}}}}"#
                )
            );
        }
    }

    #[test]
    fn a_session_is_told_without_a_tag() {
        assert_eq!(
            text(&list_changed_frame(ListKind::ResourceTemplates, None)),
            r#"{"jsonrpc":"2.0","method":"notifications/resources/list_changed"}"#
        );
        assert_eq!(
            text(&resource_updated_frame("a://b", None)),
            r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a://b"}}"#
        );
    }

    #[test]
    fn a_cancellation_names_its_request() {
        assert_eq!(
            text(&cancelled_frame(&7.into(), Some("stopped"))),
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"stopped"}}"#
        );
        assert_eq!(
            text(&cancelled_frame(&"a".into(), None)),
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}"#
        );
    }

    #[test]
    fn an_extension_keeps_its_own_metadata() {
        let params: JsonObject = serde_json::from_str(
            r#"{"_meta":{"io.modelcontextprotocol/subscriptionId":"forged","own":1},"taskId":"t"}"#,
        )
        .expect("an object");
        let frame = extension_notification_frame("notifications/tasks", &params, Some(&7.into()));
        assert_eq!(
            text(&frame),
            r#"{"jsonrpc":"2.0","method":"notifications/tasks","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":7,"own":1},"taskId":"t"}}"#
        );
        let frame = extension_notification_frame("n", &JsonObject::new(), None);
        assert_eq!(
            text(&frame),
            r#"{"jsonrpc":"2.0","method":"n","params":{}}"#
        );
    }
}
