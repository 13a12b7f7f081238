//! Measuring the link between ranks on this machine.

use std::sync::Arc;

use collective::trace::Trace;
use collective::wire;

use crate::page::Page;
use crate::reactive::State;
use crate::state::{Measurement, Outcome, RunState, Setting, Settings, link, program};

impl Page {
    /// Lets two ranks send to and fro, over the transport that the fields ask for. The run on display stays.
    pub fn measure(self) {
        let mut settings = Settings::default();
        settings.set_program(program());
        settings.set(Setting::Transport, self.text(Setting::Transport));
        let turn = self.runner().begin();
        let (Ok((config, transport)), Some(turn)) = (settings.parse(), turn) else {
            return self.measured.set(Measurement::Failed);
        };
        self.measured.set(Measurement::UnderWay);
        leptos::task::spawn_local(async move {
            // How far it is tells nobody.
            let ended = turn.run(State::new(RunState::Idle), config, transport).await;
            let measured = ended.outcome.and_then(measured).unwrap_or(Measurement::Failed);
            self.measured.set(measured);
        });
    }
}

fn measured(outcome: Arc<Outcome>) -> Option<Measurement> {
    let trace = wire::decode::<Trace>(outcome.traces.first()?)?;
    let (link, transport) = (link(&trace)?, outcome.transport);
    Some(Measurement::Done { link, transport })
}
