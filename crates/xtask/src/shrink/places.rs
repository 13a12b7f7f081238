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

/// The module with places without columns, for modules that tell file and line only, and without what comes before a
/// crate's name where a file is another crate's: it is long, and not the same on every machine. `None` if it is no module,
/// or its memory is laid out in another way than compilers do it.
pub fn shortened(module: &[u8]) -> Option<Vec<u8>> {
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
    let changes = changes(&segments)?;
    let mut out = number(count);
    for Segment { head, start, bytes } in &segments {
        let mut bytes = bytes.to_vec();
        for (address, change) in &changes {
            let Some(at) = address.checked_sub(*start) else { continue };
            if let Some(place) = bytes.get_mut(at..at + change.len()) {
                place.copy_from_slice(change);
            }
        }
        out.extend(*head);
        out.extend(sized(&bytes));
    }
    Some(out)
}

/// What is to stand in memory instead of what stands there, by address.
fn changes(segments: &[Segment]) -> Option<Vec<(usize, Vec<u8>)>> {
    let mut changes = Vec::new();
    for Segment { start, bytes, .. } in segments {
        for at in (0..bytes.len()).filter(|at| (start + at).is_multiple_of(4)) {
            let Some(place) = bytes.get(at..at + PLACE) else { break };
            let (from, length) = (word(place, 0)?, word(place, 4)?);
            let Some(file) = segments.iter().find_map(|segment| segment.file(from, length)) else {
                continue;
            };
            let before = before_crate(file);
            let head = [from + before, length - before].map(|word| (word as u32).to_le_bytes());
            changes.push((start + at, head.concat()));
            changes.push((start + at + COLUMN, vec![0; PLACE - COLUMN]));
            changes.push((from, vec![0; before]));
        }
    }
    Some(changes)
}

/// How much of a file's name comes before the name of the crate that it is in; nothing where the file is this workspace's.
fn before_crate(file: &str) -> usize {
    let directory = file.rfind("/src/").filter(|_| file.starts_with('/'));
    let outside = directory.and_then(|end| file.get(..end)?.rfind('/'));
    outside.map_or(0, |slash| slash + 1)
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

impl<'a> Segment<'a> {
    /// The name of a source file, if there is one.
    fn file(&self, start: usize, length: usize) -> Option<&'a str> {
        let at = start.checked_sub(self.start)?;
        let name = str::from_utf8(self.bytes.get(at..at.checked_add(length)?)?).ok()?;
        (name.ends_with(".rs") && name.bytes().all(|byte| byte.is_ascii_graphic())).then_some(name)
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
        assert_eq!(shortened(&module(513)), Some(module(0)));
        assert_eq!(shortened(&module(0)), Some(module(0)));
    }

    #[test]
    fn files_of_other_crates_begin_with_the_crate() {
        let words = |words: [u32; 4]| words.map(u32::to_le_bytes).concat();
        let module = |names: &str, places: [[u32; 4]; 3]| {
            let memory = [names.as_bytes(), &places.map(words).concat()].concat();
            let data = [b"\x01\0\x41\xc0\0\x0b".to_vec(), sized(&memory)].concat();
            [b"\0asm\x01\0\0\0".to_vec(), vec![DATA], sized(&data)].concat()
        };
        let names = "/rustc/01f/library/core/src/cell.rs/a/src/b-1/src/c.rs..crates/a/src/d.rs...";
        let short = names
            .replace("/rustc/01f/library/", &"\0".repeat(19))
            .replace("/a/src/b", "\0\0\0\0\0\0\0b");
        let long = [[64, 35, 7, 0], [99, 19, 8, 0], [120, 17, 9, 0]];
        assert_eq!(
            shortened(&module(names, long)),
            Some(module(&short, [[83, 16, 7, 0], [106, 12, 8, 0], [120, 17, 9, 0]]))
        );
    }

    #[test]
    fn memory_that_is_laid_out_otherwise_is_not_touched() {
        let passive = b"\0asm\x01\0\0\0\x0b\x04\x01\x01\x01a";
        assert_eq!(shortened(passive), None);
    }
}
