//! Changing routers: what the settings then say.

use lessons::{Config, Preset};

use super::Routing;
use crate::state::{Setting, Settings};

/// `settings` with this router in place of whatever they had.
pub fn with_router(settings: &Settings, config: &Config, routing: &Routing) -> Settings {
    let mut settings = settings.clone();
    settings.set(Setting::Preset, "none");
    settings.set(Setting::Router, routing.text());
    // This preset has taken a rank's tokens: say so in full, or table and count would contradict each other.
    if config.preset() == Some(Preset::OneEmpty) {
        let counts: Vec<String> = routing.table.iter().map(|r| r.len().to_string()).collect();
        settings.set(Setting::Tokens, counts.join(","));
    }
    settings
}

/// `settings` with this preset; `none` draws routers.
pub fn with_preset(settings: &Settings, preset: &str) -> Settings {
    let mut settings = settings.clone();
    settings.set(Setting::Preset, preset);
    settings.set(Setting::Router, "");
    settings
}

/// `settings` with routers drawn from new seeds: one for each rank where each had its own, else one to count from.
pub fn with_seeds(
    settings: &Settings,
    world_size: usize,
    draw: &mut dyn FnMut() -> u32,
) -> Settings {
    let mut settings = with_preset(settings, "none");
    if settings.text(Setting::RouterSeeds).trim().is_empty() {
        settings.set(Setting::RouterSeed, draw().to_string());
    } else {
        let seeds: Vec<String> = (0..world_size).map(|_| draw().to_string()).collect();
        settings.set(Setting::RouterSeeds, seeds.join(","));
    }
    settings
}

/// The seeds that routers are drawn from, as the settings have them.
pub fn seed(settings: &Settings) -> &str {
    match settings.text(Setting::RouterSeeds).trim() {
        "" => settings.text(Setting::RouterSeed).trim(),
        each => each,
    }
}

/// Which preset the settings name; none of them (empty) where the router itself is given.
pub fn preset(settings: &Settings) -> &'static str {
    if !settings.text(Setting::Router).trim().is_empty() {
        return "";
    }
    let named = settings.text(Setting::Preset).trim();
    Preset::ALL.map(Preset::id).into_iter().find(|id| *id == named).unwrap_or("none")
}

/// The token to which a key leads from `at` (rank, index), in the order of the page.
pub fn moved(routing: &Routing, at: (usize, usize), key: &str) -> Option<(usize, usize)> {
    let all = routing.tokens();
    let here = all.iter().position(|token| (token.rank, token.index) == at).unwrap_or(0);
    let last = all.len().saturating_sub(1);
    let to = match key {
        "ArrowDown" => (here + 1).min(last),
        "ArrowUp" => here.saturating_sub(1),
        "Home" => 0,
        "End" => last,
        _ => return None,
    };
    all.get(to).map(|token| (token.rank, token.index))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(texts: &[(Setting, &str)]) -> Settings {
        let mut settings = Settings::default();
        for (setting, text) in texts {
            settings.set(*setting, *text);
        }
        settings
    }

    fn routed(given: &[(Setting, &str)], table: Vec<Vec<usize>>) -> Settings {
        let given = settings(given);
        let config = given.parse().unwrap().0;
        with_router(&given, &config, &Routing { table })
    }

    #[test]
    fn an_edited_router_is_a_setting_that_can_be() {
        let table = vec![vec![3, 0], vec![], vec![1, 1], vec![0, 2]];
        for given in [
            vec![(Setting::Preset, "one_empty")],
            vec![(Setting::Preset, "one_empty"), (Setting::Tokens, "2,2,2,2")],
            vec![(Setting::Tokens, "2,0,2,2")],
            vec![(Setting::Router, "0,0;;0,0;0,0")],
        ] {
            let edited = routed(&given, table.clone());
            let (config, _) = edited.parse().unwrap();
            assert_eq!(config.router(), Some(&table[..]), "{given:?}");
        }
    }

    #[test]
    fn seeds_and_counts_outlive_an_edit() {
        let given = [(Setting::RouterSeed, "7"), (Setting::Tokens, "3"), (Setting::Features, "5")];
        let edited = routed(&given, vec![vec![0, 1, 2]; 4]);
        for (setting, text) in given {
            assert_eq!(edited.text(setting), text);
        }
        let drawn = with_preset(&edited, "none").parse().unwrap().0;
        assert_eq!((drawn.router(), drawn.n_tok(0)), (None, 3));
    }

    #[test]
    fn dice_leave_a_seed_that_draws_the_same_again() {
        let rolled = with_seeds(&settings(&[(Setting::Router, "0;1;2;3")]), 4, &mut || 4711);
        assert_eq!(rolled.text(Setting::RouterSeed), "4711");
        assert_eq!(rolled.parse().unwrap().0.router(), None);
        let each = with_seeds(&settings(&[(Setting::RouterSeeds, "1,2,3,4")]), 4, &mut || 9);
        assert_eq!(each.text(Setting::RouterSeeds), "9,9,9,9");
        assert!(each.parse().is_ok());
    }

    #[test]
    fn one_goes_from_token_to_token_past_ranks_without_any() {
        let routing = Routing { table: vec![vec![0], vec![], vec![1, 2]] };
        assert_eq!(moved(&routing, (0, 0), "ArrowDown"), Some((2, 0)));
        assert_eq!(moved(&routing, (2, 0), "ArrowUp"), Some((0, 0)));
        assert_eq!(moved(&routing, (0, 0), "ArrowUp"), Some((0, 0)));
        assert_eq!(moved(&routing, (0, 0), "End"), Some((2, 1)));
        assert_eq!(moved(&routing, (0, 0), "x"), None);
        assert_eq!(moved(&Routing { table: vec![vec![]] }, (0, 0), "End"), None);
    }
}
