//! Parameters that come from the call: traits decide, not names.

use std::sync::Arc;

use mcp_server::schemars::JsonSchema;
use mcp_server::serde::{Deserialize, Serialize};
use mcp_server::serde_json::json;
use mcp_server::{
    Args, Call, Ctx, Error, FromCall, HeaderMap, IntoServer as _, Result, State, tool, tools,
};

use crate::{call, client, listed};

struct Tenant(String);

impl FromCall for Tenant {
    async fn from_call(call: &Call) -> Result<Self> {
        match call.argument("release") {
            Some(release) => Ok(Self(format!("tenant of {release}"))),
            None => Err(Error::public("no tenant")),
        }
    }
}

type Database = Arc<String>;
type Db = State<Database>;
type Words = String;
type Context = Ctx;

/// Publish a release.
#[tool]
async fn publish(
    State(db): Db,
    HeaderMap(headers): HeaderMap,
    ctx: &Context,
    release: &str,
    Tenant(tenant): Tenant,
    notes: Option<Words>,
) -> Result<String> {
    let progress = ctx.progress(3.0);
    progress.step("building").await;
    if ctx.is_cancelled() {
        return Ok("cancelled".to_owned());
    }
    Ok(format!(
        "{db} {} {} {release} {tenant} {notes:?}",
        headers.iter().count(),
        ctx.name()
    ))
}

#[tokio::test]
async fn what_comes_from_the_call_is_no_argument() {
    let client = client(
        tools![publish]
            .into_server()
            .state(Arc::new("db".to_owned())),
    )
    .await;
    let result = call(&client, "publish", json!({ "release": "1.0" })).await;
    assert_eq!(result.text(), r#"db 0 publish 1.0 tenant of "1.0" None"#);
    let schema = listed(&client, "publish").await["inputSchema"].clone();
    let mut names: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
    names.sort(); // the order of a map is that of whichever `serde_json` the build has
    assert_eq!(names, ["notes", "release"]);
    assert_eq!(schema["required"], json!(["release"]));
}

#[tokio::test]
async fn a_state_that_was_never_added_is_reported_when_the_server_is_built() {
    let fault = tools![publish]
        .into_server()
        .build()
        .unwrap_err()
        .to_string();
    assert!(
        fault.contains("publish") && fault.contains("State"),
        "{fault}"
    );
}

/// Names the shop.
#[tool]
fn shop(State(name): State<&'static str>, _also: &State<&'static str>) -> &'static str {
    name
}

#[tokio::test]
async fn state_may_be_lent_for_ever() {
    let client = client(tools![shop].into_server().state("corner")).await;
    assert_eq!(call(&client, "shop", json!({})).await.text(), "corner");
}

/// Could be sent, could be extracted.
#[derive(Deserialize, JsonSchema)]
#[serde(crate = "mcp_server::serde")]
#[schemars(crate = "mcp_server::schemars")]
struct Both {
    from: String,
}

impl FromCall for Both {
    async fn from_call(_: &Call) -> Result<Self> {
        Ok(Self {
            from: "call".to_owned(),
        })
    }
}

/// Takes it both ways.
#[tool]
fn both(#[arg] sent: Both, #[extract] extracted: Both) -> String {
    format!("{} {}", sent.from, extracted.from)
}

#[tokio::test]
async fn the_author_decides_where_traits_cannot() {
    let client = client(tools![both]).await;
    let result = call(&client, "both", json!({ "sent": { "from": "client" } })).await;
    assert_eq!(result.text(), "client call");
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(crate = "mcp_server::serde")]
#[schemars(crate = "mcp_server::schemars")]
struct Query {
    /// Words to look for.
    words: String,
    #[serde(default)]
    limit: u8,
}

/// Takes one struct.
#[tool]
async fn search(Args(query): Args<Query>, _ctx: Ctx) -> Query {
    query
}

#[tokio::test]
async fn all_arguments_may_be_one_struct() {
    let client = client(tools![search]).await;
    let entry = listed(&client, "search").await;
    assert_eq!(entry["inputSchema"]["required"], json!(["words"]));
    let result = call(&client, "search", json!({ "words": "x" })).await;
    assert_eq!(
        result.raw()["structuredContent"],
        json!({ "words": "x", "limit": 0 })
    );
}

/// Mixes the two.
#[tool]
fn mixed(Args(query): Args<Query>, more: u8) -> String {
    format!("{} {more}", query.words)
}

#[tokio::test]
async fn one_struct_and_single_arguments_do_not_mix() {
    let fault = tools![mixed].into_server().build().unwrap_err().to_string();
    assert!(fault.contains("Args") && fault.contains("mixed"), "{fault}");
}
