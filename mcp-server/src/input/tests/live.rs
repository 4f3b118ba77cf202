//! The same handlers, when the answer is awaited.

use std::sync::Mutex;

use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot};

use super::*;
use crate::input::live::Asked as OnItsWay;

/// A question at the client, and where its answer goes.
pub(super) struct Question {
    request: InputRequest,
    answer: oneshot::Sender<Result<Box<RawValue>, Unanswered>>,
}

impl Question {
    pub(super) fn request(&self) -> &InputRequest {
        &self.request
    }

    fn message(&self) -> &str {
        match &self.request {
            InputRequest::Elicit(request) => request.message(),
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn reply(self, answer: Value) {
        let raw = serde_json::value::to_raw_value(&answer).expect("JSON");
        self.answer.send(Ok(raw)).expect("somebody waits");
    }
}

/// Carries questions to a client, and notes the visits that are over.
pub(super) struct Wire {
    client: Mutex<mpsc::UnboundedSender<Question>>,
    completed: Mutex<Vec<String>>,
}

impl Wire {
    /// With the questions that arrive at the client.
    pub(super) fn new() -> (Arc<Self>, mpsc::UnboundedReceiver<Question>) {
        let (sender, questions) = mpsc::unbounded_channel();
        let wire = Self {
            client: Mutex::new(sender),
            completed: Mutex::default(),
        };
        (Arc::new(wire), questions)
    }

    pub(super) fn completed(&self) -> Vec<String> {
        self.completed.lock().expect("whole").clone()
    }
}

impl Carrier for Wire {
    fn ask(&self, request: InputRequest) -> OnItsWay {
        let (answer, answered) = oneshot::channel();
        let sent = self
            .client
            .lock()
            .expect("whole")
            .send(Question { request, answer });
        Box::pin(async move {
            sent.map_err(|_| Unanswered::Gone)?;
            answered.await.unwrap_or(Err(Unanswered::Gone))
        })
    }

    fn completed(&self, elicitation_id: &str) {
        let mut completed = self.completed.lock().expect("whole");
        completed.push(elicitation_id.to_owned());
    }
}

/// A live flow, and the questions that arrive at its client.
pub(super) fn flow() -> (Flow, mpsc::UnboundedReceiver<Question>) {
    let (wire, questions) = Wire::new();
    (Flow::live(Arc::new(forms()), wire), questions)
}

/// Drives a handler beside a client that answers with `user`.
async fn with<T>(
    handler: impl AsyncFnOnce(Ctx) -> T,
    mut user: impl AsyncFnMut(Question),
) -> Driven<T> {
    let (flow, mut questions) = flow();
    let client = async {
        while let Some(question) = questions.recv().await {
            user(question).await;
        }
        std::future::pending().await
    };
    tokio::select! {
        biased;
        driven = drive_with(flow, handler) => driven,
        () = client => unreachable!(),
    }
}

async fn refund(ctx: Ctx, refunds: &Counter) {
    ctx.confirm("Refund?").await;
    refunds.add();
}

#[tokio::test]
async fn a_yes_goes_on_and_nothing_else_does() {
    for (answer, words) in [
        (yes(), None),
        (decline(), Some("the user declined")),
        (cancel(), Some("the user cancelled")),
        (accept(json!({})), Some("the user declined")),
        (json!(12345), Some("the client's answer cannot be read")),
        (
            json!({ "action": "maybe" }),
            Some("the client's answer cannot be read"),
        ),
    ] {
        let refunds = Counter::default();
        let handler = async |ctx: Ctx| refund(ctx, &refunds).await;
        let driven = with(handler, async |question: Question| {
            assert_eq!(question.message(), "Refund?");
            question.reply(answer.clone());
        })
        .await;
        match (driven, words) {
            (Driven::Finished(()), None) => assert_eq!(refunds.get(), 1),
            (Driven::Refused(said), Some(words)) => {
                assert!(said.starts_with(words), "{said}");
                assert_eq!(refunds.get(), 0);
            }
            (driven, _) => panic!("{answer}: {driven:?}"),
        }
    }
}

// S-ELIC-15, S-INIT-16
#[tokio::test]
async fn no_answer_at_all_ends_the_call_in_words() {
    for (fault, words) in [
        (
            Unanswered::Failed("no".to_owned()),
            "the client could not answer: no",
        ),
        (
            Unanswered::TimedOut(Duration::from_secs(300)),
            "the user did not answer within 300s",
        ),
        (Unanswered::Gone, "the client went away before it answered"),
    ] {
        let refunds = Counter::default();
        let user = async |question: Question| {
            question
                .answer
                .send(Err(fault.clone()))
                .expect("somebody waits");
        };
        let driven = with(async |ctx: Ctx| refund(ctx, &refunds).await, user).await;
        assert!(
            matches!(&driven, Driven::Refused(said) if said == words),
            "{driven:?}"
        );
        assert_eq!(refunds.get(), 0);
        let driven = with(
            async |ctx: Ctx| ctx.elicit::<Option<Name>>("Who?").await,
            user,
        )
        .await;
        assert!(matches!(driven, Driven::Finished(None)), "{driven:?}");
    }
}

#[tokio::test]
async fn two_questions_are_out_at_the_same_time() {
    let mut first = None;
    let driven = with(
        async |ctx: Ctx| tokio::join!(ctx.elicit::<Name>("One?"), ctx.elicit::<Name>("Two?")),
        async |question: Question| match first.take() {
            None => first = Some(question),
            Some(first) => {
                question.reply(name("second"));
                first.reply(name("first"));
            }
        },
    )
    .await;
    let Driven::Finished((one, two)) = driven else {
        panic!("{driven:?}")
    };
    assert_eq!((one.0.as_str(), two.0.as_str()), ("first", "second"));
}

#[tokio::test]
async fn an_invalid_answer_is_asked_again_with_the_reason() {
    let mut messages = Vec::new();
    let driven = with(
        async |ctx: Ctx| ctx.elicit::<Name>("Who?").await.0,
        async |question: Question| {
            messages.push(question.message().to_owned());
            question.reply(if messages.len() == 1 {
                name("A")
            } else {
                name("Ada")
            });
        },
    )
    .await;
    assert!(
        matches!(&driven, Driven::Finished(who) if who == "Ada"),
        "{driven:?}"
    );
    assert_eq!(messages[0], "Who?");
    assert!(
        messages[1].starts_with("Who?\n\nPlease correct: `name` needs"),
        "{messages:?}"
    );
}

#[tokio::test]
async fn a_user_who_never_gives_a_usable_answer_is_let_go() {
    let mut times = 0;
    let driven = with(
        async |ctx: Ctx| ctx.elicit::<Name>("Who?").await.0,
        async |question: Question| {
            times += 1;
            question.reply(name("A"));
        },
    )
    .await;
    assert!(
        matches!(&driven, Driven::Refused(words) if words.starts_with("no usable answer after 10")),
        "{driven:?}"
    );
    assert_eq!(times, 10);
}

// S-ELIC-30
#[tokio::test]
async fn a_client_without_forms_is_not_asked() {
    let (wire, mut questions) = Wire::new();
    let flow = Flow::live(Arc::default(), wire);
    let driven = drive_with(flow, async |ctx: Ctx| ctx.confirm("Sure?").await).await;
    assert!(
        matches!(&driven, Driven::Lacking(missing) if *missing == forms()),
        "{driven:?}"
    );
    assert!(questions.try_recv().is_err());
}

// S-CANC-11
#[tokio::test]
async fn giving_up_an_open_question_ends_the_call() {
    let refunds = Counter::default();
    let handler = async |ctx: Ctx| {
        let _ = tokio::time::timeout(Duration::from_millis(1), ctx.confirm("Refund?")).await;
        refunds.add();
    };
    let (flow, _questions) = flow();
    let driven = drive_with(flow, handler).await;
    assert!(
        matches!(&driven, Driven::Refused(words) if words.contains("gave up a question")),
        "{driven:?}"
    );
    assert_eq!(refunds.get(), 0);
}

#[tokio::test]
async fn who_goes_on_after_a_refusal_may_give_up_the_question() {
    let (flow, mut questions) = flow();
    let driven = drive_with(flow, async |ctx: Ctx| {
        let name = ctx.elicit::<Option<Name>>("Who?");
        tokio::time::timeout(Duration::from_millis(1), name)
            .await
            .is_err()
    })
    .await;
    assert!(matches!(driven, Driven::Finished(true)), "{driven:?}");
    let question = questions.try_recv().expect("sent");
    assert!(
        question.answer.is_closed(),
        "nobody waits for the answer any more"
    );
}

#[tokio::test]
async fn the_time_limit_stands_still_while_a_question_is_open() {
    let (flow, mut questions) = flow();
    let ctx = ctx(flow);
    let limit = Duration::from_millis(80);
    let handler = {
        let ctx = ctx.clone();
        async move {
            ctx.confirm("Sure?").await;
            tokio::time::sleep(Duration::from_millis(1)).await;
            ctx.0.flow.paused()
        }
    };
    let user = async {
        let question = questions.recv().await.expect("asked");
        tokio::time::sleep(limit * 2).await;
        question.reply(yes());
        std::future::pending::<()>().await;
    };
    let driven = tokio::select! {
        driven = drive(ctx, handler, Some(limit)) => driven,
        () = user => unreachable!(),
    };
    assert!(
        matches!(driven, Driven::Finished(paused) if paused >= limit * 2),
        "{driven:?}"
    );
}

#[tokio::test]
async fn the_time_limit_goes_on_after_the_answer() {
    let (flow, mut questions) = flow();
    let ctx = ctx(flow);
    let limit = Duration::from_millis(40);
    let released = Counter::default();
    let handler = {
        let (ctx, released) = (ctx.clone(), released.clone());
        async move {
            let _guard = released.guard();
            ctx.confirm("Sure?").await;
            std::future::pending::<()>().await;
        }
    };
    let user = async {
        questions.recv().await.expect("asked").reply(yes());
        std::future::pending::<()>().await;
    };
    let driven = tokio::select! {
        driven = drive(ctx, handler, Some(limit)) => driven,
        () = user => unreachable!(),
    };
    assert!(
        matches!(driven, Driven::TimedOut(after) if after == limit),
        "{driven:?}"
    );
    assert_eq!(released.get(), 1);
}

#[tokio::test]
async fn the_time_limit_goes_on_after_a_question_was_given_up() {
    let (flow, _questions) = flow();
    let ctx = ctx(flow);
    let handler = {
        let ctx = ctx.clone();
        async move {
            let name = ctx.elicit::<Option<Name>>("Who?");
            let _ = tokio::time::timeout(Duration::from_millis(1), name).await;
            std::future::pending::<()>().await;
        }
    };
    let driven = tokio::time::timeout(
        Duration::from_secs(60),
        drive(ctx, handler, Some(Duration::from_millis(20))),
    );
    let driven = driven.await.expect("the limit is enforced");
    assert!(matches!(driven, Driven::TimedOut(_)), "{driven:?}");
}

#[tokio::test]
async fn once_runs_and_its_keys_are_unique_here_too() {
    let ran = Counter::default();
    let handler = async |ctx: Ctx| {
        let count = async {
            ran.add();
            Ok::<_, ()>(())
        };
        let _ = ctx.once("a", count).await;
        let _ = ctx.once("a", async { Ok::<_, ()>(()) }).await;
    };
    let (flow, _questions) = flow();
    let driven = drive_with(flow, handler).await;
    assert!(matches!(driven, Driven::Failed(_)), "{driven:?}");
    assert_eq!(ran.get(), 1);
}
