//! Pictures given as URLs of other servers, fetched when they are first requested.

use futures_util::future::BoxFuture;
use wayfare_domain::PictureId;
use wayfare_pictures::{ObjectId, PictureInfo};

use crate::Client;
use crate::context::Context;
use crate::pictures::files::content;

/// Fetches a remote picture and stores it. `lost` is an object that the store does not have.
/// Returns `None` if the picture can't be had now.
///
/// The future is boxed, or each crate that polls it would compile it anew.
pub(super) fn fetch<'a>(
    context: &'a Context,
    client: Client,
    id: PictureId,
    source: &'a str,
    lost: Option<ObjectId>,
) -> BoxFuture<'a, Option<PictureInfo>> {
    let fetch = async move {
        try_fetch(context, client, id, source, lost)
            .await
            .unwrap_or_else(|error| {
                tracing::info!(picture = %id, %error, "fetching a remote picture failed");
                None
            })
    };
    Box::pin(context.fetches.join(client, id, context.now(), fetch))
}

async fn try_fetch(
    context: &Context,
    client: Client,
    id: PictureId,
    source: &str,
    lost: Option<ObjectId>,
) -> Result<Option<PictureInfo>, Box<dyn std::error::Error + Send + Sync>> {
    let picture = context.fetches.remote.fetch(client, source).await?;
    let object = content::object(id, Some(source), &picture.info);
    let fetched = context.ingest.store_fetched(object, picture).await?;
    let quota = context.picture_quota();
    let recording = context.executor.write(client, move |data| {
        let Some(known) = data.pictures().find(id)? else {
            return Ok(None);
        };
        let is_lost = lost.is_some_and(|lost| content::names(&known, lost));
        let before = known.content.as_ref();
        let is_missing = before.is_none() || is_lost;
        let present = before.map_or(0, |content| content.bytes);
        if is_missing
            && let Some(account) = data.pictures().account_of(known.owner)?
            && !quota.has_room(data, account, fetched.bytes.saturating_sub(present))?
        {
            tracing::info!(picture = %id, "a fetched picture exceeds the quota of its account");
            return Ok(None);
        }
        if is_missing && data.pictures().set_content(id, before, &fetched)? {
            return Ok(Some(fetched.clone()));
        }
        // Another server has fetched it meanwhile, maybe since the look-up.
        let winner = data.pictures().find(id)?;
        Ok(winner.and_then(|winner| winner.content))
    });
    let recorded = recording.await?.as_ref().map(content::info).transpose()?;
    match recorded {
        // The picture was removed meanwhile, or there is no room for it.
        None => context.ingest.remove([id]).await,
        Some(info) if content::object(id, Some(source), &info) != object => {
            context.ingest.remove_object(object).await;
        }
        Some(_) => {}
    }
    Ok(recorded)
}
