//! What a session is told outside of any request, and what it asked to be
//! told: list changes, and updates of the resources it subscribed to.

use std::sync::{Arc, Weak};

use mcp_core::era::Field;
use mcp_core::era::legacy::encode;
use mcp_core::transport::{Channel, Exchange, Outlet, Reply};
use mcp_core::{Error, Method};

use super::Session;
use super::expiry::{expired, watch};
use crate::cancel::{first_of, unless};
use crate::connection::Link;
use crate::era::{Request, deliver, reply_with};
use crate::notify::{Event, LONGEST};
use crate::server::Shared;

/// Most resources one session is subscribed to.
const MOST_RESOURCES: usize = 1024;

/// Tells the session of a connection what happens, until one of them ends.
pub(crate) fn listen(link: &Arc<Link>, outlet: Arc<dyn Outlet>) -> Exchange {
    let asking: Weak<Link> = Arc::downgrade(link);
    let mut listener = link.server.hub.listen(move |event| {
        let link = asking.upgrade();
        link.is_some_and(|link| {
            link.session()
                .is_some_and(|session| wants(&link, &session, event))
        })
    });
    // On a byte stream sessions come and go; a GET belongs to one.
    let session = match link.origin.channel {
        Channel::Exchange => link.session(),
        Channel::Stream => None,
    };
    // Held while the exchange runs, and with it the session's traffic.
    let link = Arc::clone(link);
    Exchange::run(async move {
        let session_ended = async || match &session {
            Some(session) => {
                let expired = expired(&link.server, session);
                first_of(session.traffic.closing().cancelled(), expired).await;
            }
            None => std::future::pending().await,
        };
        let ended = || first_of(session_ended(), link.ended());
        while let Some(batch) = unless(ended(), listener.next()).await.flatten() {
            deliver(&mut listener, batch, &link, &*outlet, None).await;
        }
        None
    })
}

/// Whether a session is told of an event.
fn wants(link: &Link, session: &Session, event: &Event) -> bool {
    let begun = || link.origin.channel == Channel::Exchange || session.traffic.has_begun();
    let promised = &session.promised;
    match event {
        Event::ToolsChanged => promised.tools && begun(),
        Event::PromptsChanged => promised.prompts && begun(),
        Event::ResourcesChanged => promised.resources && begun(),
        Event::ResourceUpdated { uri } => session.traffic.is_subscribed(uri),
        Event::Extension { .. } => false,
    }
}

impl Shared {
    /// Whether one more client may listen for a resource, if need be at the
    /// cost of sessions that nobody has heard of for a while.
    pub(crate) fn has_room_to_listen(&self, uri: &str) -> bool {
        self.hub.has_room(uri)
            || (uri.len() <= LONGEST
                && self.sessions.forget_subscribers()
                && self.hub.has_room(uri))
    }
}

/// Answers `resources/subscribe` and `resources/unsubscribe` (specification
/// until 2025-11-25, "Resources: Subscriptions").
///
/// # Errors
///
/// -32601 where subscriptions are not offered, -32002 for a URI that names
/// nothing, -32602 for a URI too long and for one subscription too many, -32603
/// where all clients together have too many.
pub(super) fn subscribe(link: &Link, session: &Session, request: &Request) -> Result<Reply, Error> {
    let server = &link.server;
    if !server.description.subscriptions || !server.registry.has_resources() {
        return Err(Error::method_not_found(request.method.as_str()));
    }
    let uri = request.params.required_string(Field::Uri, "uri")?;
    if request.method == Method::Unsubscribe {
        session.traffic.unsubscribe(&uri);
    } else {
        let who = link.origin.principal.as_ref();
        let found = server.registry.resource(&uri, who);
        found.unwrap_or_else(|| Err(Error::resource_not_found(&uri)))?;
        if uri.len() > LONGEST {
            let most = format!("uri is too long to be subscribed to: at most {LONGEST} bytes");
            return Err(Error::invalid_params(most));
        }
        if !server.has_room_to_listen(&uri) {
            return Err(Error::internal(
                "too many resources are subscribed to on this server; try again later",
            ));
        }
        if !session.traffic.subscribe(&server.hub, &uri, MOST_RESOURCES) {
            let most = format!("{MOST_RESOURCES} resources are subscribed to already");
            return Err(Error::invalid_params(most));
        }
        // That of a byte stream ends with it.
        if link.origin.channel == Channel::Exchange {
            watch(server, session);
        }
    }
    Ok(reply_with(&request.id, encode::EMPTY, session.version))
}
