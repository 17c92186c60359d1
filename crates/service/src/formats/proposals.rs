//! Proposals: what was read of messages that came in, until their account makes a trip of each or
//! adds it to one (interface: "A mailbox for trips").
//!
//! What is kept of a message is an archive of the trip that it would be, with its tickets as files.

use std::collections::HashMap;
use std::io::Cursor;
use std::sync::Arc;

use bytes::Bytes;
use sha2::{Digest, Sha256};
use wayfare_domain::trip::{FileType, NewFile, TripFile};
use wayfare_domain::{Date, Instant, MemberRole, People, PictureId, Trip, TripId};
use wayfare_formats::{
    ArchiveHead, ArchiveWriter, FileSource, ImportFormat, ImportedFile, Limits, Zone,
};
use wayfare_storage::{
    PictureChanges, PictureOwner, Proposal, ProposalState, ProposalSummary, Repositories, TripOrder,
};

use super::imported::Imported;
use super::imports::{ImportFile, ImportSource};
use crate::accounts::Accounts;
use crate::context::Context;
use crate::grants::Grants;
use crate::pictures::Pictures;
use crate::pictures::files::StoredPicture;
use crate::runtime::detached::run_detached;
use crate::runtime::random;
use crate::trips::Trips;
use crate::{
    AuditAction, Caller, Error, ImportOptions, KeyClaim, OwnTripsRequest, Precondition, audit,
};

/// The most messages of an account in a day.
const MAX_PER_DAY: u64 = 50;
/// How many days a proposal stays.
const DAYS: i64 = 30;
/// The largest message, in bytes.
pub const MAX_MESSAGE: u64 = 20 << 20;
/// The limits of what is kept of a message: an archive of ours, with what was packed into it.
const KEPT: Limits = Limits {
    unpacked: 80 << 20,
    entries: 300,
    archive_unpacked: 80 << 20,
    archive_entries: 300,
};

/// A proposal as its account sees it.
#[derive(Debug, Clone)]
pub struct ProposalView {
    /// Its id.
    pub id: PictureId,
    /// When the message came.
    pub received: Instant,
    /// Its subject.
    pub subject: String,
    /// The trip whose dates fit, if only one does.
    pub trip: Option<TripId>,
    /// The titles of its items.
    pub items: Vec<String>,
    /// What was dropped or is doubtful.
    pub warnings: Vec<String>,
    /// When it ends.
    pub expires: Instant,
}

/// The use cases of proposals. Cheap to clone.
#[derive(Clone)]
pub struct Proposals {
    context: Arc<Context>,
}

impl Proposals {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self { context }
    }

    /// Makes a proposal of a message to the mailbox of a secret, once however often it comes.
    ///
    /// # Errors
    /// [`Error::NotFound`] if there is no such mailbox; [`Error::Invalid`], [`Error::FileTooLarge`]
    /// and [`Error::Picture`] for a message in which nothing is to be read;
    /// [`Error::TooManyMails`] above 50 messages a day, [`Error::PictureQuota`];
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn deliver(&self, secret: &str, message: Vec<u8>) -> Result<(), Error> {
        let context = &self.context;
        let caller = Grants::new(Arc::clone(context))
            .holder_of_mailbox(secret)
            .await?;
        if u64::try_from(message.len()).unwrap_or(u64::MAX) > MAX_MESSAGE {
            let reason = format!("must have at most {MAX_MESSAGE} bytes");
            return Err(Error::FileTooLarge { reason });
        }
        let proposals = self.clone();
        run_detached(async move { proposals.keep(caller, message.into()).await }).await
    }

    async fn keep(&self, caller: Caller, message: Bytes) -> Result<(), Error> {
        let context = &self.context;
        let now = context.now();
        // The header tells its way, which is another each time.
        let body = message
            .windows(2)
            .position(|it| it == b"\n\n" || it == b"\n\r");
        let body = message.get(body.unwrap_or_default()..).unwrap_or_default();
        let digest = Sha256::digest(body).into();
        // Whoever knows the address may write to it: nothing is read of what will not be kept.
        let count = move |data: &mut dyn Repositories| {
            let since = now.plus_days(-1);
            Ok(data.proposals().count_since(caller.user, since)?)
        };
        if context.executor.read(caller.client(), count).await? >= MAX_PER_DAY {
            return Err(Error::TooManyMails);
        }
        let source = Arc::new(ImportSource::Kept(message.clone()));
        let trips = Trips::new(Arc::clone(context));
        let read = trips.read_file(caller, &source, Limits::default(), Date::from(now).into());
        let mut read = read.await?;
        if read.format != ImportFormat::Mail {
            return Err(Error::from(wayfare_formats::ImportError::Malformed(
                "must be a message with bookings".to_owned(),
            )));
        }
        let files = std::mem::take(&mut read.files);
        let import = trips.build(caller, read.content).await?;
        let places = context.look_up_places(caller.client(), &import.trip, None, false);
        let places = places.await;
        let trip = import.locate(&|query| places.get(query).cloned(), &Zone::same_hour);
        let id = PictureId(random::id());
        let summary = ProposalSummary {
            format: read.format.as_str().to_owned(),
            items: trip
                .shown_items()
                .map(|(_, item)| item.destination.title().to_owned())
                .collect(),
            warnings: read.warnings,
            days: trip
                .plan
                .dates
                .start
                .zip(trip.plan.dates.end)
                .map(|(a, b)| (a.at, b.at)),
        };
        let subject = trip.name.as_str().to_owned();
        let own = Arc::clone(context);
        let pack = move || pack(&own, caller, trip, files);
        let archive = context.documents.run(caller.client(), 1, pack).await??;
        let proposal = Proposal {
            id,
            user: caller.user,
            digest,
            subject,
            state: ProposalState::Open(summary),
            received_at: now,
        };
        let kept = NewFile {
            id,
            name: wayfare_domain::ShortText::EMPTY,
            kind: FileType::Other,
            size: u64::try_from(archive.len()).unwrap_or(u64::MAX),
            hash: Sha256::digest(&archive).into(),
            item: None,
        };
        let kept = StoredPicture::of_file(&kept).record(PictureOwner::User(caller.user), now);
        let changes = PictureChanges {
            added: vec![kept],
            removed: Vec::new(),
        };
        context.ingest.store.put(id.0, archive).await?;
        let own = Arc::clone(context);
        let save = move |data: &mut dyn Repositories| {
            caller.check(data.users().lock(caller.user)?)?;
            let mut unused = data.proposals().prune(now.plus_days(-DAYS))?;
            if !data.proposals().insert(&proposal)? {
                // It has come before.
                unused.push(id);
                return Ok(unused);
            }
            let count = data
                .proposals()
                .count_since(caller.user, now.plus_days(-1))?;
            if count > MAX_PER_DAY {
                return Err(Error::TooManyMails);
            }
            own.check_picture_quota(data, caller.user, &changes)?;
            data.pictures().insert(&changes.added)?;
            audit(AuditAction::ProposalReceive, None, &id, None);
            Ok(unused)
        };
        let unused = match context.executor.write(caller.client(), save).await {
            Ok(unused) => unused,
            // It may have been committed. If not, the sweep finds the archive.
            Err(error @ (Error::Unavailable(_) | Error::Internal(_))) => return Err(error),
            Err(error) => {
                context.ingest.remove([id]).await;
                return Err(error);
            }
        };
        context.ingest.remove(unused).await;
        Ok(())
    }

    /// Lists the open proposals of the caller's account, newest first.
    ///
    /// # Errors
    /// As [`Accounts::authorize`]; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn list(&self, caller: Caller, username: &str) -> Result<Vec<ProposalView>, Error> {
        let context = &self.context;
        let accounts = Accounts::new(Arc::clone(context));
        accounts.own_named(caller, username).await?;
        let since = context.now().plus_days(-DAYS);
        let list = move |data: &mut dyn Repositories| {
            Ok(data.proposals().list_open(caller.user, since)?)
        };
        let open = context.executor.read(caller.client(), list).await?;
        let mut views = Vec::with_capacity(open.len());
        for proposal in open {
            let ProposalState::Open(summary) = proposal.state else {
                continue;
            };
            views.push(ProposalView {
                id: proposal.id,
                received: proposal.received_at,
                subject: proposal.subject,
                trip: self.trip_of(caller, username, summary.days).await?,
                items: summary.items,
                warnings: summary.warnings,
                expires: proposal.received_at.plus_days(DAYS),
            });
        }
        Ok(views)
    }

    /// The only trip of the caller's that overlaps these days and that they may change.
    async fn trip_of(
        &self,
        caller: Caller,
        username: &str,
        days: Option<(Instant, Instant)>,
    ) -> Result<Option<TripId>, Error> {
        let Some((first, last)) = days else {
            return Ok(None);
        };
        let request = OwnTripsRequest {
            from: Some(Date::from(first)),
            to: Some(Date::from(last)),
            order: TripOrder::default(),
            limit: 10,
            ..OwnTripsRequest::default()
        };
        let trips = Trips::new(Arc::clone(&self.context));
        let found = trips.own_list(caller, username, request).await?.trips;
        let mut fit = found.iter().filter(|trip| trip.role != MemberRole::Viewer);
        let first = fit.next().map(|trip| trip.id);
        Ok(first.filter(|_| fit.next().is_none()))
    }

    /// Makes a trip of a proposal, or adds it to `into`. Returns what [`Trips::import`] or
    /// [`Trips::import_into`] does.
    ///
    /// # Errors
    /// As [`Accounts::authorize`]; [`Error::NotFound`] if there is no such proposal any more,
    /// [`Error::AlreadyDone`] the second time; those of the import.
    pub async fn take(
        &self,
        caller: Caller,
        username: &str,
        id: PictureId,
        into: Option<TripId>,
    ) -> Result<Imported, Error> {
        let context = &self.context;
        let accounts = Accounts::new(Arc::clone(context));
        accounts.own_named(caller, username).await?;
        let since = context.now().plus_days(-DAYS);
        let find =
            move |data: &mut dyn Repositories| Ok(data.proposals().find(caller.user, id, since)?);
        let found = context.executor.read(caller.client(), find).await?;
        let done = || Error::AlreadyDone {
            resource: String::new(),
        };
        let summary = match found.ok_or(Error::NotFound)?.state {
            ProposalState::Open(summary) => summary,
            ProposalState::Taken => return Err(done()),
            ProposalState::Removed => return Err(Error::NotFound),
        };
        let kept = context.ingest.store.get(id.0).await?;
        let pictures = Pictures::new(Arc::clone(context));
        let file = ImportFile {
            upload: pictures.begin_upload(caller.client())?,
            source: ImportSource::Kept(kept),
            limits: KEPT,
            // Of several who take it at the same time, one does.
            key: Some(KeyClaim::new(&format!("proposal {id}"), [0; 32])),
        };
        let trips = Trips::new(Arc::clone(context));
        let mut imported = match into {
            Some(trip) => {
                let options = ImportOptions {
                    is_preview: false,
                    keeps_hours: true,
                    precondition: Precondition::None,
                };
                let (imported, is_replayed) =
                    trips.import_into(caller, trip, file, options).await?;
                if is_replayed {
                    return Err(done());
                }
                imported
            }
            None => trips.import(caller, file, false).await?,
        };
        self.close(caller, id, true).await?;
        imported.format = summary.format;
        Ok(imported)
    }

    /// Removes a proposal.
    ///
    /// # Errors
    /// As [`Accounts::authorize`]; [`Error::NotFound`] if there is none that is open.
    pub async fn remove(&self, caller: Caller, username: &str, id: PictureId) -> Result<(), Error> {
        let accounts = Accounts::new(Arc::clone(&self.context));
        accounts.own_named(caller, username).await?;
        match self.close(caller, id, false).await? {
            true => Ok(()),
            false => Err(Error::NotFound),
        }
    }

    async fn close(&self, caller: Caller, id: PictureId, is_taken: bool) -> Result<bool, Error> {
        let close = move |data: &mut dyn Repositories| {
            caller.check(data.users().lock(caller.user)?)?;
            let action = match is_taken {
                true => AuditAction::ProposalTake,
                false => AuditAction::ProposalDelete,
            };
            let is_closed = data.proposals().close(caller.user, id, is_taken)?;
            if is_closed {
                audit(action, Some(caller.user), &id, None);
            }
            Ok::<_, Error>(is_closed)
        };
        let is_closed = self.context.executor.write(caller.client(), close).await?;
        if is_closed {
            self.context.ingest.remove([id]).await;
        }
        Ok(is_closed)
    }
}

/// The archive of a trip with its files.
fn pack(
    context: &Context,
    caller: Caller,
    mut trip: Trip,
    files: Vec<ImportedFile>,
) -> Result<Bytes, Error> {
    let mut bytes = HashMap::new();
    for file in files {
        let FileSource::Bytes(content) = file.source else {
            continue;
        };
        let id = PictureId(random::id());
        trip.plan.files.push(TripFile {
            id,
            name: TripFile::name_of(&file.name),
            kind: wayfare_formats::file_type(Cursor::new(&content)),
            size: u64::try_from(content.len()).unwrap_or(u64::MAX),
            item: file.item,
            created_at: context.now(),
            by: caller.user,
        });
        bytes.insert(id, content);
    }
    let people = People::new(Vec::new());
    let names = trip.member_names(&people);
    let base = trip.base_currency(context.policy.default_currency);
    let head = ArchiveHead::new(&trip, &people, &names, base, |_| Some(""));
    let head = head.map_err(Error::internal)?;
    let mut writer = ArchiveWriter::new(&head).map_err(Error::internal)?;
    for entry in &head.pictures {
        let content = bytes.get(&entry.id).map(Vec::as_slice).unwrap_or_default();
        writer
            .picture(&entry.path, content)
            .map_err(Error::internal)?;
    }
    Ok(writer.finish().map_err(Error::internal)?.into())
}
