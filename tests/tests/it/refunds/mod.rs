//! Money goes back once, and only after the user has said yes: every way around it that a client or a careless author
//! could try.
//!
//! Sealed state that has expired is tried where the clock can be set: in the tests of `mcp-server/src/input`.

mod answers;
mod binding;
mod drops;
mod ledger;
mod purse;
mod replays;
mod swallowed;

/// Makes each trick a test over everything that carries messages.
macro_rules! over_each_carrier {
    ($($family:ident { $($trick:ident)* })*) => {
        over_each_carrier!(@via memory Memory [$($family { $($trick)* })*]);
        over_each_carrier!(@via stdio Stdio [$($family { $($trick)* })*]);
        over_each_carrier!(@via http Http [$($family { $($trick)* })*]);
    };
    (@via $module:ident $via:ident [$($family:ident { $($trick:ident)* })*]) => {
        mod $module {
            $(mod $family {
                $(#[tokio::test]
                async fn $trick() {
                    $crate::refunds::$family::$trick(tests::Via::$via).await;
                })*
            })*
        }
    };
}

over_each_carrier! {
    answers {
        only_yes_is_yes
        an_answer_that_nobody_asked_for_is_none
        an_answer_to_a_later_question_does_not_count_in_advance
        a_question_that_has_changed_is_asked_anew
        two_questions_at_once_need_two_answers
    }
    binding {
        tampered_state_is_refused_whatever_byte_it_is
        state_is_good_for_the_same_arguments_only
        state_is_good_for_the_same_tool_only
        state_is_good_for_the_same_caller_only
        state_is_good_for_the_same_server_only
        a_replica_with_the_same_key_goes_on
        state_tells_the_client_nothing
    }
    drops {
        guards_are_let_go_with_every_round
        a_refusal_lets_go_and_pays_nothing
        cancelling_an_open_question_lets_go_and_pays_nothing
    }
    replays {
        a_round_that_is_repeated_pays_once
        every_round_may_be_repeated_in_any_order
        two_calls_are_two_payments
    }
    swallowed {
        no_careless_handler_pays_without_consent
        no_careless_handler_pays_after_a_refusal
        a_careless_handler_pays_after_consent
        a_question_in_another_task_fails_the_call
    }
}
