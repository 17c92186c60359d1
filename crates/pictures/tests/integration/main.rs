//! Tests of pictures: uploads, stores, renditions, signed URLs and guarded fetching.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::as_conversions,
    clippy::indexing_slicing,
    reason = "helpers of tests may be as blunt as tests"
)]

mod cleaning;
mod guarded_fetch;
mod hostile_uploads;
mod resizing;
mod samples;
mod serving;
mod signed_addresses;
mod stored_form;
mod stored_size;
mod stores;
