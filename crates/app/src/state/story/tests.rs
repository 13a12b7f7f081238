use super::super::playback::tests::recorded;
use super::*;
use crate::state::{Content, Element, Lang};
use crate::words::Words;

fn told(settings: &[(&str, &str)], rank: usize, name: &str, index: usize) -> String {
    let (mut playback, _) = recorded(settings);
    let end = playback.len();
    let track = playback.tracks(rank).iter().position(|track| track.name == name).unwrap();
    let element = Element::at(&mut playback, rank, track, index, end).unwrap();
    (Words::of(Lang::En).element.tell)(&element)
}

#[test]
fn a_sum_is_told_with_its_addends_and_the_way_it_came() {
    let all_members = [("lesson", "all_members")];
    assert_eq!(
        told(&all_members, 0, "shard", 0),
        "rank 0 · shard[0] = 600.0 = 0.0 + 100.0 + 200.0 + 300.0, input[0] of ranks 0–3, by reduce_scatter step 1"
    );
    assert_eq!(
        told(&all_members, 2, "gathered", 2),
        "rank 2 · gathered[2] = 608.0 = 2.0 + 102.0 + 202.0 + 302.0, input[2] of ranks 0–3, by reduce_scatter step 1 \
         → received from rank 1 in all_gather step 1"
    );
    let sixteen = [("lesson", "all_members"), ("world_size", "16")];
    assert_eq!(
        told(&sixteen, 0, "shard", 1),
        "rank 0 · shard[1] = 12016.0 = 1.0 + 101.0 + 201.0 + … + 1501.0 (16 terms), input[1] of ranks 0–15, by \
         reduce_scatter step 1"
    );
}

#[test]
fn a_token_is_told_from_its_row_to_its_expert_and_home() {
    let moe = [("lesson", "moe"), ("router", "1,0;1,1;2,3;3,0")];
    let told = told(&moe, 0, "final", 1);
    let way = " → dispatch → received from rank 0 in all_to_all step 1 → × 10 → received from rank 1 in all_to_all \
               step 1 → home";
    assert!(told.contains("from rank 0's tokens[0, 1] = ") && told.ends_with(way), "{told}");
}

#[test]
fn what_is_not_recorded_is_said_to_be_so() {
    let told = |name, index| told(&[("lesson", "ddp_zero2")], 1, name, index);
    assert!(told("bytes", 0).contains("= ? + ? + ? + ? from ranks 0–3"), "{}", told("bytes", 0));
    assert!(
        told("mean_grad", 0).contains(": begins as ") && told("mean_grad", 0).ends_with(" → ÷ 4")
    );
    assert!(told("local_grad", 0).ends_with(", computed by backward from weight and data"));
    assert!(told("weight", 0).ends_with(", rank 1's own"));
}

#[test]
fn a_sum_that_does_not_come_to_the_value_is_not_called_equal() {
    let (playback, config) = recorded(&[("lesson", "all_members")]);
    let mut traces = playback.replay().traces().to_vec();
    for event in &mut traces[0].events {
        if let EventKind::Written { name, values, .. } = &mut event.kind
            && name == "shard"
        {
            *values = collective::trace::Snapshot::Whole(Values::of(&[1.0_f64, 2.0]));
        }
    }
    let mut playback = Playback::new(traces, config.lessons());
    let end = playback.len();
    let element = Element::at(&mut playback, 0, 1, 0, end).unwrap();
    let told = (Words::of(Lang::En).element.tell)(&element);
    assert!(told.contains("shard[0] = 1.0: begins as 0.0 + 100.0"), "{told}");
    assert!(told.contains("the record does not tell how"), "{told}");
}

#[test]
fn every_element_has_a_story_with_its_numbers_in_every_language() {
    for w in ["1", "2", "5"] {
        let (mut playback, _) = recorded(&[("world_size", w)]);
        let (end, world) = (playback.len(), playback.world_size());
        for rank in 0..world {
            for track in 0..playback.tracks(rank).len() {
                for index in [0, 3, 9] {
                    let element = Element::at(&mut playback, rank, track, index, end).unwrap();
                    if matches!(element.content, Content::Exact(_)) {
                        let story = element.story.as_ref().unwrap();
                        assert!(story.root != Root::Unknown, "{element:?}");
                        if let Root::Folded { changed, .. } = &story.root {
                            assert!(!changed, "{element:?}");
                        }
                    }
                    let figures = Lang::ALL.map(|lang| {
                        let told = (Words::of(lang).element.tell)(&element);
                        let words = told.split(|c: char| !c.is_ascii_digit());
                        let mut figures: Vec<String> =
                            words.filter(|f| !f.is_empty()).map(str::to_owned).collect();
                        figures.sort();
                        figures
                    });
                    assert_eq!(figures[0], figures[1]);
                }
            }
        }
    }
}

#[test]
fn sources_are_elements_of_named_tensors() {
    let (mut playback, _) = recorded(&[("lesson", "all_members")]);
    let end = playback.len();
    let element = Element::at(&mut playback, 1, 1, 0, end).unwrap();
    let sources = element.story.unwrap().sources;
    let expected = (0..4).map(|rank| Source { rank, track: 0, index: Some(2) });
    assert_eq!(sources, expected.collect::<Vec<_>>());
}
