//! The JSON schema of programs: what it allows is what is read.
#![allow(clippy::expect_used, clippy::panic, reason = "a test says what went wrong by panicking")]

use std::collections::BTreeSet;

use collective::ErrorKind;
use lessons::Program;
use serde_json::{Value as Json, json};

const SCHEMA: &str = include_str!("../../../web/program.schema.json");
const EXAMPLES: [&str; 4] = [
    include_str!("../../../examples/ring_exchange.json"),
    include_str!("../../../examples/both_send_first.json"),
    include_str!("../../../examples/missing_rank.json"),
    include_str!("../../../examples/gloo_stale_tail.json"),
];

fn schema() -> Json {
    serde_json::from_str(SCHEMA).expect("the schema is JSON")
}

/// The schema's calls: name, arguments, and one call as an example.
fn calls(schema: &Json) -> Vec<(String, BTreeSet<String>, Json)> {
    let all = schema["$defs"].as_object().expect("definitions");
    let is_call = |definition: &&Json| !definition["properties"]["call"].is_null();
    let call = |definition: &Json| {
        let properties = definition["properties"].as_object().expect("arguments");
        let name = properties["call"]["const"].as_str().expect("a name").to_owned();
        let arguments = properties.keys().filter(|key| *key != "call").cloned().collect();
        (name, arguments, definition["examples"][0].clone())
    };
    all.values().filter(is_call).map(call).collect()
}

/// A program in which a call can stand: it has names of every kind.
fn around(call: &Json) -> Json {
    json!({ "world_size": 2, "calls": [
        {"call": "zeros", "shape": [2], "as": "x"},
        {"call": "zeros", "shape": [2], "as": "y"},
        {"call": "init_device_mesh", "mesh_shape": [2, 1], "mesh_dim_names": ["dp", "tp"], "as": "m"},
        {"call": "isend", "tensor": "x", "dst": 0, "as": "w"},
        call
    ]})
}

#[test]
fn it_has_every_call_with_its_arguments() {
    let schema = schema();
    let calls = calls(&schema);
    let names: BTreeSet<&str> = calls.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, Program::calls().into_iter().collect());
    for (name, arguments, example) in &calls {
        let read = Program::read(around(example), None).and_then(|program| program.check());
        assert_eq!(read, Ok(()), "{name}");
        // Who is given an argument that is none names those that are.
        let mut strange = example.clone();
        strange["strange"] = json!(1);
        let told = Program::read(around(&strange), None).and_then(|program| program.check());
        let told = told.expect_err("an argument that is none").to_string();
        let known = told.split("the arguments are ").nth(1).expect("a list of arguments");
        let mut known: BTreeSet<String> = known.split(", ").map(str::to_owned).collect();
        // What is asked for only beside something else.
        known.extend(["as".to_owned()].into_iter().filter(|name| arguments.contains(name)));
        if *name == "check" {
            known.extend(["tensor", "value", "equal", "allclose"].map(str::to_owned));
        }
        assert_eq!(&known, arguments, "{name}");
    }
}

#[test]
fn it_takes_what_is_read() {
    let schema = schema();
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    compiler.add_resource("program", schema.clone()).expect("a place for the schema");
    let index = compiler.compile("program", &mut schemas).expect("a schema");
    let refusal = |json: &Json| schemas.validate(json, index).err().map(|error| error.to_string());
    for text in EXAMPLES {
        let program: Json = serde_json::from_str(text).expect("JSON");
        assert_eq!(refusal(&program), None);
        assert_eq!(Program::parse(text, None).and_then(|program| program.check()), Ok(()));
    }
    assert_eq!(refusal(&json!({"calls": [], "emulate": "gloo"})), None);
    for (_, _, example) in calls(&schema) {
        assert_eq!(refusal(&around(&example)), None, "{example}");
    }
    for wrong in [
        json!({}),
        json!({"calls": [], "ranks": [[]]}),
        json!({"calls": [{"call": "nope"}]}),
        json!({"calls": [{"call": "barrier", "tag": 1}]}),
        json!({"calls": [{"call": "zeros", "as": "x"}]}),
        json!({"calls": [], "world_size": 65}),
        json!({"calls": [], "emulate": "nccl"}),
        json!({"calls": [{"call": "barrier", "raises": "tiemout"}]}),
        around(&json!({"call": "check", "tensor": "x", "equal": [0, 0], "allclose": [0, 0]})),
        around(
            &json!({"call": "batch_isend_irecv", "ops": [{"call": "irecv", "tensor": "x", "as": "n"}]}),
        ),
    ] {
        assert!(refusal(&wrong).is_some(), "{wrong}");
        assert!(Program::read(wrong.clone(), None).and_then(|p| p.check()).is_err(), "{wrong}");
    }
}

#[test]
fn it_has_the_codes_of_all_errors() {
    let codes = schema()["$defs"]["raises"]["anyOf"][1]["enum"].clone();
    assert_eq!(codes, json!(ErrorKind::ALL.map(ErrorKind::code).to_vec()));
}

#[test]
fn it_takes_programs_that_are_wrong_only_in_what_they_mean() {
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    compiler.add_resource("program", schema()).expect("a place for the schema");
    let index = compiler.compile("program", &mut schemas).expect("a schema");
    let mut taken = 0;
    let files = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/misuse");
    for file in std::fs::read_dir(files).expect("programs") {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("a text");
        let entries: Json = serde_json::from_str(&text).expect("JSON");
        for entry in entries.as_array().expect("a list") {
            let program = &entry["program"];
            if program.is_null() || !entry["outcome"]["refused"].is_null() {
                continue;
            }
            let refused = schemas.validate(program, index).err().map(|error| error.to_string());
            assert_eq!(refused, None, "{}", entry["name"]);
            taken += 1;
        }
    }
    assert!(taken > 100, "{taken}");
}
