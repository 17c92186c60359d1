//! The account: profile, picture, password, privacy, sessions, deletion.

pub(crate) mod authorize;
pub(crate) mod calendar;
pub(crate) mod keys;
pub(crate) mod mailbox;
pub(crate) mod profile;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Payload;
use maud::{Markup, html};
use wayfare_api_core::input::form::{self as multipart, Part};
use wayfare_api_core::limits::rate;
use wayfare_api_core::{Answer, Endpoint, trip::export};
use wayfare_domain::user::UserPatch;
use wayfare_domain::{Description, Language, Name, ShortText, User, Username, Violations};
use wayfare_service::{Error, Password, PictureInput, Precondition, UserUpdateRequest, email};

use super::links::confirm;
use super::sign_in::oidc::{ProviderLink, joined_of};
use crate::form::{
    self, Field, Fields, Form, FormReader, Kind, SentForm, SentOrDraft, sent_fields,
};
use crate::i18n::texts as t;
use crate::markup::layout::Page;
use crate::session::{self, Account, SignedIn, Visitor, see_other, set_cookie};
use keys::OwnKeys;
use profile::account_fields;

/// The part of the form of a picture.
const IMAGE: Part = Part {
    name: "image",
    most: 1,
};

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::at("/account").get(get).post(post),
        Endpoint::at("/account/picture").post(picture),
        Endpoint::at("/account/password")
            .post(password)
            .counts_as(rate::Kind::Password, rate::posts),
        Endpoint::at("/account/sessions").post(revoke),
        Endpoint::at("/account/export").get(export_account),
        Endpoint::at("/account/delete").get(ask).post(delete),
    ]
}

sent_fields!(Profile CHOICES "language");

fn profile_form(visitor: &Visitor, user: &User) -> Form {
    let interests: Vec<&str> = user.interests.iter().map(ShortText::as_str).collect();
    let interests = Field::new("interests", t::INTERESTS, interests.join("\n"));
    let about = Field::new("description", t::ABOUT_YOU, user.description.as_str());
    let privacy = &user.privacy;
    let own = Language::ALL.map(|language| (language.tag().to_owned(), language.name().to_owned()));
    let unset = (String::new(), t::LANGUAGE_OF_BROWSER.to_string());
    let languages = [unset].into_iter().chain(own).collect();
    let tag = user.language.map_or("", Language::tag);
    let is_private = privacy.private_account;
    let private = Field::check("private_account", t::PRIVATE_ACCOUNT, is_private);
    let mut fields = account_fields(Some(user));
    if visitor.app.service.sessions.uses_passwords() {
        let current = Field::password("current", t::PRESENT_PASSWORD, "current-password");
        fields.push(current.id("email-current").hint(t::CURRENT_FOR_EMAIL));
    }
    fields.extend([
        about.kind(Kind::Lines(4)),
        interests.kind(Kind::Lines(3)).hint(t::INTERESTS_HINT),
        private.heading(t::PRIVACY),
        Field::check("share_email", t::SHARE_EMAIL, privacy.share_email),
        Field::new("language", t::MAIL_LANGUAGE, tag).kind(Kind::Choice(languages)),
    ]);
    Form::new(visitor.site.to("/account"), t::SAVE, fields).versioned()
}

fn password_form(visitor: &Visitor) -> Form {
    let new = Field::password("password", t::NEW_PASSWORD, "new-password");
    let fields = vec![
        Field::password("current", t::PRESENT_PASSWORD, "current-password"),
        new.required().hint(t::PASSWORD_HINT),
    ];
    let action = visitor.site.to("/account/password");
    Form::new(action, t::CHANGE_PASSWORD, fields)
}

async fn get(SignedIn(visitor, account): SignedIn) -> Answer {
    let profile = profile_form(&visitor, &account.user);
    let password = password_form(&visitor);
    show(visitor, &account, profile, password, StatusCode::OK).await
}

async fn show(
    visitor: Visitor,
    account: &Account,
    profile: Form,
    password: Form,
    status: StatusCode,
) -> Answer {
    let keys = OwnKeys::read(&visitor, account).await?;
    let (provider, joined) = (ProviderLink::of(&visitor).await, joined_of(&visitor).await?);
    let grants = &visitor.app.service.grants;
    let has_feed = grants.has_feed(account.caller, None).await?;
    let mailbox = mailbox::address_of(&visitor, account).await?;
    let page = move |visitor: &Visitor| {
        let identity = provider
            .as_ref()
            .map(|provider| provider.section(visitor, joined));
        let identity = identity.unwrap_or_default();
        let calendar = html! {
            (calendar::section(visitor, has_feed))
            (mailbox::section(visitor, mailbox.as_deref()))
        };
        let body = body(visitor, &profile, &password, &identity, &calendar, &keys);
        let page = Page::new(t::ACCOUNT, body).class("narrow").status(status);
        page.forms_lead_to(provider.and_then(|provider| provider.origin))
    };
    Page::render(visitor, page).await
}

fn body(
    visitor: &Visitor,
    profile: &Form,
    password: &Form,
    identity: &Markup,
    calendar: &Markup,
    keys: &OwnKeys,
) -> Markup {
    let takes_passwords = visitor.app.service.sessions.uses_passwords();
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
            (confirm::notice(visitor))
            (profile.show(visitor))
        }
        section.part #picture aria-labelledby="picture-title" {
            h2 #picture-title tabindex="-1" { (t::PICTURE) }
            img.portrait src=(site.own(&picture)) alt=(t::YOUR_PICTURE) width="128" height="128";
            form.upload method="post" enctype="multipart/form-data"
                action=(site.to("/account/picture")) data-upload {
                (form::token(visitor))
                label for="image" { (t::NEW_PICTURE) }
                input #image type="file" name="image"
                    accept="image/jpeg,image/png,image/webp,image/gif";
                " " button.button.quiet { (t::UPLOAD) }
                @if own.is_some() {
                    " " button.button.quiet name="remove" value="1" data-no-file { (t::REMOVE) }
                }
            }
        }
        (identity)
        @if takes_passwords {
            section.part aria-labelledby="password-title" {
                h2 #password-title { (t::PASSWORD) }
                p.hint { (t::PASSWORD_ENDS_SESSIONS) }
                (password.show(visitor))
            }
        }
        (calendar)
        (keys.show(visitor))
        section.part aria-labelledby="sessions-title" {
            h2 #sessions-title { (t::SESSIONS) }
            p { (t::SESSIONS_TEXT) }
            form method="post" action=(site.to("/account/sessions")) {
                (form::token(visitor))
                button.button.quiet { (t::SIGN_OUT_EVERYWHERE) }
            }
        }
        section.part aria-labelledby="export-title" {
            h2 #export-title { (t::EXPORT_ACCOUNT) }
            p.hint { (t::EXPORT_ACCOUNT_TEXT) }
            a.button.quiet href=(site.to("/account/export")) download { (t::EXPORT_ACCOUNT_FILE) }
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

async fn post(
    request: HttpRequest,
    SentOrDraft(visitor, account, sent, draft, ..): SentOrDraft<Profile>,
) -> Answer {
    let form = profile_form(&visitor, &account.user);
    let sent = form.merge(&sent).fields;
    let current = sent.get("current").filter(|current| !current.is_empty());
    if current.is_some() {
        session::check_limits(&request, rate::Kind::Password, account.caller)?;
    }
    let save = async {
        let request = UserUpdateRequest {
            patch: read_profile(&sent)?,
            current: current.map(Password::attempt),
            ..UserUpdateRequest::default()
        };
        update(&visitor, &account, request).await
    };
    match form.submit(&sent, draft, save).await? {
        Ok(()) => Ok(see_other(&visitor.site.to("/account?done=saved"))),
        Err((form, status)) => {
            let password = password_form(&visitor);
            show(visitor, &account, form, password, status).await
        }
    }
}

async fn update(
    visitor: &Visitor,
    account: &Account,
    request: UserUpdateRequest,
) -> Result<(), Error> {
    let request = UserUpdateRequest {
        language: visitor.language,
        ..request
    };
    let accounts = &visitor.app.service.accounts;
    let username = account.user.username.as_str();
    let updated = accounts.update(account.caller, username, request, Precondition::None);
    updated.await.map(drop)
}

fn read_profile(sent: &Fields) -> Result<UserPatch, Violations> {
    let mut reader = FormReader::new(sent);
    let interests = reader.read("interests", |text| {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.map(ShortText::new).collect::<Result<Vec<_>, _>>()
    });
    let count = interests.as_ref().map_or(0, Vec::len);
    if count > User::MAX_INTERESTS {
        reader.refuse("interests", t::REFUSED_TOO_MANY.phrase());
    }
    let patch = UserPatch {
        name: reader.read("name", Name::new),
        username: reader.read("username", Username::new),
        email: reader.optional("email", email),
        description: reader.read_whole("description", Description::new),
        interests,
        private_account: Some(sent.has("private_account")),
        share_email: Some(sent.has("share_email")),
        language: reader.read("language", |tag| match tag {
            "" => Ok(None),
            tag => Language::new(tag).map(Some),
        }),
        ..UserPatch::default()
    };
    reader.finish(Some(patch))
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
    let received = multipart::receive_with_text(&request, payload, upload, [IMAGE], None);
    let (upload, [image], texts) = received.await?;
    let fields = Fields::new(texts);
    if let Err(problem) = visitor.check(&fields) {
        upload.undo().await;
        return Err(problem);
    }
    if fields.has("remove") {
        upload.undo().await;
        let removal = UserUpdateRequest {
            picture: Some(PictureInput::Remove),
            ..UserUpdateRequest::default()
        };
        update(&visitor, &account, removal).await?;
    } else {
        let image = image.into_iter().next();
        let (pictures, caller) = (&service.pictures, account.caller);
        let none = Precondition::None;
        let replaced = pictures.replace_of_user(upload, caller, &username, image, none);
        replaced.await?;
    }
    Ok(see_other(&visitor.site.to("/account?done=saved")))
}

/// Changes the password, which ends all sessions, and opens a new one.
async fn password(request: HttpRequest, SentForm(visitor, account, sent, ..): SentForm) -> Answer {
    session::check_limits(&request, rate::Kind::Password, account.caller)?;
    let sessions = visitor.app.service.sessions.clone();
    let change = async {
        let mut reader = FormReader::new(&sent);
        let new = reader.read_whole("password", Password::new);
        let new = reader.finish(new)?;
        let current = sent.get("current").filter(|current| !current.is_empty());
        let current = current.map(Password::attempt);
        let set = sessions.set_password(account.caller, current, new.clone());
        set.await.map(|()| new)
    };
    let new = match password_form(&visitor).submit(&sent, None, change).await? {
        Ok(new) => new,
        Err((form, status)) => {
            let profile = profile_form(&visitor, &account.user);
            return show(visitor, &account, profile, form, status).await;
        }
    };
    let username = account.user.username.as_str();
    let signed_in = sessions.sign_in_to_pages(visitor.client, username, new);
    let token = signed_in.await?;
    let answer = see_other(&visitor.site.to("/account?done=password"));
    Ok(set_cookie(answer, visitor.session_cookie(&token)))
}

/// Ends all sessions and revokes all tokens.
async fn revoke(SentForm(visitor, account, ..): SentForm) -> Answer {
    let caller = account.caller;
    visitor.app.service.sessions.revoke_all(caller).await?;
    Ok(visitor.leave("/?done=signed-out"))
}

async fn export_account(request: HttpRequest, SignedIn(visitor, account): SignedIn) -> Answer {
    let username = account.user.username.as_str();
    export::account(&visitor.app, &request, account.caller, username).await
}

async fn ask(SignedIn(visitor, _): SignedIn) -> Answer {
    let action = visitor.site.to("/account/delete");
    let form = Form::new(action, t::DELETE_ACCOUNT, Vec::new());
    let form = form.cancel(visitor.site.to("/account")).danger();
    let page = move |visitor: &Visitor| {
        let body = html! {
            h1 { (t::DELETE_ACCOUNT) }
            p { (t::DELETE_ACCOUNT_TEXT) }
            (form.show(visitor))
        };
        Page::new(t::DELETE_ACCOUNT, body).class("narrow")
    };
    Page::render(visitor, page).await
}

async fn delete(SentForm(visitor, account, ..): SentForm) -> Answer {
    let username = account.user.username.as_str();
    let accounts = &visitor.app.service.accounts;
    let deleted = accounts.delete(account.caller, username, Precondition::None);
    deleted.await?;
    Ok(visitor.leave("/?done=account-deleted"))
}
