//! Everything the page says, in English and in Chinese.
//!
//! A language is one value of [`Words`]: a word that is missing in one of them does not compile. (`leptos_i18n` falls
//! back silently instead, and makes a counter of 34 KB gzipped one of 60 KB before the first sentence.)

mod code;
mod compare;
mod copy;
mod en;
mod forecast;
mod ledger;
mod picture;
mod player;
mod zh;

pub use code::CodeWords;
pub use compare::CompareWords;
pub use copy::CopyWords;
pub use forecast::{ForecastWords, Lowest};
pub use ledger::LedgerWords;
pub use picture::PictureWords;
pub use player::{DiagramWords, ElementWords, PlayerWords, TrafficWords, ViewWords};

use lessons::{Failure, Lesson, LogLine, SettingError};

use crate::state::{Carried, Lang, RunError, RunState, Setting};

/// One language's words.
pub struct Words {
    /// The document's title.
    pub title: &'static str,
    /// What the page is for, in a sentence.
    pub purpose: &'static str,
    /// The link that jumps over lessons and settings.
    pub skip: &'static str,
    /// The language switch.
    pub language: &'static str,
    /// The theme switch.
    pub theme: ThemeWords,
    /// The list of lessons.
    pub lessons: &'static str,
    /// The fold with the further lessons.
    pub further: &'static str,
    /// The choice of all lessons.
    pub all_lessons: LessonWords,
    /// A lesson.
    pub lesson: fn(Lesson) -> LessonWords,
    /// The settings.
    pub settings: SettingWords,
    /// Running.
    pub run: RunWords,
    /// What ranks hold.
    pub ranks: RankWords,
    /// How to look at a run.
    pub view: ViewWords,
    /// Playing a run back.
    pub player: PlayerWords,
    /// Tensors at the cursor.
    pub element: ElementWords,
    /// Copying tensors.
    pub copy: CopyWords,
    /// The space-time diagram.
    pub diagram: DiagramWords,
    /// The program.
    pub code: CodeWords,
    /// Two runs side by side.
    pub compare: CompareWords,
    /// The heading of a lesson's explanation.
    pub explanation: &'static str,
    /// A text is on its way.
    pub loading: &'static str,
    /// A text could not be loaded, from this address.
    pub not_loaded: fn(&str) -> String,
    /// The lessons' pictures.
    pub picture: PictureWords,
    /// Who sent how much to whom.
    pub traffic: TrafficWords,
    /// What calls cost and ranks hold.
    pub ledger: LedgerWords,
    /// How long collectives would take.
    pub forecast: ForecastWords,
    /// Checks.
    pub checks: CheckWords,
    /// What ranks said.
    pub log: LogWords,
    /// The bottom of the page.
    pub footer: &'static str,
}

/// The theme switch.
pub struct ThemeWords {
    /// Its name.
    pub label: &'static str,
    /// As the system has it.
    pub system: &'static str,
    /// Light.
    pub light: &'static str,
    /// Dark.
    pub dark: &'static str,
}

/// A lesson.
#[derive(Debug, Clone, Copy)]
pub struct LessonWords {
    /// Its title.
    pub title: &'static str,
    /// The operations in it.
    pub operations: &'static str,
    /// What it shows, in two or three sentences.
    pub text: &'static str,
}

/// A field.
#[derive(Debug, Clone, Copy)]
pub struct FieldWords {
    /// Its label.
    pub label: &'static str,
    /// What may stand in it, or what it does.
    pub hint: &'static str,
}

/// The settings.
pub struct SettingWords {
    /// Their heading.
    pub heading: &'static str,
    /// The group about ranks.
    pub world: &'static str,
    /// The group about seeds.
    pub seeds: &'static str,
    /// The group about tokens and routers.
    pub tokens: &'static str,
    /// Back to the defaults.
    pub reset: &'static str,
    /// A field.
    pub field: fn(Setting) -> FieldWords,
    /// A name among a field's choices: a preset or a transport.
    pub option: fn(&str) -> Option<&'static str>,
    /// Which transport is in use, and why: asked for by name?, kind in use (`None`: what was asked for cannot be had).
    pub in_use:
        fn(chosen: bool, kind: Option<fabric::TransportKind>, isolated: bool) -> &'static str,
    /// One sentence about a setting that cannot be.
    pub error: fn(&SettingError) -> String,
    /// What an address holds and the page does not know.
    pub ignored: fn(&[String]) -> String,
    /// Takes a note away.
    pub dismiss: &'static str,
}

/// Running.
pub struct RunWords {
    /// The area's name.
    pub heading: &'static str,
    /// The button that starts a run.
    pub run: &'static str,
    /// The button that ends it.
    pub cancel: &'static str,
    /// The button that hands over the report.
    pub download: &'static str,
    /// The bar's name.
    pub progress: &'static str,
    /// Where the run stands.
    pub state: fn(&RunState) -> String,
    /// Why a run ended early.
    pub error: fn(&RunError) -> String,
    /// Why a rank left no more than it did.
    pub failed: fn(&Failure) -> String,
}

/// What ranks hold.
pub struct RankWords {
    /// The heading.
    pub heading: &'static str,
    /// The list of lessons whose values can be shown.
    pub tabs: &'static str,
    /// Before a run.
    pub before: &'static str,
    /// When the settings are no longer those of the run that is shown.
    pub stale: &'static str,
    /// A rank.
    pub rank: fn(usize) -> String,
    /// A rank's place in the mesh: column, row.
    pub place: fn(usize, usize) -> String,
    /// A value that only other ranks have.
    pub none: &'static str,
    /// A tensor without elements.
    pub empty: &'static str,
    /// Elements that are not shown, and shows them.
    pub more: fn(usize) -> String,
    /// Hides them again.
    pub less: &'static str,
    /// A rank that left nothing of the lesson: its program did not come to it, or the rank was lost.
    pub not_reached: &'static str,
    /// Bytes that a rank sent and received in the whole run.
    pub traffic: fn(u64, u64) -> String,
    /// What went where in the whole run.
    pub carried: fn(&Carried) -> String,
}

/// Checks.
pub struct CheckWords {
    /// The heading.
    pub heading: &'static str,
    /// So many of so many.
    pub summary: fn(usize, usize) -> String,
    /// What a check asserts; `None` for one that has no words.
    pub meaning: fn(Lesson, &str) -> Option<&'static str>,
    /// Goes to where a rank, named so, evaluated it or said its line.
    pub show: fn(&str) -> String,
    /// On so many of so many ranks.
    pub on_ranks: fn(usize, usize) -> String,
    /// Columns: rank, expected, actual, verdict.
    pub columns: [&'static str; 4],
    /// It held.
    pub passed: &'static str,
    /// It did not.
    pub failed: &'static str,
}

/// What ranks said.
pub struct LogWords {
    /// The heading.
    pub heading: &'static str,
    /// A line.
    pub line: fn(&LogLine) -> String,
    /// The other ranks' lines.
    pub others: fn(usize) -> String,
}

impl Words {
    /// The words of a language.
    pub fn of(lang: Lang) -> &'static Words {
        match lang {
            Lang::En => &en::WORDS,
            Lang::Zh => &zh::WORDS,
        }
    }
}

#[cfg(test)]
mod tests;
