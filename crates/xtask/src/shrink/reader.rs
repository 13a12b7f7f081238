//! Reads a wasm module's bytes, and writes them.

/// The magic number and the version.
pub const HEAD: usize = 8;

/// Reads a module's bytes; `None` as soon as they are no module's.
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub fn byte(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    /// An unsigned LEB128 number.
    pub fn number(&mut self) -> Option<usize> {
        let mut value = 0_u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return usize::try_from(value).ok();
            }
        }
        None
    }

    /// Goes past `count` LEB128 numbers, signed or not, of up to 64 bits.
    pub fn skip_numbers(&mut self, count: usize) -> Option<()> {
        for _ in 0..count {
            while self.byte()? >= 0x80 {}
        }
        Some(())
    }

    pub fn name(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.sized()?).ok()
    }

    /// Bytes whose number comes first.
    pub fn sized(&mut self) -> Option<&'a [u8]> {
        let length = self.number()?;
        self.take(length)
    }

    /// What `read` reads, as bytes.
    pub fn bytes_of(&mut self, read: impl FnOnce(&mut Self) -> Option<()>) -> Option<&'a [u8]> {
        let before = self.0;
        read(self)?;
        before.get(..before.len() - self.0.len())
    }
}

/// The module's sections: what each is, and its bytes.
pub fn sections(module: &[u8]) -> Option<Vec<(u8, &[u8])>> {
    let mut reader = Reader(module);
    reader.take(HEAD)?;
    let mut sections = Vec::new();
    while !reader.0.is_empty() {
        sections.push((reader.byte()?, reader.sized()?));
    }
    Some(sections)
}

/// An unsigned LEB128 number.
pub fn number(mut value: usize) -> Vec<u8> {
    let mut out = Vec::new();
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
    out
}

/// Bytes, and first how many they are.
pub fn sized(bytes: &[u8]) -> Vec<u8> {
    [&number(bytes.len()), bytes].concat()
}
