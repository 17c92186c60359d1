//! Share links: for their owner, and for those who have one.

mod share_links;
mod shared;
