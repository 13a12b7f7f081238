//! Programs that ranks run, with named tensors and checks
#![forbid(unsafe_code)]
