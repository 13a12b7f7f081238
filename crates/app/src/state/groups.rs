use lessons::{Check, Lesson, Report};

/// The same check on all ranks.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckGroup<'a> {
    /// Which lesson's.
    pub lesson: Lesson,
    /// Its name.
    pub name: &'a str,
    /// By rank; the ones that failed come first.
    pub checks: Vec<&'a Check>,
    /// On how many ranks it held.
    pub passed: usize,
}

impl CheckGroup<'_> {
    /// Whether it held on every rank.
    pub fn holds(&self) -> bool {
        self.passed == self.checks.len()
    }
}

/// A report's checks by lesson and name. Lessons with a failed check come first, and in a lesson the failed checks.
pub fn groups(report: &Report) -> Vec<(Lesson, Vec<CheckGroup<'_>>)> {
    let mut lessons: Vec<(Lesson, Vec<CheckGroup<'_>>)> = Vec::new();
    for &lesson in report.config.lessons() {
        let mut groups: Vec<CheckGroup<'_>> = Vec::new();
        for check in report.checks().filter(|check| check.lesson == lesson) {
            let name = check.name.as_str();
            let place = groups.iter().position(|group| group.name == name).unwrap_or(groups.len());
            if place == groups.len() {
                groups.push(CheckGroup { lesson, name, checks: Vec::new(), passed: 0 });
            }
            if let Some(group) = groups.get_mut(place) {
                group.passed += usize::from(check.passed);
                group.checks.push(check);
            }
        }
        for group in &mut groups {
            group.checks = last(std::mem::take(&mut group.checks), |check| check.passed);
        }
        if !groups.is_empty() {
            lessons.push((lesson, last(groups, CheckGroup::holds)));
        }
    }
    last(lessons, |(_, groups)| groups.iter().all(CheckGroup::holds))
}

/// Puts what `holds` behind the rest. (The library's sorts are much more code.)
fn last<T>(all: Vec<T>, holds: impl Fn(&T) -> bool) -> Vec<T> {
    let (holding, mut rest): (Vec<T>, Vec<T>) = all.into_iter().partition(holds);
    rest.extend(holding);
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::{Config, RankRecord, Value};

    fn check(lesson: Lesson, name: &str, rank: usize, passed: bool) -> Check {
        let (name, value) = (name.to_owned(), Value::Number(1));
        Check { lesson, name, rank, passed, expected: value.clone(), actual: value, line: 1 }
    }

    #[test]
    fn what_failed_comes_first() {
        let record = |rank: usize| RankRecord {
            rank,
            checks: vec![
                check(Lesson::Root, "scatter", rank, true),
                check(Lesson::Moe, "home", rank, true),
                check(Lesson::Moe, "counts", rank, rank != 1),
            ],
            ..RankRecord::default()
        };
        let report =
            Report::new("shared", Config::default(), vec![record(0), record(1), record(2)]);
        let groups = groups(&report);
        let names: Vec<_> = groups.iter().flat_map(|(_, groups)| groups).map(|g| g.name).collect();
        assert_eq!(names, ["counts", "home", "scatter"]);
        let ranks: Vec<_> = groups[0].1[0].checks.iter().map(|check| check.rank).collect();
        assert_eq!((ranks, groups[0].1[0].passed), (vec![1, 0, 2], 2));
    }
}
