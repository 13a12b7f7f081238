use crate::words::LedgerWords;

pub(super) const WORDS: LedgerWords = LedgerWords {
    costs: "Formula and measurement, this lesson",
    costs_note: "Elements that all ranks send, by the closed form of each algorithm, times the bytes of an element and the \
                 number of calls; W is how many ranks take part, n the elements of one rank's part.",
    cost_columns: [
        "Call",
        "Calls",
        "W",
        "n",
        "B each",
        "Elements sent",
        "By formula, B",
        "Measured, B",
        "Verdict",
    ],
    agrees: "agrees",
    differs: "DIFFERS",
    no_formula: "no closed form",
    resident: "Resident, B",
    resident_note: "Sent and received are of the whole run. Resident are the storages of this lesson's named tensors, as the \
                    record shows them; views of one storage count once.",
    compare: "DDP and ZeRO-2 side by side",
    compare_columns: ["Quantity", "DDP", "ZeRO-2", "Verdict"],
    sent: "Sent by all ranks, B",
    by_formula: "the same by formula: 2·(W−1)·64·4, and 2·(W−1)·W·⌈64/W⌉·4",
    padding: "of these padding, B",
    gradient: "Gradient resident on a rank at the update, B",
    optimizer: "An optimizer with one slot would hold as much again (plain SGD, which runs here, has none), B",
};
