use lessons::{Config, Lesson, Raw, SettingError};

use super::{Setting, TransportChoice};

/// What stands in the fields: text, right or wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    texts: [String; Setting::ALL.len()],
}

impl Default for Settings {
    fn default() -> Self {
        Self { texts: Setting::ALL.map(|setting| setting.default_text().to_owned()) }
    }
}

impl Settings {
    /// The text of one field.
    pub fn text(&self, setting: Setting) -> &str {
        self.texts.get(setting as usize).map_or("", String::as_str)
    }

    /// Writes into one field.
    pub fn set(&mut self, setting: Setting, text: impl Into<String>) {
        if let Some(field) = self.texts.get_mut(setting as usize) {
            *field = text.into();
        }
    }

    /// The settings of a run, as fields hold them.
    pub fn of(config: &Config, transport: TransportChoice) -> Self {
        let mut settings = Settings::default();
        if config.program().is_some() {
            settings.set(Setting::Lesson, Lesson::Program.id());
        }
        for (key, text) in config.to_settings() {
            if let Some(setting) = Setting::from_key(key) {
                settings.set(setting, text);
            }
        }
        settings.set(Setting::Transport, transport.id());
        settings
    }

    /// Whether a program is to run, and no lesson.
    pub fn is_of_program(&self) -> bool {
        self.text(Setting::Lesson).trim() == Lesson::Program.id()
    }

    /// Writes a program, and the world size that it says, if it says one.
    pub fn set_program(&mut self, text: impl Into<String>) {
        self.set(Setting::Lesson, Lesson::Program.id());
        self.set(Setting::Program, text);
        if let Some(world_size) = Config::world_size_of(self.text(Setting::Program)) {
            self.set(Setting::WorldSize, world_size.to_string());
        }
    }

    /// The fields that say something other than the default, with what they say. An emptied field says nothing; nor do
    /// a lesson's fields to a program, or a program to lessons. A program may have another world size than the default.
    pub fn given(&self) -> impl Iterator<Item = (Setting, &str)> {
        let of_program = self.is_of_program();
        let says = move |(setting, text): &(Setting, &str)| match setting {
            Setting::Program => of_program,
            Setting::WorldSize if of_program => !text.is_empty(),
            Setting::Transport => *text != setting.default_text() && !text.is_empty(),
            _ => !of_program && !text.is_empty() && *text != setting.default_text(),
        };
        Setting::ALL.into_iter().map(|setting| (setting, self.text(setting).trim())).filter(says)
    }

    /// What the fields ask for.
    ///
    /// # Errors
    /// Every field that cannot be, in the order of the page; a field that cannot be judged because another one is
    /// wrong is left out.
    pub fn parse(&self) -> Result<(Config, TransportChoice), Vec<SettingError>> {
        let mut errors = Vec::new();
        let transport = match self.text(Setting::Transport).trim() {
            "" => TransportChoice::Auto,
            text => TransportChoice::parse(text).unwrap_or_else(|error| {
                errors.push(error);
                TransportChoice::Auto
            }),
        };
        let mut raw: Vec<(Setting, Raw)> = self
            .given()
            .filter(|(setting, _)| setting.is_of_lessons())
            .map(|(setting, text)| (setting, setting.raw(text)))
            .collect();
        loop {
            let named: Vec<(&str, Raw)> =
                raw.iter().map(|(setting, raw)| (setting.key(), raw.clone())).collect();
            let error = match Config::from_settings(&named) {
                Ok(config) if errors.is_empty() => return Ok((config, transport)),
                Ok(_) => break,
                Err(error) => error,
            };
            let wrong = Setting::from_key(error.setting());
            let left = raw.len();
            raw.retain(|(setting, _)| {
                Some(*setting) != wrong
                    && !(wrong == Some(Setting::WorldSize) && setting.depends_on_world_size())
            });
            errors.push(error);
            // An error about a setting that was not given would come again and again.
            if raw.len() == left {
                break;
            }
        }
        // In the order of the page; the lessons find them in another.
        let of = |setting: Setting| errors.iter().filter(move |e| e.setting() == setting.key());
        Err(Setting::ALL.into_iter().flat_map(of).cloned().collect())
    }
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

    fn wrong(settings: &Settings) -> Vec<&'static str> {
        let errors = settings.parse().err().unwrap_or_default();
        errors
            .iter()
            .filter_map(|error| Setting::from_key(error.setting()).map(Setting::key))
            .collect()
    }

    #[test]
    fn defaults_are_the_default_run() {
        assert_eq!(Settings::default().parse(), Ok((Config::default(), TransportChoice::Auto)));
        assert_eq!(Settings::default().given().count(), 0);
    }

    #[test]
    fn an_emptied_field_is_the_default() {
        let emptied = settings(&Setting::ALL.map(|setting| (setting, " ")));
        assert_eq!(emptied.parse(), Ok((Config::default(), TransportChoice::Auto)));
    }

    #[test]
    fn every_wrong_field_is_named() {
        let three = settings(&[
            (Setting::Features, "0"),
            (Setting::Tp, "3"),
            (Setting::Transport, "pigeon"),
        ]);
        assert_eq!(wrong(&three), ["tp", "transport", "d"]);
    }

    #[test]
    fn what_depends_on_a_wrong_world_size_is_not_judged() {
        let eight = settings(&[
            (Setting::WorldSize, "abc"),
            (Setting::Tp, "8"),
            (Setting::RouterSeeds, "1,2,3,4,5,6,7,8"),
            (Setting::InitSeed, "x"),
        ]);
        assert_eq!(wrong(&eight), ["world_size", "init_seed"]);
    }

    #[test]
    fn two_fields_that_contradict_each_other_end_the_search() {
        let both = settings(&[(Setting::Preset, "balanced"), (Setting::Router, "0,1;1,2;2,3;3,0")]);
        assert_eq!(wrong(&both), ["router"]);
    }

    #[test]
    fn a_run_comes_back_from_its_fields() {
        let given = settings(&[
            (Setting::Lesson, "moe,root"),
            (Setting::WorldSize, "3"),
            (Setting::RouterSeeds, "-9223372036854775808,0,18446744073709551615"),
            (Setting::Tokens, "0,1,2"),
            (Setting::Transport, "message"),
        ]);
        let (config, transport) = given.parse().unwrap();
        let back = Settings::of(&config, transport).parse();
        assert_eq!(back, Ok((config, transport)));
    }
}
