use crate::words::CompareWords;

pub(super) const COMPARE: CompareWords = CompareWords {
    hint: "Keep this run, change a setting and run again: both runs then stand side by side, at the same moment.",
    keep: "Keep this run to compare",
    forget: "Forget the kept run",
    differences: "Settings that differ",
    same: "Both runs have the same settings: change one and run again.",
    this: "This run",
    kept: "The kept run",
    not_there: "The kept run does not have this lesson.",
    derived: "by default",
};
