//! What everyone in a world must be able to see: that the region is theirs, who has died, who is
//! alive, what was sent.

use crate::{
    Layout, ShmError, Words, doorbell,
    traffic::{TRAFFIC_WORDS, Traffic},
    words,
};

const MAGIC: u32 = 0x524b_5350;
const VERSION: u32 = 1;

// Words of the control block.
const MAGIC_WORD: usize = 0;
const VERSION_WORD: usize = 1;
const WORLD_SIZE_WORD: usize = 2;
const RING_CAPACITY_WORD: usize = 3;
const RUN_WORD: usize = 4;
const DEATH_WORD: usize = 5;

// Words of a rank's line.
const HEARTBEAT: usize = 0;
const SENT: usize = 1;
const RECEIVED: usize = SENT + TRAFFIC_WORDS;

/// Why a run is over before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The rank's code panicked.
    Panicked,
    /// The rank's program ended with an error. What kind of error that is, the number says to who knows the program; 0
    /// says nothing.
    Failed(u8),
    /// The rank's worker or thread could not be started, or never said that it was ready.
    NotStarted,
    /// The rank's worker or thread ended without a word, or was ended from outside.
    Terminated,
    /// The reader stopped the run.
    Cancelled,
    /// The rank found the shared memory overwritten.
    Corrupt,
}

impl Reason {
    /// Low byte: which; next byte: the kind of error.
    fn to_code(self) -> u32 {
        match self {
            Reason::Panicked => 1,
            Reason::Failed(kind) => 2 | u32::from(kind) << 8,
            Reason::NotStarted => 3,
            Reason::Terminated => 4,
            Reason::Cancelled => 5,
            Reason::Corrupt => 6,
        }
    }

    fn from_code(code: u32) -> Option<Self> {
        let kind = u8::try_from(code >> 8).ok()?;
        Some(match (code & 0xff, kind) {
            (1, 0) => Reason::Panicked,
            (2, kind) => Reason::Failed(kind),
            (3, 0) => Reason::NotStarted,
            (4, 0) => Reason::Terminated,
            (5, 0) => Reason::Cancelled,
            (6, 0) => Reason::Corrupt,
            _ => return None,
        })
    }
}

/// Who ended the run, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Death {
    /// The rank that is dead, or `None` if no rank is to blame: the host ended the run.
    pub rank: Option<usize>,
    /// Why.
    pub reason: Reason,
}

/// Stands for the host where a rank would give 1 + rank.
const HOST: u32 = 0xff;

impl Death {
    /// Low byte: 1 + rank, or [`HOST`]. Above it the reason. Never 0.
    fn to_word(self) -> u32 {
        let who = self.rank.map_or(HOST, |rank| 1 + rank as u32);
        who | self.reason.to_code() << 8
    }

    fn from_word(value: u32, world_size: usize) -> Result<Option<Self>, ShmError> {
        if value == 0 {
            return Ok(None);
        }
        let corrupt = ShmError::CorruptDeath { value };
        let rank = match value & 0xff {
            HOST => None,
            who if (1..=world_size).contains(&(who as usize)) => Some(who as usize - 1),
            _ => return Err(corrupt),
        };
        let reason = Reason::from_code(value >> 8).ok_or(corrupt)?;
        Ok(Some(Self { rank, reason }))
    }
}

/// A world's control block.
#[derive(Clone, Debug)]
pub struct Control<W> {
    words: W,
    layout: Layout,
}

impl<W: Words> Control<W> {
    /// Makes the region ready for run number `run`: nobody dead, rings empty, counts zero. No rank
    /// may be using it.
    ///
    /// # Errors
    /// [`ShmError::RegionTooSmall`].
    pub fn format(words: W, layout: Layout, run: u32) -> Result<Self, ShmError> {
        words::require(&words, layout.len_bytes())?;
        for word in layout.words_before_rings() {
            words.store(word, 0);
        }
        for sender in 0..layout.world_size() {
            for receiver in (0..layout.world_size()).filter(|&receiver| receiver != sender) {
                let ring = layout.ring(sender, receiver)?;
                words.store(ring.tail_word(), 0);
                words.store(ring.head_word(), 0);
            }
        }
        words.store(VERSION_WORD, VERSION);
        words.store(WORLD_SIZE_WORD, layout.world_size() as u32);
        words.store(RING_CAPACITY_WORD, layout.ring_capacity() as u32);
        words.store(RUN_WORD, run);
        // Last: who sees it sees all the rest.
        words.store(MAGIC_WORD, MAGIC);
        Ok(Self { words, layout })
    }

    /// Opens a region that was [formatted](Self::format) with the same layout.
    ///
    /// # Errors
    /// [`ShmError::RegionTooSmall`], [`ShmError::NotFormatted`], [`ShmError::Mismatch`].
    pub fn attach(words: W, layout: Layout) -> Result<Self, ShmError> {
        words::require(&words, layout.len_bytes())?;
        let found = words.load(MAGIC_WORD);
        if found != MAGIC {
            return Err(ShmError::NotFormatted { found });
        }
        for (what, word, expected) in [
            ("version", VERSION_WORD, VERSION),
            ("world size", WORLD_SIZE_WORD, layout.world_size() as u32),
            ("ring capacity", RING_CAPACITY_WORD, layout.ring_capacity() as u32),
        ] {
            let found = words.load(word);
            if found != expected {
                return Err(ShmError::Mismatch { what, expected, found });
            }
        }
        Ok(Self { words, layout })
    }

    /// The layout of the region.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The number of the run the region was formatted for.
    pub fn run(&self) -> u32 {
        self.words.load(RUN_WORD)
    }

    /// Who ended the run, if it was ended.
    ///
    /// # Errors
    /// [`ShmError::CorruptDeath`] if the flag is set to nonsense: the run is over all the same.
    pub fn death(&self) -> Result<Option<Death>, ShmError> {
        Death::from_word(self.words.load(DEATH_WORD), self.layout.world_size())
    }

    /// Ends the run, wakes every rank, and returns the death that stands: this one, or the one
    /// declared first.
    ///
    /// # Errors
    /// [`ShmError::Rank`] if the world has no such rank (then nothing is declared),
    /// [`ShmError::CorruptDeath`] if the flag was already set to nonsense (then every rank is woken
    /// all the same).
    pub fn declare_dead(&self, death: Death) -> Result<Death, ShmError> {
        if let Some(rank) = death.rank {
            self.layout.check_rank(rank)?;
        }
        let before = self.words.compare_exchange(DEATH_WORD, 0, death.to_word());
        // Also if another was first: it may have died before it rang.
        for rank in 0..self.layout.world_size() {
            doorbell::ring(&self.words, self.layout.doorbell(rank)?);
        }
        Ok(Death::from_word(before, self.layout.world_size())?.unwrap_or(death))
    }

    /// What `rank` lets the others see of itself.
    ///
    /// # Errors
    /// [`ShmError::Rank`].
    pub fn rank(&self, rank: usize) -> Result<RankLine<W>, ShmError>
    where
        W: Clone,
    {
        Ok(RankLine { words: self.words.clone(), word: self.layout.rank_line(rank)? })
    }
}

/// One rank's signs of life and counts of payload through shared memory. The rank itself writes,
/// anyone reads at any time.
#[derive(Clone, Debug)]
pub struct RankLine<W> {
    words: W,
    word: usize,
}

impl<W: Words> RankLine<W> {
    /// Shows that the rank is alive.
    pub fn beat(&self) {
        self.words.add(self.word + HEARTBEAT, 1);
    }

    /// How often the rank has shown that it is alive, modulo 2³²: worth comparing with an earlier
    /// answer.
    pub fn heartbeat(&self) -> u32 {
        self.words.load(self.word + HEARTBEAT)
    }

    /// Counts payload bytes that the rank wrote into rings. For the rank itself only.
    pub fn add_sent(&self, bytes: u64) {
        Traffic { word: self.word + SENT }.add(&self.words, bytes);
    }

    /// Payload bytes that the rank wrote into rings.
    pub fn sent(&self) -> u64 {
        Traffic { word: self.word + SENT }.read(&self.words)
    }

    /// Counts payload bytes that the rank read from rings. For the rank itself only.
    pub fn add_received(&self, bytes: u64) {
        Traffic { word: self.word + RECEIVED }.add(&self.words, bytes);
    }

    /// Payload bytes that the rank read from rings.
    pub fn received(&self) -> u64 {
        Traffic { word: self.word + RECEIVED }.read(&self.words)
    }
}
