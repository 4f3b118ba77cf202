//! Servers made of servers: each goes on as if it stood alone.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_core::ProtocolVersion;
use mcp_server::core::types::JsonObject;
use mcp_server::{
    Ctx, Errors, Extension, ExtensionFuture, ExtensionResult, Limits, ListCtx, ListedResource,
    Prompt, Resource, Server, ServerBuilder, State, Tool, UnknownKeys,
};
use serde_json::{Value, json};
use tests::{Carrier, Client, User, Via, message};

const LATEST: ProtocolVersion = ProtocolVersion::LATEST;

fn tool(name: &'static str) -> mcp_server::ToolBuilder {
    Tool::new(name).describe("Work at the desk.")
}

/// A desk that changes itself, and knows nothing of where it stands.
fn desk() -> ServerBuilder {
    let entries = Resource::new("desk://entries").name("entries");
    let drawer = Resource::new("desk://drawers/{drawer}").name("drawer");
    let drawer = drawer
        .arg::<String>("drawer", |drawer| drawer)
        .list(|ctx: ListCtx| {
            let uri = "desk://drawers/top";
            assert_eq!(ctx.server().listeners("desk://entries"), 0);
            vec![ListedResource::new(uri, "top")]
        });
    Server::new("desk", "1.0.0")
        .tool(tool("grow").handler(async |ctx: Ctx| {
            let leaf = tool("leaf").handler(async |ctx: Ctx| ctx.name().to_owned());
            ctx.server()
                .tools()
                .add(leaf)
                .map_err(mcp_server::Error::from)?;
            let twig = Prompt::new("twig")
                .describe("A twig.")
                .handler(async || "twig");
            ctx.server()
                .prompts()
                .add(twig)
                .map_err(mcp_server::Error::from)?;
            Ok::<_, mcp_server::Error>("grown")
        }))
        .tool(tool("hide").handler(async |ctx: Ctx| {
            let hidden = ctx.server().tools().enable("leaf", false);
            hidden
                && ctx
                    .server()
                    .resources()
                    .enable("desk://drawers/{drawer}", false)
        }))
        .tool(tool("cut").handler(async |ctx: Ctx| {
            ctx.server().tools().remove("leaf") && ctx.server().prompts().remove("twig")
        }))
        .tool(tool("touch").handler(async |ctx: Ctx| {
            ctx.server().resource_updated("desk://entries");
            ctx.server().listeners("desk://entries")
        }))
        .tool(tool("link").handler(async |ctx: Ctx| {
            let server = ctx.server();
            [
                server.public_uri("desk://entries"),
                server.public_name("link"),
            ]
        }))
        .resource(entries.handler(async || "none"))
        .resource(drawer.handler(async |ctx: Ctx, drawer: String| {
            format!("{drawer} of {} at {}", ctx.name(), ctx.uri().unwrap())
        }))
}

async fn client(server: ServerBuilder) -> Client {
    let server = server.build().expect("sound");
    Client::connect(Via::Memory, LATEST, &server, User::new()).await
}

async fn text(client: &mut Client, tool: &str, arguments: Value) -> String {
    let result = client.call(tool, arguments).await.expect("a result");
    result["content"][0]["text"]
        .as_str()
        .expect("text")
        .to_owned()
}

async fn names(client: &mut Client, method: &str, list: &str, member: &str) -> Vec<String> {
    let listed = client.request(method, json!({})).await.expect("a list");
    let items = listed[list].as_array().expect("a list").iter();
    let names = items.map(|item| item[member].as_str().expect("text").to_owned());
    names.collect()
}

#[tokio::test]
async fn a_nested_server_names_its_own_things() {
    let room = Server::new("room", "1.0.0").nest("desk", desk());
    let mut client = client(Server::new("house", "1.0.0").nest("room", room)).await;
    assert_eq!(
        text(&mut client, "room_desk_grow", json!({})).await,
        "grown"
    );
    assert_eq!(text(&mut client, "room_desk_leaf", json!({})).await, "leaf");
    let twig = json!({ "name": "room_desk_twig" });
    client.request("prompts/get", twig).await.expect("a prompt");
    let link = text(&mut client, "room_desk_link", json!({})).await;
    assert_eq!(link, r#"["desk://room/desk/entries","room_desk_link"]"#);

    let uris = names(&mut client, "resources/list", "resources", "uri").await;
    assert_eq!(
        uris,
        ["desk://room/desk/entries", "desk://room/desk/drawers/top"]
    );
    let read = json!({ "uri": uris[1] });
    let read = client
        .request("resources/read", read)
        .await
        .expect("a drawer");
    assert_eq!(read["contents"][0]["uri"], uris[1]);
    let own = "top of desk://drawers/{drawer} at desk://drawers/top";
    assert_eq!(read["contents"][0]["text"], own);

    assert_eq!(text(&mut client, "room_desk_hide", json!({})).await, "true");
    let tools = names(&mut client, "tools/list", "tools", "name").await;
    assert!(!tools.contains(&"room_desk_leaf".to_owned()), "{tools:?}");
    let templates = names(
        &mut client,
        "resources/templates/list",
        "resourceTemplates",
        "name",
    );
    assert_eq!(templates.await, [""; 0]);
    assert_eq!(text(&mut client, "room_desk_cut", json!({})).await, "true");
    let prompts = names(&mut client, "prompts/list", "prompts", "name").await;
    assert_eq!(prompts, [""; 0]);
}

#[tokio::test]
async fn a_nested_server_tells_of_its_own_changes_and_hears_who_listens() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let note = |who: &'static str| {
        let told = Arc::clone(&told);
        move |uri: &str| told.lock().unwrap().push(format!("{who} {uri}"))
    };
    let desk = desk()
        .on_subscribe(note("came"))
        .on_unsubscribe(note("went"));
    let door = Resource::new("house://door")
        .name("door")
        .handler(async || "open");
    let server = Server::new("house", "1.0.0").resource(door);
    let mut client = client(server.on_subscribe(note("house")).nest("desk", desk)).await;
    let uris = ["desk://desk/entries", "house://door"];
    let filter = json!({ "notifications": { "resourceSubscriptions": uris } });
    let listening = client.start("subscriptions/listen", filter).await;
    client.notice().await;
    assert_eq!(text(&mut client, "desk_touch", json!({})).await, "1");
    assert_eq!(client.notice().await["params"]["uri"], uris[0]);
    client.carrier().send(&message::cancelled(listening)).await;
    assert_eq!(text(&mut client, "desk_touch", json!({})).await, "0");
    let told = told.lock().unwrap();
    let mut came = told[..3].to_vec();
    came.sort();
    assert_eq!(
        came,
        [
            "came desk://entries",
            "house desk://desk/entries",
            "house house://door"
        ]
    );
    assert_eq!(told[3..], ["went desk://entries"], "and of nothing else");
}

#[tokio::test]
async fn what_a_server_says_of_arguments_stays_with_its_tools() {
    let part = |policy: Option<UnknownKeys>| {
        let server = Server::new("part", "1.0.0").tool(tool("leave").handler(async || "left"));
        let server = server.tool(tool("grow").handler(async |ctx: Ctx| {
            ctx.server()
                .tools()
                .add(tool("later").handler(async || "left"))
                .is_ok()
        }));
        match policy {
            Some(policy) => server.unknown_keys(policy),
            None => server,
        }
    };
    let whole = Server::new("whole", "1.0.0")
        .unknown_keys(UnknownKeys::Ignore)
        .ignore_keys(["action"])
        .nest("strict", part(Some(UnknownKeys::Error)))
        .nest("silent", part(None))
        .with(
            Server::new("merged", "1.0.0")
                .unknown_keys(UnknownKeys::Error)
                .tool(tool("merged").handler(async || "left")),
        )
        .tool(tool("own").handler(async || "left"));
    let mut client = client(whole).await;
    text(&mut client, "strict_grow", json!({})).await;
    text(&mut client, "silent_grow", json!({})).await;
    for (tool, taken) in [
        ("own", true),
        ("silent_leave", true),
        ("silent_later", true),
        ("strict_leave", false),
        ("strict_later", false),
        ("merged", false),
    ] {
        let said = text(&mut client, tool, json!({ "extra": 1 })).await;
        assert_eq!(said == "left", taken, "{tool}: {said}");
        let said = text(&mut client, tool, json!({ "action": 1 })).await;
        assert_eq!(said, "left", "{tool}: what the whole server ignores");
    }
}

#[tokio::test(start_paused = true)]
async fn limits_of_a_server_stay_with_what_it_offers() {
    let part = || {
        let wait = tool("wait").handler(async || tokio::time::sleep(Duration::from_secs(5)).await);
        let note = Resource::new("part://note").handler(async || {
            tokio::time::sleep(Duration::from_secs(5)).await;
            "late"
        });
        let long = tool("long").handler(async || "abcdef");
        Server::new("part", "1.0.0")
            .tool(wait)
            .tool(long)
            .resource(note)
    };
    let limits = Limits::default()
        .with_call(Duration::from_secs(1))
        .with_result(3);
    let whole = Server::new("whole", "1.0.0")
        .nest("hasty", part().limits(limits))
        .nest("calm", part());
    let mut client = client(whole).await;
    assert_eq!(text(&mut client, "calm_wait", json!({})).await, "ok");
    assert_eq!(text(&mut client, "calm_long", json!({})).await, "abcdef");
    let late = text(&mut client, "hasty_wait", json!({})).await;
    assert_eq!(late, "hasty_wait timed out after 1 s");
    assert_eq!(text(&mut client, "hasty_long", json!({})).await, "abc");
    let note = json!({ "uri": "part://hasty/note" });
    let late = client.request("resources/read", note).await.unwrap_err();
    assert_eq!(late.message, "part://hasty/note timed out after 1 s");
}

#[tokio::test]
async fn long_results_are_kept_once_for_all() {
    let long = || tool("long").handler(async || "abcdef");
    let limits = Limits::default().with_result(3);
    let part = || {
        Server::new("part", "1.0.0")
            .tool(long())
            .limits(limits.clone())
            .spill_results()
    };
    let whole = Server::new("whole", "1.0.0").spill_results();
    let mut client = client(whole.nest("one", part()).nest("two", part())).await;
    let templates = names(
        &mut client,
        "resources/templates/list",
        "resourceTemplates",
        "uriTemplate",
    );
    assert_eq!(templates.await, ["result://{id}"]);
    for name in ["one_long", "two_long"] {
        let result = client.call(name, json!({})).await.unwrap();
        let uri = json!({ "uri": result["content"][2]["uri"] });
        let whole = client.request("resources/read", uri).await.unwrap();
        assert_eq!(whole["contents"][0]["text"], "abcdef");
    }
}

/// Names one thing that its server was given.
struct Named(&'static str);

impl Extension for Named {
    fn id(&self) -> &str {
        self.0
    }

    fn methods(&self) -> &[&str] {
        &["named/who"]
    }

    fn call<'a>(&'a self, ctx: ListCtx, _: &'a str, _: JsonObject) -> ExtensionFuture<'a> {
        Box::pin(async move {
            let who: &'static str = ctx.state().unwrap_or("nobody");
            Ok(ExtensionResult::new().with("who", who))
        })
    }
}

#[tokio::test]
async fn extensions_and_log_of_a_nested_server_are_served() {
    const ID: &str = "com.example/named";
    #[expect(deprecated, reason = "clients still ask for log messages")]
    let part = Server::new("part", "1.0.0")
        .extension(Named(ID))
        .state("ann")
        .logging();
    let whole = Server::new("whole", "1.0.0").state("bob");
    let server = whole.nest("part", part).build().expect("sound");
    let carrier = Carrier::open(Via::Memory, &server).await;
    let carrier = carrier.with_words(&["named/who"]);
    let mut client = Client::over(carrier, LATEST, User::new(), json!({})).await;
    let discovered = client.request("server/discover", json!({})).await.unwrap();
    assert_eq!(discovered["capabilities"]["logging"], json!({}));
    assert_eq!(discovered["capabilities"]["extensions"], json!({ ID: {} }));
    let able = message::meta(json!({ "extensions": { ID: {} } }));
    let asked = client.request("named/who", json!({ "_meta": able })).await;
    assert_eq!(asked.unwrap()["who"], "ann", "of its own server");
}

#[tokio::test]
async fn states_are_looked_for_from_the_inside_out() {
    let tools = || {
        let say = tool("say").handler(
            async |State(word): State<&'static str>, State(n): State<u8>, State(of): State<u16>| {
                format!("{word} {n} {of}")
            },
        );
        Server::new("inner", "1.0.0").tool(say).state("inner")
    };
    let middle = Server::new("middle", "1.0.0")
        .nest("inner", tools())
        .state("middle")
        .state(1_u8);
    let outer = Server::new("outer", "1.0.0")
        .nest("middle", middle)
        .state(2_u8)
        .state(3_u16);
    let mut client = client(outer).await;
    assert_eq!(
        text(&mut client, "middle_inner_say", json!({})).await,
        "inner 1 3"
    );
}

#[test]
fn what_only_a_whole_server_can_do_is_a_fault_unless_it_does() {
    let part = || {
        let limits = Limits::default().with_question(Duration::from_secs(9));
        Server::new("part", "1.0.0")
            .errors(Errors::Masked)
            .limits(limits)
    };
    let whole = || Server::new("whole", "1.0.0");
    let faults = |server: ServerBuilder| server.build().unwrap_err().faults().join("\n");
    let told = faults(whole().nest("a", Server::new("b", "1").with(part())));
    assert!(told.contains("nest(\"a\"): with(…): `errors`"), "{told}");
    assert!(told.contains("`limits (question)`"), "{told}");
    assert!(!told.contains("cancel_grace"), "{told}");
    let limits = Limits::default().with_question(Duration::from_secs(9));
    let same = whole()
        .nest("a", part())
        .errors(Errors::Masked)
        .limits(limits);
    assert!(same.build().is_ok());
    let twice = whole()
        .extension(Named("com.example/a"))
        .nest("a", Server::new("b", "1").extension(Named("com.example/a")));
    assert!(faults(twice).contains("nest(\"a\"): there are two extensions"));
}
