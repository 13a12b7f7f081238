use std::ops::Add;

/// What a pool has at this moment, and what it has done since it was made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// Workers that have been started and not ended, idle or not.
    pub workers: usize,
    /// Event listeners on workers.
    pub listeners: usize,
    /// Timers that have been set and not fired.
    pub timers: usize,
    /// Workers started, ever.
    pub workers_started: u64,
    /// Runs begun, ever.
    pub runs: u64,
    /// Messages between page and ranks during runs, ever.
    pub page_messages: u64,
    /// Bytes in these messages, what ranks handed over at their end not counted.
    pub page_bytes: u64,
}

impl Add for Stats {
    type Output = Stats;

    /// Of two pools together.
    fn add(self, other: Stats) -> Stats {
        Stats {
            workers: self.workers + other.workers,
            listeners: self.listeners + other.listeners,
            timers: self.timers + other.timers,
            workers_started: self.workers_started + other.workers_started,
            runs: self.runs + other.runs,
            page_messages: self.page_messages + other.page_messages,
            page_bytes: self.page_bytes + other.page_bytes,
        }
    }
}
