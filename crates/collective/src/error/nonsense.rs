use std::fmt;

use serde::{Deserialize, Serialize};

/// Why bytes that arrived make no sense.
///
/// ```
/// # use collective::Nonsense;
/// assert_eq!(Nonsense::MessageTwice.to_string(), "two messages of one number");
/// ```
///
/// (Not a text: ranks hand errors over as they are, and the page alone needs the words.)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Nonsense {
    NoHeader,
    NoFrames,
    Overwritten,
    MessageTwice,
    TooEager,
    AcceptOfNothing,
    RefusalOfNothing,
    PayloadOfNothing,
    PayloadUnasked,
    PayloadTooLarge,
}

impl fmt::Display for Nonsense {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Nonsense::NoHeader => "a frame without a header",
            Nonsense::NoFrames => "a buffer that holds no frames",
            Nonsense::Overwritten => "shared memory was overwritten",
            Nonsense::MessageTwice => "two messages of one number",
            Nonsense::TooEager => "more eager bytes than granted",
            Nonsense::AcceptOfNothing => "an accept of no message",
            Nonsense::RefusalOfNothing => "a refusal of no message",
            Nonsense::PayloadOfNothing => "a payload without a message",
            Nonsense::PayloadUnasked => "a payload that nobody asked for",
            Nonsense::PayloadTooLarge => "more payload than was offered",
        })
    }
}
