//! `cargo xtask test`.

use std::io;
use std::time::Instant;

use clap::ValueEnum;

use crate::error::{Error, Result};
use crate::examples;
use crate::process::run_counting;
use crate::setup::{self, Need};
use crate::steps::Step;
use crate::tally::Tally;
use crate::workspace::Workspace;

/// Sets up, then runs the steps in `only`, or all of them if it is empty. The last line printed is how many tests
/// passed and failed.
///
/// # Errors
/// What set-up cannot meet, or the first step that fails or that should have run tests and ran none.
pub fn test(workspace: &Workspace, only: &[Step]) -> Result<()> {
    let steps = chosen(only);
    let total = steps.len() + 1;
    let needs: Vec<Need> = steps.iter().flat_map(|step| step.needs()).copied().collect();
    announced(1, total, "set-up", || setup::meet(workspace, &needs))?;

    let mut tally = Tally::default();
    for (index, step) in steps.into_iter().enumerate() {
        tally += announced(index + 2, total, step.name(), || run(workspace, step))?;
    }
    println!("{} passed, {} failed", tally.passed, tally.failed);
    Ok(())
}

/// The steps to run, always in the same order.
fn chosen(only: &[Step]) -> Vec<Step> {
    let all = Step::value_variants().iter().copied();
    all.filter(|step| only.is_empty() || only.contains(step)).collect()
}

fn announced<T>(
    index: usize,
    total: usize,
    name: &'static str,
    step: impl FnOnce() -> Result<T>,
) -> Result<T> {
    println!("==> [{index}/{total}] {name}");
    let begun = Instant::now();
    let result = step().map_err(|source| Error::Step { step: name, source: Box::new(source) });
    let outcome = if result.is_ok() { "done" } else { "failed" };
    println!("==> [{index}/{total}] {name}: {outcome} in {:.1} s", begun.elapsed().as_secs_f64());
    result
}

fn run(workspace: &Workspace, step: Step) -> Result<Tally> {
    let mut tally = Tally::default();
    for mut command in step.commands(workspace) {
        run_counting(&mut command, &mut tally, &mut io::stdout())?;
    }
    if step == Step::Docs {
        examples::check(workspace)?;
    }
    if step.counts() && tally.ran() == 0 { Err(Error::NoTests(step.name())) } else { Ok(tally) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_steps_or_those_named_in_their_own_order() {
        assert_eq!(chosen(&[]), Step::value_variants());
        assert_eq!(chosen(&[Step::E2e, Step::Fmt]), [Step::Fmt, Step::E2e]);
    }
}
