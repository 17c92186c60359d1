//! Lists of trips: a long one is rendered trip by trip into chunks, compressed as they are made,
//! off the request threads, and sent as a stream. Neither its values nor its text are in memory as
//! a whole twice.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io::{self, Write};

use actix_web::HttpRequest;
use actix_web::body::SizedStream;
use actix_web::web::{Bytes, Data};
use futures_util::stream;
use serde::Serialize;
use sha2::{Digest, Sha256};
use wayfare_service::TripHead;

use crate::byte_budget::Reservation;
use crate::compression::{self, Coding, Encoder};
use crate::{Answer, App, Links, Problem, RequestTenant, conditional};

/// The estimated size up to which a list is short: 64 KiB.
const SHORT: usize = 64 << 10;
/// The size of a chunk.
const CHUNK: usize = 64 << 10;

/// Answers a list of trips, each in a shape, with its tag.
///
/// # Errors
/// 429 or 503 if there is no room for a long list; 500 if a shape can't be serialised.
pub async fn json<S: Serialize>(
    app: &Data<App>,
    request: &HttpRequest,
    trips: Vec<TripHead>,
    shape: impl Fn(&Links, &TripHead) -> S + Send + 'static,
) -> Answer {
    let size = trips.iter().map(estimate).sum();
    if size <= SHORT {
        let shapes: Vec<S> = trips.iter().map(|trip| shape(&app.links, trip)).collect();
        return conditional::json(request, None, &shapes);
    }
    let RequestTenant(tenant) = RequestTenant::of(request);
    let mut reservation = app.answers.reserve(tenant);
    // The trips themselves, until they are rendered.
    reservation.grow_to(size)?;
    let shared = Data::clone(app);
    let coding = compression::coding_for(request);
    let shape = move |trip: &TripHead| shape(&shared.links, trip);
    let render = move || Rendering::run(trips, shape, coding, reservation);
    let (chunks, digest) = app.service.run_on_document(tenant, render).await??;
    let tag = conditional::tag(None, digest);
    Ok(conditional::answer_with(request, &tag, |mut answer| {
        answer.content_type("application/json");
        let mut answer = answer.body(chunks.into_body());
        if let Some(coding) = coding {
            compression::mark(answer.headers_mut(), coding);
        }
        answer
    }))
}

/// About how many bytes a trip of a list has.
fn estimate(trip: &TripHead) -> usize {
    let people = trip.people.iter().count();
    512 + trip.description.as_str().len() + 256 * (trip.gallery.photos.len() + people)
}

/// A list that is being rendered, and compressed if it has a coding.
struct Rendering {
    output: Encoder<Chunks>,
    /// Over the plain text.
    digest: Sha256,
}

impl Rendering {
    /// Renders trips, each of which is dropped after it. Returns the list, and the digest of its
    /// plain text.
    fn run<S: Serialize>(
        trips: Vec<TripHead>,
        shape: impl Fn(&TripHead) -> S,
        coding: Option<Coding>,
        reservation: Reservation,
    ) -> Result<(Chunks, Sha256), Problem> {
        let failed = |error: io::Error| Problem::internal(&error);
        let mut list = Self {
            output: Encoder::new(coding, Chunks::new(reservation)).map_err(failed)?,
            digest: Sha256::new(),
        };
        let mut separator: &[u8] = b"[";
        for trip in trips {
            list.write_all(separator).map_err(failed)?;
            separator = b",";
            serde_json::to_writer(&mut list, &shape(&trip))
                .map_err(|error| Problem::internal(&error))?;
            let chunks = list.output.output();
            chunks.reservation.grow_to(chunks.length)?;
        }
        list.write_all(b"]").map_err(failed)?;
        let Self { output, digest } = list;
        Ok((output.finish().map_err(failed)?, digest))
    }
}

impl Write for Rendering {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write_all(bytes)?;
        self.digest.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// A rendered list.
struct Chunks {
    full: VecDeque<Bytes>,
    last: Vec<u8>,
    length: usize,
    reservation: Reservation,
}

impl Chunks {
    fn new(reservation: Reservation) -> Self {
        Self {
            full: VecDeque::new(),
            last: Vec::with_capacity(CHUNK),
            length: 0,
            reservation,
        }
    }

    fn push(&mut self, bytes: &[u8]) {
        self.length += bytes.len();
        self.last.extend_from_slice(bytes);
        if self.last.len() >= CHUNK {
            let full = std::mem::replace(&mut self.last, Vec::with_capacity(CHUNK));
            self.full.push_back(full.into());
        }
    }

    /// The body. It returns its bytes to the budget as they are sent.
    fn into_body(self) -> SizedStream<impl futures_util::Stream<Item = Result<Bytes, Infallible>>> {
        let Self {
            mut full,
            last,
            length,
            mut reservation,
        } = self;
        full.push_back(last.into());
        let chunks = full.into_iter().map(move |chunk| {
            reservation.shrink_by(chunk.len());
            Ok(chunk)
        });
        SizedStream::new(
            u64::try_from(length).unwrap_or(u64::MAX),
            stream::iter(chunks),
        )
    }
}

impl Write for Chunks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.push(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
