//! Frames one after the other in one buffer. Before each stand the length of its header and that of its payload, four
//! bytes each.

const PREFIX: usize = 8;

/// Appends a frame.
pub(crate) fn push(batch: &mut Vec<u8>, header: &[u8], payload: &[u8]) {
    batch.extend_from_slice(&(header.len() as u32).to_le_bytes());
    batch.extend_from_slice(&(payload.len() as u32).to_le_bytes());
    batch.extend_from_slice(header);
    batch.extend_from_slice(payload);
}

/// The frame that starts at `at`: the length of its header, header and payload together, and where the next begins.
/// `None` if the buffer holds no frame there.
pub(crate) fn split(batch: &[u8], at: usize) -> Option<(usize, &[u8], usize)> {
    let (prefix, rest) = batch.get(at..)?.split_first_chunk::<PREFIX>()?;
    let [a, b, c, d, e, f, g, h] = *prefix;
    let header = u32::from_le_bytes([a, b, c, d]) as usize;
    let payload = u32::from_le_bytes([e, f, g, h]) as usize;
    let len = header.checked_add(payload)?;
    Some((header, rest.get(..len)?, at + PREFIX + len))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_out_as_they_went_in() {
        let frames: [(&[u8], &[u8]); 4] =
            [(b"h", b""), (b"head", b"payload"), (b"", b"x"), (b"", b"")];
        let mut batch = Vec::new();
        for (header, payload) in frames {
            push(&mut batch, header, payload);
        }
        let mut at = 0;
        for (header, payload) in frames {
            let (len, whole, next) = split(&batch, at).unwrap();
            assert_eq!((&whole[..len], &whole[len..]), (header, payload));
            at = next;
        }
        assert_eq!(at, batch.len());
    }

    #[test]
    fn a_buffer_cut_short_or_made_up_holds_no_frame() {
        let mut batch = Vec::new();
        push(&mut batch, b"head", b"payload");
        for end in 0..batch.len() {
            assert_eq!(split(&batch[..end], 0), None, "{end}");
        }
        assert_eq!(split(&[0xff; 64], 0), None);
        assert_eq!(split(&batch, usize::MAX), None);
    }
}
