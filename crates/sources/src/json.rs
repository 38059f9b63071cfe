//! JSON as stores hold it: read leniently, one record at a time.

mod array;
mod hash;
mod projection;
mod record;
mod tail;

pub(crate) use array::{End, split};
pub(crate) use hash::{add_value, hash_of};
pub(crate) use projection::is_projection;
pub(crate) use record::{Record, excerpt, read_record, unreadable};
pub(crate) use tail::find_last;
