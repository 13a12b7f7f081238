use super::*;

fn read(parameters: &[(&str, &str)]) -> Address {
    Address::read(parameters.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())))
}

#[test]
fn the_defaults_leave_the_address_empty() {
    assert_eq!(Address::default().query(), "");
    assert_eq!(read(&[]), Address::default());
}

#[test]
fn only_what_differs_is_written() {
    let address = read(&[
        ("world_size", "8"),
        ("tp", "4"),
        ("d", "2"),
        ("router", "0,1;2,3"),
        ("lang", "zh-CN"),
        ("theme", "dark"),
    ]);
    assert_eq!(address.query(), "?world_size=8&tp=4&router=0,1;2,3&lang=zh&theme=dark");
}

#[test]
fn wrong_values_are_kept_for_the_fields_to_show() {
    let address = read(&[("world_size", "a&b=c d%")]);
    assert_eq!(address.settings.text(Setting::WorldSize), "a&b=c d%");
    assert_eq!(address.query(), "?world_size=a%26b%3Dc%20d%25");
}

#[test]
fn beside_a_program_stand_its_world_size_and_transport() {
    let program = r#"{"world_size": 2, "calls": []}"#;
    let world_size = |parameters: &[(&str, &str)]| {
        let address = read(&[&[("program", program)], parameters].concat());
        assert!(address.settings.is_of_program());
        (address.settings.text(Setting::WorldSize).to_owned(), address.ignored)
    };
    assert_eq!(world_size(&[]), ("2".to_owned(), vec![]));
    // What is said is said, the default too.
    assert_eq!(world_size(&[("world_size", "4")]), ("4".to_owned(), vec![]));
    let others = [("lesson", "moe"), ("tp", "2"), ("transport", "message"), ("tp", "1")];
    let ignored = ["lesson=moe", "tp=1"].map(str::to_owned);
    assert_eq!(world_size(&others), ("2".to_owned(), ignored.to_vec()));
    assert_eq!(world_size(&[("lesson", "program")]), ("2".to_owned(), vec![]));
    // Nothing is no program.
    let address = read(&[("program", " "), ("tp", "1")]);
    assert_eq!((address.settings.text(Setting::Tp), address.ignored), ("1", vec![]));
}

#[test]
fn what_is_not_known_is_ignored_by_name() {
    let address = read(&[("wrold_size", "8"), ("lang", "fr"), ("theme", "blue"), ("tp", "1")]);
    assert_eq!(address.ignored, ["wrold_size", "lang=fr", "theme=blue"]);
    assert_eq!((address.lang, address.theme), (None, None));
    assert_eq!(address.query(), "?tp=1");
}

#[test]
fn view_lesson_and_cursor_come_back() {
    let address = read(&[("view", "replay"), ("cursor", "42"), ("tab", "moe")]);
    assert_eq!((address.view, address.cursor), (View::Replay, Some(42)));
    assert_eq!(address.query(), "?view=replay&tab=moe&cursor=42");
    assert_eq!(read(&[("cursor", "99999999999")]).cursor, Some(u32::MAX as usize));
    let strange = read(&[("view", "upside"), ("cursor", "-1"), ("tab", "seven")]);
    assert_eq!(strange.ignored, ["view=upside", "cursor=-1", "tab=seven"]);
    assert_eq!(strange.query(), "");
}

#[test]
fn the_run_that_is_compared_with_comes_back() {
    let address = read(&[("world_size", "4"), ("against", "world_size=3&router=0%3B1;2")]);
    let against = address.against.clone().unwrap();
    assert_eq!(against.text(Setting::WorldSize), "3");
    assert_eq!(against.text(Setting::Router), "0;1;2");
    assert_eq!(address.query(), "?against=world_size%3D3%26router%3D0;1;2");
    // A program, too.
    let program = r#"{"world_size": 2, "calls": []}"#;
    let mut settings = Settings::default();
    settings.set_program(program);
    let one = Address { against: Some(settings), ..Address::default() };
    let query = one.query();
    let parameters = query.trim_start_matches('?').split_once('=').unwrap();
    let other = read(&[(parameters.0, &decoded(parameters.1).unwrap())]);
    assert_eq!(other, one);
    // A run of nothing but defaults is a run, too.
    assert_eq!(read(&[("against", "")]).against, Some(Settings::default()));
    for strange in ["wrold_size=3", "world_size", "d=%4", "d=%zz", "d=%+1"] {
        let address = read(&[("against", strange)]);
        assert_eq!(address.against, None);
        assert_eq!(address.ignored, [format!("against={strange}")]);
    }
}

#[test]
fn a_forecast_comes_back() {
    let address = read(&[("cost", "gather"), ("link", "pcie"), ("cost_ranks", "1")]);
    assert_eq!(address.query(), "?cost=gather&link=pcie");
    assert_eq!(address.ignored, ["cost_ranks=1"]);
}

#[test]
fn the_last_of_a_name_counts() {
    assert_eq!(read(&[("tp", "1"), ("tp", "2")]).settings.text(Setting::Tp), "2");
}
