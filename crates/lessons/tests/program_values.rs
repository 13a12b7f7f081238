//! What checks of values compare, and what is no check.
#![allow(clippy::expect_used, clippy::panic, reason = "a test says what went wrong by panicking")]

mod given;

use given::{passes, refusal, run};
use serde_json::{Value as Json, json};

#[test]
fn a_value_is_compared_as_what_it_is() {
    passes(json!({ "world_size": 2, "calls": [
        {"call": "scatter_object_list", "scatter_object_input_list": [1, 2], "src": 0, "as": "number"},
        {"call": "check", "value": "number", "equal": "rank + 1"},
        {"call": "check", "value": "number", "equal": "(rank + 1) / 1"},
        {"call": "all_gather_object", "obj": 1, "as": "ones"},
        {"call": "check", "value": "ones", "equal": [1, 1]},
        {"call": "broadcast_object_list", "object_list": [], "src": 0, "as": "nothing"},
        {"call": "check", "value": "nothing", "equal": []},
        {"call": "all_gather_object", "obj": {"a": ["rank", 0.1, true], "b": null}, "as": "objects"},
        {"call": "check", "value": "objects", "equal": [
            {"b": null, "a": ["rank", "1 / 10", "world_size == 2"]},
            {"a": ["rank", 0.1, true], "b": null}]},
        {"call": "get_process_group_ranks", "as": "ranks"},
        {"call": "check", "value": "ranks", "equal": ["0", "world_size - 1"]},
        {"call": "get_rank", "as": "rank"},
        {"call": "check", "value": "rank", "equal": "rank"},
        {"call": "all_gather_object", "obj": null, "as": "nulls"},
        {"call": "check", "value": "nulls", "equal": [null, null]},
        {"call": "gather_object", "obj": null, "dst": 0, "as": "gathered"},
        {"call": "check", "on": 1, "value": "gathered", "equal": null}
    ]}));
}

#[test]
fn what_differs_is_shown_in_one_form() {
    let ranks = run(json!({ "world_size": 1, "calls": [
        {"call": "all_gather_object", "obj": {"a": [1, 2]}, "as": "object"},
        {"call": "check", "value": "object", "equal": [{"a": [1, "rank + 3"]}]},
        {"call": "get_process_group_ranks", "as": "ranks"},
        {"call": "check", "value": "ranks", "equal": ["rank + 1"]},
        {"call": "check", "value": "ranks", "equal": "a word"},
        {"call": "get_rank", "as": "rank"},
        {"call": "check", "value": "rank", "equal": 0.5}
    ]}));
    let told = ranks[0].checks.iter().map(|check| {
        assert!(!check.passed, "{check:?}");
        format!("{} {}", check.expected, check.actual)
    });
    assert_eq!(
        told.collect::<Vec<_>>(),
        [r#"[{"a":[1,3]}] [{"a":[1,2]}]"#, "[1] [0]", r#""a word" [0]"#, "0.5 0",]
    );
}

#[test]
fn a_filled_tensor_has_the_type_of_its_value() {
    passes(json!({ "world_size": 1, "calls": [
        {"call": "full", "shape": [1], "value": "rank + 7", "as": "int64"},
        {"call": "tensor", "values": [7], "dtype": "int64", "as": "whole"},
        {"call": "add_", "tensor": "whole", "other": "int64"},
        {"call": "full", "shape": [1], "value": "rank == 0", "as": "bool"},
        {"call": "tensor", "values": [false], "dtype": "bool", "as": "truth"},
        {"call": "copy_", "tensor": "truth", "src": "bool"},
        {"call": "full", "shape": [1], "value": 0.5, "as": "float32"},
        {"call": "zeros", "shape": [1], "dtype": "float32", "as": "float"},
        {"call": "add_", "tensor": "float", "other": "float32"},
        {"call": "full", "shape": [1], "value": 2, "dtype": "float64", "as": "float64"},
        {"call": "check", "tensor": "whole", "equal": [14]},
        {"call": "check", "tensor": "truth", "equal": [true]},
        {"call": "check", "tensor": "float", "equal": [0.5]},
        {"call": "check", "tensor": "float64", "equal": [2.0]}
    ]}));
}

#[test]
fn what_cannot_be_is_refused_with_what_can() {
    let one = |call: Json| {
        json!({ "world_size": 1, "calls": [
        {"call": "zeros", "shape": [0], "as": "x"}, {"call": "get_rank", "as": "n"}, call] })
    };
    for (json, told) in [
        (
            one(json!({"call": "check", "tensor": "x", "equal": [], "allclose": []})),
            "calls[2].allclose: equal is given too: give one of equal and allclose",
        ),
        (
            one(json!({"call": "check", "tensor": "x", "value": "n", "equal": []})),
            "calls[2].tensor: value is given too: give one of them",
        ),
        (
            one(
                json!({"call": "zeros", "shape": [9_223_372_036_854_775_807_i64, 4, 0], "as": "y"}),
            ),
            "calls[2].shape: [9223372036854775807, 4, 0] has sizes beside the 0 whose product is more than 16777216: \
             make it smaller",
        ),
        (
            one(json!({"call": "reshape", "tensor": "x", "shape": [0, 16_777_217], "as": "y"})),
            "calls[2].shape: [0, 16777217] has sizes beside the 0 whose product is more than 16777216: make it smaller",
        ),
        (
            one(json!({"call": "fill_", "tensor": "x", "value": 9_223_372_036_854_775_808_u64})),
            "calls[2].value: 9223372036854775808 does not fit into 64 bits: give a whole number from \
             -9223372036854775808 to 9223372036854775807",
        ),
        (
            one(json!({"call": "fill_", "tensor": "x", "value": "9223372036854775808"})),
            "calls[2].value: \"9223372036854775808\" is no expression: 9223372036854775808 does not fit into 64 bits: \
             give a whole number from -9223372036854775808 to 9223372036854775807",
        ),
        (
            json!({"calls": [], "world_size": -1}),
            "program.world_size: -1 is not allowed: give a whole number from 1 to 64",
        ),
        (
            json!({"calls": [], "world_size": "2"}),
            "program.world_size: \"2\" is not allowed: give a whole number from 1 to 64",
        ),
        (json!({"ranks": []}), "program.ranks: it has 0 lists: give 1 to 64, one for each rank"),
        (
            json!({"ranks": vec![json!([]); 65]}),
            "program.ranks: it has 65 lists: give 1 to 64, one for each rank",
        ),
    ] {
        assert_eq!(refusal(json), told);
    }
    let told = refusal(one(json!({"call": "barrier", "raises": "tiemout"})));
    assert!(
        told.starts_with(
            "calls[2].raises: no error has the code tiemout: choose from rank_out_of_range, "
        ),
        "{told}"
    );
}
