//! Connections: how long each may last, and how many there may be.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ConnectInfo;
use axum::routing::get;
use mcp_transport_http::{Builder, Endpoint};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::client::{Call, Socket, serve};
use crate::engine::Engine;

/// Longer than anything here takes, on a machine with other things to do.
const LATE: Duration = Duration::from_secs(20);

async fn start(
    builder: Builder,
) -> (
    SocketAddr,
    oneshot::Sender<()>,
    JoinHandle<std::io::Result<()>>,
) {
    let bound = builder.bind("127.0.0.1:0").await.unwrap();
    let address = bound.local_addr();
    let (stop, served) = serve(bound);
    (address, stop, served)
}

/// Sends a byte now and then until the peer has had enough.
async fn trickle(mut socket: Socket, bytes: &'static [u8]) {
    let (mut reading, mut writing) = socket.0.split();
    let closed = async {
        let mut heard = Vec::new();
        let _ = reading.read_to_end(&mut heard).await;
        assert_eq!(heard, b"", "nothing was asked");
    };
    let sending = async {
        for byte in bytes.iter().cycle() {
            if writing.write_all(&[*byte]).await.is_err() {
                break;
            }
            sleep(Duration::from_millis(20)).await;
        }
    };
    let ended = async {
        tokio::select! {
            () = closed => {}
            () = sending => {}
        }
    };
    timeout(LATE, ended).await.expect("it is closed");
}

async fn works(address: SocketAddr) {
    let mut socket = Socket::open(address).await;
    socket.send(&Call::modern_tool("echo")).await;
    socket.until("done").await;
}

#[tokio::test]
async fn a_head_that_trickles_in_is_not_waited_for() {
    let time = Duration::from_secs(1);
    let builder = Engine::new().builder().header_timeout(time);
    let (address, _stop, _served) = start(builder).await;
    let head = b"POST /mcp HTTP/1.1\r\nx-header: and so on";
    let before = Instant::now();
    let slow = tokio::spawn(trickle(Socket::open(address).await, head));
    while !slow.is_finished() {
        works(address).await;
        sleep(Duration::from_millis(50)).await;
    }
    slow.await.unwrap();
    assert!(before.elapsed() >= time, "{:?}", before.elapsed());
}

#[tokio::test]
async fn neither_is_one_that_does_not_begin() {
    let time = Duration::from_secs(1);
    let builder = Engine::new().builder().header_timeout(time);
    let (address, _stop, _served) = start(builder).await;
    // Up to there it may be either version; with the whole of it, and empty
    // settings, it is HTTP/2, and still nothing has been asked.
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    let mut ends = Vec::new();
    for length in [0, 1, 23, preface.len()] {
        let mut socket = Socket::open(address).await;
        socket.0.write_all(&preface[..length]).await.unwrap();
        ends.push(tokio::spawn(async move {
            let mut heard = Vec::new();
            let reading = socket.0.read_to_end(&mut heard);
            let _ = timeout(LATE, reading).await.expect("it is closed");
            assert_eq!(heard.is_empty(), length < 24);
        }));
    }
    for end in ends {
        end.await.unwrap();
    }
}

#[tokio::test]
async fn a_connection_is_kept_for_the_next_request_and_not_for_ever() {
    let idle = Duration::from_millis(1500);
    let builder = Engine::new().builder().idle_timeout(idle);
    let (address, _stop, _served) = start(builder).await;
    let mut socket = Socket::open(address).await;
    let mut last = Instant::now();
    for _ in 0..6 {
        last = Instant::now();
        socket.send(&Call::modern_tool("echo")).await;
        socket.until("done").await;
        sleep(idle / 5).await;
    }
    let rest = timeout(LATE, socket.rest()).await;
    assert_eq!(rest.expect("it is closed"), "");
    assert!(last.elapsed() >= idle, "{:?}", last.elapsed());
}

#[tokio::test]
async fn the_next_head_may_not_trickle_in_either() {
    let idle = Duration::from_millis(300);
    let builder = Engine::new().builder().idle_timeout(idle);
    let (address, _stop, _served) = start(builder).await;
    let mut socket = Socket::open(address).await;
    let before = Instant::now();
    socket.send(&Call::modern_tool("echo")).await;
    socket.until("done").await;
    let head = b"GET /mcp HTTP/1.1\r\nx-header: and so on";
    trickle(socket, head).await;
    assert!(before.elapsed() >= idle, "{:?}", before.elapsed());
}

#[tokio::test]
async fn who_waits_or_listens_is_not_idle() {
    let engine = Engine::new();
    let time = Duration::from_millis(100);
    let (address, _stop, _served) = start(engine.builder().idle_timeout(time)).await;
    let listen = Call::modern(
        "subscriptions/listen",
        serde_json::json!({ "notifications": {} }),
    );
    let (mut waits, mut listens) = (Socket::open(address).await, Socket::open(address).await);
    waits.send(&Call::modern_tool("slow")).await;
    listens.send(&listen).await;
    listens.until("acknowledged").await;
    sleep(10 * time).await;
    engine.release.notify_one();
    waits.until("done").await;
    engine.news.tell(12345);
    listens.until("12345").await;
    assert!(!engine.saw("dropped"));
}

#[tokio::test]
async fn who_reads_slowly_is_not_idle() {
    const SIZE: usize = 16 * 1024 * 1024;
    let time = Duration::from_millis(100);
    let endpoint = Engine::new().builder().idle_timeout(time).build().unwrap();
    let router = Router::new().route("/large", get(|| async { vec![b'x'; SIZE] }));
    let address = run(router, endpoint).await;
    let mut socket = Socket::open(address).await;
    socket
        .send(&Call::bare(http::Method::GET).at("/large"))
        .await;
    sleep(10 * time + Duration::from_secs(1)).await;
    let rest = timeout(LATE, socket.rest())
        .await
        .expect("closed once read");
    let (_, body) = rest.split_once("\r\n\r\n").unwrap();
    assert_eq!(body.len(), SIZE);
}

#[tokio::test]
async fn there_are_as_many_as_may_be_and_others_wait() {
    let (address, _stop, _served) = start(Engine::new().builder().max_connections(2)).await;
    let mut first = Socket::open(address).await;
    let second = Socket::open(address).await;
    first.send(&Call::modern_tool("echo")).await;
    first.until("done").await;
    let mut third = Socket::open(address).await;
    third.send(&Call::modern_tool("echo")).await;
    let early = timeout(Duration::from_millis(300), third.until("done")).await;
    assert!(early.is_err(), "there is no room");
    drop(second);
    third.until("done").await;
    first.send(&Call::modern_tool("echo")).await;
    first.until("done").await;
}

#[tokio::test]
async fn who_asks_nothing_makes_room_for_the_next() {
    let builder = Engine::new().builder().max_connections(1);
    let builder = builder.header_timeout(Duration::from_secs(1));
    let (address, _stop, _served) = start(builder).await;
    let silent = Socket::open(address).await;
    let others: Vec<_> = (0..3)
        .map(|_| tokio::spawn(timeout(LATE, works(address))))
        .collect();
    assert_eq!(timeout(LATE, silent.rest()).await.expect("closed"), "");
    for other in others {
        other.await.unwrap().expect("there is room");
    }
}

#[tokio::test]
async fn serving_ends_with_every_connection() {
    let engine = Engine::new();
    let builder = engine.builder().grace(Duration::from_millis(10));
    let (address, stop, served) = start(builder).await;
    let head = b"POST /mcp HTTP/1.1\r\nx-header: and so on";
    let mut slow = Socket::open(address).await;
    slow.0.write_all(head).await.unwrap();
    let slow = tokio::spawn(trickle(slow, head));
    let mut running = Socket::open(address).await;
    running.send(&Call::modern_tool("slow")).await;
    engine.until("started").await;
    let before = Instant::now();
    stop.send(()).unwrap();
    timeout(LATE, served)
        .await
        .expect("it ends")
        .unwrap()
        .unwrap();
    assert!(
        before.elapsed() < Duration::from_secs(5),
        "{:?}",
        before.elapsed()
    );
    assert!(engine.saw("dropped"));
    let closed = timeout(Duration::from_secs(1), slow).await;
    closed.expect("no task keeps it open").unwrap();
    assert!(running.rest().await.contains("shutting down"));
}

/// Runs a router of its own until the test ends.
async fn run(router: Router, endpoint: Endpoint) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(mcp_transport_http::serve(
        listener,
        router,
        endpoint,
        std::future::pending(),
    ));
    address
}

#[tokio::test]
async fn a_request_that_never_ends_is_dropped_with_its_connection() {
    let engine = Engine::new();
    let endpoint = engine.builder().grace(Duration::ZERO).build().unwrap();
    let (begun, mut began) = tokio::sync::mpsc::unbounded_channel::<()>();
    let hang = move || {
        let begun = begun.clone();
        async move {
            begun.send(()).unwrap();
            std::future::pending::<()>().await;
            drop(begun);
        }
    };
    let router = Router::new().route("/hang", get(hang));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let served = tokio::spawn(mcp_transport_http::serve(
        listener,
        router,
        endpoint,
        async {
            let _ = stopped.await;
        },
    ));
    let mut socket = Socket::open(address).await;
    socket
        .send(&Call::bare(http::Method::GET).at("/hang"))
        .await;
    began.recv().await.unwrap();
    stop.send(()).unwrap();
    timeout(LATE, served)
        .await
        .expect("it ends")
        .unwrap()
        .unwrap();
    assert!(
        began.recv().await.is_none(),
        "nobody is left who could send"
    );
    assert_eq!(socket.rest().await, "");
}

#[tokio::test]
async fn a_panic_ends_its_connection_and_no_other() {
    async fn broken() -> &'static str {
        panic!("a handler of another route")
    }
    let endpoint = Engine::new().endpoint();
    let router = endpoint.clone().into_router("/mcp");
    let address = run(router.route("/broken", get(broken)), endpoint).await;
    let mut other = Socket::open(address).await;
    other.send(&Call::modern_tool("echo")).await;
    other.until("done").await;
    for _ in 0..3 {
        let mut socket = Socket::open(address).await;
        socket
            .send(&Call::bare(http::Method::GET).at("/broken"))
            .await;
        assert_eq!(timeout(LATE, socket.rest()).await.expect("closed"), "");
    }
    other.send(&Call::modern_tool("echo")).await;
    other.until("done").await;
    works(address).await;
}

#[tokio::test]
async fn handlers_know_the_peer() {
    let who = |ConnectInfo(peer): ConnectInfo<SocketAddr>| async move { peer.to_string() };
    let router = Router::new().route("/who", get(who));
    let address = run(router, Engine::new().endpoint()).await;
    let mut socket = Socket::open(address).await;
    let own = socket.0.local_addr().unwrap().to_string();
    socket.send(&Call::bare(http::Method::GET).at("/who")).await;
    socket.until(&own).await;
}

#[tokio::test]
async fn whoever_drops_the_server_drops_its_connections() {
    let engine = Engine::new();
    let (address, _stop, served) = start(engine.builder()).await;
    let mut socket = Socket::open(address).await;
    socket.send(&Call::modern_tool("slow")).await;
    engine.until("started").await;
    served.abort();
    assert_eq!(timeout(LATE, socket.rest()).await.expect("closed"), "");
    engine.until("dropped").await;
}

/// Runs itself as a process of its own, with few file descriptors.
#[cfg(unix)]
#[tokio::test]
async fn a_server_out_of_file_descriptors_goes_on_later() {
    use std::process::Stdio;
    use tokio::io::{AsyncBufReadExt, BufReader};
    use tokio::process::Command;

    const CHILD: &str = "MCP_TRANSPORT_HTTP_TEST_DESCRIPTORS";
    if std::env::var_os(CHILD).is_some() {
        tracing_subscriber::fmt()
            .with_writer(std::io::stderr)
            .init();
        let bound = Engine::new().builder().bind("127.0.0.1:0").await.unwrap();
        eprintln!("listening at {}", bound.local_addr());
        return bound.serve("/mcp", std::future::pending()).await.unwrap();
    }

    let mut child = Command::new("sh")
        .args(["-c", "ulimit -n 40 && exec \"$0\" \"$@\""])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "--nocapture"])
        .arg("connections::a_server_out_of_file_descriptors_goes_on_later")
        .env(CHILD, "1")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut until = async |text: &str| loop {
        let line = timeout(LATE, lines.next_line()).await.expect("in time");
        let line = line.unwrap().expect("a line");
        if let Some((_, rest)) = line.split_once(text) {
            break rest.to_owned();
        }
    };
    let address = until("listening at ").await.parse().unwrap();
    let mut sockets = Vec::new();
    for _ in 0..60 {
        sockets.push(Socket::open(address).await);
    }
    until("no connection can be accepted").await;
    drop(sockets);
    let mut socket = Socket::open(address).await;
    socket.send(&Call::modern_tool("echo")).await;
    let mut heard = Vec::new();
    let answered = async {
        while !String::from_utf8_lossy(&heard).contains("done") {
            assert_ne!(socket.0.read_buf(&mut heard).await.unwrap(), 0, "closed");
        }
    };
    timeout(LATE, answered).await.expect("it goes on");
}
