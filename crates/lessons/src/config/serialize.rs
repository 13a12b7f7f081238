//! A configuration written out: for addresses, and for reports.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Config, RouterSeeds, Seed, Tokens};
use crate::lesson::Lesson;
use crate::record::Number;

impl Config {
    /// The settings that differ from the defaults, in their flat form: what an address or a command line holds.
    pub fn to_settings(&self) -> Vec<(&'static str, String)> {
        let base = Config::default();
        let mut settings = Vec::new();
        if let Some(program) = &self.program {
            settings.push(("program", program.clone()));
            settings.push(("world_size", self.world_size.to_string()));
            return settings;
        }
        if self.lessons != base.lessons {
            settings.push(("lesson", self.lesson_names().join(",")));
        }
        if self.world_size != base.world_size {
            settings.push(("world_size", self.world_size.to_string()));
        }
        if let Some(tp) = self.tp {
            settings.push(("tp", tp.to_string()));
        }
        match &self.router_seeds {
            seeds if *seeds == base.router_seeds => {}
            RouterSeeds::Base(seed) => settings.push(("router_seed", seed.to_string())),
            RouterSeeds::Each(seeds) => settings.push(("router_seeds", join(seeds))),
        }
        if self.data_seed != base.data_seed {
            settings.push(("data_seed", self.data_seed.to_string()));
        }
        if self.init_seed != base.init_seed {
            settings.push(("init_seed", self.init_seed.to_string()));
        }
        // Flat, the table of one rank without tokens would be nothing at all.
        let table =
            self.router.as_ref().filter(|table| !matches!(&table[..], [row] if row.is_empty()));
        match &self.n_tok {
            // The table says it already.
            _ if table.is_some() => {}
            tokens if *tokens == base.n_tok => {}
            Tokens::Same(count) => settings.push(("n_tok", count.to_string())),
            Tokens::Each(counts) => settings.push(("n_tok", join(counts))),
        }
        if self.d != base.d {
            settings.push(("d", self.d.to_string()));
        }
        if let Some(preset) = self.preset {
            settings.push(("preset", preset.id().to_owned()));
        }
        if let Some(table) = table {
            let rows: Vec<String> = table.iter().map(|row| join(row)).collect();
            settings.push(("router", rows.join(";")));
        }
        settings
    }

    /// What the lessons are called, those that are chosen together by one name.
    fn lesson_names(&self) -> Vec<&'static str> {
        if self.lessons == Lesson::SIX {
            return vec!["all"];
        }
        if self.lessons == Lesson::FURTHER {
            return vec!["further"];
        }
        self.lessons.iter().map(|lesson| lesson.id()).collect()
    }

    /// The configuration as a report holds it: every setting by name.
    pub fn document(&self) -> impl Serialize + '_ {
        Document(self)
    }
}

fn join<T: ToString>(values: &[T]) -> String {
    let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
    texts.join(",")
}

struct Document<'a>(&'a Config);

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let config = self.0;
        let number = |seed: &Seed| Number(seed.value());
        let mut map = serializer.serialize_map(None)?;
        if let Some(program) = &config.program {
            map.serialize_entry("world_size", &config.world_size)?;
            map.serialize_entry("program", program)?;
            return map.end();
        }
        match config.lesson_names().as_slice() {
            [one] => map.serialize_entry("lesson", one)?,
            many => map.serialize_entry("lesson", many)?,
        }
        map.serialize_entry("world_size", &config.world_size)?;
        map.serialize_entry("tp", &config.tp())?;
        match &config.router_seeds {
            RouterSeeds::Base(seed) => map.serialize_entry("router_seed", &number(seed))?,
            RouterSeeds::Each(seeds) => {
                let seeds: Vec<Number> = seeds.iter().map(number).collect();
                map.serialize_entry("router_seeds", &seeds)?;
            }
        }
        map.serialize_entry("data_seed", &number(&config.data_seed))?;
        map.serialize_entry("init_seed", &number(&config.init_seed))?;
        match &config.n_tok {
            Tokens::Same(count) => map.serialize_entry("n_tok", count)?,
            Tokens::Each(counts) => map.serialize_entry("n_tok", counts)?,
        }
        map.serialize_entry("d", &config.d)?;
        map.serialize_entry("preset", &config.preset.map(|preset| preset.id()))?;
        if let Some(table) = &config.router {
            map.serialize_entry("router", table)?;
        }
        map.end()
    }
}
