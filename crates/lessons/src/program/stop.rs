use collective::CollectiveError;
use tensor::TensorError;

use super::error::ProgramError;

/// Why a program does not go on to its next call.
#[derive(Debug)]
pub(crate) enum Stop {
    /// A call ended with an error.
    Error(Box<CollectiveError>),
    /// The program asks for what cannot be.
    Program(Box<ProgramError>),
    /// It says that it is over.
    Exit,
    /// It says that this rank is lost, before it has done what others wait for.
    Lost,
}

impl From<Box<CollectiveError>> for Stop {
    fn from(error: Box<CollectiveError>) -> Self {
        Stop::Error(error)
    }
}

impl From<Box<TensorError>> for Stop {
    fn from(error: Box<TensorError>) -> Self {
        Stop::Error(error.into())
    }
}
