//! Process groups, collectives, matching and traces over any transport
#![forbid(unsafe_code)]
