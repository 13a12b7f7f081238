//! Measuring the link between ranks on this machine.

use std::sync::Arc;

use collective::trace::Trace;
use collective::wire;

use crate::page::Page;
use crate::reactive::State;
use crate::state::{
    Measurement, Outcome, RunState, Setting, Settings, fitted_link, measuring_program,
};

/// How often a machine that was busy with other things is asked.
const TRIES: u32 = 3;

impl Page {
    /// Whether that is under way.
    pub fn is_measuring(self) -> bool {
        *self.measured.read() == Measurement::UnderWay
    }

    /// Lets two ranks send to and fro, over the transport that the fields ask for. The run on display stays.
    pub fn measure(self) {
        let mut settings = Settings::default();
        settings.set_program(measuring_program());
        settings.set(Setting::Transport, self.text(Setting::Transport));
        // What is wrong with the transport stands at its field.
        let Ok((config, transport)) = settings.parse() else { return };
        let Some(mut turn) = self.runner().begin() else {
            // Figures that are there stay.
            return self.measured.update(|known| match known {
                Measurement::UnderWay | Measurement::Done { .. } => {}
                _ => *known = Measurement::Busy,
            });
        };
        self.measured.set(Measurement::UnderWay);
        leptos::task::spawn_local(async move {
            let mut tries = TRIES;
            loop {
                // How far it is tells nobody.
                let ended = turn.run(State::new(RunState::Idle), config.clone(), transport).await;
                let found = match (ended.state, ended.outcome) {
                    (RunState::Failed(error), _) => Measurement::Failed(error),
                    (RunState::Cancelled, _) => Measurement::NotYet,
                    (_, outcome) => outcome.and_then(measured).unwrap_or(Measurement::Unclear),
                };
                tries -= 1;
                match self.runner().begin() {
                    Some(again) if found == Measurement::Unclear && tries > 0 => turn = again,
                    _ => return self.measured.set(found),
                }
            }
        });
    }
}

fn measured(outcome: Arc<Outcome>) -> Option<Measurement> {
    let trace = wire::decode::<Trace>(outcome.traces.first()?)?;
    let (link, transport) = (fitted_link(&trace)?, outcome.transport);
    Some(Measurement::Done { link, transport })
}
