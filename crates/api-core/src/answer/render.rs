//! Where answers are rendered.

use actix_web::web::Data;
use wayfare_service::Client;

use crate::{App, Problem};

/// Renders an answer: a slow one in the work pool for documents.
///
/// # Errors
/// That of `render`; 503 if too many slow answers are being rendered.
pub async fn render_in_pool_if<T: Send + 'static>(
    is_slow: bool,
    app: &Data<App>,
    client: Client,
    render: impl FnOnce(&App) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    if !is_slow {
        return render(app);
    }
    let own = Data::clone(app);
    let rendered = app
        .service
        .run_in_document_pool(client, move || render(&own));
    rendered.await?
}
