//! Requests about one account: the update that the profile, settings and privacy routes share.

use actix_web::web::{Data, Payload};
use actix_web::{FromRequest, HttpRequest, dev};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde::Serialize;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::{
    Answer, App, AuthenticatedCaller, UserPath, answer::conditional, input::body, trip::edit,
};
use wayfare_domain::User;
use wayfare_domain::user::UserPatch;
use wayfare_service::UserUpdateRequest;

/// A request of an authenticated caller about the account that its path names.
pub(crate) struct AccountRequest {
    pub(crate) app: Data<App>,
    caller: AuthenticatedCaller,
    user: UserPath,
    request: HttpRequest,
}

impl FromRequest for AccountRequest {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut dev::Payload) -> Self::Future {
        let parts = <(_, _, _, _)>::from_request(request, payload);
        parts
            .map(|parts| {
                let (app, caller, user, request) = parts?;
                Ok(Self {
                    app,
                    caller,
                    user,
                    request,
                })
            })
            .boxed_local()
    }
}

impl AccountRequest {
    /// Answers the caller's own account in a shape.
    pub(crate) async fn get<S: Serialize>(self, shape: impl FnOnce(&User) -> S) -> Answer {
        let (AuthenticatedCaller(caller), UserPath(username)) = (self.caller, self.user);
        let accounts = &self.app.service.accounts;
        let user = accounts.own_named(caller, &username).await?;
        conditional::json(&self.request, Some(user.version), &shape(&user))
    }

    /// Reads a body of at most `limit` bytes with `read`, which is given the username too, applies
    /// it to the account, and answers the account in a shape; 304 if nothing changed.
    pub(crate) async fn put<S: Serialize>(
        self,
        (payload, limit): (Payload, usize),
        read: impl FnOnce(&Element<'_>, &str) -> Option<UserUpdateRequest> + Send + 'static,
        shape: impl FnOnce(&User) -> S,
    ) -> Answer {
        let Self {
            app,
            caller: AuthenticatedCaller(caller),
            user: UserPath(username),
            request,
        } = self;
        let accounts = &app.service.accounts;
        let named = username.clone();
        let read = body::json(&request, payload, limit, move |body| read(body, &named)).await;
        let edit = edit::or_refuse(read, || accounts.authorize(caller, &username)).await?;
        let precondition = conditional::precondition(&request);
        let updated = accounts.update(caller, &username, edit, precondition);
        match conditional::updated(&request, updated.await?) {
            Ok((_, after)) => conditional::json(&request, Some(after.version), &shape(&after)),
            Err(not_modified) => Ok(*not_modified),
        }
    }

    /// Updates boolean fields, each of which may be written as text; otherwise as
    /// [`AccountRequest::put`].
    pub(crate) async fn put_flags<S: Serialize>(
        self,
        payload: Payload,
        patch: impl FnOnce(&dyn Fn(&'static str) -> Option<bool>) -> UserPatch + Send + 'static,
        shape: impl FnOnce(&User) -> S,
    ) -> Answer {
        let read = move |body: &Element<'_>, _: &str| {
            let fields = body.object()?;
            Some(UserUpdateRequest {
                patch: patch(&|name| fields.get(name)?.boolean_or_text()),
                picture: None,
            })
        };
        self.put((payload, body::SMALL), read, shape).await
    }
}
