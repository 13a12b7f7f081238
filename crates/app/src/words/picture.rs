use lessons::Lesson;

/// The lessons' pictures.
pub struct PictureWords {
    /// A picture's heading.
    pub heading: fn(Lesson) -> &'static str,
    /// Not set out, under way, there.
    pub way: [&'static str; 3],
    /// Lesson 1: what goes on, and what comes back.
    pub hops: [&'static str; 2],
    /// Lesson 2: the root gives.
    pub gives: &'static str,
    /// The root takes.
    pub takes: &'static str,
    /// The root's name.
    pub root: &'static str,
    /// Lesson 3: a tensor on all ranks: name, ranks folded into each element at least, world size.
    pub sheet: fn(&str, usize, usize) -> String,
    /// Ranks on which both ways have come to the same, to something else, of how many.
    pub equal: fn(usize, usize, usize) -> String,
    /// What the two ways begin with, where they do not stand side by side.
    pub ways: [&'static str; 2],
    /// What colours mean.
    pub sheet_key: &'static str,
    /// Lesson 4: home, experts, home again.
    pub columns: [&'static str; 3],
    /// A rank without tokens.
    pub no_tokens: &'static str,
    /// How many tokens there are, and how many are under way.
    pub flow: fn(usize, usize) -> String,
    /// Rows and columns of `counts`.
    pub counts: &'static str,
    /// The corner of `counts`.
    pub counts_corner: &'static str,
    /// Rows and columns of `in_counts`.
    pub in_counts: &'static str,
    /// The corner of `in_counts`.
    pub in_counts_corner: &'static str,
    /// A large matrix: name, what it is, its side, the largest count, its place.
    pub heatmap: fn(&str, &str, usize, usize, [usize; 2]) -> String,
    /// What a rank sends.
    pub send: &'static str,
    /// What it is sent.
    pub dispatched: &'static str,
    /// So many slots hold tokens of how many.
    pub slots: fn(usize, usize) -> String,
    /// The largest count, whose it is (rank, expert), tokens and slots of all ranks.
    pub capacity: fn(usize, usize, usize, usize, usize) -> String,
    /// What one chooses among in a picture, and the keys.
    pub list: fn(Lesson) -> &'static str,
    /// A token: rank, number, expert.
    pub token: fn(usize, usize, usize) -> String,
    /// The field of a token's expert: rank, number.
    pub expert: fn(usize, usize) -> String,
    /// The choice of a preset.
    pub preset: &'static str,
    /// The router was edited.
    pub edited: &'static str,
    /// Draws new seeds.
    pub dice: &'static str,
    /// Takes the latest change back.
    pub undo: &'static str,
    /// What seeds the routers are drawn from.
    pub seed: fn(&str) -> String,
    /// Before the routers are known.
    pub not_drawn: &'static str,
    /// Matrices and buffers.
    pub parts: [&'static str; 2],
    /// What hatching means.
    pub padding: &'static str,
    /// Lesson 5: the two sums.
    pub sums: &'static str,
    /// A group: whether it is the tensor-parallel one, its ranks, a rank in it, the rank's place there.
    pub group: fn(bool, &str, usize, usize) -> String,
    /// Lesson 6: what DDP does.
    pub ddp: &'static str,
    /// What ZeRO-2 does.
    pub zero2: &'static str,
    /// Elements of the gradient that a rank holds, and their bytes.
    pub holds: fn(usize, usize) -> String,
    /// Bytes that all ranks have sent.
    pub sent: fn(u64) -> String,
    /// The bytes by which they differ, elements of a shard, elements of padding.
    pub compare: fn(u64, usize, usize) -> String,
}
