//! An engine that does as its requests say, to see what the transport does.

use std::collections::HashMap;
use std::future::pending;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use mcp_core::header::MirroredHeader;
use mcp_core::transport::{
    Accepted, Connection, Exchange, Incoming, Kind, Origin, Outlet, Reply, Service, SessionGone,
};
use mcp_core::{Error, ProtocolVersion, RequestId};
use serde_json::{Value, json};
use tokio::sync::{Notify, watch};

/// What the engine saw.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) running: AtomicUsize,
    pub(crate) peak: AtomicUsize,
    pub(crate) accepted: AtomicUsize,
    pub(crate) closed: AtomicBool,
    /// Whether several messages may come in one line.
    pub(crate) batches: AtomicBool,
    /// What the outlet said to a frame sent after the answer.
    pub(crate) late: Mutex<Vec<bool>>,
    /// The outlet for what belongs to no request, while its exchange runs.
    pub(crate) unasked: Mutex<Option<Arc<dyn Outlet>>>,
    /// How many requests listen.
    pub(crate) listening: AtomicUsize,
    /// The last change: a number, and how many bytes it takes to tell.
    pub(crate) changes: watch::Sender<(u64, usize)>,
    /// How many attempts to tell of a change were refused.
    pub(crate) held_back: AtomicUsize,
    ending: watch::Sender<bool>,
    /// Whether the requests `held` may end; notification `release` says so.
    released: watch::Sender<bool>,
    in_flight: Mutex<HashMap<RequestId, Arc<Notify>>>,
}

impl Seen {
    /// Lets the requests `held` end.
    pub(crate) fn release(&self) {
        self.released.send_replace(true);
    }
}

#[derive(Clone, Default)]
pub(crate) struct Fake(pub(crate) Arc<Seen>);

impl Service for Fake {
    fn connect(&self, _: Origin) -> Arc<dyn Connection> {
        Arc::new(self.clone())
    }
    fn resume(&self, _: &str, _: Origin) -> Result<Arc<dyn Connection>, SessionGone> {
        Err(SessionGone)
    }
    fn end_session(&self, _: &str, _: &Origin) -> Result<(), SessionGone> {
        Err(SessionGone)
    }
    fn stateless_versions(&self) -> &[ProtocolVersion] {
        &[]
    }
    fn mirrored_headers(&self, _: &str, _: &Origin) -> Option<Arc<[MirroredHeader]>> {
        None
    }
    fn stop(&self) {}
}

impl Connection for Fake {
    fn accept(self: Arc<Self>, incoming: Incoming, outlet: Arc<dyn Outlet>) -> Accepted {
        self.0.accepted.fetch_add(1, Ordering::SeqCst);
        let (kind, _, params, _) = incoming.into_parts();
        let params: Value = serde_json::from_slice(&params.raw()).unwrap_or(json!({}));
        match kind {
            Kind::Request { id, method } => self.request(id, method.as_str(), params, outlet),
            Kind::Notification { method } => {
                match method.as_str() {
                    "notifications/cancelled" => self.cancel(&params["requestId"]),
                    "release" => self.0.release(),
                    _ => {}
                }
                Accepted::Done
            }
            Kind::Response { .. } => Accepted::Done,
        }
    }

    fn listen(self: Arc<Self>, outlet: Arc<dyn Outlet>) -> Exchange {
        *self.0.unasked.lock().unwrap() = Some(outlet);
        let forget = Forget(Arc::clone(&self.0));
        Exchange::run(async move {
            let _forget = forget;
            pending().await
        })
    }

    fn version(&self) -> Option<ProtocolVersion> {
        let batches = self.0.batches.load(Ordering::SeqCst);
        batches.then_some(ProtocolVersion::V2025_03_26)
    }

    fn close(&self) {
        self.0.closed.store(true, Ordering::SeqCst);
        self.0.ending.send_replace(true);
    }
}

impl Fake {
    fn cancel(&self, id: &Value) {
        let id: RequestId = serde_json::from_value(id.clone()).unwrap();
        if let Some(cancelled) = self.0.in_flight.lock().unwrap().get(&id) {
            cancelled.notify_one();
        }
    }

    fn request(
        &self,
        id: RequestId,
        method: &str,
        params: Value,
        outlet: Arc<dyn Outlet>,
    ) -> Accepted {
        match method {
            "ping" => return Accepted::Request(Exchange::ready(answer(&id, json!({})))),
            "panic-at-once" => panic!("as asked"),
            "reject" => {
                let error = Error::invalid_request("rejected");
                return Accepted::Rejected(Reply::error(
                    Some(&id),
                    &error,
                    ProtocolVersion::LATEST,
                ));
            }
            _ => {}
        }
        let cancelled = Arc::new(Notify::new());
        self.0
            .in_flight
            .lock()
            .unwrap()
            .insert(id.clone(), Arc::clone(&cancelled));
        let seen = Arc::clone(&self.0);
        if method == "listen" {
            let listening = Listening::enter(seen, id.clone());
            let listen = listen(listening, id, params, outlet);
            return Accepted::Listening(Exchange::run(async move {
                let (listen, cancelled) = (pin!(listen), pin!(cancelled.notified()));
                tokio::select! {
                    biased;
                    () = cancelled => None,
                    reply = listen => Some(reply),
                }
            }));
        }
        let run = run(Arc::clone(&seen), id.clone(), method.into(), params, outlet);
        Accepted::Request(Exchange::run(async move {
            let _running = Running::enter(seen, id);
            let (run, cancelled) = (pin!(run), pin!(cancelled.notified()));
            tokio::select! {
                biased;
                () = cancelled => None,
                reply = run => Some(reply),
            }
        }))
    }
}

/// Counts the requests that run.
struct Running(Arc<Seen>, RequestId);

impl Running {
    fn enter(seen: Arc<Seen>, id: RequestId) -> Self {
        let running = seen.running.fetch_add(1, Ordering::SeqCst) + 1;
        seen.peak.fetch_max(running, Ordering::SeqCst);
        Self(seen, id)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::SeqCst);
        self.0.in_flight.lock().unwrap().remove(&self.1);
    }
}

/// Counts the requests that listen.
struct Listening(Arc<Seen>, RequestId);

impl Listening {
    fn enter(seen: Arc<Seen>, id: RequestId) -> Self {
        seen.listening.fetch_add(1, Ordering::SeqCst);
        Self(seen, id)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.listening.fetch_sub(1, Ordering::SeqCst);
        self.0.in_flight.lock().unwrap().remove(&self.1);
    }
}

/// Forgets the outlet for what belongs to no request.
struct Forget(Arc<Seen>);

impl Drop for Forget {
    fn drop(&mut self) {
        *self.0.unasked.lock().unwrap() = None;
    }
}

/// Acknowledges (after `ms`), tells of changes, of the last one where several
/// cannot be told, and says goodbye when the connection closes, unless it is
/// `stubborn`.
async fn listen(
    listening: Listening,
    id: RequestId,
    params: Value,
    outlet: Arc<dyn Outlet>,
) -> Reply {
    let seen = Arc::clone(&listening.0);
    let (mut changes, mut ending) = (seen.changes.subscribe(), seen.ending.subscribe());
    let pause = Duration::from_millis(params["ms"].as_u64().unwrap_or(0));
    tokio::time::sleep(pause).await;
    assert!(params["panic"] != true, "as asked");
    outlet.send(tell("acknowledged", &id, &json!(null)));
    if params["stubborn"] == true {
        pending::<()>().await;
    }
    loop {
        tokio::select! {
            biased;
            _ = ending.wait_for(|ending| *ending) => break,
            _ = changes.changed() => {}
        }
        loop {
            let (number, bytes) = *changes.borrow_and_update();
            let padding = json!({"number": number, "padding": "x".repeat(bytes)});
            if outlet.send(tell("changed", &id, &padding)) {
                break;
            }
            seen.held_back.fetch_add(1, Ordering::SeqCst);
            if *ending.borrow() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    outlet.send(tell("notifications/cancelled", &id, &json!(null)));
    answer(&id, json!({"resultType": "complete"}))
}

fn tell(method: &str, of: &RequestId, more: &Value) -> Bytes {
    json!({"jsonrpc": "2.0", "method": method, "params": {"of": of, "more": more}})
        .to_string()
        .into()
}

async fn run(
    seen: Arc<Seen>,
    id: RequestId,
    method: String,
    params: Value,
    outlet: Arc<dyn Outlet>,
) -> Reply {
    let pause = Duration::from_millis(params["ms"].as_u64().unwrap_or(0));
    match &*method {
        "echo" => {}
        "sleep" => tokio::time::sleep(pause).await,
        // As a handler does that calls a blocking library.
        "block" => std::thread::sleep(pause),
        "offload" => {
            tokio::task::spawn_blocking(move || std::thread::sleep(pause))
                .await
                .unwrap();
        }
        "never" => pending().await,
        "held" => drop(
            seen.released
                .subscribe()
                .wait_for(|released| *released)
                .await,
        ),
        "panic" => panic!("as asked"),
        "big" => {
            let bytes = usize::try_from(params["bytes"].as_u64().unwrap()).unwrap();
            return answer(&id, json!("x".repeat(bytes)));
        }
        "talk" => talk(&seen, &id, &params, &outlet).await,
        "print" => print(),
        "read" => return answer(&id, json!(read_by_a_child())),
        other => panic!("no method {other}"),
    }
    answer(&id, params)
}

/// Sends numbered frames, and one when the answer is long gone.
async fn talk(seen: &Arc<Seen>, id: &RequestId, params: &Value, outlet: &Arc<dyn Outlet>) {
    for number in 0..params["frames"].as_u64().unwrap() {
        let frame =
            json!({"jsonrpc": "2.0", "method": "note", "params": {"of": id, "number": number}});
        outlet.send(frame.to_string().into());
        tokio::task::yield_now().await;
    }
    let (outlet, seen) = (Arc::clone(outlet), Arc::clone(seen));
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let sent = outlet.send(Bytes::from_static(b"\"too late\""));
        seen.late.lock().unwrap().push(sent);
    });
}

fn print() {
    println!("printed by a handler");
    print!("without a newline");
    let child = std::process::Command::new("echo")
        .arg("printed by a child")
        .status();
    assert!(child.unwrap().success());
}

/// What a child finds on the standard input it inherits.
fn read_by_a_child() -> String {
    let mut child = std::process::Command::new("cat");
    child.stdin(std::process::Stdio::inherit());
    String::from_utf8(child.output().unwrap().stdout).unwrap()
}

pub(crate) fn answer(id: &RequestId, result: Value) -> Reply {
    let frame = json!({"jsonrpc": "2.0", "id": id, "result": result});
    Reply::result(frame.to_string().into())
}

/// A request as a line.
pub(crate) fn request(id: impl Into<Value>, method: &str, params: Value) -> String {
    json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params}).to_string()
        + "\n"
}
