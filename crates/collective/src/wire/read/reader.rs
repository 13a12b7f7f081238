//! Numbers, one after the other, from bytes that may end too soon.

pub(super) struct Reader<'de> {
    /// What is left.
    pub(super) bytes: &'de [u8],
    /// Whether something was missing, or made no sense.
    pub(super) failed: bool,
}

impl<'de> Reader<'de> {
    pub(super) fn new(bytes: &'de [u8]) -> Self {
        Self { bytes, failed: false }
    }

    #[inline(never)]
    pub(super) fn take(&mut self, count: usize) -> &'de [u8] {
        match self.bytes.split_at_checked(count) {
            Some((taken, rest)) => {
                self.bytes = rest;
                taken
            }
            None => {
                self.failed = true;
                &[]
            }
        }
    }

    pub(super) fn array<const N: usize>(&mut self) -> [u8; N] {
        self.take(N).try_into().unwrap_or([0; N])
    }

    pub(super) fn byte(&mut self) -> u8 {
        let [byte] = self.array();
        byte
    }

    /// An integer of at most so many bits.
    #[inline(never)]
    pub(super) fn varint(&mut self, bits: u32) -> u64 {
        let (mut value, mut shift) = (0, 0);
        while shift < bits {
            let byte = self.byte();
            let part = u64::from(byte & 0x7f);
            value |= part << shift;
            if byte < 0x80 {
                self.failed |= shift + 7 > bits && part >> (bits - shift) != 0;
                return value;
            }
            shift += 7;
        }
        self.failed = true;
        0
    }

    pub(super) fn signed(&mut self, bits: u32) -> i64 {
        let value = self.varint(bits);
        (value >> 1) as i64 ^ -((value & 1) as i64)
    }

    pub(super) fn wide(&mut self) -> i128 {
        let (mut value, mut shift) = (0_u128, 0);
        while shift < 128 {
            let byte = self.byte();
            let part = u128::from(byte & 0x7f);
            value |= part << shift;
            if byte < 0x80 {
                self.failed |= shift + 7 > 128 && part >> (128 - shift) != 0;
                return (value >> 1) as i128 ^ -((value & 1) as i128);
            }
            shift += 7;
        }
        self.failed = true;
        0
    }

    pub(super) fn size(&mut self) -> usize {
        self.varint(usize::BITS) as usize
    }
}
