//! The colours of elements.

/// From low to high: sixteen steps from dark blue to light yellow, evenly spaced in lightness, so that order shows in
/// grey and to colour-blind readers, too.
pub const RAMP: [u32; 16] = [
    0x272d6a, 0x213c77, 0x134c82, 0x005b89, 0x006a8b, 0x00798f, 0x028792, 0x009695, 0x07a694,
    0x3cb290, 0x5fbe8b, 0x7fc986, 0x9fd382, 0xbedb7f, 0xdde37f, 0xfbea84,
];

/// One colour for each rank. Neighbours differ in hue and in lightness.
#[rustfmt::skip]
pub const RANKS: [u32; 64] = [
    0x467ac6, 0xea856b, 0x00755e, 0xab7acd, 0x987500, 0x24b5e2, 0x9d3d5c, 0x63a557,
    0x6970c6, 0xe28d4e, 0x007271, 0xbf73b7, 0x827f00, 0x57acf1, 0xa03f3f, 0x33aa77,
    0x8467bd, 0xd39838, 0x007081, 0xcd6e9d, 0x648828, 0x7da2f6, 0x9e451b, 0x00aa96,
    0x9a5fac, 0xbea333, 0x006c94, 0xd56e7f, 0x3a8f4c, 0x9d98f2, 0x905200, 0x02a6ae,
    0xaa5995, 0xa1ae45, 0x2264ab, 0xd67160, 0x00906d, 0xb88ee5, 0x805d00, 0x04a2c5,
    0xb5567a, 0x7fb761, 0x4c5bac, 0xd07842, 0x058d85, 0xce87d1, 0x6f6500, 0x369bd9,
    0xbb565d, 0x56bc81, 0x6752a6, 0xc48225, 0x008a99, 0xde82b6, 0x566e00, 0x6391e1,
    0xb95b3d, 0x1fbfa1, 0x7d4a97, 0xb08e15, 0x0086af, 0xe88099, 0x2d752b, 0x8487e0,
];

/// The step of the ramp for `value` between `low` and `high`; `None` for what is not finite.
pub fn step(value: f64, low: f64, high: f64) -> Option<usize> {
    if !value.is_finite() {
        return None;
    }
    let (span, last) = (high - low, (RAMP.len() - 1) as f64);
    // All alike: the middle.
    let part = if span > 0.0 { (value - low) / span } else { 0.5 };
    Some((part.clamp(0.0, 1.0) * last + 0.5) as usize)
}

/// The step of the ramp for `ranks` of `world_size` ranks folded in; `None` where nothing is known.
pub fn folded(ranks: u32, world_size: usize) -> Option<usize> {
    if ranks == 0 {
        return None;
    }
    // One rank and all ranks are the ends.
    step(f64::from(ranks), 1.0, (world_size.max(2)) as f64)
}

/// How bright a colour looks, 0 to 1: WCAG's relative luminance, with a square for its curve.
fn luminance(colour: u32) -> f64 {
    let part = |shift: u32| {
        let part = f64::from(colour >> shift & 255) / 255.0;
        part * part
    };
    0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
}

/// Rules for the classes `c0` to `c15` (the ramp) and `r0` to `r63` (the ranks): `--c` is the colour, `--ink` what can
/// be read on it.
pub fn rules() -> String {
    let mut rules = String::new();
    for (class, colours) in [('c', &RAMP[..]), ('r', &RANKS[..])] {
        for (index, &colour) in colours.iter().enumerate() {
            let ink = if luminance(colour) > 0.2 { "#000" } else { "#fff" };
            rules.push_str(&format!(".{class}{index}{{--c:#{colour:06x};--ink:{ink}}}"));
        }
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CIE lightness, 0 to 100.
    #[allow(
        clippy::disallowed_methods,
        reason = "sRGB is defined by a power; nothing depends on its last bit"
    )]
    fn lightness(colour: u32) -> f64 {
        let linear = |shift: u32| {
            let part = f64::from(colour >> shift & 255) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let y = 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
        if y > 0.008856 { 116.0 * y.cbrt() - 16.0 } else { 903.3 * y }
    }

    #[test]
    fn the_ramp_rises_evenly_in_lightness() {
        let steps: Vec<f64> =
            RAMP.windows(2).map(|pair| lightness(pair[1]) - lightness(pair[0])).collect();
        assert!(steps.iter().all(|&step| (3.0..7.0).contains(&step)), "{steps:?}");
    }

    #[test]
    fn what_is_written_on_a_colour_can_be_read() {
        for rule in rules().split('}').filter(|rule| !rule.is_empty()) {
            let colour = rule.split("--c:#").nth(1).and_then(|rest| rest.get(..6)).unwrap();
            let colour = u32::from_str_radix(colour, 16).unwrap();
            let ink = if rule.ends_with("#fff") { 0xffffff } else { 0 };
            let y = |c: u32| {
                let l = lightness(c);
                if l > 8.0 { ((l + 16.0) / 116.0).powi(3) } else { l / 903.3 }
            };
            let (light, dark) = (y(ink).max(y(colour)), y(ink).min(y(colour)));
            assert!((light + 0.05) / (dark + 0.05) >= 4.5, "{rule}");
        }
    }

    #[test]
    fn steps_follow_values() {
        assert_eq!((step(0.0, 0.0, 4.0), step(4.0, 0.0, 4.0)), (Some(0), Some(15)));
        assert_eq!((step(9.0, 0.0, 4.0), step(-9.0, 0.0, 4.0)), (Some(15), Some(0)));
        assert_eq!((step(3.0, 3.0, 3.0), step(f64::NAN, 0.0, 1.0)), (Some(8), None));
        let all: Vec<_> = (0..=100).filter_map(|v| step(f64::from(v), 0.0, 100.0)).collect();
        assert!(all.is_sorted());
        assert_eq!((folded(0, 4), folded(1, 4), folded(4, 4)), (None, Some(0), Some(15)));
        assert_eq!(folded(1, 1), Some(0));
    }
}
