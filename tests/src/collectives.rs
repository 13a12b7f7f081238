//! The golden cases of collectives, as a program given as data: one for each world size, that every front can run.

use serde_json::{Map, Value, json};

/// What real torch gave, by world size.
pub const FILES: [&str; 4] = [
    include_str!("../golden/collectives_w2.json"),
    include_str!("../golden/collectives_w3.json"),
    include_str!("../golden/collectives_w4.json"),
    include_str!("../golden/collectives_w5.json"),
];

/// How many cases each file has.
pub const CASES: usize = 256;

/// All cases of a file, one after the other, each with a check on every rank that has a result; and how many checks
/// there are. The cases about the order of folding are left out unless an algorithm is named that has it.
pub fn program(file: &Value, order: Option<&str>) -> (Value, usize) {
    let world_size = list(&file["ranks"]).len().max(number(&file["world_size"]));
    let mut ranks = vec![Vec::new(); world_size];
    let mut checks = 0;
    for case in list(&file["cases"]) {
        if case["kind"] == "float_order" && order.is_none() {
            continue;
        }
        for (rank, calls) in ranks.iter_mut().enumerate() {
            let case = Case { case, rank, world_size, order };
            checks += usize::from(!case.own("out").is_null());
            case.add_to(calls);
        }
    }
    (json!({ "ranks": ranks }), checks)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap_or_default() as usize
}

/// A case on one rank.
struct Case<'a> {
    case: &'a Value,
    rank: usize,
    world_size: usize,
    order: Option<&'a str>,
}

impl Case<'_> {
    fn own(&self, key: &str) -> &Value {
        &self.case["ranks"][self.rank][key]
    }

    fn tensor(&self, name: &str, values: &Value) -> Value {
        json!({"call": "tensor", "values": values, "dtype": self.case["dtype"], "as": name})
    }

    fn empty(&self, name: &str, shape: &[usize]) -> Value {
        json!({"call": "empty", "shape": shape, "dtype": self.case["dtype"], "as": name})
    }

    /// A call with these arguments, and the root and op that the case has.
    fn call(&self, name: &str, root: &str, arguments: Value) -> Value {
        let mut call = Map::new();
        call.insert("call".to_owned(), name.into());
        call.extend(arguments.as_object().cloned().unwrap_or_default());
        for (key, value) in [(root, &self.case["root"]), ("op", &self.case["op"])] {
            if !value.is_null() {
                call.insert(key.to_owned(), value.clone());
            }
        }
        Value::Object(call)
    }

    fn add_to(&self, calls: &mut Vec<Value>) {
        let (input, elements) = (self.own("in"), list(self.own("in")).len());
        let is_root = self.rank == number(&self.case["root"]);
        let parts: Vec<String> = (0..self.world_size).map(|part| format!("part{part}")).collect();
        let kind = self.case["kind"].as_str().unwrap_or_default();
        // (`x` is the input, `y` the result.)
        match kind {
            "all_reduce" | "float_order" | "broadcast" | "reduce" => {
                calls.push(self.tensor("y", input));
                let root = if kind == "broadcast" { "src" } else { "dst" };
                let (call, arguments) = match (kind, self.order) {
                    ("float_order", Some(order)) => {
                        ("all_reduce", json!({"tensor": "y", "algorithm": order}))
                    }
                    (call, _) => (call, json!({"tensor": "y"})),
                };
                calls.push(self.call(call, root, arguments));
            }
            "reduce_scatter" => {
                calls.push(self.tensor("x", input));
                calls.push(self.empty("y", &[elements / self.world_size]));
                calls.push(self.call(
                    "reduce_scatter_tensor",
                    "",
                    json!({"output": "y", "input": "x"}),
                ));
            }
            "gather" => {
                calls.push(self.tensor("x", input));
                let mut arguments = json!({"tensor": "x"});
                if is_root {
                    calls.push(self.empty("y", &[self.world_size, elements]));
                    for (part, name) in parts.iter().enumerate() {
                        calls.push(json!({"call": "select", "tensor": "y", "dim": 0, "index": part, "as": name}));
                    }
                    arguments["gather_list"] = json!(parts);
                }
                calls.push(self.call("gather", "dst", arguments));
            }
            "scatter" => {
                calls.push(self.empty("y", &[number(&self.case["n"])]));
                let mut arguments = json!({"tensor": "y"});
                if is_root {
                    for (name, part) in parts.iter().zip(list(input)) {
                        calls.push(self.tensor(name, part));
                    }
                    arguments["scatter_list"] = json!(parts);
                }
                calls.push(self.call("scatter", "src", arguments));
            }
            "all_gather" => {
                calls.push(self.tensor("x", input));
                calls.push(self.empty("y", &[self.world_size * elements]));
                let arguments = json!({"output_tensor": "y", "input_tensor": "x"});
                calls.push(self.call("all_gather_into_tensor", "", arguments));
            }
            "all_to_all_single" => {
                calls.push(self.tensor("x", input));
                calls.push(self.empty("y", &[elements]));
                calls.push(self.call(kind, "", json!({"output": "y", "input": "x"})));
            }
            "all_to_all_single_splits" => {
                let table = &self.case["splits"];
                let from: Vec<usize> =
                    (0..self.world_size).map(|peer| number(&table[peer][self.rank])).collect();
                let rows: usize = from.iter().sum();
                // A list without rows has no columns either.
                match elements {
                    0 => calls.push(self.empty("x", &[0, 2])),
                    _ => calls.push(self.tensor("x", input)),
                }
                calls.push(self.empty("y", &[rows, 2]));
                let arguments = json!({
                    "output": "y", "input": "x",
                    "output_split_sizes": from, "input_split_sizes": table[self.rank],
                });
                calls.push(self.call("all_to_all_single", "", arguments));
            }
            other => calls.push(json!({"call": format!("a case of unknown kind {other}")})),
        }
        let expected = self.own("out");
        if !expected.is_null() {
            let is_float = self.case["dtype"].as_str().is_some_and(|dtype| dtype.contains("float"));
            let how = if is_float && kind != "float_order" { "allclose" } else { "equal" };
            let mut check = json!({"call": "check", "name": kind, "tensor": "y"});
            check[how] = match list(expected).is_empty() {
                // Nothing is nothing, in any shape.
                true => json!("y"),
                false => expected.clone(),
            };
            calls.push(check);
        }
    }
}
