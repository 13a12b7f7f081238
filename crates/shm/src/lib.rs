//! Rings, doorbells and a control block over shared words

