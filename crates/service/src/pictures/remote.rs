//! Pictures given as URLs of other servers, fetched when they are first requested.

use wayfare_domain::PictureId;
use wayfare_pictures::PictureInfo;

use crate::context::Context;
use crate::executor::Ending;
use crate::picture_files::content;

/// Fetches a remote picture and stores it. Returns `None` if it can't be had now.
pub(super) async fn fetch(context: &Context, id: PictureId, source: &str) -> Option<PictureInfo> {
    let fetch = async {
        try_fetch(context, id, source)
            .await
            .unwrap_or_else(|error| {
                tracing::info!(picture = %id, %error, "fetching a remote picture failed");
                None
            })
    };
    context.fetches.join(id, context.now(), fetch).await
}

async fn try_fetch(
    context: &Context,
    id: PictureId,
    source: &str,
) -> Result<Option<PictureInfo>, Box<dyn std::error::Error + Send + Sync>> {
    let picture = context.fetches.remote.fetch(source).await?;
    let stored = context.ingest.store(id, picture).await?;
    let recording = context.executor.write(move |data| {
        let Some(known) = data.pictures().find(id)? else {
            return Ok(Ending::Rollback(None));
        };
        if let Some(content) = known.content {
            // Another server has fetched it meanwhile.
            return Ok(Ending::Rollback(Some(content)));
        }
        data.pictures().set_content(id, &stored.content)?;
        Ok(Ending::Commit(Some(stored.content.clone())))
    });
    let recorded = recording.await?;
    if recorded.is_none() {
        // The picture was removed meanwhile.
        context.ingest.remove([id]).await;
    }
    Ok(recorded.as_ref().map(content::info).transpose()?)
}
