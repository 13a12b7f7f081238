//! Works that programs start: waited for late, twice, or never; and where it is told that a call has failed.
#![allow(clippy::expect_used, clippy::panic, reason = "a test says what went wrong by panicking")]

mod given;

use given::{passes, refusal, run};
use lessons::{Lesson, RankRecord, Value};
use serde_json::json;

fn message(record: &RankRecord) -> (&str, &str) {
    let failure = record.failure.as_ref().expect("a failure");
    (&failure.code, &failure.message)
}

#[test]
fn a_work_may_be_waited_for_again() {
    passes(json!({ "world_size": 2, "calls": [
        {"call": "ones", "shape": [1], "as": "x"},
        {"call": "all_reduce", "tensor": "x", "async_op": true, "as": "w"},
        {"call": "wait", "work": "w"},
        {"call": "wait", "work": "w", "timeout_ms": 1},
        {"call": "is_completed", "work": "w", "as": "over"},
        {"call": "check", "value": "over", "equal": true},
        {"call": "check", "tensor": "x", "equal": [2]},
        {"call": "irecv", "tensor": "x", "src": "1 - rank", "as": "never"},
        {"call": "wait", "work": "never", "timeout_ms": 5, "raises": "timeout"},
        {"call": "wait", "work": "never", "raises": "timeout"},
        {"call": "barrier"}
    ]}));
}

#[test]
fn a_receive_from_any_source_can_be_started_asked_and_given_up() {
    passes(json!({ "world_size": 3, "calls": [
        {"call": "full", "shape": [1], "value": "rank", "as": "x"},
        {"call": "new_group", "ranks": [0, 1], "as": "g"},
        {"call": "irecv", "on": 2, "tensor": "x", "group": "g", "as": "outside"},
        {"call": "wait", "on": 2, "work": "outside"},
        {"call": "recv", "on": 0, "tensor": "x", "timeout_ms": 10, "raises": "timeout"},
        {"call": "irecv", "on": 0, "tensor": "x", "as": "w"},
        {"call": "is_completed", "on": 0, "work": "w", "as": "over"},
        {"call": "check", "on": 0, "value": "over", "equal": 0},
        {"call": "barrier"},
        {"call": "send", "on": 2, "tensor": "x", "dst": 0},
        {"call": "wait", "on": 0, "work": "w"},
        {"call": "is_completed", "on": 0, "work": "w", "as": "over"},
        {"call": "check", "on": 0, "value": "over", "equal": 1},
        {"call": "check", "tensor": "x", "equal": ["rank or 2"]}
    ]}));
    let told = refusal(json!({ "world_size": 1, "calls": [
        {"call": "zeros", "shape": [1], "as": "x"},
        {"call": "batch_isend_irecv", "ops": [{"call": "irecv", "tensor": "x", "as": "w"}]}
    ]}));
    assert!(
        told.starts_with("calls[1].ops[0].src: Must specify group_rank or global_rank"),
        "{told}"
    );
}

#[test]
fn a_collective_that_nobody_waits_for_has_filled_its_tensor_at_the_end() {
    let ranks = run(json!({ "world_size": 3, "calls": [
        {"call": "full", "shape": [1], "value": "rank", "as": "x"},
        {"call": "all_reduce", "tensor": "x", "async_op": true, "as": "w"}
    ]}));
    for record in &ranks {
        assert_eq!(record.failure, None);
        let x = record.value(Lesson::Program, "x").map(Value::to_string);
        assert_eq!(x.as_deref(), Some("[3]"), "rank {}", record.rank);
    }
}

#[test]
fn a_monitored_barrier_waits_as_long_as_the_program_says() {
    let ranks = run(json!({ "world_size": 3, "timeout_ms": 40, "calls": [
        {"call": "monitored_barrier", "on": [0, 1]}
    ]}));
    let (code, told) = message(&ranks[0]);
    assert_eq!(code, "timeout");
    let words = "[Rank 0]: Ranks 2 failed to pass monitoredBarrier in 40 ms.";
    let words = words.replace("Ranks 2", "Rank 2");
    assert!(
        told.starts_with(&words) && told.ends_with(" (at calls[0], monitored_barrier)"),
        "{told}"
    );
}

#[test]
fn a_failure_says_at_which_call_it_came() {
    let ranks = run(json!({ "ranks": [
        [{"call": "zeros", "shape": [1], "as": "x"}, {"call": "broadcast", "tensor": "x", "src": 9}],
        [{"call": "log", "text": "here"}]
    ]}));
    let (code, told) = message(&ranks[0]);
    assert_eq!(code, "rank_out_of_range");
    assert!(told.starts_with("ProcessGroupGloo::broadcast: invalid root rank: 9."), "{told}");
    assert!(told.ends_with(" (at ranks[0][1], broadcast)"), "{told}");
}

#[test]
fn what_is_not_there_is_told_at_its_argument_and_the_record_stays() {
    let ranks = run(json!({ "world_size": 1, "calls": [
        {"call": "arange", "end": 2, "as": "x"},
        {"call": "check", "tensor": "x", "equal": [0, 1]},
        {"call": "log", "text": "so far"},
        {"call": "reshape", "tensor": "x", "shape": [3], "as": "y", "raises": true},
        {"call": "all_gather", "tensor_list": ["x", "y"], "tensor": "x"}
    ]}));
    let record = &ranks[0];
    let told = "calls[4].tensor_list[1]: there is no y: the call that should have made it failed";
    assert_eq!(message(record), ("invalid_program", told));
    assert_eq!((record.checks.len(), record.log.len()), (2, 1));
    assert_eq!(record.value(Lesson::Program, "x").map(Value::to_string).as_deref(), Some("[0, 1]"));
    let ranks = run(json!({ "world_size": 2, "calls": [
        {"call": "split_group", "split_ranks": [[0]], "as": "g"},
        {"call": "barrier", "on": 1, "group": "g"}
    ]}));
    let told = "calls[1].group: this rank has no g: it is in none of the groups that the call made";
    assert_eq!(message(&ranks[1]), ("invalid_program", told));
}

#[test]
fn errors_have_the_names_that_programs_call_by() {
    for (call, words) in [
        (
            json!({"call": "broadcast_object_list", "src": 0}),
            "Argument ``object_list`` must be specified on source rank. Give it to broadcast_object_list",
        ),
        (
            json!({"call": "scatter_object_list", "scatter_object_input_list": [1, 2], "src": 0}),
            "scatter_object_list: scatter_object_input_list has length 2, not 1.",
        ),
        (
            json!({"call": "add_", "tensor": "x", "other": "y"}),
            "add_ does not fit shapes [1] and [2]",
        ),
    ] {
        let ranks = run(json!({ "world_size": 1, "calls": [
            {"call": "zeros", "shape": [1], "as": "x"}, {"call": "zeros", "shape": [2], "as": "y"}, call] }));
        let (_, told) = message(&ranks[0]);
        assert!(told.starts_with(words), "{told}");
    }
}

#[test]
fn a_deadlock_after_a_send_that_was_never_waited_for_tells_of_works() {
    let ranks = run(json!({ "world_size": 2, "calls": [
        {"call": "zeros", "shape": [2], "as": "x"},
        {"call": "isend", "on": 0, "tensor": "x", "dst": 1, "as": "w"},
        {"call": "recv", "on": 1, "tensor": "x", "src": 0}
    ]}));
    let (code, told) = message(&ranks[1]);
    assert!(
        code == "deadlock" && told.contains("wait for every work that it has started"),
        "{told}"
    );
}

#[test]
fn a_call_that_cannot_start_raises_where_it_is_made() {
    passes(json!({ "world_size": 2, "calls": [
        {"call": "zeros", "shape": [2], "as": "x"},
        {"call": "zeros", "shape": [3], "as": "y"},
        {"call": "isend", "tensor": "x", "dst": "rank", "as": "w", "raises": "peer_is_self"},
        {"call": "irecv", "tensor": "x", "src": 5, "as": "w", "raises": "rank_out_of_range"},
        {"call": "all_gather_into_tensor", "output_tensor": "y", "input_tensor": "x", "async_op": true, "as": "w",
            "raises": "wrong_shape"},
        {"call": "barrier"}
    ]}));
}
