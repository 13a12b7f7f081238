//! Tensors with torch's ownership, and torch's random draws
#![forbid(unsafe_code)]
