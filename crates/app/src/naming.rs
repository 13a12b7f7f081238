//! Which bars of the space-time diagram have their names written, and where.

use crate::diagram::Bar;

/// A bar's name on the sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Name {
    /// Which of the bars.
    pub bar: usize,
    /// Where it begins, in pixels.
    pub x: f64,
    /// Where it ends.
    pub to: f64,
    /// Its base line.
    pub y: f64,
}

/// Pixels of a letter, in the widest of the fonts that `.sheet text` may be set in.
const LETTER: f64 = 6.2;

/// Pixels that a line of letters is high.
const LINE: f64 = 10.0;

/// Pixels between a name and the ends of its bar.
const MARGIN: f64 = 3.0;

/// Pixels between two names, about a letter.
const GAP: f64 = 6.0;

/// The names that there is room for, where lanes are so far apart, bars so thick and a unit so many pixels. A name stands
/// above its bar, or below where an arrow comes by (`struck`: x, y, width): where the bar begins, or behind the names that
/// are there already, and no farther than its bar goes. What finds no such place is left out: bars have titles.
pub fn names(
    bars: &[Bar],
    [lane, thick]: [f64; 2],
    unit: f64,
    struck: &dyn Fn([f64; 3]) -> bool,
) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    for (number, bar) in bars.iter().enumerate() {
        let wide = LETTER * bar.collective.name().len() as f64;
        let (first, end) = (bar.from * unit + MARGIN, bar.to * unit - MARGIN);
        let middle = (bar.rank as f64 + 0.5) * lane;
        let places = [middle - thick / 2.0 - 2.5, middle + thick / 2.0 + 9.5].map(|y| {
            let mut name = Name { bar: number, x: first, to: first + wide, y };
            // (What is below a lane may come near what is above the next one.)
            let over = |name: &Name, other: &&Name| {
                (other.y - name.y).abs() < LINE
                    && other.x < name.to + GAP
                    && name.x < other.to + GAP
            };
            while name.to <= end
                && let Some(other) = names.iter().find(|other| over(&name, other))
            {
                name.x = other.to + GAP;
                name.to = name.x + wide;
            }
            name
        });
        let fits = |name: &&Name| name.to <= end;
        let clear = |name: &&Name| fits(name) && !struck([name.x, name.y, wide]);
        let place = places.iter().find(clear).or_else(|| places.iter().find(fits));
        names.extend(place);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{Diagram, Time};
    use crate::drawing::lane;
    use crate::state::recorded;
    use collective::Collective;
    use lessons::Lesson;

    const LANE: [f64; 2] = [34.0, 16.0];

    fn width(name: &str) -> f64 {
        LETTER * name.len() as f64
    }

    fn bar(rank: usize, from: f64, to: f64, collective: Collective) -> Bar {
        Bar { rank, from, to, collective, group: 0 }
    }

    /// Which bars' names are written, and whether below.
    fn placed(bars: &[Bar], struck: &dyn Fn([f64; 3]) -> bool) -> Vec<(usize, bool)> {
        let below = |name: &Name| name.y > (bars[name.bar].rank as f64 + 0.5) * LANE[0];
        names(bars, LANE, 10.0, struck).iter().map(|name| (name.bar, below(name))).collect()
    }

    #[test]
    fn a_name_that_is_longer_than_its_bar_is_left_out() {
        let room = (width("send") + 2.0 * MARGIN) / 10.0;
        let send = |length| [bar(0, 2.0, 2.0 + length, Collective::Send)];
        assert_eq!(placed(&send(room + 0.01), &|_| false), [(0, false)]);
        assert_eq!(placed(&send(room - 0.01), &|_| false), []);
        let long = [bar(0, 2.0, 2.01 + room, Collective::ReduceScatter)];
        assert_eq!(placed(&long, &|_| false), []);
    }

    #[test]
    fn names_of_bars_that_begin_together_stand_side_by_side_as_far_as_their_bars_go() {
        let begin = |to: f64| [0.0, 1.0, 2.0].map(|from| bar(0, from, to, Collective::Send));
        let xs = |bars: &[Bar]| -> Vec<f64> {
            names(bars, LANE, 10.0, &|_| false).iter().map(|name| name.x).collect()
        };
        let step = width("send") + GAP;
        assert_eq!(placed(&begin(20.0), &|_| false), [(0, false), (1, false), (2, false)]);
        assert_eq!(xs(&begin(20.0)), [MARGIN, MARGIN + step, MARGIN + step + step]);
        // The second one finds room below only, the third one none.
        assert_eq!(placed(&begin(5.0), &|_| false), [(0, false), (1, true)]);
        assert_eq!(xs(&begin(5.0)), [MARGIN, MARGIN + 10.0]);
    }

    #[test]
    fn what_stands_below_a_lane_leaves_no_room_above_the_next_one() {
        let bars = [
            bar(0, 0.0, 5.0, Collective::Send),
            bar(0, 1.0, 5.0, Collective::Recv),
            bar(1, 2.0, 6.0, Collective::Recv),
        ];
        assert_eq!(placed(&bars, &|_| false), [(0, false), (1, true), (2, true)]);
    }

    #[test]
    fn an_arrow_moves_a_name_where_there_is_another_place_for_it() {
        let bars = [bar(0, 0.0, 20.0, Collective::Send), bar(0, 1.0, 20.0, Collective::Recv)];
        let (upper, lower) = (|[_, y, _]: [f64; 3]| y < 17.0, |[_, y, _]: [f64; 3]| y > 17.0);
        assert_eq!(placed(&bars, &upper), [(0, true), (1, true)]);
        assert_eq!(placed(&bars, &lower), [(0, false), (1, false)]);
        assert_eq!(placed(&bars, &|_| true), [(0, false), (1, false)]);
    }

    #[test]
    fn no_name_of_any_lesson_leaves_its_bar_or_stands_over_another() {
        let mut written = 0;
        for (lesson, size) in Lesson::every().flat_map(|lesson| [(lesson, "4"), (lesson, "9")]) {
            let (playback, _) = recorded(&[("lesson", lesson.id()), ("world_size", size)]);
            for (time, unit) in [Time::Logical, Time::Wall]
                .into_iter()
                .flat_map(|time| [2.5, 8.0, 26.0, 120.0].map(|unit| (time, unit)))
            {
                let bars = Diagram::of(&playback, &playback.steps(None), time).bars;
                let lane = lane(size.parse().unwrap());
                let names = names(&bars, [lane, (lane * 0.46).round()], unit, &|_| false);
                for (number, name) in names.iter().enumerate() {
                    let (bar, at) = (bars[name.bar], format!("{lesson:?}, {time:?}, {unit}"));
                    assert!(bar.from * unit < name.x && name.to < bar.to * unit, "{at}");
                    let letters = width(bar.collective.name());
                    assert!((name.to - name.x - letters).abs() < 1e-6, "{at}");
                    let over = |other: &&Name| {
                        (other.y - name.y).abs() < LINE && other.x < name.to && name.x < other.to
                    };
                    assert_eq!(names[..number].iter().find(over), None, "{at}: {name:?}");
                }
                written += names.len();
            }
        }
        assert!(written > 1000, "{written}");
    }
}
