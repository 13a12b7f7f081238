//! The order of the functions in a wasm module.

use super::code;
use super::likeness;
use super::reader::{HEAD, Reader, number, sections, sized};
use super::wasm::{kind, list};

const IMPORT: u8 = 2;
const FUNCTION: u8 = 3;
const GLOBAL: u8 = 6;
const EXPORT: u8 = 7;
const START: u8 = 8;
const ELEMENT: u8 = 9;
const CODE: u8 = 10;

/// The module with functions that are alike as neighbours, which compresses better; `None` if it is no module, or has
/// instructions or sections that are not known here.
pub fn sorted(module: &[u8]) -> Option<Vec<u8>> {
    let sections = sections(module)?;
    let section = |id: u8| sections.iter().find(|(other, _)| *other == id).map(|(_, bytes)| *bytes);
    let imported = section(IMPORT).map_or(Some(0), imported_functions)?;
    let bodies = entries(section(CODE)?, Reader::sized)?;
    let types =
        entries(section(FUNCTION)?, |reader| reader.bytes_of(|reader| reader.skip_numbers(1)))?;
    let order = likeness::order(&bodies);
    let mut new_numbers = (0..imported + order.len()).collect::<Vec<_>>();
    for (new, old) in order.iter().enumerate() {
        *new_numbers.get_mut(imported + old)? = imported + new;
    }
    let renumber = |old: usize| new_numbers.get(old).copied();

    let mut out = module.get(..HEAD)?.to_vec();
    for (id, bytes) in sections {
        let bytes = match id {
            FUNCTION => listed(&order, |old| types.get(old).map(|type_| type_.to_vec()))?,
            GLOBAL => list(bytes, |reader| {
                let kind = reader.take(2)?;
                Some(Some([kind, &code::renumbered(reader, &renumber)?].concat()))
            })?,
            EXPORT => list(bytes, |reader| {
                let name = reader.bytes_of(|reader| reader.name().map(drop))?;
                let kind = reader.byte()?;
                let old = reader.number()?;
                let new = if kind == 0 { renumber(old)? } else { old };
                Some(Some([name, &[kind], &number(new)].concat()))
            })?,
            START => number(renumber(Reader(bytes).number()?)?),
            ELEMENT => list(bytes, |reader| elements(reader, &renumber).map(Some))?,
            CODE => listed(&order, |old| Some(sized(&body(bodies.get(old)?, &renumber)?)))?,
            _ => bytes.to_vec(),
        };
        out.push(id);
        out.extend(sized(&bytes));
    }
    Some(out)
}

/// The entries of a section that is a list, each as `read` reads it.
fn entries<'a>(
    bytes: &'a [u8],
    read: impl Fn(&mut Reader<'a>) -> Option<&'a [u8]>,
) -> Option<Vec<&'a [u8]>> {
    let mut reader = Reader(bytes);
    (0..reader.number()?).map(|_| read(&mut reader)).collect()
}

/// A list of what `entry` makes of each of `order`.
fn listed(order: &[usize], entry: impl Fn(usize) -> Option<Vec<u8>>) -> Option<Vec<u8>> {
    let entries = order.iter().map(|old| entry(*old)).collect::<Option<Vec<_>>>()?;
    Some([number(entries.len()), entries.concat()].concat())
}

/// How many of the imports in a section are functions.
fn imported_functions(section: &[u8]) -> Option<usize> {
    let kinds = entries(section, |reader| {
        reader.name()?;
        reader.name()?;
        reader.bytes_of(kind)
    })?;
    Some(kinds.iter().filter(|kind| kind.first() == Some(&0)).count())
}

/// A function's body: how many variables it has of what types, and its instructions.
fn body(bytes: &[u8], renumber: &impl Fn(usize) -> Option<usize>) -> Option<Vec<u8>> {
    let mut reader = Reader(bytes);
    let variables = reader.bytes_of(|reader| {
        let groups = reader.number()?;
        reader.skip_numbers(2 * groups)
    })?;
    let instructions = code::renumbered(&mut reader, renumber)?;
    reader.0.is_empty().then(|| [variables, &instructions].concat())
}

/// A part of a table, as bytes: where it goes, and which functions.
fn elements(reader: &mut Reader, renumber: &impl Fn(usize) -> Option<usize>) -> Option<Vec<u8>> {
    let flags = reader.byte()?;
    let mut out = vec![flags];
    let (is_active, says_more, has_constants) = (flags & 1 == 0, flags & 3 != 0, flags & 4 != 0);
    if is_active {
        if says_more {
            out.extend(number(reader.number()?));
        }
        out.extend(code::renumbered(reader, renumber)?);
    }
    if says_more {
        out.push(reader.byte()?);
    }
    let count = reader.number()?;
    out.extend(number(count));
    for _ in 0..count {
        if has_constants {
            out.extend(code::renumbered(reader, renumber)?);
        } else {
            out.extend(number(renumber(reader.number()?)?));
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Instructions of every kind, and calls of the functions 1 and 3 among them.
    const BODY: &[u8] = b"\x01\x01\x7f\x02\x40\x20\0\x04\x7f\x41\x8b\x10\x05\x41\x10\x0b\x0e\x01\0\0\x0b\x10\x01\
        \x44\x10\x01\x10\x01\x10\x01\x10\x01\x1a\x41\x10\x28\x02\x10\xfc\x02\x1a\xfc\x0a\0\0\x11\x10\x01\x12\x03\x0b";

    /// A module of one imported function and three others, which are in a table, exported and called.
    fn module() -> Vec<u8> {
        let section = |id: u8, bytes: &[u8]| [&[id], &sized(bytes)[..]].concat();
        let short = b"\0\x0b".as_slice();
        let other = b"\0\x10\x03\x10\x02\x0b".as_slice();
        [
            b"\0asm\x01\0\0\0".to_vec(),
            section(1, b"\x02\x60\0\0\x60\x01\x7f\0"),
            section(IMPORT, b"\x02\x01m\x01m\x02\0\x01\x01m\x01f\0\0"),
            section(FUNCTION, b"\x03\0\0\x01"),
            section(GLOBAL, b"\x02\x7f\x01\x41\x03\x0b\x70\0\xd2\x03\x0b"),
            section(EXPORT, b"\x03\x01a\0\x01\x01b\0\x03\x01c\x02\x01"),
            section(START, b"\x01"),
            section(ELEMENT, b"\x02\0\x41\x03\x0b\x02\0\x03\x01\0\x01\x02"),
            section(CODE, &[&b"\x03"[..], &sized(short), &sized(other), &sized(BODY)].concat()),
        ]
        .concat()
    }

    #[test]
    fn functions_change_places_and_what_names_them_follows() {
        let sorted = sorted(&module()).expect("it is a module");
        let section = |id| {
            sections(&sorted)
                .and_then(|all| Some(all.into_iter().find(|(other, _)| *other == id)?.1))
        };
        // The longest comes first; the others share nothing with it.
        assert_eq!(section(FUNCTION), Some(&b"\x03\x01\0\0"[..]));
        assert_eq!(section(GLOBAL), Some(&b"\x02\x7f\x01\x41\x03\x0b\x70\0\xd2\x01\x0b"[..]));
        assert_eq!(section(EXPORT), Some(&b"\x03\x01a\0\x03\x01b\0\x01\x01c\x02\x01"[..]));
        assert_eq!(section(START), Some(&b"\x03"[..]));
        assert_eq!(section(ELEMENT), Some(&b"\x02\0\x41\x03\x0b\x02\0\x01\x01\0\x01\x02"[..]));
        let mut longest = BODY.to_vec();
        let place = longest.windows(2).position(|pair| pair == b"\x10\x01").expect("it calls");
        longest[place + 1] = 3;
        let place = longest.len() - 2;
        longest[place] = 1;
        let others = b"\x06\0\x10\x01\x10\x02\x0b\x02\0\x0b";
        let code = [&b"\x03"[..], &sized(&longest), others].concat();
        assert_eq!(section(CODE), Some(&code[..]));
        assert_eq!(
            sections(&sorted).map(|all| all.len()),
            sections(&module()).map(|all| all.len())
        );
    }

    #[test]
    fn what_is_not_known_is_left_to_others() {
        let whole = module();
        let start = whole.len() - BODY.len();
        let mut odd = whole.clone();
        // An instruction of vectors.
        odd[start + 3] = 0xfd;
        assert_eq!(sorted(&odd), None);
        assert_eq!(sorted(&whole[..whole.len() - 1]), None);
        assert_eq!(sorted(b"\0asm"), None);
    }
}
