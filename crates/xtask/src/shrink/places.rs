//! Places in sources, as a wasm module has them for its panics.

use super::reader::{HEAD, Reader, number, sections, sized};

const DATA: u8 = 11;
/// A place: where the file's name is, how long that is, the line and the column, four bytes each.
const PLACE: usize = 16;
const COLUMN: usize = 12;

/// A part of the module's memory: what comes before its bytes, where they are, and they.
struct Segment<'a> {
    head: &'a [u8],
    start: usize,
    bytes: &'a [u8],
}

/// The module with places without columns, for modules that tell file and line only; `None` if it is no module, or its
/// memory is laid out in another way than compilers do it.
pub fn without_columns(module: &[u8]) -> Option<Vec<u8>> {
    let mut out = module.get(..HEAD)?.to_vec();
    for (id, bytes) in sections(module)? {
        out.push(id);
        out.extend(sized(&if id == DATA { data(bytes)? } else { bytes.to_vec() }));
    }
    Some(out)
}

fn data(section: &[u8]) -> Option<Vec<u8>> {
    let mut reader = Reader(section);
    let count = reader.number()?;
    let segments = (0..count).map(|_| segment(&mut reader)).collect::<Option<Vec<_>>>()?;
    let mut out = number(count);
    for Segment { head, start, bytes } in &segments {
        let mut bytes = bytes.to_vec();
        for at in (0..bytes.len()).filter(|at| (start + at).is_multiple_of(4)) {
            let Some(place) = bytes.get_mut(at..at + PLACE) else { break };
            let (from, length) = (word(place, 0)?, word(place, 4)?);
            if segments.iter().any(|segment| segment.has_file(from, length)) {
                place.get_mut(COLUMN..)?.fill(0);
            }
        }
        out.extend(*head);
        out.extend(sized(&bytes));
    }
    Some(out)
}

fn segment<'a>(reader: &mut Reader<'a>) -> Option<Segment<'a>> {
    let mut start = 0;
    let head = reader.bytes_of(|reader| {
        // Put there when the module is instantiated, at a constant: i32.const, a signed number, end.
        let is_usual = reader.byte()? == 0 && reader.byte()? == 0x41;
        start = reader.number()?;
        (is_usual && reader.byte()? == 0x0b).then_some(())
    })?;
    Some(Segment { head, start, bytes: reader.sized()? })
}

fn word(bytes: &[u8], at: usize) -> Option<usize> {
    let word = bytes.get(at..)?.first_chunk::<4>()?;
    usize::try_from(u32::from_le_bytes(*word)).ok()
}

impl Segment<'_> {
    /// Whether the name of a source file is there.
    fn has_file(&self, start: usize, length: usize) -> bool {
        let at = start.checked_sub(self.start);
        let name = at.and_then(|at| self.bytes.get(at..at.checked_add(length)?));
        name.is_some_and(|name| name.ends_with(b".rs") && name.iter().all(u8::is_ascii_graphic))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lose_their_columns_and_nothing_else_changes() {
        // A file's name at 64, and behind it: a place in it, one in no file, and numbers that look like a place's head.
        let words = |words: [u32; 4]| words.map(u32::to_le_bytes).concat();
        let memory = |column: u32| {
            let known = [words([64, 12, 7, column]), words([65, 11, 300, column])].concat();
            let other =
                [words([64, 11, 7, 9]), words([1 << 20, 12, 7, 9]), vec![64, 0, 0, 0]].concat();
            [b"src/again.rs".to_vec(), known, other].concat()
        };
        let module = |column: u32| {
            let data = [b"\x01\0\x41\xc0\0\x0b".to_vec(), sized(&memory(column))].concat();
            [b"\0asm\x01\0\0\0\x05\x03\x01\0\x01".to_vec(), vec![DATA], sized(&data)].concat()
        };
        assert_eq!(without_columns(&module(513)), Some(module(0)));
        assert_eq!(without_columns(&module(0)), Some(module(0)));
    }

    #[test]
    fn memory_that_is_laid_out_otherwise_is_not_touched() {
        let passive = b"\0asm\x01\0\0\0\x0b\x04\x01\x01\x01a";
        assert_eq!(without_columns(passive), None);
    }
}
