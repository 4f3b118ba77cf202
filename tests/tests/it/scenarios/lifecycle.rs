//! How a conversation begins, and what is no tool.

use mcp_core::ProtocolVersion;
use serde_json::{Value, json};
use tests::{Carrier, message};

use super::Cell;
use super::cell::{text, told};

const VERSIONS: [&str; 1] = ["2026-07-28"];

// S-INIT-02, S-INIT-03, S-INIT-04, S-INIT-07, S-INIT-08, S-INIT-18, S-INIT-19, S-META-17, S-TOOL-01
pub(crate) async fn the_server_introduces_itself(cell: Cell) {
    let mut carrier = Carrier::open(cell.via, &cell.probe.server()).await;
    let can_ask = json!({ "elicitation": {} });
    let request = match cell.is_stateless() {
        true => message::stateless(1, "server/discover", json!({})),
        false => message::initialize(1, cell.version.as_str(), can_ask),
    };
    carrier.send(&request).await;
    let mut answer = carrier.next().await;
    let result = answer["result"].take();
    let tools = json!({ "listChanged": true });
    assert_eq!(result["capabilities"]["tools"], tools, "{result}");
    assert_eq!(
        result["capabilities"].as_object().unwrap().len(),
        1,
        "only what is there: {result}"
    );
    assert_eq!(result["instructions"], "Labels are three to eight letters.");
    let identity = match cell.is_stateless() {
        true => &result["_meta"]["io.modelcontextprotocol/serverInfo"],
        false => &result["serverInfo"],
    };
    assert_eq!(
        (&identity["name"], &identity["version"]),
        (&json!("stage"), &json!("1.2.3"))
    );
    let since = [
        ("title", ProtocolVersion::V2025_06_18),
        ("description", ProtocolVersion::V2025_11_25),
        ("websiteUrl", ProtocolVersion::V2025_11_25),
    ];
    for (member, first) in since {
        assert_eq!(
            identity.get(member).is_some(),
            cell.since(first),
            "{member} in {identity}"
        );
    }
    if cell.is_stateless() {
        assert_eq!(result["resultType"], "complete");
        assert_eq!(result["ttlMs"], 300_000);
        assert_eq!(result["cacheScope"], "public");
        assert_eq!(result.get("serverInfo"), None);
        assert_eq!(result["supportedVersions"], json!(VERSIONS));
    } else {
        assert_eq!(result["protocolVersion"], cell.version.as_str());
        let members: Vec<_> = result.as_object().unwrap().keys().collect();
        assert_eq!(members.len(), 4, "{members:?}");
    }
}

// S-INIT-14
pub(crate) async fn ping_is_of_its_revisions(cell: Cell) {
    let answer = cell.quiet().await.request("ping", json!({})).await;
    match cell.is_stateless() {
        true => assert_eq!(told(answer), (-32601, "Method not found: ping".to_owned())),
        false => assert_eq!(answer, Ok(json!({}))),
    }
}

// S-ENV-12, S-META-29
pub(crate) async fn unknown_methods_are_not_found(cell: Cell) {
    let mut client = cell.quiet().await;
    let other = match cell.is_stateless() {
        true => "logging/setLevel",
        false => "subscriptions/listen",
    };
    for method in ["foo/bar", "tools/List", "", other] {
        let (code, message) = told(client.request(method, json!({})).await);
        assert_eq!(
            (code, message),
            (-32601, format!("Method not found: {method}"))
        );
    }
    let long = "x".repeat(100_000);
    let (code, message) = told(client.request(&long, json!({})).await);
    assert_eq!(code, -32601);
    assert!(message.len() < 300, "{} bytes", message.len());
}

// S-ENV-13
pub(crate) async fn families_without_a_member_are_not_found(cell: Cell) {
    let mut client = cell.quiet().await;
    for method in [
        "prompts/list",
        "resources/list",
        "resources/templates/list",
        "completion/complete",
    ] {
        assert_eq!(
            told(client.request(method, json!({})).await).0,
            -32601,
            "{method}"
        );
    }
}

// S-ENV-19, S-INIT-08, S-META-15, S-META-18
pub(crate) async fn a_version_nobody_serves_is_told_which_are(cell: Cell) {
    let mut carrier = Carrier::open(cell.via, &cell.probe.server()).await;
    for version in ["2099-01-01", "1.0", ""] {
        if cell.is_stateless() {
            let mut request = message::stateless(1, "tools/list", json!({}));
            request["params"]["_meta"][message::VERSION_KEY] = json!(version);
            carrier.send(&request).await;
            let answer = carrier.next().await;
            assert_eq!(answer["error"]["code"], -32022, "{answer}");
            let data = json!({ "supported": VERSIONS, "requested": version });
            assert_eq!(answer["error"]["data"], data);
        } else {
            carrier
                .send(&message::initialize(1, version, json!({})))
                .await;
            let answer = carrier.next().await;
            assert_eq!(
                answer["result"]["protocolVersion"], "2025-11-25",
                "{answer}"
            );
        }
    }
}

/// A client may find out what the server is before it begins, or while it is at it: the process is the same.
// S-META-24, S-META-25, S-STDIO-11
pub(crate) async fn the_other_era_is_served_beside(cell: Cell) {
    let mut client = cell.quiet().await;
    let discover = message::stateless("probe", "server/discover", json!({}));
    client.carrier().send(&discover).await;
    let answer = client.carrier().next().await;
    assert_eq!(
        answer["result"]["supportedVersions"],
        json!(VERSIONS),
        "{answer}"
    );
    let greeted = client.call("greet", json!({})).await.unwrap();
    assert_eq!(text(&greeted), "Good morning.");

    let offer = message::initialize("hello", "2026-07-28", json!({}));
    client.carrier().send(&offer).await;
    let answer = client.carrier().next().await;
    assert_eq!(
        answer["result"]["protocolVersion"], "2025-11-25",
        "never through a handshake"
    );
    client.carrier().send(&message::initialized()).await;
    client
        .carrier()
        .send(&message::request("list", "tools/list", json!({})))
        .await;
    let answer = client.carrier().next().await;
    assert_eq!(answer["result"].get("resultType"), None, "{answer}");
    assert!(answer["result"]["tools"].is_array(), "{answer}");
}

// S-INIT-10
pub(crate) async fn initialized_may_come_early_late_twice_or_never(cell: Cell) {
    if cell.is_stateless() {
        return;
    }
    let mut carrier = Carrier::open(cell.via, &cell.probe.server()).await;
    carrier.send(&message::initialized()).await;
    carrier
        .send(&message::initialize(1, cell.version.as_str(), json!({})))
        .await;
    carrier.next().await;
    let list = async |carrier: &mut Carrier, id: i64| -> Value {
        carrier
            .send(&message::request(id, "tools/list", json!({})))
            .await;
        carrier.next().await
    };
    for id in 2..5 {
        let answer = list(&mut carrier, id).await;
        assert!(answer["result"]["tools"].is_array(), "{answer}");
        carrier.send(&message::initialized()).await;
    }
}
