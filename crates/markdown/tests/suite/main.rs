//! Everything that is tested through the crate's functions.

// The attribute tells clippy that the helpers beside the tests may unwrap, too.
#[cfg(test)]
mod answers;
#[cfg(test)]
mod api;
#[cfg(test)]
mod corpus;
#[cfg(test)]
mod deep;
#[cfg(test)]
mod diff;
#[cfg(test)]
mod examples;
#[cfg(test)]
mod growing;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod neutral;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod other;
#[cfg(test)]
mod pieces;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod spec;
#[cfg(test)]
mod terminal;
#[cfg(test)]
mod tree;
