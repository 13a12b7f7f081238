use collective::trace::Trace;
use collective::{CollectiveError, Context, FailureReason, PeerFailure};

use super::Program;
use super::error::ProgramError;
use super::running::Running;
use super::stop::Stop;
use crate::lesson::Lesson;
use crate::rank::Rank;
use crate::record::{Failure, RankRecord};

/// Runs a program given as data on one rank, and hands over its record and its trace.
pub async fn run_program(context: Context, program: &Program) -> (RankRecord, Trace) {
    let rank = Rank::new(context.clone());
    rank.enter(Lesson::Program);
    // Where settings have come as bytes, they do not tell.
    if let Some(emulation) = program.settings().emulate {
        context.emulate(emulation);
    }
    let mut running = Running::new(&rank);
    let stop = run_steps(&mut running, program).await.err();
    running.keep_all();
    // Works that were never awaited are given up with their names.
    drop(running);
    let record = match stop {
        None | Some(Stop::Exit) => rank.finish(Ok(())).await,
        Some(Stop::Error(error)) => rank.finish(Err(error)).await,
        Some(Stop::Lost) => rank.finish(Err(lost(&context))).await,
        Some(Stop::Program(error)) => refused(&context, &error),
    };
    (record.explained(), context.take_trace())
}

async fn run_steps(running: &mut Running<'_>, program: &Program) -> Result<(), Stop> {
    let steps = program.steps(running.rank.rank());
    for step in steps.map_err(|error| Stop::Program(Box::new(error)))? {
        step.run(running).await?;
    }
    Ok(())
}

/// Ends the run as the loss of this rank would.
fn lost(context: &Context) -> Box<CollectiveError> {
    let (rank, reason) = (context.rank(), FailureReason::Terminated);
    let failure = PeerFailure { rank, reason, message: String::new() };
    context.announce(&failure);
    Box::new(CollectiveError::PeerFailed(failure))
}

/// Ends the run: the program asks for what cannot be.
fn refused(context: &Context, error: &ProgramError) -> RankRecord {
    let (rank, message) = (context.rank(), error.to_string());
    let reason = FailureReason::Failed;
    context.announce(&PeerFailure { rank, reason, message: message.clone() });
    let failure = Failure { rank, code: ProgramError::CODE.to_owned(), message, ranks: Vec::new() };
    RankRecord { rank, failure: Some(failure), ..RankRecord::default() }
}
