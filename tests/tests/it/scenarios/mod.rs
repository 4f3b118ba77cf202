//! One description of each scenario, played in every cell of revision × carrier.
//!
//! A scenario is a function of its [`Cell`]. What revisions and carriers differ in is asked of the cell by name, so that
//! the differences stand where they are asserted and nowhere else.

mod asking;
mod calls;
mod cell;
mod changes;
mod completion;
mod envelope;
mod failures;
mod golden;
mod hints;
mod lifecycle;
mod listening;
mod lists;
mod logging;
mod pages;
mod prompts;
mod resources;
mod running;

pub(crate) use cell::Cell;

/// Makes every scenario a test in every cell: `scenarios::http::v2025_06_18::lists::…`.
macro_rules! everywhere {
    ($($family:ident { $($scenario:ident)* })*) => {
        everywhere!(@via memory Memory [$($family { $($scenario)* })*]);
        everywhere!(@via stdio Stdio [$($family { $($scenario)* })*]);
        everywhere!(@via http Http [$($family { $($scenario)* })*]);
        // The one revision that has this transport; clients of it are also met on Streamable HTTP.
        mod sse {
            everywhere!(@in Sse v2024_11_05 V2024_11_05 [$($family { $($scenario)* })*]);
        }
    };
    (@via $module:ident $via:ident $scenarios:tt) => {
        mod $module {
            everywhere!(@in $via v2026_07_28 V2026_07_28 $scenarios);
            everywhere!(@in $via v2025_11_25 V2025_11_25 $scenarios);
            everywhere!(@in $via v2025_06_18 V2025_06_18 $scenarios);
            everywhere!(@in $via v2025_03_26 V2025_03_26 $scenarios);
            everywhere!(@in $via v2024_11_05 V2024_11_05 $scenarios);
        }
    };
    (@in $via:ident $module:ident $version:ident [$($family:ident { $($scenario:ident)* })*]) => {
        mod $module {
            $(mod $family {
                $(#[tokio::test]
                async fn $scenario() {
                    let version = mcp_core::ProtocolVersion::$version;
                    let cell = $crate::scenarios::Cell::new(tests::Via::$via, version);
                    $crate::scenarios::$family::$scenario(cell).await;
                })*
            })*
        }
    };
}

everywhere! {
    lists {
        tools_are_listed_in_order_and_alike_each_time
        tools_have_the_members_their_revision_knows
        results_that_are_no_objects_are_wrapped_where_they_must_be
        there_is_only_one_page
    }
    calls {
        a_good_call_has_text_and_structure
        a_result_without_a_type_is_text
        absent_null_and_empty_arguments_are_the_same
        arguments_that_are_no_object_are_a_protocol_error
        all_faults_of_the_arguments_are_told_at_once
        an_unknown_argument_is_refused_with_its_nearest
        null_is_absence_where_an_argument_is_optional
        an_unknown_tool_is_a_protocol_error
        a_call_without_a_name_is_a_protocol_error
    }
    asking {
        consent_comes_before_the_effect
        a_refusal_ends_the_call
        a_question_that_is_closed_ends_the_call
        accepting_without_saying_yes_is_no_consent
        a_form_is_filled_in
        a_form_may_be_refused_where_the_type_says_so
        a_wrong_answer_is_asked_for_again
        a_page_is_opened_where_the_revision_knows_pages
        a_client_that_cannot_ask_is_told_so
    }
    running {
        progress_goes_to_the_token_before_the_answer
        progress_only_ever_grows
        prompts_and_resources_tell_of_their_progress_too
        without_a_token_there_is_no_progress
        a_waiting_call_holds_up_nobody
        what_was_given_up_is_dropped_and_never_answered
        cancelling_what_is_not_there_does_nothing
        one_id_is_one_request
    }
    failures {
        a_panic_is_contained
        an_opaque_error_is_for_the_operator
        an_error_of_the_tools_own_type_is_for_the_model
    }
    lifecycle {
        the_server_introduces_itself
        ping_is_of_its_revisions
        unknown_methods_are_not_found
        families_without_a_member_are_not_found
        a_version_nobody_serves_is_told_which_are
        the_other_era_is_served_beside
        initialized_may_come_early_late_twice_or_never
    }
    envelope {
        ids_come_back_as_they_were
        ids_that_are_none_are_refused_and_nothing_runs
        a_call_that_wants_no_answer_is_not_made
        parameters_are_an_object_or_absent
        members_that_nobody_knows_are_ignored
        answers_to_nothing_are_not_answered
        batches_are_refused_whole
        batches_are_served_where_they_are_known
    }
    resources {
        resources_are_listed_in_order_and_members_of_families_last
        resources_have_the_members_their_revision_knows
        families_are_listed_by_their_templates
        members_that_cannot_be_listed_are_left_out
        text_and_bytes_are_read_each_in_its_way
        a_folder_has_several_contents_with_uris_of_their_own
        what_is_not_there_is_not_found
        what_could_lead_elsewhere_is_refused
        a_read_names_one_uri
        a_resource_that_fails_is_an_internal_error
        what_is_for_the_staff_is_there_for_nobody_else
        a_resource_may_ask
    }
    prompts {
        prompts_are_listed_in_order
        prompts_have_the_members_their_revision_knows
        arguments_are_text_and_read_by_their_types
        arguments_that_do_not_fit_are_refused_all_at_once
        an_unknown_prompt_is_a_protocol_error
        a_conversation_has_both_sides_and_all_kinds_of_content
        a_prompt_that_fails_is_an_internal_error
        what_is_for_the_staff_is_there_for_nobody_else
        a_prompt_may_ask
    }
    completion {
        arguments_and_variables_are_completed
        at_most_a_hundred_values_come
        what_is_filled_in_already_counts
        nothing_to_suggest_is_an_answer
        what_nobody_knows_is_refused
        it_is_promised_where_the_revision_has_a_word_for_it
        a_server_that_completes_nothing_has_no_such_method
        suggestions_are_nothing_to_keep
    }
    hints {
        lists_and_readings_say_how_long_and_for_whom_they_hold
        each_list_holds_as_its_author_says
        nothing_is_said_of_what_is_not_to_be_kept
        what_somebody_sees_more_of_is_theirs_alone
    }
    pages {
        pages_hold_everything_once_in_order
        a_cursor_is_good_on_any_connection
        what_never_was_a_cursor_of_this_list_is_refused
        a_cursor_of_a_list_that_has_changed_is_refused
    }
    logging {
        messages_at_the_level_and_above_come_before_the_answer
        prompts_and_resources_write_to_the_log_too
        nobody_hears_what_they_did_not_ask_for
        a_level_is_of_its_session
        a_level_that_does_not_exist_is_refused
        a_server_that_offers_no_log_says_nothing
        a_trace_context_breaks_no_call
    }
    changes {
        each_change_is_told_to_whoever_listens
        nobody_is_told_of_what_they_did_not_ask_for
        what_does_not_exist_cannot_be_listened_to
        what_is_hidden_meanwhile_is_told_of_no_more
        a_family_is_told_of_to_whom_it_was_promised
        a_tool_may_change_what_is_offered
        the_list_has_changed_by_the_time_it_is_told
        each_listening_request_is_told_under_its_own_id
        what_was_given_up_is_told_no_more
        what_is_not_offered_is_left_out
        nothing_is_told_before_the_client_is_ready
        the_author_knows_who_listens
        a_storm_is_told_as_a_few
    }
    golden {
        tools
        resources
        prompts
        completion
        pages
        for_the_staff
        for_guests
        reports
        alive
        asking
        everybody_asked
        given_up
        withdrawn
        changes
        the_end
        batches
        extension
    }
}
