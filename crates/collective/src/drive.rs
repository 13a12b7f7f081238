use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// What a rank that has nothing to do waits on. It is rung when a frame arrives, when room comes free for one that
/// found none, and when a rank fails.
///
/// ```
/// # use std::{cell::Cell, time::Duration};
/// # use collective::{Doorbell, drive};
/// struct Bell(Cell<u32>);
/// impl Doorbell for Bell {
///     fn read(&self) -> u32 {
///         self.0.get()
///     }
///     fn wait(&self, _seen: u32, _at_most: Duration) {
///         self.0.set(self.0.get() + 1); // somebody rings at once
///     }
/// }
/// let bell = Bell(Cell::new(0));
/// let twice = Box::pin(std::future::poll_fn(|_| match bell.read() {
///     2 => std::task::Poll::Ready("rung twice"),
///     _ => std::task::Poll::Pending,
/// }));
/// assert_eq!(drive(twice, &bell), "rung twice");
/// ```
pub trait Doorbell {
    /// How often it has been rung. Read before polling, so that a ring between poll and wait is not missed.
    ///
    /// ```
    /// # use std::{cell::Cell, time::Duration};
    /// # use collective::Doorbell;
    /// # struct Bell(Cell<u32>);
    /// # impl Doorbell for Bell {
    /// #     fn read(&self) -> u32 {
    /// #         self.0.get()
    /// #     }
    /// #     fn wait(&self, _seen: u32, _at_most: Duration) {
    /// #         self.0.set(self.0.get() + 1); // somebody rings at once
    /// #     }
    /// # }
    /// let bell = Bell(Cell::new(4));
    /// assert_eq!(bell.read(), 4);
    /// ```
    fn read(&self) -> u32;

    /// Waits until it has been rung more often than `seen`, at most so long.
    ///
    /// ```
    /// # use std::{cell::Cell, time::Duration};
    /// # use collective::Doorbell;
    /// # struct Bell(Cell<u32>);
    /// # impl Doorbell for Bell {
    /// #     fn read(&self) -> u32 {
    /// #         self.0.get()
    /// #     }
    /// #     fn wait(&self, _seen: u32, _at_most: Duration) {
    /// #         self.0.set(self.0.get() + 1); // somebody rings at once
    /// #     }
    /// # }
    /// let bell = Bell(Cell::new(4));
    /// bell.wait(4, Duration::from_millis(100));
    /// assert_eq!(bell.read(), 5);
    /// ```
    fn wait(&self, seen: u32, at_most: Duration);
}

/// A blocked rank looks up this often, so that deadlines pass even when nobody rings.
const LOOK_UP: Duration = Duration::from_millis(100);

/// A rank's program, ready to be polled.
///
/// ```
/// # use collective::{Program, poll_once};
/// let mut program: Program<'_, usize> = Box::pin(async { 7 });
/// assert!(poll_once(&mut program).is_ready());
/// ```
pub type Program<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// Polls a program once. Nothing is woken by a waker: whoever drives a rank polls it when its doorbell rings, since
/// only the transport knows when there is something new.
///
/// ```
/// # use collective::{Program, poll_once};
/// let mut program: Program<'_, usize> = Box::pin(std::future::pending());
/// assert!(poll_once(&mut program).is_pending());
/// ```
pub fn poll_once<T>(program: &mut Program<'_, T>) -> Poll<T> {
    program.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

/// Runs a program to its end on the calling thread: the one place where such a rank blocks.
///
/// ```
/// # use std::{cell::Cell, time::Duration};
/// # use collective::{Doorbell, drive};
/// # struct Bell(Cell<u32>);
/// # impl Doorbell for Bell {
/// #     fn read(&self) -> u32 {
/// #         self.0.get()
/// #     }
/// #     fn wait(&self, _seen: u32, _at_most: Duration) {
/// #         self.0.set(self.0.get() + 1); // somebody rings at once
/// #     }
/// # }
/// assert_eq!(drive(Box::pin(async { 3 + 4 }), &Bell(Cell::new(0))), 7);
/// ```
pub fn drive<T>(mut program: Program<'_, T>, doorbell: &dyn Doorbell) -> T {
    loop {
        let seen = doorbell.read();
        match poll_once(&mut program) {
            Poll::Ready(result) => return result,
            Poll::Pending => doorbell.wait(seen, LOOK_UP),
        }
    }
}
