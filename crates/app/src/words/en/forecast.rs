use fabric::TransportKind;

use crate::words::ForecastWords;

pub(super) const WORDS: ForecastWords = ForecastWords {
    heading: "How long it would take",
    note: "Predicted time of each algorithm against size: a message of b bytes takes α + β·b, folding it γ·b; a rank sends one \
           message at a time and receives another meanwhile. Bytes and busbw are counted as nccl-tests counts them.",
    fields: ["Collective", "Ranks", "Link"],
    of_run: |ranks| format!("{ranks}, as in the settings"),
    alone: "One rank sends nothing: choose two or more.",
    measured: "this machine, as measured",
    measure: "Measure this machine",
    measuring: "Measuring …",
    not_measured: "Not measured yet.",
    busy: "A run is under way: wait until it is over, then measure.",
    unclear: "The times fit no link: something else kept this machine busy. Measure again.",
    measured_with: |transport| match transport {
        TransportKind::Shared => {
            "Measured in this page: two ranks over shared memory, 8 B and 1 MiB to and fro, nine times each."
        }
        TransportKind::Message => {
            "Measured in this page: two ranks over message ports, 8 B and 1 MiB to and fro, nine times each."
        }
    },
    assumed: "α and γ are assumed, by their order of magnitude: measure your own.",
    figures: |alpha, bandwidth, gamma| format!("α {alpha}, 1/β {bandwidth}, γ {gamma} a GB"),
    lowest: |stretches| {
        let told = stretches.iter().map(|(name, to)| match to {
            Some(size) => format!("{name} up to {size}"),
            None => name.clone(),
        });
        format!("Lowest: {}.", told.collect::<Vec<_>>().join(", then "))
    },
    time: "time",
    busbw: "busbw",
    size: "Size",
    table: "As a table",
};
