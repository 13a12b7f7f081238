//! Programs that misuse torch.distributed, under the names of the probes that real torch was asked with, and how each
//! rank of them is to end here. They are data, so that every front can run them.

use lessons::{Failure, ProgramError, RankRecord};
use serde_json::Value;

/// The programs, by what they misuse.
const FILES: [&str; 8] = [
    include_str!("../misuse/point_to_point.json"),
    include_str!("../misuse/roots.json"),
    include_str!("../misuse/gathers_and_scatters.json"),
    include_str!("../misuse/all_to_all.json"),
    include_str!("../misuse/all_reduce.json"),
    include_str!("../misuse/groups.json"),
    include_str!("../misuse/ranks_and_time.json"),
    // Some of them again, as gloo does them.
    include_str!("../misuse/emulated.json"),
];

/// How many probes there are.
pub const NAMES: usize = 111;

/// A program, and how each of its ranks is to end. Some probes need several.
#[derive(Debug)]
pub struct Entry {
    /// The probe's name.
    pub name: String,
    /// Which part of the probe it is, where there are several.
    pub part: Option<String>,
    /// `null` where the probe is out of scope.
    pub program: Value,
    outcomes: Vec<Outcome>,
}

/// How a rank ends.
#[derive(Debug, Clone, PartialEq)]
enum Outcome {
    Ok,
    /// With an error of its own that has these words in it.
    ArgumentError(String),
    /// The program is refused with these words when it is read.
    Refused(String),
    /// With a mismatch between two of these ranks.
    Mismatch(Vec<usize>),
    /// In a deadlock, waiting so.
    Deadlock(String),
    /// When the time that the call was given is up, with these words.
    Timeout(String),
    /// Because this rank failed.
    PeerFailed(usize),
    OutOfScope,
}

/// How a run ended, as far as its front tells.
#[derive(Debug)]
pub struct Ending {
    finished: Vec<usize>,
    failures: Vec<Failure>,
    /// Whether each check held.
    checks: Vec<bool>,
    /// What a deadlock is told as.
    deadlock: &'static str,
}

/// All of them.
pub fn entries() -> Vec<Entry> {
    let entries = |text: &&str| match serde_json::from_str(text) {
        Ok(Value::Array(entries)) => entries,
        other => panic!("no list of programs: {other:?}"),
    };
    FILES.iter().flat_map(entries).map(|json| Entry::read(&json)).collect()
}

impl Entry {
    fn read(json: &Value) -> Entry {
        let text = |key: &str| json[key].as_str().map(str::to_owned);
        let world_size = json["program"]["world_size"].as_u64().unwrap_or(1) as usize;
        let outcomes = match &json["outcome"] {
            Value::Array(outcomes) => outcomes.iter().map(Outcome::read).collect(),
            outcome => vec![Outcome::read(outcome); world_size],
        };
        assert_eq!(outcomes.len(), world_size, "{json}");
        let name = text("name").unwrap_or_else(|| panic!("no name: {json}"));
        Entry { name, part: text("part"), program: json["program"].clone(), outcomes }
    }

    /// What the program shows, in a word: what one of its ranks ends with on its own account, if any does.
    pub fn kind(&self) -> &'static str {
        let kinds = self.outcomes.iter().map(Outcome::kind);
        let own = kinds.clone().find(|kind| !matches!(*kind, "ok" | "peer_failed"));
        own.or_else(|| kinds.clone().find(|kind| *kind != "ok")).unwrap_or("ok")
    }

    /// Whether it is to be run.
    pub fn is_in_scope(&self) -> bool {
        !self.outcomes.contains(&Outcome::OutOfScope)
    }

    /// Compares how a run ended with how it should.
    ///
    /// # Errors
    /// What is otherwise, with the whole ending.
    pub fn judge(&self, ending: &Ending) -> Result<(), String> {
        let wrong = |what: String| {
            let part = self.part.as_deref().map(|part| format!(" ({part})")).unwrap_or_default();
            Err(format!("{}{part}: {what} in {ending:?}", self.name))
        };
        if !ending.checks.iter().all(|held| *held) {
            return wrong("a check failed".to_owned());
        }
        for &rank in &ending.finished {
            let outcome = &self.outcomes[rank];
            if *outcome != Outcome::Ok {
                return wrong(format!("rank {rank} came to its end, not to {outcome:?},"));
            }
        }
        for failure in &ending.failures {
            let (rank, outcome) = (failure.rank, &self.outcomes[failure.rank]);
            if !outcome.fits(failure, ending.deadlock) && !self.was_told(outcome, failure) {
                return wrong(format!("rank {rank} did not come to {outcome:?}"));
            }
        }
        let own = |failure: &Failure| failure.code != "peer_failed";
        match self.kind() {
            "ok" if ending.checks.is_empty() => wrong("nothing was checked".to_owned()),
            "ok" | "peer_failed" => Ok(()),
            _ if ending.failures.iter().any(own) => Ok(()),
            _ => wrong("no rank was the first to fail".to_owned()),
        }
    }

    /// Whether a rank only heard of the failure of another, before it came to its own end.
    fn was_told(&self, outcome: &Outcome, failure: &Failure) -> bool {
        let fails = |rank: &usize| {
            *rank != failure.rank
                && !matches!(self.outcomes[*rank], Outcome::Ok | Outcome::PeerFailed(_))
        };
        let strict = matches!(outcome, Outcome::PeerFailed(_) | Outcome::Timeout(_));
        !strict && failure.code == "peer_failed" && failure.ranks.iter().all(fails)
    }
}

impl Outcome {
    fn read(json: &Value) -> Outcome {
        let words = |json: &Value| json.as_str().unwrap_or_default().to_owned();
        let rank = |json: &Value| json.as_u64().unwrap_or(u64::MAX) as usize;
        let entry = json.as_object().and_then(|object| object.iter().next());
        match entry.map(|(kind, value)| (kind.as_str(), value)) {
            None if json == "ok" => Outcome::Ok,
            Some(("argument_error", text)) => Outcome::ArgumentError(words(text)),
            Some(("refused", text)) => Outcome::Refused(words(text)),
            Some(("mismatch", Value::Array(ranks))) => {
                Outcome::Mismatch(ranks.iter().map(rank).collect())
            }
            Some(("deadlock", text)) => Outcome::Deadlock(words(text)),
            Some(("timeout", text)) => Outcome::Timeout(words(text)),
            Some(("peer_failed", lost)) => Outcome::PeerFailed(rank(lost)),
            Some(("out_of_scope", _)) => Outcome::OutOfScope,
            _ => panic!("{json} is no outcome"),
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Outcome::Ok => "ok",
            Outcome::ArgumentError(_) | Outcome::Refused(_) => "argument_error",
            Outcome::Mismatch(_) => "mismatch",
            Outcome::Deadlock(_) => "deadlock",
            Outcome::Timeout(_) => "timeout",
            Outcome::PeerFailed(_) => "peer_failed",
            Outcome::OutOfScope => "out_of_scope",
        }
    }

    fn fits(&self, failure: &Failure, deadlock: &str) -> bool {
        let says = |words: &str| failure.message.contains(words);
        let code = failure.code.as_str();
        match self {
            Outcome::Ok | Outcome::OutOfScope => false,
            Outcome::ArgumentError(words) => {
                let of_ranks = ["mismatch", "timeout", "deadlock", "peer_failed", "transport"];
                !of_ranks.contains(&code) && code != ProgramError::CODE && says(words)
            }
            Outcome::Refused(words) => code == ProgramError::CODE && says(words),
            Outcome::Mismatch(between) => {
                // (In a table of split sizes a rank can disagree with itself.)
                let own_cell = format!("rank {0} sends rank {0} ", failure.rank);
                let other = |rank: &usize| {
                    (*rank != failure.rank || says(&own_cell))
                        && between.contains(rank)
                        && (says(&format!("Rank {rank} ")) || says(&format!("rank {rank} ")))
                };
                code == "mismatch"
                    && between.contains(&failure.rank)
                    && !failure.ranks.is_empty()
                    && failure.ranks.iter().all(other)
            }
            Outcome::Deadlock(words) => code == deadlock && says(words),
            Outcome::Timeout(words) => code == "timeout" && says(words),
            Outcome::PeerFailed(lost) => code == "peer_failed" && failure.ranks == [*lost],
        }
    }
}

impl Ending {
    /// Of ranks that have run here, where deadlocks are seen.
    pub fn of_ranks(records: Vec<RankRecord>) -> Ending {
        let checks = records.iter().flat_map(|record| &record.checks).map(|check| check.passed);
        let (checks, mut finished, mut failures) = (checks.collect(), Vec::new(), Vec::new());
        for record in records {
            match record.failure {
                Some(failure) => failures.push(failure),
                None => finished.push(record.rank),
            }
        }
        Ending { finished, failures, checks, deadlock: "deadlock" }
    }

    /// Of a program that was refused when it was read.
    pub fn refused(error: &ProgramError) -> Ending {
        let (code, message) = (ProgramError::CODE.to_owned(), error.to_string());
        let failure = Failure { rank: 0, code, message, ranks: Vec::new() };
        Ending { finished: Vec::new(), failures: vec![failure], checks: Vec::new(), deadlock: "" }
    }

    /// Of a report from the page: it has the first failure only, and a deadlock there is a wait that took too long.
    pub fn of_report(report: &Value) -> Ending {
        let failure: Option<Failure> = serde_json::from_value(report["error"].clone())
            .unwrap_or_else(|error| panic!("{error}: {report}"));
        let ranks = report["ranks"].as_array().map_or(0, Vec::len);
        let checks = report["checks"].as_array().map_or(&[][..], Vec::as_slice);
        Ending {
            finished: if failure.is_none() { (0..ranks).collect() } else { Vec::new() },
            failures: failure.into_iter().collect(),
            checks: checks.iter().map(|check| check["passed"] == true).collect(),
            deadlock: "timeout",
        }
    }
}
