//! Readers of the agents own stores.
