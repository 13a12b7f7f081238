use std::cell::{Cell, RefCell};
use std::panic::Location;
use std::time::Duration;

use collective::trace::{EventKind, LocalKind, Span};
use collective::{CollectiveError, Context, FailureReason, PeerFailure, ProcessGroup, Result};
use tensor::Tensor;

use crate::lesson::Lesson;
use crate::record::{Check, LogLine, RankRecord, Section, Value};

/// What a program sees of its rank: its groups, and ways to name tensors, to assert, and to speak.
///
/// Every program goes through here, whoever wrote it. Calls know the line they stand on.
pub struct Rank {
    context: Context,
    world: ProcessGroup,
    lesson: Cell<Lesson>,
    /// Where a program stands that is no Rust source; 0: its calls are its lines.
    line: Cell<u32>,
    record: RefCell<RankRecord>,
}

impl Rank {
    /// A rank about to run a program.
    pub fn new(context: Context) -> Self {
        let record = RankRecord { rank: context.rank(), ..RankRecord::default() };
        let world = context.world();
        let (lesson, line) = (Cell::new(Lesson::SendRecv), Cell::new(0));
        Self { context, world, lesson, line, record: RefCell::new(record) }
    }

    /// This rank's number.
    pub fn rank(&self) -> usize {
        self.context.rank()
    }

    /// Ranks in the world.
    pub fn world_size(&self) -> usize {
        self.context.world_size()
    }

    /// The group of all ranks.
    pub fn world(&self) -> &ProcessGroup {
        &self.world
    }

    /// Payload bytes this rank has handed to its transport until now.
    pub fn sent_bytes(&self) -> u64 {
        self.context.traffic().sent_bytes()
    }

    /// The program stands on `line` from here on, wherever the Rust that runs it may be.
    pub fn stand_on(&self, line: u32) {
        self.line.set(line);
    }

    /// Where the program stands: where it says, else where the caller's source is.
    #[track_caller]
    pub fn line(&self) -> u32 {
        match self.line.get() {
            0 => Location::caller().line(),
            line => line,
        }
    }

    /// Computes for so long, as far as the others can tell; messages move meanwhile.
    ///
    /// # Errors
    /// When another rank has ended the run.
    pub async fn compute(&self, time: Duration) -> Result<()> {
        self.context.sleep(time).await
    }

    /// What follows belongs to `lesson`.
    pub fn enter(&self, lesson: Lesson) {
        self.lesson.set(lesson);
        self.record.borrow_mut().sections.push(Section { lesson, values: Vec::new() });
    }

    /// Shows `tensor` under `name` from here on: its value now goes into the trace.
    #[track_caller]
    pub fn show(&self, name: &str, tensor: &Tensor) {
        self.context.record_written(self.line(), name, tensor);
    }

    /// Shows `tensor`, and keeps its value now in the report.
    ///
    /// # Errors
    /// When its contents may not be read.
    #[track_caller]
    pub fn keep(&self, name: &str, tensor: &Tensor) -> Result<()> {
        self.context.record_written(self.line(), name, tensor);
        self.keep_value(name, Value::of(tensor)?);
        Ok(())
    }

    /// Keeps a value that is no tensor in the report.
    pub fn keep_value(&self, name: &str, value: Value) {
        if let Some(section) = self.record.borrow_mut().sections.last_mut() {
            section.values.push((name.to_owned(), value));
        }
    }

    /// Notes that the program computed `to` from `from`, as `kind` tells.
    #[track_caller]
    pub fn computed(&self, name: &str, kind: LocalKind, from: &[&Tensor], to: &Tensor) {
        let from = from.iter().map(|&tensor| Span::from(tensor)).collect();
        let event = EventKind::Local { kind, name: name.to_owned(), from, to: Span::from(to) };
        self.context.record(self.line(), event);
    }

    /// A tensor of its own with the same values, and notes that they were copied.
    ///
    /// # Errors
    /// When its contents may not be read.
    #[track_caller]
    pub fn clone_of(&self, tensor: &Tensor) -> Result<Tensor> {
        let clone = tensor.deep_clone()?;
        self.computed("clone", LocalKind::Copied, &[tensor], &clone);
        Ok(clone)
    }

    /// Asserts that two tensors are equal, as torch.equal does.
    ///
    /// # Errors
    /// When the contents of either may not be read.
    #[track_caller]
    pub fn check_equal(&self, name: &str, expected: &Tensor, actual: &Tensor) -> Result<()> {
        let line = self.line();
        self.check_tensors(line, name, tensor::equal, expected, actual)
    }

    /// Asserts that two tensors are equal within torch.allclose's defaults.
    ///
    /// # Errors
    /// When the contents of either may not be read, or their shapes cannot be compared.
    #[track_caller]
    pub fn check_allclose(&self, name: &str, expected: &Tensor, actual: &Tensor) -> Result<()> {
        let line = self.line();
        self.check_tensors(line, name, tensor::allclose, expected, actual)
    }

    /// As [`check_allclose`](Self::check_allclose), but numbers near zero may differ by 1e-6: for float32s that were
    /// worked out by another formula.
    ///
    /// # Errors
    /// When the contents of either may not be read, or their shapes cannot be compared.
    #[track_caller]
    pub fn check_close(&self, name: &str, expected: &Tensor, actual: &Tensor) -> Result<()> {
        let (line, holds) = (self.line(), |a: &_, b: &_| tensor::allclose_with(a, b, 1e-5, 1e-6));
        self.check_tensors(line, name, holds, expected, actual)
    }

    /// Asserts that two whole numbers are equal.
    #[track_caller]
    pub fn check_number(&self, name: &str, expected: i64, actual: i64) {
        let (passed, line) = (expected == actual, self.line());
        let [expected, actual] = [expected, actual].map(Value::Number);
        self.check(line, name, passed, expected, actual, Vec::new());
    }

    fn check_tensors(
        &self,
        line: u32,
        name: &str,
        holds: fn(&Tensor, &Tensor) -> tensor::Result<bool>,
        expected: &Tensor,
        actual: &Tensor,
    ) -> Result<()> {
        let passed = holds(actual, expected)?;
        let about = vec![Span::from(actual), Span::from(expected)];
        self.check(line, name, passed, Value::of(expected)?, Value::of(actual)?, about);
        Ok(())
    }

    /// Asserts that two values are equal.
    #[track_caller]
    pub fn check_value(&self, name: &str, expected: Value, actual: Value) {
        let (passed, line) = (expected == actual, self.line());
        self.check(line, name, passed, expected, actual, Vec::new());
    }

    fn check(
        &self,
        line: u32,
        name: &str,
        passed: bool,
        expected: Value,
        actual: Value,
        about: Vec<Span>,
    ) {
        self.context.record(line, EventKind::Check { name: name.to_owned(), passed, about });
        let (lesson, rank, name) = (self.lesson.get(), self.rank(), name.to_owned());
        let check = Check { lesson, name, rank, passed, expected, actual, line };
        self.record.borrow_mut().checks.push(check);
    }

    /// Says the lesson's line, with the values that the program keeps and these `figures`.
    #[track_caller]
    pub fn log(&self, figures: &[(&str, i64)]) {
        let lesson = self.lesson.get();
        let line = self.line();
        self.context.record(line, EventKind::Log);
        let rank = self.rank();
        let mut record = self.record.borrow_mut();
        let mut kept = Vec::new();
        for &(name, value) in [("world_size", self.world_size() as i64)].iter().chain(figures) {
            kept.push((name.to_owned(), Value::Number(value)));
        }
        let mut of_lesson = record.checks.iter().filter(|check| check.lesson == lesson);
        let passed = of_lesson.all(|check| check.passed);
        record.log.push(LogLine { lesson, rank, passed, figures: kept });
    }

    /// Says a line of the program's own.
    #[track_caller]
    pub fn say(&self, text: &str) {
        let (lesson, rank, line) = (self.lesson.get(), self.rank(), self.line());
        self.context.record(line, EventKind::Log);
        let figures = vec![("text".to_owned(), Value::Text(text.to_owned()))];
        self.record.borrow_mut().log.push(LogLine { lesson, rank, passed: true, figures });
    }

    /// Ends the program: sends what is still to be sent, tells the other ranks if it failed, and hands over what the
    /// rank has to show, an error not yet in words.
    pub async fn finish(self, result: Result<()>) -> RankRecord {
        let flushed = match result {
            Ok(()) => self.context.flush().await,
            failed => failed,
        };
        self.end(flushed)
    }

    /// As [`finish`](Self::finish), where all that could be sent has been.
    pub(crate) fn end(self, flushed: Result<()>) -> RankRecord {
        let mut record = self.record.into_inner();
        record.traffic = self.context.traffic().clone();
        if let Err(error) = flushed {
            let kind = error.kind();
            self.context.record(0, EventKind::Error { kind });
            if !matches!(*error, CollectiveError::PeerFailed(_) | CollectiveError::Deadlock { .. })
            {
                let (rank, reason) = (record.rank, FailureReason::Ended(kind));
                self.context.announce(&PeerFailure { rank, reason, message: String::new() });
            }
            record.error = Some(error);
        }
        record
    }
}
