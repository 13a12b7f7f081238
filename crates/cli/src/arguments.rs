//! From the command line to a run. Values are read as text and understood by `lessons`, as in the page.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand};
use lessons::{Config, Program, Raw};

use crate::program;
use crate::refusal::{Refusal, explain};

#[derive(Debug, Parser)]
#[command(
    name = "rankscope",
    version,
    about = "Collective communication on real ranks, checked on every rank"
)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run lessons and print what each rank got
    Run(RunArguments),
}

#[derive(Debug, Args)]
struct RunArguments {
    /// Lessons, with commas between: send_recv, root, all_members, moe, groups, ddp_zero2, or all for these six [default: all];
    /// pipeline, checkpoint, loss_reduce, scatter_gather, fsdp, rs_ag, transpose, moe_capacity, moe_ragged, tp_groups, fold_order,
    /// one_f_one_b, zero_stages, tp_linear, ring_attention, moe_top2, or further for these
    #[arg(long, value_name = "LESSON")]
    lesson: Option<String>,
    /// Ranks, 1 to 64 [default: 4]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    world_size: Option<String>,
    /// Ranks in a tensor-parallel group; divides the world size [default: 2, or 1 for odd worlds]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    tp: Option<String>,
    /// Rank r draws tokens and router from this seed + r [default: 100]
    #[arg(long, value_name = "SEED", allow_hyphen_values = true)]
    router_seed: Option<String>,
    /// Each rank's seed of its own, with commas between
    #[arg(long, value_name = "SEED,SEED,…", allow_hyphen_values = true)]
    router_seeds: Option<String>,
    /// Rank r draws training data from this seed + r [default: 1000]
    #[arg(long, value_name = "SEED", allow_hyphen_values = true)]
    data_seed: Option<String>,
    /// Seed of the parameters [default: 0]
    #[arg(long, value_name = "SEED", allow_hyphen_values = true)]
    init_seed: Option<String>,
    /// Tokens of each rank, 0 to 4096: one number, or one for each rank with commas between [default: 2]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    n_tok: Option<String>,
    /// Features of a token, 1 to 4096; large worlds allow fewer tokens times features [default: 2]
    #[arg(long = "d", value_name = "N", allow_hyphen_values = true)]
    d: Option<String>,
    /// A router that is not drawn: all_to_one, one_empty or balanced; none draws it [default: none]
    #[arg(long, value_name = "PRESET")]
    preset: Option<String>,
    /// The router itself: destinations with commas between, ranks with semicolons between
    #[arg(long, value_name = "TABLE", allow_hyphen_values = true)]
    router: Option<String>,
    /// Run this program, JSON as the README describes it, instead of lessons; - reads it from standard input
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    program: Option<PathBuf>,
    /// What ranks run on: threads or one-thread [default: threads]
    #[arg(long, value_name = "TRANSPORT", allow_hyphen_values = true)]
    transport: Option<String>,
    /// Draws the order in which the one-thread transport lets ranks run [default: 0]
    #[arg(long, value_name = "SEED", allow_hyphen_values = true)]
    schedule_seed: Option<String>,
    /// How the report is printed: text or json [default: text]
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true)]
    format: Option<String>,
}

/// What ranks run on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    /// One OS thread for each rank.
    Threads,
    /// All ranks on one thread, in an order drawn from a seed.
    OneThread,
}

/// How the report is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One line for each lesson, and how the checks went.
    Text,
    /// The whole report.
    Json,
}

/// A run that can start.
#[derive(Debug)]
pub struct Run {
    /// The settings.
    pub config: Config,
    /// The program that is run instead of lessons.
    pub program: Option<Program>,
    /// What ranks run on.
    pub transport: Transport,
    /// The one-thread transport's order.
    pub schedule_seed: u64,
    /// How the report is printed.
    pub format: Format,
}

/// Reads a command line.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Run, Refusal> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if let Some(given) = no_text(&arguments) {
        return Err(Refusal::NotText { given: given.clone() });
    }
    let CommandLine { command: Command::Run(run) } = CommandLine::try_parse_from(arguments)
        .map_err(|error| explain(error, &CommandLine::command()))?;
    let given = [
        ("lesson", run.lesson),
        ("world_size", run.world_size),
        ("tp", run.tp),
        ("router_seed", run.router_seed),
        ("router_seeds", run.router_seeds),
        ("data_seed", run.data_seed),
        ("init_seed", run.init_seed),
        ("n_tok", run.n_tok),
        ("d", run.d),
        ("preset", run.preset),
        ("router", run.router),
    ];
    let mut settings: Vec<(&str, Raw)> =
        given.into_iter().filter_map(|(key, text)| Some((key, Raw::flat(&text?)))).collect();
    let text = run.program.as_deref().map(program::text).transpose()?;
    settings.extend(text.clone().map(|text| ("program", Raw::One(text))));
    let config = Config::from_settings(&settings)?;
    let program = text.map(|text| program::read(&text, &config)).transpose()?;
    let transport = transport(run.transport)?;
    if run.schedule_seed.is_some() && transport != Transport::OneThread {
        let problem =
            "threads run in no drawn order: choose --transport one-thread too, or leave it out";
        return Err(Refusal::Option { option: "--schedule-seed".to_owned(), problem });
    }
    Ok(Run {
        config,
        transport,
        program,
        schedule_seed: schedule_seed(run.schedule_seed)?,
        format: format(run.format)?,
    })
}

/// The first word that should be text and is not. (A path need not be.)
fn no_text(words: &[OsString]) -> Option<&OsString> {
    let is_path = |at: usize| {
        words[at - 1] == "--program" || words[at].as_encoded_bytes().starts_with(b"--program=")
    };
    let no_text = |at: &usize| words[*at].to_str().is_none() && !is_path(*at);
    (1..words.len()).find(no_text).map(|at| &words[at])
}

fn transport(given: Option<String>) -> Result<Transport, Refusal> {
    match given.as_deref() {
        None | Some("threads") => Ok(Transport::Threads),
        Some("one-thread") => Ok(Transport::OneThread),
        Some(value) => Err(refused("transport", value, "choose from threads and one-thread")),
    }
}

fn format(given: Option<String>) -> Result<Format, Refusal> {
    match given.as_deref() {
        None | Some("text") => Ok(Format::Text),
        Some("json") => Ok(Format::Json),
        Some(value) => Err(refused("format", value, "choose from text and json")),
    }
}

fn schedule_seed(given: Option<String>) -> Result<u64, Refusal> {
    let Some(value) = given else { return Ok(0) };
    let allowed = "give a whole number from 0 to 18446744073709551615";
    value.parse().map_err(|_| refused("schedule_seed", &value, allowed))
}

fn refused(option: &'static str, value: &str, allowed: &'static str) -> Refusal {
    Refusal::Value { option, value: value.to_owned(), allowed }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(line: &str) -> Refusal {
        let words = line.split(' ').map(OsString::from);
        parse(words).expect_err("the line is refused")
    }

    #[test]
    fn the_command_is_well_formed() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn every_setting_has_its_flag() {
        let command = CommandLine::command();
        let run = command.find_subcommand("run").expect("there is a run command");
        for key in Config::KEYS {
            let flag = key.replace('_', "-");
            assert!(run.get_opts().any(|option| option.get_long() == Some(&flag)), "--{flag}");
        }
    }

    #[test]
    fn the_help_says_how_large_and_which() {
        let mut command = CommandLine::command();
        let run = command.find_subcommand_mut("run").expect("there is a run command");
        let help = run.render_help().to_string();
        let largest = format!("to {}", lessons::MAX_SIZE);
        assert_eq!(help.matches(&largest).count(), 2, "{help}");
        for preset in lessons::Preset::ALL.map(lessons::Preset::id).into_iter().chain(["none"]) {
            assert!(help.contains(preset), "{preset} in {help}");
        }
        for lesson in lessons::Lesson::every().map(lessons::Lesson::id).chain(["all", "further"]) {
            assert!(help.contains(lesson), "{lesson} in {help}");
        }
    }

    #[test]
    fn bad_settings_give_one_sentence_and_exit_with_2() {
        for (line, words) in [
            ("rankscope run --world-size 0", ["world_size = 0", "from 1 to 64"]),
            ("rankscope run --world-size 65", ["world_size = 65", "from 1 to 64"]),
            ("rankscope run --world-size abc", ["world_size = abc", "from 1 to 64"]),
            ("rankscope run --world-size -1", ["world_size = -1", "from 1 to 64"]),
            ("rankscope run --tp 3", ["tp = 3", "1, 2, 4"]),
            ("rankscope run --router-seeds 1,2", ["router_seeds = [1, 2]", "a list of 4"]),
            ("rankscope run --lesson rings", ["lesson = rings", "send_recv"]),
            (
                "rankscope run --init-seed 18446744073709551616",
                ["init_seed", "18446744073709551615"],
            ),
            ("rankscope run --router-seed 18446744073709551613", ["router_seed", "ranks 0 to 3"]),
            ("rankscope run --ring 3", ["--ring is not an option", "--world-size"]),
            ("rankscope run extra", ["extra is not an option", "--world-size"]),
            ("rankscope run --transport nope", ["transport = nope", "threads and one-thread"]),
            ("rankscope run --format xml", ["format = xml", "text and json"]),
            (
                "rankscope run --transport one-thread --schedule-seed -1",
                ["schedule_seed = -1", "from 0"],
            ),
            ("rankscope run --schedule-seed 7", ["--schedule-seed", "--transport one-thread"]),
            ("rankscope run --world-size", ["--world-size: it has no value", "write one"]),
            ("rankscope run --tp 1 --tp 2", ["--tp: it was given twice", "once"]),
            ("rankscope --world-size 4", ["--world-size is not a command", "run"]),
            ("rankscope walk", ["walk is not a command", "run"]),
        ] {
            let refusal = refusal(line);
            assert_eq!(refusal.exit_code(), 2, "{line}");
            let text = refusal.to_string();
            assert!(words.iter().all(|word| text.contains(word)), "{line}: {text}");
            assert_eq!(text.lines().count(), 1, "{line}: {text}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_word_that_is_no_text_is_named() {
        use std::os::unix::ffi::OsStringExt;
        let given = OsString::from_vec(b"4\xff".to_vec());
        let line = ["rankscope", "run", "--world-size"].map(OsString::from).into_iter();
        let refusal = parse(line.chain([given])).expect_err("the line is refused");
        assert_eq!(refusal.exit_code(), 2);
        assert_eq!(refusal.to_string(), r#""4\xFF" is not UTF-8: write it in UTF-8"#);
    }

    #[cfg(unix)]
    #[test]
    fn a_path_need_not_be_text() {
        use std::os::unix::ffi::OsStringExt;
        let path = OsString::from_vec(b"no such \xff.json".to_vec());
        let joined = OsString::from_vec(b"--program=no such \xff.json".to_vec());
        let line = || ["rankscope", "run"].map(OsString::from).into_iter();
        for line in
            [line().chain(["--program".into(), path]), line().chain([joined, "--d=2".into()])]
        {
            let refusal = parse(line).expect_err("there is no such file");
            assert!(matches!(refusal, Refusal::Unreadable { .. }), "{refusal}");
        }
    }

    #[test]
    fn negative_seeds_are_values() {
        let words = "rankscope run --router-seed -1 --data-seed -9223372036854775808".split(' ');
        let run = parse(words.map(OsString::from)).expect("both are seeds");
        assert_eq!(run.config.router_seed(0).value(), -1);
        assert_eq!(run.config.data_seed(0).value(), i128::from(i64::MIN));
    }
}
