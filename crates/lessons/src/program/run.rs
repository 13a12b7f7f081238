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
    let settings = program.settings();
    // Where settings have come as bytes, they do not tell.
    if let Some(emulation) = settings.emulate {
        context.emulate(emulation);
    }
    let mut running = Running::new(&rank, &settings);
    let (stop, at) = run_steps(&mut running, program).await.err().unzip();
    running.names.give_up_works();
    let (mut result, mut refused) = (Ok(()), None);
    match stop {
        // Collectives that nobody awaited are carried out before the report has what they filled.
        None | Some(Stop::Exit) => result = context.flush().await,
        Some(Stop::Error(error)) => result = Err(error),
        Some(Stop::Lost) => result = Err(lost(&context)),
        Some(Stop::Program(error)) => refused = Some(error),
    }
    running.keep_all();
    drop(running);
    let mut record = rank.end(result).explained();
    if let Some(error) = refused {
        record.failure = Some(refuse(&context, &error));
    }
    tell_place(&mut record, at.flatten());
    (record, context.take_trace())
}

/// Makes the rank's calls; what stops it early, and at which call.
async fn run_steps(
    running: &mut Running<'_>,
    program: &Program,
) -> Result<(), (Stop, Option<String>)> {
    let steps = program.steps(running.rank.rank());
    for step in steps.map_err(|error| (Stop::Program(Box::new(error)), None))? {
        step.run(running).await.map_err(|stop| (stop, Some(step.shown())))?;
    }
    Ok(())
}

/// Lets the failure's message say at which call it came.
fn tell_place(record: &mut RankRecord, at: Option<String>) {
    let error = record.error.take_if(|_| at.is_some());
    if let (Some(_), Some(at), Some(failure)) = (error, at, &mut record.failure) {
        failure.message += &format!(" (at {at})");
    }
}

/// Ends the run as the loss of this rank would.
fn lost(context: &Context) -> Box<CollectiveError> {
    let (rank, reason) = (context.rank(), FailureReason::Terminated);
    let failure = PeerFailure { rank, reason, message: String::new() };
    context.announce(&failure);
    Box::new(CollectiveError::PeerFailed(failure))
}

/// Ends the run: the program asks for what cannot be.
fn refuse(context: &Context, error: &ProgramError) -> Failure {
    let (rank, message) = (context.rank(), error.to_string());
    let reason = FailureReason::Failed;
    context.announce(&PeerFailure { rank, reason, message: message.clone() });
    Failure { rank, code: ProgramError::CODE.to_owned(), message, ranks: Vec::new() }
}
