//! Walks over the instructions of wasm functions, to give the functions that they name other numbers.

use super::reader::{Reader, number};

/// The instructions up to and including the `end` of a function or of a constant, with the functions that they name under
/// the numbers that `renumber` gives them; `None` if there is an instruction that is not known here.
pub fn renumbered(
    reader: &mut Reader,
    renumber: &impl Fn(usize) -> Option<usize>,
) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut depth = 0_usize;
    loop {
        let before = reader.0;
        let instruction = reader.byte()?;
        match instruction {
            // call, return_call, ref.func
            0x10 | 0x12 | 0xd2 => {
                out.push(instruction);
                out.extend(number(renumber(reader.number()?)?));
                continue;
            }
            // block, loop, if: the type is a byte or a signed number
            0x02..=0x04 => {
                depth += 1;
                reader.skip_numbers(1)?;
            }
            // end
            0x0b if depth == 0 => {
                out.push(instruction);
                return Some(out);
            }
            0x0b => depth -= 1,
            _ => operands(instruction, reader)?,
        }
        out.extend(before.get(..before.len() - reader.0.len())?);
    }
}

/// Goes past what follows an instruction that names no function.
fn operands(instruction: u8, reader: &mut Reader) -> Option<()> {
    match instruction {
        // unreachable, nop, else, return, drop, select, ref.is_null, and what computes
        0x00 | 0x01 | 0x05 | 0x0f | 0x1a | 0x1b | 0xd1 | 0x45..=0xc4 => Some(()),
        // br, br_if; locals, globals, tables; memory.size, memory.grow; constants of whole numbers; ref.null
        0x0c | 0x0d | 0x20..=0x26 | 0x3f | 0x40 | 0x41 | 0x42 | 0xd0 => reader.skip_numbers(1),
        // br_table, with a default; select with types
        0x0e => reader.number().and_then(|labels| reader.skip_numbers(labels + 1)),
        0x1c => reader.number().and_then(|types| reader.skip_numbers(types)),
        // call_indirect, return_call_indirect; loads and stores
        0x11 | 0x13 | 0x28..=0x3e => reader.skip_numbers(2),
        // f32.const, f64.const
        0x43 => reader.take(4).map(drop),
        0x44 => reader.take(8).map(drop),
        0xfc => match reader.number()? {
            // saturating conversions
            0..=7 => Some(()),
            // data.drop, memory.fill, elem.drop, table.grow, table.size, table.fill
            9 | 11 | 13 | 15..=17 => reader.skip_numbers(1),
            // memory.init, memory.copy, table.init, table.copy
            8 | 10 | 12 | 14 => reader.skip_numbers(2),
            _ => None,
        },
        _ => None,
    }
}
