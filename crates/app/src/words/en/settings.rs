use fabric::TransportKind;

use crate::state::Setting;
use crate::words::{FieldWords, SettingWords};

pub(super) const WORDS: SettingWords = SettingWords {
    heading: "Settings",
    world: "World",
    seeds: "Seeds",
    tokens: "Tokens and router",
    reset: "Reset",
    field,
    option: |id| {
        Some(match id {
            "none" => "drawn from the seed",
            "all_to_one" => "all to rank 0",
            "one_empty" => "rank 1 has none",
            "balanced" => "balanced",
            "auto" => "Auto",
            "shared" => "Shared memory",
            "message" => "Messages",
            _ => return None,
        })
    },
    in_use: |chosen, kind, isolated| match (kind, chosen, isolated) {
        (Some(TransportKind::Shared), false, _) => {
            "In use: shared memory. The page is cross-origin isolated, so ranks may share memory."
        }
        (Some(TransportKind::Shared), true, _) => "In use: shared memory, as you chose.",
        (Some(TransportKind::Message), true, true) => {
            "In use: message ports, as you chose. The page is cross-origin isolated and could share memory."
        }
        (Some(TransportKind::Message), true, false) => {
            "In use: message ports, as you chose. The page is not cross-origin isolated."
        }
        (Some(TransportKind::Message), false, _) => {
            "In use: message ports. The page is not cross-origin isolated, so ranks may not share memory."
        }
        (None, ..) => {
            "Shared memory cannot be had: the page is not cross-origin isolated. Serve it with the headers \
             Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp, or choose Auto."
        }
    },
    error: ToString::to_string,
    ignored: |names| {
        let why = "because the page does not know it, or a program does not use it";
        format!("Ignored in the address, {why}: {}", names.join(", "))
    },
    dismiss: "Dismiss",
};

fn field(setting: Setting) -> FieldWords {
    let (label, hint) = match setting {
        Setting::Lesson => ("Lesson", ""),
        Setting::WorldSize => ("World size", "1 to 64 ranks"),
        Setting::Tp => ("Tensor-parallel size", "divides the world size"),
        Setting::Transport => ("Transport", "how ranks reach each other"),
        Setting::RouterSeed => ("Router seed", "rank r draws its tokens and router from this + r"),
        Setting::RouterSeeds => {
            ("Router seeds by rank", "one for each rank, instead of the one above: 7,7,42,9")
        }
        Setting::DataSeed => ("Data seed", "for rank r: this + r"),
        Setting::InitSeed => ("Init seed", "the same on all ranks"),
        Setting::Tokens => ("Tokens", "for all, or by rank: 2,0,1,3"),
        Setting::Features => ("Feature size d", "numbers in a token"),
        Setting::Preset => ("Router", "where the tokens go"),
        Setting::Router => ("Router table", "each token's rank, by rank: 2,0;1,1;0,3;3,3"),
        Setting::Program => ("Program", "JSON; it runs instead of the lessons"),
    };
    FieldWords { label, hint }
}
