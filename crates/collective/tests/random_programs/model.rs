//! What each collective is by definition, on plain numbers: no transport, no schedule, no order of folding.

use collective::ReduceOp;
use tensor::DType;

/// What an operation does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Broadcast,
    Reduce,
    AllReduce,
    ReduceScatter,
    AllGather,
    Gather,
    Scatter,
    AllToAll,
    AllToAllSplits,
    Barrier,
    SendRecv,
}

impl Kind {
    pub const ALL: [Kind; 11] = [
        Kind::Broadcast,
        Kind::Reduce,
        Kind::AllReduce,
        Kind::ReduceScatter,
        Kind::AllGather,
        Kind::Gather,
        Kind::Scatter,
        Kind::AllToAll,
        Kind::AllToAllSplits,
        Kind::Barrier,
        Kind::SendRecv,
    ];
}

/// An operation on a group.
#[derive(Debug, Clone)]
pub struct Operation {
    pub kind: Kind,
    /// Global ranks, by group rank.
    pub members: Vec<usize>,
    pub dtype: DType,
    pub op: ReduceOp,
    /// By group rank: the root, or who sends.
    pub root: usize,
    /// Who receives.
    pub peer: usize,
    pub count: usize,
    /// Tells its numbers from those of other operations.
    pub salt: u64,
}

impl Operation {
    /// How many elements member `from` sends member `to` where parts are uneven: from 0.
    pub fn split(&self, from: usize, to: usize) -> usize {
        (hash(self.salt, from * 64 + to) % 4) as usize
    }

    /// How many elements `member` gives.
    pub fn input_count(&self, member: usize) -> usize {
        let size = self.members.len();
        match self.kind {
            Kind::ReduceScatter | Kind::AllToAll => size * self.count,
            Kind::Scatter if member == self.root => size * self.count,
            Kind::AllToAllSplits => (0..size).map(|to| self.split(member, to)).sum(),
            Kind::Barrier => 0,
            _ => self.count,
        }
    }

    /// What `member` gives: small numbers, so that every type holds their sums exactly.
    pub fn input(&self, member: usize) -> Vec<i64> {
        let draw = |i| self.held((hash(self.salt, member * 1000 + i) % 9) as i64 - 3);
        (0..self.input_count(member)).map(draw).collect()
    }

    /// What `member` has afterwards; `None` where that means nothing.
    pub fn output(&self, member: usize) -> Option<Vec<i64>> {
        let size = self.members.len();
        let inputs: Vec<Vec<i64>> = (0..size).map(|member| self.input(member)).collect();
        let folded = |element: usize| {
            let column = inputs.iter().map(|input| input[element]);
            column.reduce(|a, b| self.fold(a, b)).unwrap_or_default()
        };
        let all = |count: usize| (0..count).map(folded).collect::<Vec<_>>();
        let part = |whole: &[i64], at: usize| whole[at * self.count..][..self.count].to_vec();
        let is_root = member == self.root;
        match self.kind {
            Kind::Broadcast => Some(inputs[self.root].clone()),
            Kind::Reduce => is_root.then(|| all(self.count)),
            Kind::AllReduce => Some(all(self.count)),
            Kind::ReduceScatter => Some(part(&all(size * self.count), member)),
            Kind::AllGather => Some(inputs.concat()),
            Kind::Gather => is_root.then(|| inputs.concat()),
            Kind::Scatter => Some(part(&inputs[self.root], member)),
            Kind::AllToAll => Some(inputs.iter().flat_map(|input| part(input, member)).collect()),
            Kind::AllToAllSplits => {
                let mut got = Vec::new();
                for (from, input) in inputs.iter().enumerate() {
                    let start: usize = (0..member).map(|to| self.split(from, to)).sum();
                    got.extend(&input[start..start + self.split(from, member)]);
                }
                Some(got)
            }
            Kind::Barrier => None,
            Kind::SendRecv => (member == self.peer && !is_root).then(|| inputs[self.root].clone()),
        }
    }

    fn fold(&self, a: i64, b: i64) -> i64 {
        let is_bool = self.dtype == DType::Bool;
        self.held(match self.op {
            ReduceOp::Sum if is_bool => a | b,
            ReduceOp::Product if is_bool => a & b,
            ReduceOp::Sum | ReduceOp::Avg => a.wrapping_add(b),
            ReduceOp::Product => a.wrapping_mul(b),
            ReduceOp::Min => a.min(b),
            ReduceOp::Max => a.max(b),
            ReduceOp::Band => a & b,
            ReduceOp::Bor => a | b,
            ReduceOp::Bxor => a ^ b,
        })
    }

    /// `number` as the type holds it.
    fn held(&self, number: i64) -> i64 {
        match self.dtype {
            DType::Int32 => i64::from(number as i32),
            DType::Int8 => i64::from(number as i8),
            DType::Uint8 => i64::from(number as u8),
            DType::Bool => i64::from(number != 0),
            _ => number,
        }
    }
}

/// Any numbers, the same every time.
fn hash(salt: u64, place: usize) -> u64 {
    let mut z = salt ^ (place as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
