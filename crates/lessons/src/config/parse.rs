//! From raw settings to a configuration. Every front (flags, addresses, JS) passes through here, so that one mistake
//! gives one sentence everywhere.

use super::{
    Allowed, Config, Listed, MAX_ELEMENTS, MAX_SIZE, MAX_WORLD_SIZE, Preset, Raw, RouterSeeds,
    Seed, SettingError, Tokens,
};
use crate::lesson::Lesson;
use crate::program::Outline;

type Parsed<T> = Result<T, SettingError>;

fn invalid(setting: &'static str, value: impl ToString, allowed: Allowed) -> SettingError {
    SettingError::Invalid { setting, value: value.to_string(), allowed }
}

fn whole(setting: &'static str, raw: &Raw, least: usize, most: usize) -> Parsed<usize> {
    let number = match raw {
        Raw::One(text) => text.parse().ok().filter(|number| (least..=most).contains(number)),
        Raw::List(_) => None,
    };
    number.ok_or_else(|| invalid(setting, raw, Allowed::WholeNumber { least, most }))
}

fn seed(setting: &'static str, raw: &Raw, ranks: usize) -> Parsed<Seed> {
    let number = match raw {
        Raw::One(text) => text.parse().ok().and_then(Seed::new),
        Raw::List(_) => None,
    };
    // Rank r draws from base + r, which must be a seed too.
    number
        .filter(|seed| seed.plus(ranks.saturating_sub(1)).is_some())
        .ok_or_else(|| invalid(setting, raw, Allowed::Seed { ranks }))
}

fn list<'a>(setting: &'static str, raw: &'a Raw, length: usize, of: Listed) -> Parsed<&'a [Raw]> {
    match raw {
        Raw::List(items) if items.len() == length => Ok(items),
        // A list of one, flat, looks like a single value.
        Raw::One(_) if length == 1 => Ok(std::slice::from_ref(raw)),
        _ => Err(invalid(setting, raw, Allowed::ListByRank { of, length })),
    }
}

fn lessons(raw: &Raw) -> Parsed<Vec<Lesson>> {
    let names: Vec<&Raw> = match raw {
        Raw::One(_) => vec![raw],
        Raw::List(items) => items.iter().collect(),
    };
    let known = || {
        let ids = Lesson::every().map(Lesson::id);
        invalid("lesson", raw, Allowed::OneOf(ids.chain(["all", "further"]).collect()))
    };
    let mut chosen = Vec::new();
    for name in names {
        match name {
            Raw::One(id) if id == "all" => chosen.extend(Lesson::SIX),
            Raw::One(id) if id == "further" => chosen.extend(Lesson::FURTHER),
            Raw::One(id) => chosen.push(Lesson::from_id(id).ok_or_else(known)?),
            Raw::List(_) => return Err(known()),
        }
    }
    let in_order: Vec<Lesson> = Lesson::every().filter(|lesson| chosen.contains(lesson)).collect();
    if in_order.is_empty() { Err(known()) } else { Ok(in_order) }
}

fn preset(raw: &Raw) -> Parsed<Option<Preset>> {
    let text = raw.to_string();
    if text.is_empty() || text == "none" {
        return Ok(None);
    }
    let found = Preset::ALL.into_iter().find(|preset| preset.id() == text);
    let ids = Preset::ALL.into_iter().map(Preset::id);
    let allowed = || Allowed::OneOf(ids.chain(["none"]).collect());
    found.map(Some).ok_or_else(|| invalid("preset", raw, allowed()))
}

fn tokens(raw: &Raw, world_size: usize) -> Parsed<Tokens> {
    match raw {
        Raw::One(_) => whole("n_tok", raw, 0, MAX_SIZE).map(Tokens::Same),
        Raw::List(_) => {
            let counts = list("n_tok", raw, world_size, Listed::TokenCounts)?;
            let each = counts.iter().map(|count| whole("n_tok", count, 0, MAX_SIZE));
            each.collect::<Parsed<_>>().map(Tokens::Each)
        }
    }
}

fn router(raw: &Raw, world_size: usize) -> Parsed<Vec<Vec<usize>>> {
    // Flat, the table of a single rank has no `;`, and a row of one value no `,`.
    let one_row = matches!(raw, Raw::List(items) if items.iter().all(|i| matches!(i, Raw::One(_))));
    let wrapped;
    let raw = if world_size == 1 && one_row {
        wrapped = Raw::List(vec![raw.clone()]);
        &wrapped
    } else {
        raw
    };
    let row = |row: &Raw| match row {
        Raw::One(_) => Ok(vec![whole("router", row, 0, world_size - 1)?]),
        Raw::List(items) if items.len() <= MAX_SIZE => {
            items.iter().map(|item| whole("router", item, 0, world_size - 1)).collect()
        }
        Raw::List(items) => Err(invalid(
            "router",
            format!("[… × {}]", items.len()),
            Allowed::RowUpTo { most: MAX_SIZE },
        )),
    };
    list("router", raw, world_size, Listed::RouterRows)?.iter().map(row).collect()
}

impl Config {
    /// The names of all settings.
    pub const KEYS: [&'static str; 12] = [
        "lesson",
        "world_size",
        "tp",
        "router_seed",
        "router_seeds",
        "data_seed",
        "init_seed",
        "n_tok",
        "d",
        "preset",
        "router",
        "program",
    ];

    /// The defaults, with `settings` in place of some of them. A name given twice counts as it was given last.
    ///
    /// # Errors
    /// One sentence that names the first setting that cannot be, its value, and what is allowed.
    pub fn from_settings<K: AsRef<str>>(settings: &[(K, Raw)]) -> Parsed<Config> {
        for (key, _) in settings {
            if !Self::KEYS.contains(&key.as_ref()) {
                let (key, known) = (key.as_ref().to_owned(), Self::KEYS.join(", "));
                return Err(SettingError::Unknown { key, known });
            }
        }
        let get = |name: &str| {
            settings.iter().rev().find(|(key, _)| key.as_ref() == name).map(|(_, raw)| raw)
        };
        let mut config = Config::default();
        if let Some(raw) = get("lesson") {
            config.lessons = lessons(raw)?;
        }
        if let Some(raw) = get("world_size") {
            config.world_size = whole("world_size", raw, 1, MAX_WORLD_SIZE)?;
        }
        if let Some(raw) = get("program") {
            return config.with_program(raw, settings);
        }
        let w = config.world_size;
        if let Some(raw) = get("tp") {
            config.tp = Some(divisor(raw, w)?);
        }
        match (get("router_seed"), get("router_seeds")) {
            (Some(_), Some(_)) => {
                return Err(SettingError::Conflict {
                    setting: "router_seed",
                    other: "router_seeds",
                });
            }
            (Some(raw), None) => {
                config.router_seeds = RouterSeeds::Base(seed("router_seed", raw, w)?)
            }
            (None, Some(raw)) => {
                let seeds = list("router_seeds", raw, w, Listed::Seeds)?;
                let each = seeds.iter().map(|raw| seed("router_seeds", raw, 1));
                config.router_seeds = RouterSeeds::Each(each.collect::<Parsed<_>>()?);
            }
            (None, None) => {}
        }
        if let Some(raw) = get("data_seed") {
            config.data_seed = seed("data_seed", raw, w)?;
        }
        if let Some(raw) = get("init_seed") {
            config.init_seed = seed("init_seed", raw, 1)?;
        }
        if let Some(raw) = get("n_tok") {
            config.n_tok = tokens(raw, w)?;
        }
        if let Some(raw) = get("d") {
            config.d = whole("d", raw, 1, MAX_SIZE)?;
        }
        if let Some(raw) = get("preset") {
            config.preset = preset(raw)?;
        }
        if let Some(raw) = get("router") {
            config.set_router(raw, get("n_tok").is_some())?;
        }
        config.check_size()?;
        Ok(config)
    }

    /// A run of a program instead of lessons: no other setting but the world size has a meaning then.
    fn with_program<K: AsRef<str>>(mut self, raw: &Raw, settings: &[(K, Raw)]) -> Parsed<Config> {
        let given = |key: &str| settings.iter().any(|(given, _)| given.as_ref() == key);
        let lessons_own = |key: &&str| !matches!(*key, "program" | "world_size") && given(key);
        if let Some(other) = Self::KEYS.into_iter().find(lessons_own) {
            return Err(SettingError::Conflict { setting: "program", other });
        }
        let Raw::One(text) = raw else {
            return Err(invalid("program", raw, Allowed::Program));
        };
        if !given("world_size")
            && let Some(world_size) = Outline::of(text).world_size
        {
            let raw = Raw::text(world_size.to_string());
            self.world_size = whole("world_size", &raw, 1, MAX_WORLD_SIZE)?;
        }
        self.lessons = vec![Lesson::Program];
        self.program = Some(text.clone());
        Ok(self)
    }

    fn set_router(&mut self, raw: &Raw, tokens_given: bool) -> Parsed<()> {
        if self.preset.is_some() {
            return Err(SettingError::Conflict { setting: "router", other: "preset" });
        }
        let table = router(raw, self.world_size)?;
        if tokens_given {
            let differs = |(rank, row): &(usize, &Vec<usize>)| row.len() != self.n_tok(*rank);
            if let Some((rank, row)) = table.iter().enumerate().find(differs) {
                let allowed = Allowed::RowOf { rank, tokens: self.n_tok(rank) };
                return Err(invalid("router", format!("{row:?}"), allowed));
            }
        } else {
            self.n_tok = Tokens::Each(table.iter().map(Vec::len).collect());
        }
        self.router = Some(table);
        Ok(())
    }

    fn check_size(&self) -> Parsed<()> {
        let tokens = (0..self.world_size).map(|rank| self.n_tok(rank)).max().unwrap_or(0);
        let most = MAX_ELEMENTS / (self.world_size * self.world_size * self.d);
        if tokens <= most {
            return Ok(());
        }
        let (world_size, d) = (self.world_size, self.d);
        Err(invalid("n_tok", tokens, Allowed::FittingTokens { world_size, d, most }))
    }
}

fn divisor(raw: &Raw, world_size: usize) -> Parsed<usize> {
    let divisors: Vec<usize> =
        (1..=world_size).filter(|tp| world_size.is_multiple_of(*tp)).collect();
    let tp = match raw {
        Raw::One(text) => text.parse().ok().filter(|tp| divisors.contains(tp)),
        Raw::List(_) => None,
    };
    tp.ok_or_else(|| invalid("tp", raw, Allowed::Divisor { world_size, divisors }))
}
