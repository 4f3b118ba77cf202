//! Notifications and errors.

use mcp_core::era::{
    acknowledged_frame, cancelled_frame, list_changed_frame, log_frame, progress_frame,
    resource_updated_frame,
};
use mcp_core::jsonrpc::write;
use mcp_core::meta::keys;
use mcp_core::types::ListKind;
use mcp_core::{Error, ErrorKind, Method, ProtocolVersion, RequestId};
use serde_json::{Value, json};

use super::{read, value, versions};

/// A whole notification.
pub(crate) fn notification(message: &Value) -> Value {
    let params = &message["params"];
    let subscription: Option<RequestId> = params["_meta"].get(keys::SUBSCRIPTION_ID).map(read);
    let subscription = subscription.as_ref();
    let method = message["method"].as_str().expect("a method");
    let frame = match Method::parse(method) {
        Method::Cancelled => {
            cancelled_frame(&read(&params["requestId"]), params["reason"].as_str())
        }
        Method::Message => log_frame(
            read(&params["level"]),
            params["logger"].as_str(),
            &params["data"],
        )
        .expect("written"),
        Method::Progress => progress_frame(
            &read(&params["progressToken"]),
            &read(params),
            ProtocolVersion::LATEST,
        )
        .expect("written"),
        Method::ToolsListChanged => list_changed_frame(ListKind::Tools, subscription),
        Method::PromptsListChanged => list_changed_frame(ListKind::Prompts, subscription),
        Method::ResourcesListChanged => list_changed_frame(ListKind::Resources, subscription),
        Method::ResourcesUpdated => {
            resource_updated_frame(params["uri"].as_str().expect("a URI"), subscription)
        }
        Method::SubscriptionsAcknowledged => acknowledged_frame(
            subscription.expect("the request that listens"),
            &read(&params["notifications"]),
        ),
        other => panic!("{other}: nothing here reads such a notification"),
    };
    serde_json::from_slice(&frame).expect("JSON")
}

/// The parameters of the kind of notification that a type's name tells.
pub(crate) fn notification_params(kind: &str, text: &str) -> Value {
    let method = match kind {
        "CancelledNotificationParams" => Method::Cancelled,
        "LoggingMessageNotificationParams" => Method::Message,
        "ProgressNotificationParams" => Method::Progress,
        "ResourceUpdatedNotificationParams" => Method::ResourcesUpdated,
        _ => panic!("{kind}: nothing here reads such parameters"),
    };
    let message = json!({ "method": method.as_str(), "params": value(text) });
    notification(&message)["params"].take()
}

/// An error, alone or in its response.
pub(crate) fn error(text: &str) -> Value {
    let message = value(text);
    let alone = message.get("error").is_none();
    let told = if alone { &message } else { &message["error"] };
    let kind = match told["code"].as_i64().expect("a code") {
        -32700 => ErrorKind::Parse,
        -32601 => ErrorKind::MethodNotFound,
        -32602 => ErrorKind::InvalidParams,
        -32603 => ErrorKind::Internal,
        -32020 => ErrorKind::HeaderMismatch,
        -32021 => ErrorKind::MissingCapability,
        -32022 => ErrorKind::UnsupportedVersion,
        code => panic!("{code} is no code of 2026-07-28"),
    };
    let words = told["message"].as_str().expect("words").to_owned();
    let mut error = Error::new(kind, words);
    // Data that has a shape comes from what has the shape.
    let data = match (kind, &told["data"]) {
        (_, Value::Null) => None,
        (ErrorKind::MissingCapability, data) => {
            let missing = Error::missing_capability(&read(&data["requiredCapabilities"]));
            missing.data().cloned()
        }
        (ErrorKind::UnsupportedVersion, data) => {
            let requested = data["requested"].as_str().expect("a version");
            let supported = versions(&data["supported"]);
            let unsupported = Error::unsupported_version(requested, &supported);
            unsupported.data().cloned()
        }
        (_, data) => Some(data.clone()),
    };
    if let Some(data) = data {
        error = error.with_data(data);
    }
    let id: Option<RequestId> = message.get("id").map(read);
    let frame = write::error(id.as_ref(), &error, ProtocolVersion::LATEST);
    let mut written: Value = serde_json::from_slice(&frame).expect("JSON");
    if alone {
        written["error"].take()
    } else {
        written
    }
}
