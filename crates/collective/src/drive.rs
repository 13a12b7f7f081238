use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// What a rank that has nothing to do waits on. It is rung when a frame arrives, when room comes free for one that
/// found none, and when a rank fails.
pub trait Doorbell {
    /// How often it has been rung. Read before polling, so that a ring between poll and wait is not missed.
    fn read(&self) -> u32;

    /// Waits until it has been rung more often than `seen`, at most so long.
    fn wait(&self, seen: u32, at_most: Duration);
}

/// A blocked rank looks up this often, so that deadlines pass even when nobody rings.
const LOOK_UP: Duration = Duration::from_millis(100);

/// A rank's program, ready to be polled.
pub type Program<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// Polls a program once. Nothing is woken by a waker: whoever drives a rank polls it when its doorbell rings, since
/// only the transport knows when there is something new.
pub fn poll_once<T>(program: &mut Program<'_, T>) -> Poll<T> {
    program.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

/// Runs a program to its end on the calling thread: the one place where such a rank blocks.
pub fn drive<T>(mut program: Program<'_, T>, doorbell: &dyn Doorbell) -> T {
    loop {
        let seen = doorbell.read();
        match poll_once(&mut program) {
            Poll::Ready(result) => return result,
            Poll::Pending => doorbell.wait(seen, LOOK_UP),
        }
    }
}
