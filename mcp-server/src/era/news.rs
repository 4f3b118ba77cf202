//! What happens outside of any request, on its way to a client.

use bytes::Bytes;
use mcp_core::RequestId;
use mcp_core::era::{extension_notification_frame, list_changed_frame, resource_updated_frame};
use mcp_core::transport::Outlet;
use mcp_core::types::ListKind;

use crate::connection::Link;
use crate::notify::{Event, Listener, WINDOW};

/// An event as a message; `subscription` is the request that asked for it.
fn event_frame(event: &Event, subscription: Option<&RequestId>) -> Bytes {
    match event {
        Event::ToolsChanged => list_changed_frame(ListKind::Tools, subscription),
        Event::PromptsChanged => list_changed_frame(ListKind::Prompts, subscription),
        Event::ResourcesChanged => list_changed_frame(ListKind::Resources, subscription),
        Event::ResourceUpdated { uri } => resource_updated_frame(uri, subscription),
        Event::Extension { method, params } => {
            extension_notification_frame(method, params, subscription)
        }
    }
}

/// Sends a batch. What the peer does not take now goes back to the listener,
/// and is merged with what happens meanwhile.
pub(super) async fn deliver(
    listener: &mut Listener,
    mut batch: Vec<Event>,
    link: &Link,
    outlet: &dyn Outlet,
    subscription: Option<&RequestId>,
) {
    batch.retain(|event| may_know(link, event));
    let mut events = batch.into_iter();
    while let Some(event) = events.next() {
        if !outlet.send(event_frame(&event, subscription)) {
            listener.put_back(std::iter::once(event).chain(events).collect());
            tokio::time::sleep(WINDOW).await;
            return;
        }
    }
}

/// Whether the caller may know what an event is about. It may have been shown
/// a resource when it subscribed, and not any more (specification, "Resources:
/// Security considerations").
fn may_know(link: &Link, event: &Event) -> bool {
    match event {
        Event::ResourceUpdated { uri } => {
            let who = link.origin.principal.as_ref();
            !link.server.registry.hides(uri, who)
        }
        _ => true,
    }
}
