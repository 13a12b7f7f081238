//! The six lessons' values from real torch.distributed, and the rule by which a report must agree with them.

use lessons::{Config, Raw, Report};
use serde_json::{Map, Value};

/// Name and text of every file.
pub const FILES: [(&str, &str); 14] = [
    ("demo_w1", include_str!("../golden/demo_w1.json")),
    ("demo_w2", include_str!("../golden/demo_w2.json")),
    ("demo_w3", include_str!("../golden/demo_w3.json")),
    ("demo_w3_one_empty", include_str!("../golden/demo_w3_one_empty.json")),
    ("demo_w4", include_str!("../golden/demo_w4.json")),
    ("demo_w4_all_to_one", include_str!("../golden/demo_w4_all_to_one.json")),
    ("demo_w4_seed7_tok5", include_str!("../golden/demo_w4_seed7_tok5.json")),
    ("demo_w4_tok0", include_str!("../golden/demo_w4_tok0.json")),
    ("demo_w5", include_str!("../golden/demo_w5.json")),
    ("demo_w5_balanced", include_str!("../golden/demo_w5_balanced.json")),
    ("demo_w6", include_str!("../golden/demo_w6.json")),
    ("demo_w8", include_str!("../golden/demo_w8.json")),
    ("demo_w8_tp4_seed2024_tok16", include_str!("../golden/demo_w8_tp4_seed2024_tok16.json")),
    ("demo_w16_tp4", include_str!("../golden/demo_w16_tp4.json")),
];

/// Values that pass through a matrix product or a division, where torch may round otherwise.
const CLOSE: [&str; 6] =
    ["local_grad", "mean_grad", "grad_shard", "param_shard", "ddp_param", "zero2_param"];
const RTOL: f64 = 1e-5;
const ATOL: f64 = 1e-6;

/// A golden file.
pub struct Golden {
    name: &'static str,
    document: Value,
}

impl Golden {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Golden> {
        FILES.into_iter().map(|(name, text)| Golden {
            name,
            document: serde_json::from_str(text)
                .unwrap_or_else(|error| panic!("tests/golden/{name}.json: {error}")),
        })
    }

    /// The one of that name.
    ///
    /// # Panics
    /// When there is none.
    pub fn named(name: &str) -> Golden {
        let found = Golden::all().find(|golden| golden.name == name);
        found.unwrap_or_else(|| panic!("there is no tests/golden/{name}.json"))
    }

    /// Its file's name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The settings it was made with.
    pub fn config(&self) -> Config {
        let keys =
            ["world_size", "tp", "router_seed", "data_seed", "init_seed", "n_tok", "d", "preset"];
        let settings: Vec<(&str, Raw)> = keys
            .into_iter()
            .map(|key| match &self.document[key] {
                Value::String(text) => (key, Raw::text(text.as_str())),
                number => (key, Raw::text(number.to_string())),
            })
            .collect();
        Config::from_settings(&settings).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// Compares a report's ranks with the file's.
    ///
    /// # Panics
    /// At the first value that differs, is missing, or is one too many.
    pub fn assert_agrees(&self, report: &Report) {
        let got = serde_json::to_value(report);
        self.assert_ranks_agree(&got.unwrap_or_else(|error| panic!("{}: {error}", self.name)));
    }

    /// As [`assert_agrees`](Self::assert_agrees), for a report as JSON.
    ///
    /// # Panics
    /// At the first value that differs, is missing, or is one too many.
    pub fn assert_ranks_agree(&self, got: &Value) {
        let name = self.name;
        assert_eq!(got["error"], Value::Null, "{name}");
        let expected_ranks = array(&self.document["ranks"]);
        let got_ranks = array(&got["ranks"]);
        assert_eq!(expected_ranks.len(), got_ranks.len(), "{name}: ranks");
        for (rank, (expected, got)) in expected_ranks.iter().zip(got_ranks).enumerate() {
            let at = format!("{name}, rank {rank}");
            assert_eq!(keys(expected), keys(got), "{at}: sections");
            for (section, expected) in object(expected) {
                let at = format!("{at}, {section}");
                assert_eq!(keys(expected), keys(&got[section]), "{at}: values");
                for (key, expected) in object(expected) {
                    let close = CLOSE.contains(&key.as_str());
                    assert_same(&format!("{at}.{key}"), expected, &got[section][key], close);
                }
            }
        }
    }
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().unwrap_or_else(|| panic!("{value} is no object"))
}

fn keys(value: &Value) -> Vec<&String> {
    let mut keys: Vec<&String> = object(value).keys().collect();
    keys.sort();
    keys
}

fn assert_same(at: &str, expected: &Value, got: &Value, close: bool) {
    match (expected, got) {
        (Value::Array(e), Value::Array(g)) => {
            assert_eq!(e.len(), g.len(), "{at}: length");
            for (index, (e, g)) in e.iter().zip(g).enumerate() {
                assert_same(&format!("{at}[{index}]"), e, g, close);
            }
        }
        (Value::Number(e), Value::Number(g)) => {
            let (Some(e), Some(g)) = (e.as_f64(), g.as_f64()) else {
                panic!("{at}: expected {expected}, got {got}")
            };
            let same = if close { (e - g).abs() <= ATOL + RTOL * e.abs() } else { e == g };
            assert!(same, "{at}: expected {e}, got {g}");
        }
        _ => assert_eq!(expected, got, "{at}"),
    }
}
