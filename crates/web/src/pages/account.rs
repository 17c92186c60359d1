//! The account: profile, picture, password, privacy, sessions, deletion.

use actix_web::http::{StatusCode, header};
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};
use maud::{Markup, html};
use wayfare_api_core::input::form::{self as multipart, Part};
use wayfare_api_core::limits::rate;
use wayfare_api_core::{Answer, Endpoint};
use wayfare_domain::user::UserPatch;
use wayfare_domain::{Description, Name, ShortText, User, Username};
use wayfare_service::{Error, Password, PictureInput, Precondition, UserUpdateRequest, email};

use crate::fields::Fields;
use crate::form::{self, Field, Form, Kind, VERSION};
use crate::layout::Page;
use crate::pages::calendar;
use crate::pages::trip::errors;
use crate::sent_form::{SentForm, SentOrDraft};
use crate::session::{self, SignedIn, Visitor, see_other};
use crate::texts as t;

/// The part of the form of a picture.
const IMAGE: Part = Part {
    name: "image",
    most: 1,
};

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::at("/account").get(get).post(save),
        Endpoint::at("/account/picture").post(picture),
        Endpoint::at("/account/password").post(password),
        Endpoint::at("/account/sessions").post(revoke),
        Endpoint::at("/account/delete").get(ask).post(delete),
    ]
}

fn flag(is_on: bool) -> &'static str {
    if is_on { "on" } else { "" }
}

fn profile_form(visitor: &Visitor, user: &User) -> Form {
    let email = user.email.as_ref().map_or("", ShortText::as_str);
    let interests: Vec<&str> = user.interests.iter().map(ShortText::as_str).collect();
    Form {
        action: visitor.site.to("/account"),
        submit: t::SAVE.to_owned(),
        fields: vec![
            Field::new("name", t::YOUR_NAME, user.name.as_str())
                .required()
                .autocomplete("name"),
            Field::new("username", t::USERNAME, user.username.as_str())
                .required()
                .autocomplete("username")
                .hint(t::USERNAME_HINT),
            Field::new("email", t::EMAIL_OPTIONAL, email)
                .kind(Kind::Of("email"))
                .autocomplete("email"),
            Field::new("description", t::ABOUT_YOU, user.description.as_str()).kind(Kind::Lines(4)),
            Field::new("interests", t::INTERESTS, interests.join("\n"))
                .kind(Kind::Lines(3))
                .hint(t::INTERESTS_HINT),
            Field::new(
                "private_account",
                t::PRIVATE_ACCOUNT,
                flag(user.privacy.private_account),
            )
            .kind(Kind::Check)
            .heading(t::PRIVACY),
            Field::new(
                "share_email",
                t::SHARE_EMAIL,
                flag(user.privacy.share_email),
            )
            .kind(Kind::Check),
            Field::new("newsletter", t::NEWSLETTER, flag(user.settings.newsletter))
                .kind(Kind::Check),
            Field::new(
                "limited_deals",
                t::LIMITED_DEALS,
                flag(user.settings.limited_deals),
            )
            .kind(Kind::Check),
        ],
        ..Form::default()
    }
}

fn password_form(visitor: &Visitor) -> Form {
    let secret = |name, label, autocomplete| {
        let field = Field::new(name, label, "").kind(Kind::Of("password"));
        field.autocomplete(autocomplete)
    };
    Form {
        action: visitor.site.to("/account/password"),
        submit: t::CHANGE_PASSWORD.to_owned(),
        fields: vec![
            secret("current", t::PRESENT_PASSWORD, "current-password"),
            secret("password", t::NEW_PASSWORD, "new-password")
                .required()
                .hint(t::PASSWORD_HINT),
        ],
        ..Form::default()
    }
}

async fn get(SignedIn(visitor, account): SignedIn) -> Answer {
    let profile = profile_form(&visitor, &account.user);
    let version = profile.values().fingerprint();
    let password = password_form(&visitor);
    show(visitor, (profile, version), password, StatusCode::OK).await
}

async fn show(
    visitor: Visitor,
    (profile, version): (Form, String),
    password: Form,
    status: StatusCode,
) -> Answer {
    let page = move |visitor: &Visitor| {
        let body = body(visitor, (&profile, &version), &password);
        let page = Page::new(t::ACCOUNT, body).class("narrow");
        page.status(status)
    };
    Page::render(visitor, page).await
}

fn body(visitor: &Visitor, (profile, version): (&Form, &str), password: &Form) -> Markup {
    let site = &visitor.site;
    let links = &visitor.app.links;
    let user = visitor.account.as_ref().map(|account| &account.user);
    let own = user.filter(|user| user.picture.is_some());
    let picture = match own {
        Some(user) => links.user_picture(user.username.as_str()),
        None => links.default_user_picture(),
    };
    html! {
        h1 { (t::ACCOUNT) }
        section.part aria-labelledby="profile-title" {
            h2 #profile-title { (t::PROFILE) }
            (profile.show(visitor, version))
        }
        section.part aria-labelledby="picture-title" {
            h2 #picture-title { (t::PICTURE) }
            img.portrait src=(site.own(&picture)) alt=(t::YOUR_PICTURE) width="128" height="128";
            form.upload method="post" enctype="multipart/form-data"
                action=(site.to("/account/picture")) data-upload {
                (form::token(visitor))
                label for="image" { (t::NEW_PICTURE) }
                input #image type="file" name="image"
                    accept="image/jpeg,image/png,image/webp,image/gif";
                " " button.button.quiet { (t::UPLOAD) }
                @if own.is_some() {
                    " " button.button.quiet name="remove" value="1" { (t::REMOVE) }
                }
            }
        }
        section.part aria-labelledby="password-title" {
            h2 #password-title { (t::PASSWORD) }
            p.hint { (t::PASSWORD_ENDS_SESSIONS) }
            (password.show(visitor, ""))
        }
        (calendar::section(visitor))
        section.part aria-labelledby="sessions-title" {
            h2 #sessions-title { (t::SESSIONS) }
            p { (t::SESSIONS_TEXT) }
            form method="post" action=(site.to("/account/sessions")) {
                (form::token(visitor))
                button.button.quiet { (t::SIGN_OUT_EVERYWHERE) }
            }
        }
        section.part aria-labelledby="delete-title" {
            h2 #delete-title { (t::DELETE_ACCOUNT) }
            p {
                (t::DELETE_ACCOUNT_LEAD) " " a.danger href=(site.to("/account/delete")) {
                    (t::DELETE_ACCOUNT)
                }
            }
        }
    }
}

async fn save(SentOrDraft { form, draft }: SentOrDraft) -> Answer {
    let SentForm(visitor, account, sent) = form;
    let user = account.user;
    let present = profile_form(&visitor, &user);
    let version = present.values().fingerprint();
    let opened = sent.get(VERSION).unwrap_or_default().to_owned();
    let is_stale = draft.is_none() && !opened.is_empty() && opened != version;
    let mut form = present.typed(&sent, is_stale);
    let password = password_form(&visitor);
    if let Some(status) = draft {
        return show(visitor, (form.draft(), opened), password, status).await;
    }
    if is_stale {
        return show(visitor, (form, version), password, StatusCode::CONFLICT).await;
    }
    let Some(patch) = read_profile(&sent, &mut form) else {
        return show(visitor, (form, opened), password, StatusCode::BAD_REQUEST).await;
    };
    let request = UserUpdateRequest {
        patch,
        picture: None,
    };
    let username = user.username.to_string();
    let accounts = visitor.app.service.accounts.clone();
    match accounts
        .update(account.caller, &username, request, Precondition::None)
        .await
    {
        Ok(_) => return Ok(see_other(&visitor.site.to("/account?done=saved"))),
        Err(Error::UsernameTaken) => form.add_error("username", t::TAKEN),
        Err(Error::Invalid(violations)) => errors::add(&mut form, &violations),
        Err(error) => return Err(error.into()),
    }
    show(visitor, (form, opened), password, StatusCode::BAD_REQUEST).await
}

fn read_profile(sent: &Fields, form: &mut Form) -> Option<UserPatch> {
    let mut take = |name: &str, reason: &str| form.add_error(name, reason);
    let name = Name::new(sent.text("name")).map_err(|e| take("name", &e.to_string()));
    let username =
        Username::new(sent.text("username")).map_err(|e| take("username", &e.to_string()));
    let address = match sent.text("email") {
        "" => Ok(None),
        text => email(text)
            .map(Some)
            .map_err(|e| take("email", &e.to_string())),
    };
    let description = Description::new(sent.get("description").unwrap_or_default())
        .map_err(|e| take("description", &e.to_string()));
    let lines = sent.get("interests").unwrap_or_default().lines();
    let interests: Result<Vec<ShortText>, _> = lines
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(ShortText::new)
        .collect();
    let interests = interests
        .map_err(|e| take("interests", &e.to_string()))
        .ok()?;
    if interests.len() > User::MAX_INTERESTS {
        take("interests", t::TOO_MANY);
        return None;
    }
    Some(UserPatch {
        name: Some(name.ok()?),
        username: Some(username.ok()?),
        email: Some(address.ok()?),
        description: Some(description.ok()?),
        interests: Some(interests),
        private_account: Some(sent.has("private_account")),
        share_email: Some(sent.has("share_email")),
        newsletter: Some(sent.has("newsletter")),
        limited_deals: Some(sent.has("limited_deals")),
        ..UserPatch::default()
    })
}

async fn picture(
    request: HttpRequest,
    SignedIn(visitor, account): SignedIn,
    payload: Payload,
) -> Answer {
    session::check_origin(&request, &visitor.site)?;
    let service = visitor.app.service.clone();
    let username = account.user.username.to_string();
    let upload = service.pictures.begin_upload(account.caller.client())?;
    let received = multipart::receive_with_text(&request, payload, upload, [IMAGE]).await?;
    let (upload, [image], texts) = received;
    let fields = Fields::new(texts);
    if let Err(problem) = visitor.check(&fields) {
        upload.undo().await;
        return Err(problem);
    }
    if fields.has("remove") {
        upload.undo().await;
        let request = UserUpdateRequest {
            picture: Some(PictureInput::Remove),
            ..UserUpdateRequest::default()
        };
        let accounts = &service.accounts;
        accounts
            .update(account.caller, &username, request, Precondition::None)
            .await?;
    } else {
        let image = image.into_iter().next();
        let replaced = service.pictures.replace_of_user(
            upload,
            account.caller,
            &username,
            image,
            Precondition::None,
        );
        replaced.await?;
    }
    Ok(see_other(&visitor.site.to("/account?done=saved")))
}

/// Changes the password, which ends all sessions, and opens a new one.
async fn password(request: HttpRequest, SentForm(visitor, account, sent): SentForm) -> Answer {
    session::check_limits(&request, rate::Kind::Password, account.caller)?;
    let mut form = password_form(&visitor);
    let new = Password::new(sent.get("password").unwrap_or_default());
    let current = sent.get("current").filter(|current| !current.is_empty());
    let sessions = visitor.app.service.sessions.clone();
    let outcome = match new {
        Ok(new) => {
            let again = new.clone();
            let current = current.map(Password::attempt);
            match sessions.set_password(account.caller, current, new).await {
                Ok(()) => Ok(again),
                Err(Error::BadCredentials) => Err(("current", t::WRONG_PASSWORD.to_owned())),
                Err(error) => return Err(error.into()),
            }
        }
        Err(reason) => Err(("password", reason.to_string())),
    };
    let new = match outcome {
        Ok(new) => new,
        Err((name, reason)) => {
            form.add_error(name, &reason);
            let profile = profile_form(&visitor, &account.user);
            let version = profile.values().fingerprint();
            return show(visitor, (profile, version), form, StatusCode::BAD_REQUEST).await;
        }
    };
    let username = account.user.username.as_str();
    let token = sessions
        .sign_in_to_pages(visitor.client, username, new)
        .await?;
    let mut answer = see_other(&visitor.site.to("/account?done=password"));
    let cookie = visitor.session_cookie(&token);
    answer.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(answer)
}

/// Ends all sessions and revokes all tokens.
async fn revoke(SentForm(visitor, account, _): SentForm) -> Answer {
    let caller = account.caller;
    visitor.app.service.sessions.revoke_all(caller).await?;
    Ok(leave(&visitor, "/?done=signed-out"))
}

async fn ask(SignedIn(visitor, _): SignedIn) -> Answer {
    let form = Form {
        action: visitor.site.to("/account/delete"),
        submit: t::DELETE_ACCOUNT.to_owned(),
        cancel: Some(visitor.site.to("/account")),
        is_danger: true,
        ..Form::default()
    };
    let page = move |visitor: &Visitor| {
        let body = html! {
            h1 { (t::DELETE_ACCOUNT) }
            p { (t::DELETE_ACCOUNT_TEXT) }
            (form.show(visitor, ""))
        };
        Page::new(t::DELETE_ACCOUNT, body).class("narrow")
    };
    Page::render(visitor, page).await
}

async fn delete(SentForm(visitor, account, _): SentForm) -> Answer {
    let username = account.user.username.as_str();
    let accounts = &visitor.app.service.accounts;
    accounts
        .delete(account.caller, username, Precondition::None)
        .await?;
    Ok(leave(&visitor, "/?done=account-deleted"))
}

/// Goes to a page without the session's cookie.
fn leave(visitor: &Visitor, path: &str) -> HttpResponse {
    let mut answer = see_other(&visitor.site.to(path));
    let cookie = visitor.no_session_cookie();
    answer.headers_mut().append(header::SET_COOKIE, cookie);
    answer
}
