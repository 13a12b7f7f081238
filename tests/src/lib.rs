//! What the integration tests of this workspace share.
