//! Who is asked for suggestions, and what becomes of them.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use mcp_core::era::Params;
use mcp_core::transport::{Incoming, Origin, Principal};
use mcp_core::types::{ClientCapabilities, Completion};
use mcp_core::{ErrorKind, ProtocolVersion};

use super::{Completing, complete, is_served};
use crate::context::Peer;
use crate::error::{Blame, Error};
use crate::list_ctx::ListCtx;
use crate::place::{Defaults, Mount, Place};
use crate::server::Shared;
use crate::signature::Signature;
use crate::{Prompt, PromptBuilder, Result};

fn params() -> Params {
    let frame = Bytes::from_static(
        br#"{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"_meta":{"own":1}}}"#,
    );
    let incoming = Incoming::parse(frame, None).expect("a frame");
    incoming.params().clone()
}

fn ctx() -> ListCtx {
    let peer = Peer {
        version: ProtocolVersion::V2026_07_28,
        capabilities: Arc::new(ClientCapabilities::new()),
        info: Some(Bytes::from_static(br#"{"name":"host","version":"1"}"#)),
        log_level: None,
    };
    let origin = Origin::stream().with_principal(Principal::new("issuer", "ann", "client"));
    let mut states = crate::context::States::new();
    states.insert(std::any::TypeId::of::<u8>(), Arc::new(7_u8));
    let mut place = Place::default();
    place.enter(&Mount::new("trips", states, Defaults::default()), "");
    ListCtx::new(peer, Arc::new(origin), params(), Shared::bare()).at(&place)
}

fn typing(value: &str) -> Completing {
    let siblings = BTreeMap::from([("customer".to_owned(), "ann".to_owned())]);
    Completing::new(value.to_owned(), siblings, ctx())
}

/// Polls what never has to wait.
fn at_once<F: Future>(future: F) -> F::Output {
    let mut context = Context::from_waker(Waker::noop());
    match pin!(future).poll(&mut context) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("it waits"),
    }
}

fn signature(prompt: PromptBuilder) -> Arc<Signature> {
    let prompt = prompt.get(|_| unreachable!("only its signature is wanted"));
    prompt.define().expect("a prompt").common.signature
}

fn suggested(prompt: PromptBuilder, value: &str) -> Result<Completion> {
    at_once(complete(&signature(prompt), "x", typing(value)))
}

fn values(prompt: PromptBuilder, value: &str) -> Vec<String> {
    suggested(prompt, value).expect("suggestions").values
}

fn new() -> PromptBuilder {
    Prompt::new("reply")
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(dead_code, reason = "only the schema is wanted")]
enum Tone {
    Formal,
    Informal,
    Friendly,
    Brief,
}

/// S-COMP-08
#[test]
fn fixed_values_complete_by_themselves_the_likeliest_first() {
    let tone = |value| values(new().arg::<Tone>("x", |x| x), value);
    assert_eq!(tone("form"), ["formal", "informal"]);
    assert_eq!(tone("F"), ["formal", "friendly", "informal", "brief"]);
    assert_eq!(tone("").len(), 4);
    assert!(tone("loud").is_empty());
    let maybe = values(new().arg::<Option<Tone>>("x", |x| x), "fr");
    assert_eq!(maybe, ["friendly"]);
    assert_eq!(values(new().arg::<bool>("x", |x| x), "T"), ["true"]);
}

/// S-COMP-07
#[test]
fn an_argument_without_a_completer_has_no_suggestions() {
    let completion = suggested(new().arg::<String>("x", |x| x), "a").expect("an answer");
    assert!(completion.values.is_empty());
    assert_eq!(completion.has_more, Some(false));
}

/// S-COMP-06
#[test]
fn an_unknown_argument_is_refused_by_its_name() {
    let error = suggested(new().arg::<String>("y", |y| y), "a").expect_err("unknown");
    let Blame::Protocol(error) = error.blame() else {
        panic!("a protocol error");
    };
    assert_eq!(error.kind(), ErrorKind::InvalidParams);
    assert_eq!(error.message(), r#"reply has no argument "x""#);
}

#[test]
fn a_completer_gives_lists_of_anything_shown_at_once_or_later() {
    let check = |prompt: PromptBuilder| assert_eq!(values(prompt, "a"), ["1", "2"]);
    check(new().arg::<u8>("x", |x| x.complete(|_| ["1", "2"])));
    check(new().arg::<u8>("x", |x| x.complete(|_| vec![1, 2])));
    check(new().arg::<u8>("x", |x| x.complete(|_| &["1", "2"][..])));
    check(new().arg::<u8>("x", |x| x.complete(|_| async { vec!["1", "2"] })));
    check(new().arg::<u8>("x", |x| {
        x.complete(async |_| Ok::<_, std::fmt::Error>(vec!["1".to_owned(), "2".to_owned()]))
    }));
    check(new().arg::<u8>("x", |x| {
        x.complete(|q| Completion::new(vec![q.value().replace('a', "1"), "2".to_owned()]))
    }));
}

/// S-COMP-05
#[test]
fn a_completer_sees_what_else_is_filled_in_and_who_asks() {
    let prompt = new().arg::<String>("x", |x| {
        x.complete(|q: Completing| {
            let ctx = q.ctx().clone();
            vec![
                q.value().to_owned(),
                q.argument("customer").unwrap_or("nobody").to_owned(),
                q.argument("x").unwrap_or("nothing").to_owned(),
                ctx.principal()
                    .map_or("anybody", |who| who.subject())
                    .to_owned(),
                ctx.client().name,
                ctx.meta()["own"].to_string(),
                ctx.state::<u8>().unwrap_or_default().to_string(),
                ctx.state::<u16>()
                    .map_or("none".to_owned(), |it| it.to_string()),
            ]
        })
    });
    assert_eq!(
        values(prompt, "A-"),
        ["A-", "ann", "nothing", "ann", "host", "1", "7", "none"]
    );
}

/// What `#[arg(complete = Self::open_orders)]` expands to.
#[test]
fn a_method_completes_with_what_it_borrows() {
    struct Orders(&'static [&'static str]);

    impl Orders {
        async fn open(&self, q: &Completing) -> Result<Vec<&str>, std::io::Error> {
            std::future::ready(()).await;
            Ok(self
                .0
                .iter()
                .copied()
                .filter(|id| id.starts_with(q.value()))
                .collect())
        }

        fn known(&self, _: &Completing) -> Vec<&str> {
            self.0.to_vec()
        }
    }

    let this = Arc::new(Orders(&["A-1", "A-2", "B-1"]));
    let open = new().arg::<String>("x", |x| {
        let this = Arc::clone(&this);
        x.complete(move |q: Completing| {
            let this = Arc::clone(&this);
            async move { crate::__private::completed(Orders::open(&this, &q)).await }
        })
    });
    assert_eq!(values(open, "A"), ["A-1", "A-2"]);
    let known = new().arg::<String>("x", |x| {
        x.complete(move |q: Completing| {
            let this = Arc::clone(&this);
            async move { crate::__private::completed(Orders::known(&this, &q)).await }
        })
    });
    assert_eq!(values(known, "A").len(), 3);
}

/// S-COMP-03
#[test]
fn a_hundred_suggestions_go_out_and_the_rest_is_counted() {
    let all = |count: u64| {
        let prompt = new().arg::<u64>("x", move |x| {
            x.complete(move |_| (0..count).collect::<Vec<_>>())
        });
        let completion = suggested(prompt, "").expect("suggestions");
        (
            completion.values.len(),
            completion.total,
            completion.has_more,
        )
    };
    assert_eq!(all(3), (3, Some(3), Some(false)));
    assert_eq!(all(100), (100, Some(100), Some(false)));
    assert_eq!(all(250), (100, Some(250), Some(true)));
    let own = new().arg::<u64>("x", |x| {
        x.complete(|_| {
            let mut many = Completion::default().with_total(9_000_u64);
            many.values = vec!["1".to_owned(); 150];
            many
        })
    });
    let completion = suggested(own, "").expect("suggestions");
    assert_eq!(
        (
            completion.values.len(),
            completion.total,
            completion.has_more
        ),
        (100, Some(9_000), Some(true))
    );
}

#[test]
fn what_a_completer_fails_with_is_passed_on() {
    let prompt = new().arg::<u8>("x", |x| {
        x.complete(|_| Err::<Vec<u8>, _>(Error::opaque("no database")))
    });
    let error = suggested(prompt, "").expect_err("failed");
    assert!(matches!(error.blame(), Blame::Opaque(_)));
}

#[test]
fn completion_is_served_where_anything_can_be_suggested() {
    assert!(!is_served(&signature(new().arg::<String>("x", |x| x))));
    assert!(is_served(&signature(new().arg::<Tone>("x", |x| x))));
    let own = new().arg::<String>("x", |x| x.complete(|_| ["a"]));
    assert!(is_served(&signature(own)));
}
