//! The Mersenne Twister mt19937 (Matsumoto and Nishimura, 1998), seeded with 32 bits as torch seeds it.

const N: usize = 624;
const M: usize = 397;
const MATRIX_A: u32 = 0x9908_b0df;
const UPPER: u32 = 0x8000_0000;

#[derive(Clone)]
pub(super) struct Mt19937 {
    state: [u32; N],
    next: usize,
}

impl Mt19937 {
    pub fn new(seed: u32) -> Mt19937 {
        let mut state = [0; N];
        let mut word = seed;
        for (slot, i) in state.iter_mut().zip(1..) {
            *slot = word;
            word = 1_812_433_253_u32.wrapping_mul(word ^ (word >> 30)).wrapping_add(i);
        }
        Mt19937 { state, next: N }
    }

    fn regenerate(&mut self) {
        for i in 0..N {
            let y = (self.state[i] & UPPER) | (self.state[(i + 1) % N] & !UPPER);
            let twist = if y & 1 == 1 { MATRIX_A } else { 0 };
            self.state[i] = self.state[(i + M) % N] ^ (y >> 1) ^ twist;
        }
        self.next = 0;
    }

    /// 32 random bits.
    pub fn random(&mut self) -> u32 {
        if self.next == N {
            self.regenerate();
        }
        let mut y = self.state[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }

    /// 64 random bits, the first draw uppermost.
    pub fn random64(&mut self) -> u64 {
        let high = u64::from(self.random());
        high << 32 | u64::from(self.random())
    }
}

#[cfg(test)]
mod tests {
    use super::Mt19937;

    /// C++ fixes the 10000th number of the default seed ([rand.predef]).
    #[test]
    fn ten_thousandth() {
        let mut engine = Mt19937::new(5489);
        let last = (0..10_000).map(|_| engine.random()).last();
        assert_eq!(last, Some(4_123_659_995));
    }
}
