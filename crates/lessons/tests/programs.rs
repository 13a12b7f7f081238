//! Programs given as data: what they do, and how they are refused.
#![allow(clippy::expect_used, clippy::panic, reason = "a test says what went wrong by panicking")]

mod given;

use collective::{Context, simulator};
use given::{passes, refusal, run};
use lessons::{Program, Value, run_program};
use serde_json::{Value as Json, json};

#[test]
fn every_collective_can_be_called() {
    passes(json!({ "world_size": 2, "calls": [
        {"call": "tensor", "values": ["rank", "rank + 10"], "as": "x"},
        {"call": "zeros", "shape": [4], "dtype": "int64", "as": "gathered"},
        {"call": "all_gather_into_tensor", "output_tensor": "gathered", "input_tensor": "x"},
        {"call": "check", "tensor": "gathered", "equal": [0, 10, 1, 11]},
        {"call": "zeros", "shape": [1], "dtype": "int64", "as": "one"},
        {"call": "reduce_scatter_tensor", "output": "one", "input": "x", "op": "max"},
        {"call": "check", "tensor": "one", "equal": ["1 + 10 * rank"]},
        {"call": "narrow", "tensor": "gathered", "dim": 0, "start": 0, "length": 2, "as": "low"},
        {"call": "narrow", "tensor": "gathered", "dim": 0, "start": 2, "length": 2, "as": "high"},
        {"call": "fill_", "tensor": "gathered", "value": -1},
        {"call": "all_gather", "tensor_list": ["low", "high"], "tensor": "x"},
        {"call": "check", "tensor": "gathered", "equal": [0, 10, 1, 11]},
        {"call": "zeros", "shape": [2], "dtype": "int64", "as": "sum"},
        {"call": "reduce_scatter", "output": "sum", "input_list": ["low", "high"]},
        {"call": "check", "tensor": "sum", "equal": ["2 * rank", "20 + 2 * rank"]},
        {"call": "clone", "tensor": "x", "as": "b"},
        {"call": "broadcast", "tensor": "b", "src": 1},
        {"call": "check", "tensor": "b", "equal": [1, 11]},
        {"call": "clone", "tensor": "x", "as": "r"},
        {"call": "reduce", "tensor": "r", "group_dst": 1, "op": "PRODUCT"},
        {"call": "check", "on": 1, "tensor": "r", "equal": [0, 110]},
        {"call": "scatter", "on": 0, "tensor": "b", "scatter_list": ["low", "high"], "src": 0},
        {"call": "scatter", "on": 1, "tensor": "b", "src": 0},
        {"call": "check", "tensor": "b", "equal": ["rank", "rank + 10"]},
        {"call": "gather", "on": "rank == 0", "tensor": "x", "gather_list": ["high", "low"], "dst": 0},
        {"call": "gather", "on": "rank != 0", "tensor": "x", "dst": 0},
        {"call": "check", "on": 0, "tensor": "gathered", "equal": [1, 11, 0, 10]},
        {"call": "all_to_all_single", "output": "b", "input": "x"},
        {"call": "check", "tensor": "b", "equal": ["10 * rank", "10 * rank + 1"]},
        {"call": "all_to_all_single", "output": "b", "input": "x",
            "input_split_sizes": [1, 1], "output_split_sizes": [1, 1]},
        {"call": "check", "tensor": "b", "equal": ["10 * rank", "10 * rank + 1"]},
        {"call": "select", "tensor": "x", "dim": 0, "index": 0, "as": "x0"},
        {"call": "select", "tensor": "x", "dim": 0, "index": 1, "as": "x1"},
        {"call": "select", "tensor": "b", "dim": 0, "index": 0, "as": "b0"},
        {"call": "select", "tensor": "b", "dim": 0, "index": 1, "as": "b1"},
        {"call": "all_to_all", "output_tensor_list": ["b0", "b1"], "input_tensor_list": ["x1", "x0"]},
        {"call": "check", "tensor": "b", "equal": ["10 * (1 - rank)", "10 * (1 - rank) + 1"]},
        {"call": "barrier"},
        {"call": "monitored_barrier", "timeout_ms": 1000}
    ]}));
}

#[test]
fn messages_works_and_groups() {
    passes(json!({ "world_size": 4, "calls": [
        {"call": "full", "shape": [2], "value": "rank / 2", "as": "x"},
        {"call": "empty", "shape": [2], "as": "y"},
        {"call": "batch_isend_irecv", "ops": [
            {"call": "isend", "tensor": "x", "dst": "(rank + 1) % world_size", "as": "sent"},
            {"call": "irecv", "tensor": "y", "src": "(rank - 1) % world_size", "as": "received"}]},
        {"call": "wait", "work": "received"},
        {"call": "wait", "work": "sent"},
        {"call": "check", "tensor": "y", "equal": ["(rank - 1) % 4 / 2", "(rank - 1) % 4 / 2"]},
        {"call": "send", "on": 3, "tensor": "x", "dst": 0, "tag": 7},
        {"call": "recv", "on": 0, "tensor": "y", "tag": 7, "as": "from"},
        {"call": "check", "on": 0, "value": "from", "equal": 3},
        {"call": "all_reduce", "tensor": "x", "async_op": true, "as": "w", "algorithm": "ring"},
        {"call": "wait", "work": "w", "timeout_ms": 10000},
        {"call": "check", "tensor": "x", "allclose": [3, 3]},
        {"call": "new_subgroups", "group_size": 2, "as": "pair"},
        {"call": "get_process_group_ranks", "group": "pair", "as": "ranks"},
        {"call": "check", "on": [2, 3], "value": "ranks", "equal": [2, 3]},
        {"call": "init_device_mesh", "mesh_shape": [2, 2], "mesh_dim_names": ["dp", "tp"], "as": "mesh"},
        {"call": "get_group", "mesh": "mesh", "mesh_dim": "dp", "as": "dp"},
        {"call": "get_local_rank", "mesh": "mesh", "mesh_dim": "tp", "as": "column"},
        {"call": "check", "value": "column", "equal": "rank % 2"},
        {"call": "get_coordinate", "mesh": "mesh", "as": "place"},
        {"call": "check", "on": 2, "value": "place", "equal": [1, 0]},
        {"call": "get_group_rank", "group": "dp", "global_rank": "rank", "as": "row"},
        {"call": "check", "on": [2, 3], "value": "row", "equal": 1},
        {"call": "get_global_rank", "group": "dp", "group_rank": 1, "as": "below"},
        {"call": "check", "value": "below", "equal": "rank % 2 + 2"},
        {"call": "get_global_rank", "group": "dp", "group_rank": 2, "as": "none", "raises": "rank_out_of_range"},
        {"call": "get_world_size", "group": "dp", "as": "rows"},
        {"call": "check", "value": "rows", "equal": 2},
        {"call": "tensor", "values": "rank", "as": "z"},
        {"call": "all_reduce", "tensor": "z", "group": "dp"},
        {"call": "check", "tensor": "z", "equal": "2 * (rank % 2) + 2"},
        {"call": "all_gather_object", "obj": {"a": [1, null]}, "as": "objects"},
        {"call": "check", "value": "objects", "equal": [{"a": [1, null]}, {"a": [1, null]}, {"a": [1, null]}, {"a": [1, null]}]},
        {"call": "send_object_list", "on": [1, 3], "object_list": ["x", {"a": []}], "dst": "rank - 1"},
        {"call": "recv_object_list", "on": 0, "object_list": [null, null], "src": 1, "as": "got"},
        {"call": "recv_object_list", "on": 2, "object_list": [null, null], "as": "got", "sender": "who"},
        {"call": "check", "on": [0, 2], "value": "got", "equal": ["x", {"a": []}]},
        {"call": "check", "on": 2, "value": "who", "equal": 3}
    ]}));
}

#[test]
fn a_rank_outside_a_group_does_nothing_there() {
    passes(json!({ "world_size": 3, "calls": [
        {"call": "zeros", "shape": [1], "as": "x"},
        {"call": "new_group", "ranks": [0, 1], "as": "g"},
        {"call": "get_world_size", "group": "g", "as": "size"},
        {"call": "check", "on": [0, 1], "value": "size", "equal": 2},
        {"call": "check", "on": 2, "value": "size", "equal": -1},
        {"call": "recv", "on": 2, "tensor": "x", "group": "g", "as": "from"},
        {"call": "check", "on": 2, "value": "from", "equal": -1},
        {"call": "recv_object_list", "on": 2, "object_list": [null], "group": "g", "as": "got", "sender": "who"},
        {"call": "check", "on": 2, "value": "who", "equal": -1},
        {"call": "send_object_list", "on": 2, "object_list": [1], "group": "g", "dst": 0},
        {"call": "all_gather_object", "obj": "rank", "group": "g", "as": "all"},
        {"call": "gather_object", "obj": "rank", "group": "g", "dst": 0, "as": "all"},
        {"call": "barrier"}
    ]}));
}

#[test]
fn an_error_that_is_expected_is_a_check_and_the_program_goes_on() {
    let ranks = passes(json!({ "world_size": 2, "calls": [
        {"call": "zeros", "shape": [3], "as": "x"},
        {"call": "broadcast", "tensor": "x", "src": 5, "raises": "rank_out_of_range"},
        {"call": "all_to_all_single", "output": "x", "input": "x", "raises": true},
        {"call": "all_reduce", "tensor": "x"},
        {"call": "check", "tensor": "x", "equal": [0, 0, 0]}
    ]}));
    assert_eq!(ranks[0].checks[0].name, "line 2 raises");
    let failed = run(json!({ "world_size": 1, "calls": [{"call": "barrier", "raises": true}] }));
    assert!(!failed[0].checks[0].passed);
}

#[test]
fn a_rank_that_computes_is_waited_for_and_a_deadline_of_ones_own_passes() {
    let ranks = passes(json!({ "world_size": 2, "calls": [
        {"call": "full", "shape": [1], "value": "rank", "as": "x"},
        {"call": "full", "shape": [1], "value": "rank", "as": "y"},
        {"call": "compute", "on": 1, "ms": 60},
        {"call": "all_reduce", "tensor": "x", "timeout_ms": 20, "raises": "timeout"},
        {"call": "all_reduce", "tensor": "y"},
        {"call": "check", "tensor": "y", "equal": [1]}
    ]}));
    assert_eq!(ranks.len(), 2);
}

#[test]
fn the_report_has_what_names_stand_for_at_the_end() {
    let ranks = run(json!({ "ranks": [
        [{"call": "arange", "end": 3, "as": "x"}, {"call": "add_", "tensor": "x", "other": 1}],
        [{"call": "ones", "shape": [1], "as": "y"}, {"call": "log", "text": "here"}, {"call": "exit"},
         {"call": "ones", "shape": [2], "as": "y"}]
    ]}));
    let value =
        |rank: usize, name| ranks[rank].value(lessons::Lesson::Program, name).map(Value::to_string);
    assert_eq!(value(0, "x").as_deref(), Some("[1, 2, 3]"));
    assert_eq!(value(1, "y").as_deref(), Some("[1.0]"));
    assert_eq!(ranks[1].log[0].to_string(), "here");
}

#[test]
fn what_is_no_program_is_refused_with_its_place() {
    let one = |call: Json| json!({ "world_size": 2, "calls": [call] });
    for (json, words) in [
        (json!([]), ["program", "object"]),
        (json!({}), ["program.calls", "missing"]),
        (json!({"calls": [], "ranks": []}), ["program.ranks", "one of them"]),
        (json!({"calls": {}}), ["calls", "no list"]),
        (json!({"calls": [], "world_size": 65}), ["program.world_size", "to 64"]),
        (
            json!({"calls": [], "timeout_ms": 1.5}),
            ["program.timeout_ms", "whole number from 0 to 60000"],
        ),
        (json!({"calls": [], "world_size": 0}), ["program.world_size", "1 to 64"]),
        (json!({"ranks": [[], []], "world_size": 3}), ["program.ranks", "3 ranks"]),
        (json!({"calls": [], "speed": 1}), ["program.speed", "world_size"]),
        (json!({"calls": [7]}), ["calls[0]", "object"]),
        (one(json!({"tensor": "x"})), ["calls[0].call", "missing"]),
        (one(json!({"call": "allreduce"})), ["calls[0].call", "all_reduce"]),
        (one(json!({"call": "all_reduce"})), ["calls[0].tensor", "missing"]),
        (one(json!({"call": "all_reduce", "tensor": "x"})), ["calls[0].tensor", "no tensor x"]),
        (one(json!({"call": "barrier", "tag": 1})), ["calls[0].tag", "async_op"]),
        (
            one(json!({"call": "barrier", "algorithm": "fast"})),
            ["calls[0].algorithm", "dissemination"],
        ),
        (
            one(json!({"call": "zeros", "shape": [-1], "as": "x"})),
            ["calls[0].shape[0]", "negative"],
        ),
        (
            one(json!({"call": "zeros", "shape": [4096, 4097], "as": "x"})),
            ["calls[0].shape", "16777216"],
        ),
        (
            one(json!({"call": "zeros", "shape": ["ranks"], "as": "x"})),
            ["calls[0].shape[0]", "ranks"],
        ),
        (one(json!({"call": "zeros", "shape": [1]})), ["calls[0].as", "missing"]),
        (
            one(json!({"call": "zeros", "shape": [1], "dtype": "int16", "as": "x"})),
            ["calls[0].dtype", "float32"],
        ),
        (
            one(json!({"call": "tensor", "values": [[1], [1, 2]], "as": "x"})),
            ["calls[0].values[1]", "no list of 1"],
        ),
        (one(json!({"call": "wait", "work": "w"})), ["calls[0].work", "no work"]),
        (one(json!({"call": "compute", "ms": 60001})), ["calls[0].ms", "60000"]),
        (one(json!({"call": "barrier", "on": "rank <"})), ["calls[0].on", "condition"]),
        (json!({"ranks": [[], [{"call": "nope"}]]}), ["ranks[1][0].call", "nope"]),
    ] {
        let told = refusal(json.clone());
        assert!(words.iter().all(|word| told.contains(word)), "{json}: {told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
    let no_json = Program::parse("{", None).expect_err("no JSON").to_string();
    assert!(no_json.starts_with("program: it is no JSON"), "{no_json}");
}

#[test]
fn another_world_size_can_be_asked_for() {
    let text = r#"{"world_size": 2, "calls": [{"call": "barrier"}]}"#;
    assert_eq!(Program::parse(text, Some(5)).map(|program| program.world_size()), Ok(5));
    assert_eq!(Program::parse(text, None).map(|program| program.world_size()), Ok(2));
}

#[test]
fn gloo_is_emulated_though_settings_that_came_as_bytes_do_not_say_so() {
    let program = json!({ "world_size": 2, "emulate": "gloo", "calls": [
        {"call": "full", "shape": [1], "value": "rank + 2", "as": "x"},
        {"call": "all_reduce", "tensor": "x", "op": "SUM", "on": 0},
        {"call": "all_reduce", "tensor": "x", "op": "MAX", "on": 1},
        {"call": "check", "tensor": "x", "equal": [5]}
    ]});
    let program = Program::read(program, None).expect("a program");
    let on_rank = async |context: Context| run_program(context, &program).await.0;
    for record in simulator::run(2, simulator::Options::default(), on_rank) {
        let record = record.expect("no rank is lost");
        assert!(record.failure.is_none() && record.checks[0].passed, "{record:?}");
    }
}
