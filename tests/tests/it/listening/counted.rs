//! Tools come and go while eight clients listen: none of them misses a change, and none is told twice.

use mcp_core::ProtocolVersion;
use mcp_server::Server;
use serde_json::json;
use tests::{Client, Site, User, Via};

use super::ear::Ear;
use super::office::Office;
use crate::stage::tool;

/// The resource that everybody listens to, so that its change can be told after all others.
const ENTRIES: &str = "desk://office/entries";

const TOOLS: &str = "notifications/tools/list_changed";
const UPDATED: &str = "notifications/resources/updated";

fn office() -> Server {
    Server::new("house", "1.0.0")
        .nest("office", Office::default())
        .build()
        .unwrap()
}

/// Eight clients of one server: four requests over HTTP, two on byte streams, and two sessions.
async fn ears(server: &Server) -> Vec<Ear> {
    let address = Site::open(server).await.address;
    let mut ears = Vec::new();
    for _ in 0..4 {
        ears.push(Ear::standing(address, ENTRIES).await);
    }
    for version in [
        ProtocolVersion::V2026_07_28,
        ProtocolVersion::V2026_07_28,
        ProtocolVersion::V2025_06_18,
    ] {
        ears.push(Ear::stream(server, version, ENTRIES).await);
    }
    ears.push(Ear::session(address, ENTRIES).await);
    assert_eq!(server.handle().listeners(ENTRIES), 8);
    ears
}

#[tokio::test]
async fn three_files_are_one_server_below_its_prefix() {
    let server = office();
    for version in ProtocolVersion::ALL {
        let mut client = Client::connect(Via::Memory, version, &server, User::new()).await;
        for (method, member, key, expected) in [
            (
                "tools/list",
                "tools",
                "name",
                &["office_who", "office_hire", "office_dismiss", "office_book"][..],
            ),
            ("prompts/list", "prompts", "name", &["office_balance"]),
            ("resources/list", "resources", "uri", &[ENTRIES]),
            (
                "resources/templates/list",
                "resourceTemplates",
                "uriTemplate",
                &["desk://office/entries/{number}"],
            ),
        ] {
            let list = client.request(method, json!({})).await.unwrap();
            let keys: Vec<_> = list[member]
                .as_array()
                .unwrap()
                .iter()
                .map(|item| item[key].as_str().unwrap())
                .collect();
            assert_eq!(keys, expected, "{method}");
        }
        let result = client.call("office_who", json!({})).await.unwrap();
        assert_eq!(result["content"][0]["text"], "nobody");
        let entry = json!({ "uri": "desk://office/entries/7" });
        let read = client.request("resources/read", entry).await.unwrap();
        assert_eq!(read["contents"][0]["text"], "entry 7");
    }
}

/// Each change is told before the next is made: as many notices as changes, to everybody.
// S-TOOL-27, S-SUBS-08, S-SUBS-17
#[tokio::test]
async fn changes_with_pauses_are_told_one_by_one() {
    const CHANGES: usize = 20;
    let server = office();
    let mut ears = ears(&server).await;
    let mut author =
        Client::connect(Via::Memory, ProtocolVersion::LATEST, &server, User::new()).await;
    for change in 0..CHANGES {
        let name = json!({ "name": format!("clerk-{}", change / 2) });
        // By hand, and by tools that are mounted.
        match change % 4 {
            0 => {
                author.call("office_hire", name.clone()).await.unwrap();
                let hired = format!("office_{}", name["name"].as_str().unwrap());
                author.call(&hired, json!({})).await.unwrap();
            }
            1 => {
                author.call("office_dismiss", name).await.unwrap();
            }
            2 => server
                .handle()
                .tools()
                .add(tool(name["name"].as_str().unwrap()))
                .unwrap(),
            _ => assert!(
                server
                    .handle()
                    .tools()
                    .remove(name["name"].as_str().unwrap())
            ),
        }
        for ear in &mut ears {
            assert_eq!(ear.next().await, TOOLS, "change {change}");
        }
    }
    // Nothing came twice: what is told after all of it is the next that is heard.
    author.call("office_book", json!({})).await.unwrap();
    for ear in &mut ears {
        assert_eq!(ear.next().await, UPDATED);
        assert_eq!(ear.tools().await.len(), 4);
    }
}

/// Many changes at once from several sides: fewer notices, but one after the last change. Whoever fetches the list upon
/// each notice ends with the list as it is.
// S-TOOL-27, S-SUBS-08, S-SUBS-17
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_burst_is_merged_and_its_end_is_never_missed() {
    const HANDS: usize = 4;
    const EACH: usize = 25;
    let server = office();
    let listening: Vec<_> = ears(&server)
        .await
        .into_iter()
        .map(|mut ear| {
            tokio::spawn(async move {
                let (mut told, mut tools) = (0, Vec::new());
                while ear.next().await == TOOLS {
                    told += 1;
                    tools = ear.tools().await;
                }
                (told, tools)
            })
        })
        .collect();

    let hands = (0..HANDS).map(|hand| {
        let handle = server.handle();
        tokio::spawn(async move {
            for number in 0..EACH {
                let name = format!("clerk-{hand}-{number}");
                handle.tools().add(tool(name.clone())).unwrap();
                if number % 2 == 0 {
                    assert!(handle.tools().remove(&name));
                }
                tokio::task::yield_now().await;
            }
        })
    });
    for hand in hands.collect::<Vec<_>>() {
        hand.await.unwrap();
    }
    server.handle().resource_updated(ENTRIES);

    let changes = HANDS * (EACH + EACH.div_ceil(2));
    let mut stay: Vec<_> = (0..HANDS)
        .flat_map(|hand| (0..EACH).map(move |number| (hand, number)))
        .filter(|(_, number)| number % 2 == 1)
        .map(|(hand, number)| format!("clerk-{hand}-{number}"))
        .collect();
    stay.sort();
    for ear in listening {
        let (told, tools) = ear.await.unwrap();
        assert!((1..=changes).contains(&told), "{told} of {changes}");
        let mut clerks: Vec<_> = tools
            .into_iter()
            .filter(|tool| tool.starts_with("clerk"))
            .collect();
        clerks.sort();
        assert_eq!(clerks, stay, "after {told} notices");
    }
}
