//! Sending the user to a page.

use mcp_core::types::ElicitRequest;

use super::live::Wire;
use super::*;

const PAGE: &str = "https://shop.example/connect";

fn pages() -> ClientCapabilities {
    ClientCapabilities::new().with_elicitation(ElicitationCapability::URL)
}

fn client() -> Client {
    let mut client = Client::new();
    client.capabilities = Arc::new(pages());
    client
}

fn agree() -> Value {
    json!({ "action": "accept" })
}

async fn connect(ctx: Ctx) -> String {
    let flow = ctx.flow_id();
    let visit = ctx.open_url(format!("{PAGE}?flow={flow}"), "Sign in").await;
    visit.complete();
    flow
}

// S-ELIC-02, S-ELIC-17, S-ELIC-26
#[tokio::test]
async fn the_page_is_asked_for_and_found_again_by_its_flow() {
    let client = client();
    let Driven::Suspended(suspended) = client.call(connect).await else {
        panic!("not asked")
    };
    let request = suspended.requests.get("question-1").expect("asked");
    let InputRequest::Elicit(ElicitRequest::Url(page)) = request else {
        panic!("{request:?}")
    };
    let (message, url) = (page.message.clone(), page.url.clone());
    assert_eq!((&*message, &page.elicitation_id), ("Sign in", &None));
    let asked = client.asked(Driven::<String>::Suspended(suspended));

    // Content means nothing here, whatever it says.
    for answer in [
        agree(),
        accept(json!({})),
        accept(json!({ "confirm": false })),
    ] {
        let answers = json!({ "question-1": answer });
        let driven = client.answer(&asked, answers, connect).await;
        let Driven::Finished(flow) = driven else {
            panic!("{driven:?}")
        };
        assert_eq!(url, format!("{PAGE}?flow={flow}"));
    }
}

// S-ELIC-15
#[tokio::test]
async fn the_kind_of_the_question_says_what_a_refusal_does() {
    let client = client();
    let asked = client.asked(client.call(connect).await);
    for (refusal, words) in [
        (decline(), "the user declined"),
        (cancel(), "the user cancelled"),
    ] {
        let driven = client
            .answer(&asked, json!({ "question-1": refusal }), connect)
            .await;
        assert!(
            matches!(&driven, Driven::Refused(said) if said == words),
            "{driven:?}"
        );
    }

    let handler = async |ctx: Ctx| {
        let (outcome, result) = tokio::join!(
            ctx.open_url(PAGE, "One").key("one").outcome(),
            ctx.try_open_url(PAGE, "Two").key("two"),
        );
        (outcome.accepted().is_some(), result.map(|_| ()))
    };
    let asked = client.asked(client.call(handler).await);
    assert_eq!(asked.keys(), ["one", "two"]);
    for (one, two, expected) in [
        (agree(), agree(), (true, Ok(()))),
        (decline(), cancel(), (false, Err(Refusal::Cancelled))),
        (cancel(), decline(), (false, Err(Refusal::Declined))),
    ] {
        let driven = client
            .answer(&asked, json!({ "one": one, "two": two }), handler)
            .await;
        let Driven::Finished(outcome) = driven else {
            panic!("{driven:?}")
        };
        assert_eq!(outcome, expected);
    }
}

#[tokio::test]
async fn an_answer_for_one_page_is_none_for_another() {
    let client = client();
    let handler = |page: &'static str| {
        async move |ctx: Ctx| {
            ctx.open_url(page, "Sign in").await;
        }
    };
    let asked = client.asked(client.call(handler(PAGE)).await);
    let other = handler("https://shop.example/other");
    let again = client
        .answer(&asked, json!({ "question-1": agree() }), other)
        .await;
    assert_eq!(client.asked(again).messages(), ["Sign in"]);
}

// S-ELIC-03, S-ELIC-30
#[tokio::test]
async fn a_client_is_asked_only_in_the_modes_it_has() {
    let handler = async |ctx: Ctx| {
        ctx.open_url(PAGE, "Sign in").await;
    };
    for (capabilities, can) in [
        (ClientCapabilities::new(), (false, false)),
        (forms(), (true, false)),
        (pages(), (false, true)),
    ] {
        let mut client = Client::new();
        client.capabilities = Arc::new(capabilities);
        let driven = client
            .call(async |ctx: Ctx| (ctx.can_elicit(), ctx.can_open_url()))
            .await;
        assert!(
            matches!(driven, Driven::Finished(said) if said == can),
            "{driven:?}"
        );
        match client.call(handler).await {
            Driven::Lacking(missing) => assert_eq!((missing, can.1), (pages(), false)),
            Driven::Suspended(_) => assert!(can.1),
            driven => panic!("{driven:?}"),
        }
        match client
            .call(async |ctx: Ctx| ctx.confirm("Sure?").await)
            .await
        {
            Driven::Lacking(missing) => assert_eq!((missing, can.0), (forms(), false)),
            Driven::Suspended(_) => assert!(can.0),
            driven => panic!("{driven:?}"),
        }
    }
}

// S-ELIC-02, S-ELIC-27
#[tokio::test]
async fn a_live_page_has_an_id_and_its_end_is_told_under_it() {
    let (wire, mut questions) = Wire::new();
    let flow = Flow::live(Arc::new(pages()), Arc::clone(&wire) as Arc<dyn Carrier>);
    let handler = async |ctx: Ctx| {
        let (one, two) = tokio::join!(
            ctx.open_url(PAGE, "One"),
            ctx.open_url(PAGE, "Two").key("two")
        );
        two.complete();
        drop(one);
    };
    let user = async {
        let mut ids = Vec::new();
        for _ in 0..2 {
            let question = questions.recv().await.expect("asked");
            let InputRequest::Elicit(ElicitRequest::Url(page)) = question.request() else {
                panic!("{:?}", question.request())
            };
            ids.push(page.elicitation_id.clone().expect("an id"));
            question.reply(agree());
        }
        ids
    };
    let (driven, ids) = tokio::join!(drive_with(flow, handler), user);
    assert!(matches!(driven, Driven::Finished(())), "{driven:?}");
    assert_ne!(ids[0], ids[1]);
    assert_eq!(wire.completed(), [&*ids[1]]);
}
