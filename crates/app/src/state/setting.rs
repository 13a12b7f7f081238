use lessons::{Lesson, Raw};

/// One setting of the page: those of the lessons, and the transport.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// Which lessons run.
    Lesson,
    /// Ranks.
    WorldSize,
    /// Ranks in a tensor-parallel group.
    Tp,
    /// How frames travel.
    Transport,
    /// The seed that training data is counted from.
    DataSeed,
    /// The seed of the parameters.
    InitSeed,
    /// The seed that routers are counted from.
    RouterSeed,
    /// Router seeds, rank by rank.
    RouterSeeds,
    /// Tokens on every rank, or rank by rank.
    Tokens,
    /// Features of a token.
    Features,
    /// A router that is not drawn.
    Preset,
    /// The router itself, as a table.
    Router,
    /// A program that runs instead of lessons.
    Program,
}

impl Setting {
    /// All of them, in the order of the page.
    pub const ALL: [Setting; 13] = [
        Setting::Lesson,
        Setting::WorldSize,
        Setting::Tp,
        Setting::Transport,
        Setting::DataSeed,
        Setting::InitSeed,
        Setting::RouterSeed,
        Setting::RouterSeeds,
        Setting::Tokens,
        Setting::Features,
        Setting::Preset,
        Setting::Router,
        Setting::Program,
    ];

    /// Its name in addresses and in JS.
    pub fn key(self) -> &'static str {
        match self {
            Setting::Lesson => "lesson",
            Setting::WorldSize => "world_size",
            Setting::Tp => "tp",
            Setting::Transport => "transport",
            Setting::RouterSeed => "router_seed",
            Setting::RouterSeeds => "router_seeds",
            Setting::DataSeed => "data_seed",
            Setting::InitSeed => "init_seed",
            Setting::Tokens => "n_tok",
            Setting::Features => "d",
            Setting::Preset => "preset",
            Setting::Router => "router",
            Setting::Program => "program",
        }
    }

    /// The setting of that name.
    pub fn from_key(key: &str) -> Option<Setting> {
        Setting::ALL.into_iter().find(|setting| setting.key() == key)
    }

    /// What stands in its field to begin with. Empty: whatever follows from the other settings.
    pub fn default_text(self) -> &'static str {
        match self {
            Setting::Lesson => "all",
            Setting::WorldSize => "4",
            Setting::Transport => "auto",
            Setting::RouterSeed => "100",
            Setting::DataSeed => "1000",
            Setting::InitSeed => "0",
            Setting::Tokens | Setting::Features => "2",
            Setting::Preset => "none",
            Setting::Tp | Setting::RouterSeeds | Setting::Router | Setting::Program => "",
        }
    }

    /// What is written in its field, as a setting's value: a program is no list, whatever commas are in it.
    pub(super) fn raw(self, text: &str) -> Raw {
        match self {
            Setting::Program => Raw::text(text),
            _ => Raw::flat(text),
        }
    }

    /// Whether it makes a difference to `lesson`. (The place of a rank in the mesh is shown in every lesson.)
    pub fn is_used_by(self, lesson: Lesson) -> bool {
        use Lesson as L;
        match self {
            Setting::DataSeed => matches!(
                lesson,
                L::DdpZero2
                    | L::Pipeline
                    | L::LossReduce
                    | L::Fsdp
                    | L::RsAg
                    | L::OneFOneB
                    | L::ZeroStages
                    | L::TpLinear
                    | L::RingAttention
            ),
            Setting::InitSeed => matches!(
                lesson,
                L::DdpZero2
                    | L::Pipeline
                    | L::Checkpoint
                    | L::Fsdp
                    | L::OneFOneB
                    | L::ZeroStages
                    | L::TpLinear
            ),
            Setting::RouterSeed
            | Setting::RouterSeeds
            | Setting::Tokens
            | Setting::Features
            | Setting::Preset
            | Setting::Router => matches!(lesson, L::Moe | L::Capacity | L::Ragged | L::Top2),
            _ => true,
        }
    }

    /// Whether what it may be depends on how many ranks there are.
    pub(super) fn depends_on_world_size(self) -> bool {
        !matches!(
            self,
            Setting::Lesson
                | Setting::WorldSize
                | Setting::Transport
                | Setting::InitSeed
                | Setting::Features
                | Setting::Preset
                | Setting::Program
        )
    }

    /// Whether the lessons know it.
    pub(super) fn is_of_lessons(self) -> bool {
        self != Setting::Transport
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use collective::{Context, simulator};
    use lessons::Config;

    /// What `lesson` ends with on every rank, with one setting changed.
    fn ends(lesson: Lesson, key: &str, text: &str) -> Vec<String> {
        let raw = [("lesson", Raw::flat(lesson.id())), (key, Raw::flat(text))];
        let config = Config::from_settings(&raw).unwrap();
        let program = async |context: Context| lessons::run(context, &config).await.0;
        let ranks = simulator::run(config.world_size(), simulator::Options::default(), program);
        ranks.into_iter().map(|record| format!("{:?}", record.unwrap().sections)).collect()
    }

    #[test]
    fn settings_make_a_difference_to_the_lessons_that_use_them_alone() {
        for (setting, text) in [
            (Setting::DataSeed, "7"),
            (Setting::InitSeed, "7"),
            (Setting::RouterSeed, "7"),
            (Setting::RouterSeeds, "7,8,9,10"),
            (Setting::Tokens, "3"),
            (Setting::Features, "3"),
            (Setting::Preset, "one_empty"),
            (Setting::Router, "0,1;0,2;0;3"),
        ] {
            for lesson in Lesson::every() {
                let differs = ends(lesson, setting.key(), text) != ends(lesson, "world_size", "4");
                assert_eq!(differs, setting.is_used_by(lesson), "{setting:?}, {lesson:?}");
            }
        }
    }

    #[test]
    fn every_setting_of_the_lessons_is_on_the_page() {
        let mut keys: Vec<&str> =
            Setting::ALL.into_iter().filter(|s| s.is_of_lessons()).map(Setting::key).collect();
        let mut known = Config::KEYS.to_vec();
        keys.sort_unstable();
        known.sort_unstable();
        assert_eq!(keys, known);
    }

    #[test]
    fn the_fields_begin_with_the_lessons_defaults() {
        let texts = Setting::ALL.into_iter().filter(|s| s.is_of_lessons());
        let texts = texts.filter(|s| !s.default_text().is_empty());
        let raw: Vec<_> = texts.map(|s| (s.key(), lessons::Raw::flat(s.default_text()))).collect();
        assert_eq!(Config::from_settings(&raw), Ok(Config::default()));
    }
}
