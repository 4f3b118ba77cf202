//! Host, Origin, method and media types.

use std::sync::{Arc, Mutex};

use http::Method;

use crate::client::{Answer, Call};
use crate::engine::Engine;

/// Sends a call that would be served and returns the status.
async fn status(builder: mcp_transport_http::Builder, call: Call) -> u16 {
    let answer = call.send(&builder.build().unwrap()).await;
    if answer.status != 200 {
        assert_refusal(&answer);
    }
    answer.status.as_u16()
}

#[track_caller]
fn assert_refusal(answer: &Answer) {
    let json = answer.json();
    assert_eq!(json["jsonrpc"], "2.0");
    assert!(json["error"]["message"].is_string());
    assert!(json.get("id").is_none(), "{json}");
}

fn call() -> Call {
    Call::modern_tool("echo")
}

// S-HTTPM-02
#[tokio::test]
async fn a_local_server_answers_to_local_names_only() {
    let engine = Engine::new();
    for (host, expected) in [
        ("localhost", 200),
        ("localhost:8080", 200),
        ("LOCALHOST:1", 200),
        ("127.0.0.1:8080", 200),
        ("[::1]:8080", 200),
        ("[::1]", 200),
        ("evil.test", 403),
        ("evil.test:8080", 403),
        ("localhost.evil.test", 403),
        ("localhost:8080.", 403),
        ("localhost.", 403),
        ("127.0.0.1.evil.test", 403),
        ("a@localhost", 403),
        ("192.168.1.5:8080", 403),
        ("", 403),
    ] {
        let found = status(engine.builder(), call().with("host", host)).await;
        assert_eq!(found, expected, "Host: {host:?}");
    }
    assert_eq!(status(engine.builder(), call().without("host")).await, 403);
    assert_eq!(
        status(engine.builder(), call().and("host", "localhost")).await,
        403,
        "twice"
    );
}

#[tokio::test]
async fn the_authority_of_http_2_counts_as_the_host() {
    let engine = Engine::new();
    for (uri, host, expected) in [
        ("http://localhost:8080/mcp", None, 200),
        ("http://evil.test/mcp", None, 403),
        ("http://evil.test/mcp", Some("localhost"), 403),
        ("http://localhost/mcp", Some("evil.test"), 403),
    ] {
        let call = call().at(uri).without("host");
        let call = match host {
            Some(host) => call.with("host", host),
            None => call,
        };
        assert_eq!(
            status(engine.builder(), call).await,
            expected,
            "{uri} {host:?}"
        );
    }
}

#[tokio::test]
async fn listed_hosts_replace_the_local_names() {
    let engine = Engine::new();
    for (host, expected) in [
        ("mcp.example.com", 200),
        ("MCP.example.com:8443", 200),
        ("other.example.com", 403),
        ("pinned.example.com:8443", 200),
        ("pinned.example.com", 403),
        ("pinned.example.com:80", 403),
        ("[2001:db8::1]:80", 200),
        ("localhost", 403),
    ] {
        let builder = engine.builder().allowed_hosts([
            "mcp.example.com",
            "pinned.example.com:8443",
            "2001:db8::1",
        ]);
        assert_eq!(
            status(builder, call().with("host", host)).await,
            expected,
            "Host: {host:?}"
        );
    }
    assert_eq!(
        status(engine.builder().any_host(), call().with("host", "x.test")).await,
        200
    );
    assert_eq!(
        status(engine.builder().any_host(), call().without("host")).await,
        200
    );
}

#[test]
fn what_is_no_host_or_origin_is_told_when_building() {
    let engine = Engine::new();
    for host in [
        "https://mcp.example.com",
        "mcp.example.com/mcp",
        "",
        "a b",
        "x:port",
        "u@h",
    ] {
        let error = engine.builder().allowed_hosts([host]).build().unwrap_err();
        assert!(error.to_string().contains("allowed_hosts"), "{error}");
    }
    for origin in [
        "app.example.com",
        "https://app.example.com/",
        "https://",
        "",
    ] {
        let error = engine
            .builder()
            .allowed_origins([origin])
            .build()
            .unwrap_err();
        assert!(error.to_string().contains("allowed_origins"), "{error}");
    }
}

// S-HTTPM-03, S-SEC-11
#[tokio::test]
async fn an_address_that_others_reach_needs_to_know_its_names() {
    let engine = Engine::new();
    let error = engine.builder().bind("0.0.0.0:0").await.unwrap_err();
    assert!(error.is_hosts_unknown());
    assert!(error.to_string().contains("allowed_hosts") && error.to_string().contains("any_host"));
    for builder in [
        engine.builder().any_host(),
        engine.builder().allowed_hosts(["example.com"]),
    ] {
        assert!(builder.bind("0.0.0.0:0").await.unwrap().local_addr().port() > 0);
    }
    let local = engine.builder().bind(":0").await.unwrap();
    assert!(
        local.local_addr().ip().is_loopback(),
        "no host is this machine"
    );
    let taken = engine.builder().bind(local.local_addr()).await.unwrap_err();
    assert!(taken.is_bind() && std::error::Error::source(&taken).is_some());
}

#[tokio::test]
async fn a_refused_host_or_origin_is_logged_with_the_setting_to_change() {
    let log = Arc::new(Mutex::new(Vec::new()));
    let writer = {
        let log = log.clone();
        move || Log(log.clone())
    };
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_writer(writer)
        .finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let engine = Engine::new();
    status(engine.builder(), call().with("host", "evil.test")).await;
    status(
        engine.builder(),
        call().with("origin", b"http://\xe9vil.test"),
    )
    .await;
    let log = String::from_utf8(log.lock().unwrap().clone()).unwrap();
    let lines: Vec<_> = log.lines().collect();
    assert!(lines[0].contains("localhost, 127.0.0.1, [::1]"), "{log}");
    assert_eq!(lines.len(), 2, "{log}");
    for (line, words) in lines.iter().zip([
        ["evil.test", "`allowed_hosts`"],
        ["malformed", "`allowed_origins`"],
    ]) {
        assert!(line.contains("WARN"), "{line}");
        assert!(words.iter().all(|word| line.contains(word)), "{line}");
    }
}

/// Keeps what is logged.
struct Log(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

// S-HTTPM-02, S-HTTPL-35
#[tokio::test]
async fn pages_of_this_machine_and_of_the_server_may_call() {
    let engine = Engine::new();
    for (host, origin, expected) in [
        ("localhost:8080", "http://localhost:6274", 200),
        ("localhost:8080", "http://LOCALHOST:6274", 200),
        ("127.0.0.1:8080", "https://[::1]", 200),
        ("localhost:8080", "http://localhost.evil.test", 403),
        ("localhost:8080", "http://evil.test", 403),
        ("localhost:8080", "null", 403),
        ("localhost:8080", "localhost", 403),
        ("localhost:8080", "ftp://localhost", 403),
        ("localhost:8080", "http://localhost:6274/", 403),
        ("localhost:8080", "http://evil@localhost", 403),
        ("localhost:8080", "", 403),
        ("mcp.example.com", "https://mcp.example.com", 200),
        ("mcp.example.com", "http://mcp.example.com:80", 200),
        ("mcp.example.com:8443", "https://mcp.example.com:8443", 200),
        ("mcp.example.com", "https://mcp.example.com:8443", 403),
        ("mcp.example.com", "https://app.example.com", 403),
        ("mcp.example.com", "http://localhost:6274", 403),
    ] {
        let builder = engine
            .builder()
            .allowed_hosts(["localhost", "127.0.0.1", "mcp.example.com"]);
        let call = call().with("host", host).with("origin", origin);
        assert_eq!(
            status(builder, call).await,
            expected,
            "{host} from {origin:?}"
        );
    }
    let twice = call()
        .with("origin", "http://localhost")
        .and("origin", "http://localhost");
    assert_eq!(status(engine.builder(), twice).await, 403);
}

// S-HTTPM-02
#[tokio::test]
async fn listed_origins_are_compared_exactly() {
    let engine = Engine::new();
    for (origin, expected) in [
        ("https://app.example.com", 200),
        ("HTTPS://APP.example.com:443", 200),
        ("http://app.example.com", 403),
        ("https://app.example.com:8443", 403),
        ("https://app.example.com.evil.test", 403),
        ("vscode-webview://abc", 200),
        ("null", 403),
        ("http://localhost", 200),
    ] {
        let builder = engine
            .builder()
            .allowed_origins(["https://app.example.com", "vscode-webview://abc"]);
        assert_eq!(
            status(builder, call().with("origin", origin)).await,
            expected,
            "{origin:?}"
        );
    }
    let null = || call().with("origin", "null");
    assert_eq!(
        status(engine.builder().allowed_origins(["null"]), null()).await,
        200
    );
    assert_eq!(status(engine.builder().any_origin(), null()).await, 200);
}

#[tokio::test]
async fn a_page_is_not_its_own_witness_where_hosts_are_not_checked() {
    let engine = Engine::new();
    for (host, origin) in [
        ("evil.test", "http://evil.test"),
        ("localhost", "http://localhost"),
    ] {
        let call = call().with("host", host).with("origin", origin);
        assert_eq!(status(engine.builder().any_host(), call).await, 403);
    }
}

// S-HTTPM-41
#[tokio::test]
async fn only_post_and_delete_are_served() {
    let endpoint = Engine::new().endpoint();
    for method in [
        Method::GET,
        Method::PUT,
        Method::HEAD,
        Method::OPTIONS,
        Method::PATCH,
    ] {
        let answer = Call::bare(method.clone()).send(&endpoint).await;
        assert_eq!(answer.status, 405, "{method}");
        assert_eq!(answer.header("allow"), Some("POST, GET, DELETE"));
        assert_refusal(&answer);
    }
    let foreign = Call::bare(Method::GET)
        .with("host", "evil.test")
        .send(&endpoint)
        .await;
    assert_eq!(foreign.status, 403, "the host is checked first");
}

// S-HTTPM-09, S-HTTPM-10
#[tokio::test]
async fn media_types_are_parsed() {
    let engine = Engine::new();
    for (name, value, expected) in [
        ("content-type", "Application/JSON; charset=UTF-8", 200),
        ("content-type", "text/plain", 415),
        ("content-type", "", 415),
        ("accept", "*/*", 200),
        ("accept", "text/event-stream;q=0.9, application/json", 200),
        ("accept", "application/json", 200),
        ("accept", "text/event-stream", 200),
        ("accept", "text/html", 406),
    ] {
        let found = status(engine.builder(), call().with(name, value)).await;
        assert_eq!(found, expected, "{name}: {value}");
    }
    assert_eq!(
        status(engine.builder(), call().without("accept")).await,
        200
    );
    assert_eq!(
        status(engine.builder(), call().without("content-type")).await,
        415
    );
}

/// RFC 9110, 15.5.16 and 12.5.3.
#[tokio::test]
async fn an_encoded_body_is_told_how_to_come_back() {
    let endpoint = Engine::new().endpoint();
    for coding in ["gzip", "br", "identity, deflate"] {
        let answer = call()
            .with("content-encoding", coding)
            .send(&endpoint)
            .await;
        assert_eq!((answer.status.as_u16(), answer.code()), (415, Some(-32600)));
        assert_eq!(answer.header("accept-encoding"), Some("identity"));
        let error = answer.json()["error"]["message"].to_string();
        assert!(error.contains("without that header"), "{error}");
    }
    let split = call()
        .with("content-encoding", "identity")
        .and("content-encoding", "zstd");
    assert_eq!(split.send(&endpoint).await.status, 415);
    let plain = call().with("content-encoding", "Identity");
    assert_eq!(plain.send(&endpoint).await.status, 200);
}
