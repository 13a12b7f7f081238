//! A rank over message ports: it takes a turn whenever something arrives, and leaves the worker to its event loop in
//! between.

use std::cell::{Cell, RefCell, RefMut};
use std::rc::{Rc, Weak};
use std::task::Poll;

use collective::{Context, PeerFailure, Program, poll_once};
use web_sys::MessagePort;

use super::page::say;
use super::{Finished, RankProgram, done, panic};
use crate::port_transport::{Lanes, PortTransport};
use crate::protocol::{Start, ToPage};
use crate::timer::Timer;

/// A rank that hears nothing takes a turn so often all the same, so that deadlines pass. In milliseconds.
const LOOK_UP: f64 = 100.0;
/// How many of these turns there are to a sign of life.
const BEAT: u32 = 10;

/// One run of this rank.
pub(super) struct Session {
    run: u32,
    this: Weak<Session>,
    lanes: Rc<RefCell<Lanes>>,
    stage: RefCell<Stage>,
    timer: RefCell<Option<Timer>>,
}

enum Stage {
    Running(Program<'static, Finished>),
    /// The program is over, but not all that it sent has left.
    Leaving(Finished),
    Over,
}

impl Session {
    /// Prepares the run. Nothing happens before the first [`turn`](Self::turn).
    pub(super) fn start(start: Start, job: Vec<u8>, program: RankProgram) -> Rc<Self> {
        let lanes = Rc::new(RefCell::new(Lanes::new(start.run, start.world_size)));
        let transport = PortTransport::new(start.rank, start.began, lanes.clone());
        panic::in_run(start.run, start.rank, None);
        let program = program(Context::new(Box::new(transport), start.settings), job);
        Rc::new_cyclic(|this: &Weak<Self>| {
            let (again, looks) = (this.clone(), Cell::new(0));
            let look_up = move || {
                looks.set(looks.get() + 1);
                if start.beat && looks.get() % BEAT == 0 {
                    say(&ToPage::Beat { run: start.run }, &[]);
                }
                if let Some(session) = again.upgrade() {
                    session.turn();
                }
            };
            Self {
                run: start.run,
                this: this.clone(),
                lanes,
                stage: RefCell::new(Stage::Running(program)),
                timer: RefCell::new(Some(Timer::every(LOOK_UP, look_up))),
            }
        })
    }

    pub(super) fn run(&self) -> u32 {
        self.run
    }

    fn lanes(&self) -> RefMut<'_, Lanes> {
        self.lanes.borrow_mut()
    }

    /// Takes ports that the page hands out.
    pub(super) fn connect(&self, ports: impl Iterator<Item = (usize, MessagePort)>) {
        for (peer, port) in ports {
            let this = self.this.clone();
            let heard = move |bytes| {
                if let Some(session) = this.upgrade() {
                    session.lanes().arrive(peer, bytes);
                    session.turn();
                }
            };
            self.lanes().connect(peer, port, heard);
        }
        self.turn();
    }

    /// Another rank has ended the run.
    pub(super) fn fail(&self, failure: PeerFailure) {
        self.lanes().fail(failure);
        self.turn();
    }

    /// Goes on as far as it can, sends what there is to send, and hands over the result when there is one.
    pub(super) fn turn(&self) {
        let stage = match self.stage.replace(Stage::Over) {
            Stage::Running(mut program) => match poll_once(&mut program) {
                Poll::Ready(finished) => Stage::Leaving(finished),
                Poll::Pending => Stage::Running(program),
            },
            other => other,
        };
        let mut lanes = self.lanes();
        let all_left = lanes.flush();
        match stage {
            Stage::Leaving(finished) if all_left || finished.failed => {
                *self.timer.borrow_mut() = None;
                done(self.run, finished, lanes.bytes);
            }
            other => drop(self.stage.replace(other)),
        }
    }
}
