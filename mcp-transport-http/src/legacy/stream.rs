//! The GET streams of a session: one of its own, for what belongs to no
//! request, and those that are read on after their connection broke.

use std::sync::Arc;
use std::time::Duration;

use axum::response::Response;
use http::request::Parts;
use http::{HeaderMap, HeaderName, StatusCode};
use mcp_core::transport::Connection;
use mcp_core::{Error, ProtocolVersion};

use super::sessions;
use crate::caller::Caller;
use crate::endpoint::Shared;
use crate::guard::media::{self, Accepts};
use crate::header::{self, Single};
use crate::listening::Place;
use crate::refusal::Refusal;
use crate::reply::{self, Attended, Events, Found, Name, Reader, Sort, Talk};
use crate::service;

/// The last event that a client heard (WHATWG HTML, "The `Last-Event-ID` header").
static LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// How long a stream waits for a client that lost its connection: what
/// happens meanwhile is told when it is back.
const PATIENCE: Duration = Duration::from_secs(60);

/// `GET` opens the stream of a session, or reads on.
///
/// # Errors
///
/// 405 where there is no session to have a stream: clients take every other
/// status for a failure, and try again. 406 where the client takes no events;
/// 404 where the session is gone; 400 where nothing can be read on after the
/// event it names, and for a version header that is not the session's; 409
/// where that event is of a stream that another has replaced.
pub(crate) fn listen(shared: Arc<Shared>, parts: Parts) -> Result<Response, Refusal> {
    if is_modern(&parts.headers) {
        return Err(not_offered());
    }
    let version = sessions::version(&parts.headers)?;
    let (headers, origin, caller) = service::origin(parts);
    let Some(session) = sessions::named(&headers.0)? else {
        return Err(not_offered());
    };
    if !Accepts::read(&headers.0).is_ok_and(|accepts| accepts.events) {
        return Err(media::needs_events());
    }
    let connection = sessions::resume(&shared, session, origin, version)?;
    match last_event(&headers.0)? {
        Some(event) => match shared.replay.find(session, event) {
            Found::Stream(name, talk, told) => read_on(&shared, name, talk, told),
            Found::Anew => open(shared, connection, session, &caller),
            Found::Replaced => Err(replaced()),
            Found::Nothing => Err(unknown_event()),
        },
        None => open(shared, connection, session, &caller),
    }
}

/// Goes on with a stream from where the client says it was, which may be
/// before what was sent last.
fn read_on(shared: &Shared, name: Name, talk: Arc<Talk>, told: u64) -> Result<Response, Refusal> {
    let reader = match talk.attend(told) {
        Attended::As(reader) => reader,
        // The way to tell a client not to come back once more (WHATWG HTML,
        // "Server-sent events"): an empty stream would have it do so for ever,
        // where the last it heard was no answer but an error or nothing.
        Attended::Over => return Ok(reply::empty(StatusCode::NO_CONTENT)),
        Attended::Unknown => return Err(unknown_event()),
    };
    let events = Events::new(talk, reader, shared.limits.keep_alive);
    Ok(events.named(name).at_once().into_response())
}

/// Opens the stream of a session, in place of an earlier one.
fn open(
    shared: Arc<Shared>,
    connection: Arc<dyn Connection>,
    session: &str,
    caller: &Caller,
) -> Result<Response, Refusal> {
    if !shared.gate.is_open() {
        return Err(service::stopping());
    }
    // Even where there is no room for another: its client has lost this one.
    shared.replay.end_standing(session);
    let place = shared.listen(caller.key())?;
    let polls = connection.version().is_some_and(sessions::polls);
    let talk = Arc::new(if polls { Talk::polling() } else { Talk::new() });
    let name = shared.replay.open(session, Sort::Get, &talk);
    let mut events = Events::new(
        Arc::clone(&talk),
        Reader::default(),
        shared.limits.keep_alive,
    );
    if !shared.replay.is_off() {
        events = events.named(name);
        if polls {
            events = events.primed();
        }
    }
    let standing = Standing {
        shared,
        talk,
        name,
        _place: place,
    };
    tokio::spawn(standing.run(connection));
    Ok(events.at_once().into_response())
}

/// The stream of a session, as long as it lasts.
struct Standing {
    shared: Arc<Shared>,
    talk: Arc<Talk>,
    name: Name,
    _place: Place,
}

impl Standing {
    async fn run(self, connection: Arc<dyn Connection>) {
        let told = connection.listen(self.talk.clone());
        tokio::select! {
            biased;
            _ = told => {}
            () = self.shared.gate.closed() => {}
            () = self.talk.abandoned(PATIENCE) => {}
        }
    }
}

impl Drop for Standing {
    fn drop(&mut self) {
        self.talk.end(None);
        self.shared.replay.end(self.name);
    }
}

/// Whether a client speaks a revision in which nothing is sent but answers.
fn is_modern(headers: &HeaderMap) -> bool {
    match header::single(headers, &header::PROTOCOL_VERSION) {
        Single::Value(version) => version
            .parse::<ProtocolVersion>()
            .is_ok_and(|version| !version.has_handshake()),
        Single::Absent | Single::Malformed => false,
    }
}

fn last_event(headers: &HeaderMap) -> Result<Option<&str>, Refusal> {
    match header::single(headers, &LAST_EVENT_ID) {
        Single::Absent | Single::Value("") => Ok(None),
        Single::Value(event) => Ok(Some(event)),
        Single::Malformed => Err(unknown_event()),
    }
}

fn not_offered() -> Refusal {
    Refusal::method_not_allowed(service::ALLOW)
}

fn replaced() -> Refusal {
    let error = Error::invalid_request("The session has another stream that is being read");
    Refusal::new(StatusCode::CONFLICT, error)
}

fn unknown_event() -> Refusal {
    Refusal::bad_request(Error::invalid_request(
        "Nothing is kept that could be read on after this Last-Event-ID",
    ))
}
