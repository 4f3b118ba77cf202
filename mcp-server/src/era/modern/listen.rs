//! `subscriptions/listen`: a request whose answer comes when it ends
//! (specification, "Subscriptions").

use std::collections::HashSet;
use std::sync::Arc;

use mcp_core::era::modern::{self, encode};
use mcp_core::era::{acknowledged_frame, cancelled_frame};
use mcp_core::transport::{Accepted, Channel, Exchange, Outlet, Reply};
use mcp_core::types::{ClientCapabilities, SubscriptionFilter};
use mcp_core::{Error, RequestId};

use super::VERSION;
use crate::cancel::{Cancel, first_of, unless};
use crate::connection::Link;
use crate::era::{Request, deliver, written};
use crate::notify::{Event, Listener, WINDOW, Watch};
use crate::server::Shared;

/// Most resources that one request listens to; more are not acknowledged.
const MOST_RESOURCES: usize = 1024;

pub(super) fn accept(link: &Arc<Link>, request: Request, client: &ClientCapabilities) -> Accepted {
    let refuse =
        |error: &Error| Accepted::Rejected(Reply::error(Some(&request.id), error, VERSION));
    let server = &link.server;
    if !server.has_news() {
        return refuse(&Error::method_not_found(request.method.as_str()));
    }
    let asked = match modern::subscription_filter(&request.params) {
        Ok(asked) => asked,
        Err(error) => return refuse(&error),
    };
    let (cancel, place) = match link.enter(&request.id, None) {
        Ok(entered) => entered,
        Err(error) => return refuse(&error),
    };
    // Heard from here on: what happens before the first poll is not lost.
    let honoured = honour(link, &asked, client);
    let subscription = Subscription::open(link, request.id, honoured);
    let (link, outlet) = (Arc::clone(link), request.outlet);
    Accepted::Listening(Exchange::run(async move {
        let _place = place;
        subscription.run(&link, &*outlet, &cancel).await
    }))
}

/// The part of a filter that can be honoured for this caller.
fn honour(
    link: &Link,
    asked: &SubscriptionFilter,
    client: &ClientCapabilities,
) -> SubscriptionFilter {
    let server = &link.server;
    let who = link.origin.principal.as_ref();
    let mut honoured = asked.intersect(&server.news());
    let exists = |uri: &&String| matches!(server.registry.resource(uri, who), Some(Ok(_)));
    let has_room = |uri: &&String| server.has_room_to_listen(uri);
    if server.description.subscriptions {
        let uris = asked.resource_subscriptions.iter().filter(exists);
        let uris = uris.filter(has_room).take(MOST_RESOURCES);
        honoured.resource_subscriptions = uris.cloned().collect();
    }
    for extension in server.extensions.declared(client) {
        honoured.others.extend(extension.honour(&asked.others));
    }
    honoured
}

/// One open listen request.
struct Subscription {
    id: RequestId,
    honoured: SubscriptionFilter,
    listener: Listener,
    /// Tells the author who listens, until dropped.
    _watches: Vec<Watch>,
}

impl Subscription {
    fn open(link: &Link, id: RequestId, honoured: SubscriptionFilter) -> Self {
        let hub = &link.server.hub;
        // Before the author's hooks run: they may publish at once.
        let listener = hub.listen(interest(&link.server, &honoured));
        let uris = &honoured.resource_subscriptions;
        let watches = uris.iter().map(|uri| hub.watch(uri)).collect();
        Self {
            id,
            listener,
            honoured,
            _watches: watches,
        }
    }

    /// Acknowledges, tells what happens, and ends when the client, the
    /// connection or the server does.
    async fn run(mut self, link: &Link, outlet: &dyn Outlet, cancel: &Cancel) -> Option<Reply> {
        let ended = || first_of(cancel.cancelled(), link.ended());
        // Nothing may come before it, so that it is tried until it is taken.
        while !outlet.send(acknowledged_frame(&self.id, &self.honoured)) {
            unless(ended(), tokio::time::sleep(WINDOW)).await?;
        }
        while let Some(batch) = unless(ended(), self.listener.next()).await.flatten() {
            deliver(&mut self.listener, batch, link, outlet, Some(&self.id)).await;
        }
        if cancel.is_cancelled() {
            return None;
        }
        Some(self.end(link, outlet))
    }

    /// The server's own end. On a byte stream nothing else tells the client
    /// that it is one (specification, "Cancellation").
    fn end(&self, link: &Link, outlet: &dyn Outlet) -> Reply {
        if link.origin.channel == Channel::Stream {
            outlet.send(cancelled_frame(&self.id, Some("the server ends")));
        }
        let stamp = &link.server.description.stamp;
        written(&self.id, VERSION, 256, |out| {
            encode::listen_result(out, &self.id, stamp)
        })
    }
}

/// Which events a filter asks for.
fn interest(
    server: &Arc<Shared>,
    filter: &SubscriptionFilter,
) -> impl Fn(&Event) -> bool + Send + Sync + 'static {
    let (extensions, others) = (Arc::clone(&server.extensions), filter.others.clone());
    let uris: HashSet<String> = filter.resource_subscriptions.iter().cloned().collect();
    let (tools, prompts, resources) = (
        filter.tools_list_changed,
        filter.prompts_list_changed,
        filter.resources_list_changed,
    );
    move |event| match event {
        Event::ToolsChanged => tools,
        Event::PromptsChanged => prompts,
        Event::ResourcesChanged => resources,
        Event::ResourceUpdated { uri } => uris.contains(&**uri),
        Event::Extension { method, params } => extensions.tell(&others, method, params),
    }
}

impl Shared {
    /// Whether there is anything to listen to.
    fn has_news(&self) -> bool {
        !self.extensions.is_empty()
            || !self.news().is_empty()
            || (self.description.subscriptions && self.registry.has_resources())
    }
}
