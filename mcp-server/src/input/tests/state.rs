//! State cannot be tricked.

use data_encoding::BASE64URL_NOPAD;
use mcp_core::ErrorKind;

use super::*;

async fn refund(ctx: Ctx) {
    ctx.confirm("Refund?").await;
}

async fn asked() -> (Client, Asked) {
    let client = Client::new();
    let asked = client.asked(client.call(refund).await);
    (client, asked)
}

async fn answer(client: &Client, state: &str) -> Driven<()> {
    client
        .send(Some(state), Some(json!({ "question-1": yes() })), refund)
        .await
}

/// The peer learns nothing but that its state is not accepted.
async fn refuses(client: &Client, state: &str, case: &str) {
    let driven = answer(client, state).await;
    let Driven::Failed(error) = driven else {
        panic!("{case}: {driven:?}")
    };
    assert_eq!(
        (error.kind(), error.message()),
        (ErrorKind::InvalidParams, "invalid requestState"),
        "{case}"
    );
    assert_eq!(error.data(), None, "{case}");
}

#[tokio::test]
async fn untouched_state_is_accepted_and_accepted_again() {
    let (client, asked) = asked().await;
    for _ in 0..2 {
        let driven = answer(&client, &asked.state).await;
        assert!(matches!(driven, Driven::Finished(())), "{driven:?}");
    }
}

// S-MRTR-08
#[tokio::test]
async fn tampering_with_any_byte_is_refused() {
    let (client, asked) = asked().await;
    let bytes = BASE64URL_NOPAD
        .decode(asked.state.as_bytes())
        .expect("base64url");
    for index in 0..bytes.len() {
        let mut altered = bytes.clone();
        altered[index] ^= 1;
        refuses(
            &client,
            &BASE64URL_NOPAD.encode(&altered),
            &format!("byte {index}"),
        )
        .await;
    }
    for (state, case) in [
        (String::new(), "empty"),
        (format!("{}-TAMPERED", asked.state), "appended"),
        (asked.state[..asked.state.len() / 2].to_owned(), "cut"),
        ("e30".to_owned(), "plain JSON"),
        ("A".repeat(1 << 20), "long"),
        ("not base64!".to_owned(), "not base64"),
    ] {
        refuses(&client, &state, case).await;
    }
}

// S-MRTR-09, S-MRTR-20
#[tokio::test]
async fn state_belongs_to_one_request() {
    let (mut client, asked) = asked().await;
    let own = client.binding;
    let cases: [(&str, Binding<'static>); 9] = [
        (
            "another amount",
            Binding {
                arguments: Some(br#"{"order":"A-1042","cents":900}"#),
                ..own
            },
        ),
        (
            "a text for a number",
            Binding {
                arguments: Some(br#"{"order":"A-1042","cents":"500"}"#),
                ..own
            },
        ),
        (
            "one argument more",
            Binding {
                arguments: Some(br#"{"order":"A-1042","cents":500,"x":null}"#),
                ..own
            },
        ),
        (
            "no arguments",
            Binding {
                arguments: None,
                ..own
            },
        ),
        (
            "another tool",
            Binding {
                name: "refund_all",
                ..own
            },
        ),
        (
            "another method",
            Binding {
                method: "prompts/get",
                ..own
            },
        ),
        (
            "another principal",
            Binding {
                principal: Some("mallory"),
                ..own
            },
        ),
        (
            "no principal",
            Binding {
                principal: None,
                ..own
            },
        ),
        (
            "another server",
            Binding {
                audience: "bank",
                ..own
            },
        ),
    ];
    for (case, binding) in cases {
        client.binding = binding;
        refuses(&client, &asked.state, case).await;
    }

    let same = br#" { "cents" : 500, "order" : "A-1042" } "#;
    client.binding = Binding {
        arguments: Some(same),
        ..own
    };
    let driven = answer(&client, &asked.state).await;
    assert!(
        matches!(driven, Driven::Finished(())),
        "the order of keys does not matter: {driven:?}"
    );
}

#[tokio::test]
async fn absent_arguments_are_an_empty_object() {
    let mut client = Client::new();
    client.binding.arguments = None;
    let asked = client.asked(client.call(refund).await);
    client.binding.arguments = Some(b"{}");
    let driven = answer(&client, &asked.state).await;
    assert!(matches!(driven, Driven::Finished(())), "{driven:?}");
}

// S-MRTR-09
#[tokio::test]
async fn state_lives_for_ten_minutes_and_every_round_renews_it() {
    let (mut client, asked) = asked().await;
    client.now += Duration::from_secs(599);
    assert!(matches!(
        answer(&client, &asked.state).await,
        Driven::Finished(())
    ));
    let renewed = client.asked(client.answer(&asked, json!({}), refund).await);
    client.now += Duration::from_secs(1);
    refuses(&client, &asked.state, "after ten minutes").await;
    client.now += Duration::from_secs(590);
    assert!(matches!(
        answer(&client, &renewed.state).await,
        Driven::Finished(())
    ));
    client.now += Duration::from_secs(3600);
    refuses(&client, &renewed.state, "after an hour").await;
}

// S-MRTR-12
#[tokio::test]
async fn state_of_another_instance_is_refused_and_of_a_replica_accepted() {
    let (mut client, asked) = asked().await;
    let own = std::mem::replace(&mut client.keys, KeyRing::random());
    refuses(&client, &asked.state, "another instance").await;
    refuses(&client, &own.seal(Purpose::Session, b"{}"), "a session id").await;
    client.keys = own.clone();
    refuses(
        &client,
        &own.seal(Purpose::Session, b"{}"),
        "a session id of our own",
    )
    .await;
    refuses(
        &client,
        &own.seal(Purpose::RequestState, b"{}"),
        "another layout",
    )
    .await;

    let shared = [b"a secret that all replicas share"];
    client.keys = KeyRing::from_secrets(&shared).expect("long");
    let asked = client.asked(client.call(refund).await);
    client.keys = KeyRing::from_secrets(&shared).expect("long");
    assert!(matches!(
        answer(&client, &asked.state).await,
        Driven::Finished(())
    ));
}

#[tokio::test]
async fn state_of_one_call_does_not_answer_another_question_of_the_same_call() {
    let (client, asked) = asked().await;
    let other = async |ctx: Ctx| {
        ctx.confirm("Delete everything?").await;
    };
    let driven = client
        .answer(&asked, json!({ "question-1": yes() }), other)
        .await;
    assert_eq!(client.asked(driven).messages(), ["Delete everything?"]);
}

#[tokio::test]
async fn state_that_grew_too_large_is_the_authors_fault_and_says_so() {
    let client = Client::new();
    let handler = async |ctx: Ctx| {
        let _ = ctx
            .once("document", async { Ok::<_, ()>("x".repeat(8 * 1024)) })
            .await;
        ctx.confirm("Sure?").await;
    };
    let Driven::Suspended(suspended) = client.call(handler).await else {
        panic!("asked")
    };
    let fault = suspended
        .seal(&client.keys, &client.binding, client.now)
        .expect_err("too large");
    assert_eq!(
        (fault.kind(), fault.message()),
        (ErrorKind::Internal, "the state of this call exceeds 8 KiB")
    );
}

// S-ELIC-22
#[tokio::test]
async fn the_client_cannot_read_what_it_carries() {
    let client = Client::new();
    let handler = async |ctx: Ctx| {
        let _ = ctx
            .once("secret", async { Ok::<_, ()>("hunter2".to_owned()) })
            .await;
        ctx.confirm("Sure?").await;
    };
    let asked = client.asked(client.call(handler).await);
    let bytes = BASE64URL_NOPAD
        .decode(asked.state.as_bytes())
        .expect("base64url");
    assert!(!bytes.windows(7).any(|window| window == b"hunter2"));
}
