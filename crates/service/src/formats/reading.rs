//! Reading a file that is imported, with the extractor for what is unread (interface: "Bookings").

use std::io::{self, Read};
use std::sync::Arc;

use wayfare_formats::{Extracted, ImportError, ImportedTrip, Limits, NearDays};

use super::imports::ImportSource;
use crate::runtime::random;
use crate::trips::Trips;
use crate::{Caller, Error};

impl Trips {
    /// Reads a file in the work pool for imports, with the extractor for what is unread there. Days
    /// of a year are meant next to `near`.
    ///
    /// # Errors
    /// [`Error::Invalid`], [`Error::FileTooLarge`]; [`Error::Busy`], [`Error::Unavailable`].
    pub(super) async fn read_file(
        &self,
        caller: Caller,
        source: &Arc<ImportSource>,
        limits: Limits,
        near: NearDays,
    ) -> Result<ImportedTrip, Error> {
        let read = |extracted: Option<Extracted>| {
            let file = Arc::clone(source);
            let read = move || -> Result<_, Error> {
                let (file, extracted) = (file.open()?, extracted.as_ref());
                let mint = &mut random::id;
                Ok(wayfare_formats::read_extracted(
                    file, limits, near, extracted, mint,
                ))
            };
            self.context.imports.run(caller.client(), 1, read)
        };
        let mut imported = read(None).await??;
        let has_unread = match &imported {
            Ok(trip) => trip.has_unread,
            Err(error) => matches!(error, ImportError::Unread(_)),
        };
        if has_unread
            && let Some(extracted) = self.extract(caller, source, limits).await
            && let Ok(Ok(Ok(trip))) = read(Some(extracted)).await
        {
            imported = Ok(trip);
        }
        let mut imported = imported?;
        if let ImportSource::Received(_, Some(name)) = &**source {
            imported.name_if_unnamed(name);
        }
        Ok(imported)
    }

    /// What the extractor reads of a file; `None` without one, and if that fails.
    async fn extract(
        &self,
        caller: Caller,
        source: &Arc<ImportSource>,
        limits: Limits,
    ) -> Option<Extracted> {
        let extractor = self.context.extractor.as_ref()?;
        let extracted: Result<Extracted, Error> = async {
            let _lock = self.context.edit_locks.lock_extractor(caller.user).await?;
            // Only files whose turn it is are in memory.
            let _permit = extractor.permit().await.map_err(Error::internal)?;
            let file = Arc::clone(source);
            let read = move || -> Result<_, Error> {
                let mut bytes = Vec::new();
                let read = file.open()?.take(limits.unpacked).read_to_end(&mut bytes);
                read.map_err(Error::internal)?;
                Ok(bytes)
            };
            let imports = &self.context.imports;
            let bytes = imports.run(caller.client(), 1, read).await??;
            let output = extractor.read(bytes).await.map_err(Error::internal)?;
            let parse = move || Extracted::parse(&output);
            let parsed = imports.run(caller.client(), 1, parse).await?;
            parsed.map_err(|reason| Error::internal(io::Error::other(reason)))
        }
        .await;
        let warn = |error: &Error| {
            let cause = std::error::Error::source(error);
            let cause = cause.map_or_else(|| error.to_string(), ToString::to_string);
            tracing::warn!(%cause, "a file was read without the program for PDF files");
        };
        extracted.inspect_err(warn).ok()
    }
}
