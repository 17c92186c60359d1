//! The frame of every page: its head, navigation and footer, and the headers that pages have.

use std::convert::Infallible;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use maud::{DOCTYPE, Markup, html};
use wayfare_api_core::{Answer, App, Problem};
use wayfare_domain::Language;
use wayfare_service::Client;

use super::icons;
use crate::Site;
use crate::assets::{
    APPLE_ICON, HEADING_FONT, ICON, LIVE, SCRIPTS, STYLE, TEXT_FONT, THEME, worker_path,
};
use crate::form;
use crate::i18n::locale::Locale;
use crate::i18n::{format, texts as t};
use crate::session::warnings;
use crate::session::{TypedTexts, Visitor};

/// A page without its frame.
pub(crate) struct Page {
    pub(crate) title: String,
    pub(crate) body: Markup,
    /// A class of the main element.
    pub(crate) class: &'static str,
    pub(crate) status: StatusCode,
    /// Whether its forms are sent by the script, which shows the answer in its place.
    pub(crate) is_in_place: bool,
    /// Whether it follows the changes of others.
    pub(crate) is_live: bool,
    /// Whether search engines may list it.
    pub(crate) is_listed: bool,
    /// Whether it shows an address that opens without an account, which browsers must not keep.
    pub(crate) is_secret: bool,
    /// Whether its own address is a secret, which nothing that it leads to may learn.
    pub(crate) is_of_link: bool,
    /// Whether the service worker keeps it for reading without network.
    pub(crate) is_kept: bool,
    /// The other origin that its forms lead to.
    pub(crate) forms_lead_to: Option<String>,
    /// The language in which it is written.
    pub(crate) language: Language,
    /// Whose it is: the visitor's [`Visitor::account_hash`].
    pub(crate) account: Option<String>,
}

impl Page {
    /// A page.
    pub(crate) fn new(title: impl Into<String>, body: Markup) -> Self {
        Self {
            title: title.into(),
            body,
            class: "",
            status: StatusCode::OK,
            is_in_place: false,
            is_live: false,
            is_listed: false,
            is_secret: false,
            is_of_link: false,
            is_kept: false,
            forms_lead_to: None,
            language: Locale::current().language,
            account: None,
        }
    }

    pub(crate) fn secret(self, is_secret: bool) -> Self {
        Self { is_secret, ..self }
    }

    /// The page of a link whose address is a secret.
    pub(crate) fn of_link(self) -> Self {
        Self {
            is_secret: true,
            is_of_link: true,
            ..self
        }
    }

    pub(crate) fn forms_lead_to(self, origin: Option<String>) -> Self {
        Self {
            forms_lead_to: origin,
            ..self
        }
    }

    pub(crate) fn live(self) -> Self {
        Self {
            is_live: true,
            ..self
        }
    }

    pub(crate) fn class(self, class: &'static str) -> Self {
        Self { class, ..self }
    }

    pub(crate) fn status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// Renders a page that is the same for everybody.
    pub(crate) fn render_constant(self, site: &Site) -> HttpResponse {
        let (page, text) = self.framed(site, None);
        respond(site, &page, text)
    }

    /// Renders a page of bounded size in place: one of constant texts, or what a write has made,
    /// which is shown only once.
    pub(crate) fn render_small(self, visitor: &Visitor) -> HttpResponse {
        let (page, text) = self.framed(&visitor.site, Some(visitor));
        respond(&visitor.site, &page, text)
    }

    /// Renders a page off the request threads, and answers with it.
    ///
    /// # Errors
    /// 503 if too much such work is waiting.
    pub(crate) async fn render(
        visitor: Visitor,
        page: impl FnOnce(&Visitor) -> Self + Send + 'static,
    ) -> Answer {
        let page = |visitor: &Visitor| Ok::<_, Infallible>(page(visitor));
        let Ok(answer) = Self::try_render(visitor, page).await?;
        Ok(answer)
    }

    /// As [`Page::render`], for work that may find that no page is to be shown.
    ///
    /// # Errors
    /// As [`Page::render`]; what the work found instead.
    pub(crate) async fn try_render<T: Send + 'static>(
        visitor: Visitor,
        page: impl FnOnce(&Visitor) -> Result<Self, T> + Send + 'static,
    ) -> Result<Result<HttpResponse, T>, Problem> {
        let (site, client) = (visitor.site.clone(), visitor.client);
        let service = visitor.app.service.clone();
        let render = move || Ok(page(&visitor)?.framed(&visitor.site, Some(&visitor)));
        let rendered = service.run_in_document_pool(client, Locale::carry(render));
        let framed = rendered.await?;
        Ok(framed.map(|(page, text)| respond(&site, &page, text)))
    }

    /// The whole page's text, with the visitor's navigation if there is a visitor.
    fn framed(mut self, site: &Site, visitor: Option<&Visitor>) -> (Self, String) {
        self.account = visitor.map(Visitor::account_hash);
        let account = visitor.and_then(|visitor| visitor.account.as_ref());
        let done = visitor.and_then(done);
        let warned = visitor.map(warnings::shown).unwrap_or_default();
        let language = self.language;
        let conventions = Locale::current().conventions;
        let text = html! {
            (DOCTYPE)
            html lang=(language.tag()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    @if !self.is_listed { meta name="robots" content="noindex"; }
                    meta name="color-scheme" content="light dark";
                    title { (self.title) " · " (t::NAME) }
                    link rel="icon" type="image/svg+xml" href=(site.to(&ICON.path()));
                    link rel="apple-touch-icon" href=(site.to(&APPLE_ICON.path()));
                    link rel="manifest" href=(site.to("/manifest.webmanifest"))
                        crossorigin="use-credentials";
                    meta name="theme-color" content=(THEME);
                    link rel="stylesheet" href=(site.to(&STYLE.path()));
                    // Else the first words are drawn twice.
                    @for font in [&HEADING_FONT, &TEXT_FONT] {
                        link rel="preload" href=(site.to(&font.path())) as="font" type="font/woff2"
                            crossorigin;
                    }
                    // First: it notes the parts as they came, before other scripts add comfort.
                    @if self.is_live { script type="module" src=(site.to(&LIVE.path())) {} }
                    @for script in SCRIPTS {
                        script type="module" src=(site.to(&script.path())) {}
                    }
                }
                body data-account=[&self.account] data-keep[self.is_kept]
                    data-locale=(conventions.tag) data-decimal=(conventions.numbers.decimal)
                    data-worker=[visitor.map(|_| site.to(&worker_path()))]
                    data-text-saved-on=(t::SAVED_ON) data-text-offline=(t::YOU_ARE_OFFLINE)
                    data-text-waiting=(t::WAITING)
                    data-text-saving=(t::SAVING) data-text-restored=(t::RESTORED)
                    data-text-unsaved=(t::UNSAVED) data-text-discard-draft=(t::DISCARD_DRAFT)
                    data-text-unsent=(t::UNSENT) data-text-sign-in=(t::SIGN_IN)
                    data-text-discard=(t::DISCARD)
                    data-text-left=(t::before_value(t::LEFT.get()))
                    data-text-excess=(t::before_value(t::EXCESS.get())) data-text-rest=(t::REST)
                    data-text-upload=(t::UPLOAD)
                    data-text-suggestions=(t::SUGGESTIONS) data-text-suggested=(t::SUGGESTED) {
                    (icons::symbols())
                    a.skip href="#main" { (t::SKIP) }
                    header.top {
                        a.brand href=(site.to("/")) {
                            span.dots aria-hidden="true" { span {} span {} span {} }
                            span.name { (t::NAME) }
                        }
                        @if let Some(visitor) = visitor {
                            nav aria-label=(t::NAVIGATION) {
                                @if let Some(account) = account {
                                    a href=(site.to("/trips")) { (t::MY_TRIPS) }
                                    @let name = account.user.name.as_str();
                                    a.me href=(site.to("/account")) {
                                        (icons::face(name))
                                        span.wide { (t::ACCOUNT) span.who { " " (name) } }
                                    }
                                    form method="post" action=(site.to("/sign-out")) {
                                        (form::token(visitor))
                                        button.link type="submit" {
                                            (icons::icon("leave")) span.wide { (t::SIGN_OUT) }
                                        }
                                    }
                                } @else {
                                    a href=(entrance(visitor, "sign-in")) { (t::SIGN_IN) }
                                    @if visitor.may_sign_up() {
                                        a href=(entrance(visitor, "sign-up")) { (t::SIGN_UP) }
                                    }
                                }
                            }
                        }
                    }
                    div #status role="status" aria-live="polite" {
                        @if let Some(done) = done { p.done data-done { (done) } }
                        @if !warned.is_empty() {
                            p { (t::before_value(t::WARNINGS.get())) }
                            ul { @for warning in warned { li { (warning) } } }
                        }
                    }
                    main #main class=(self.class) tabindex="-1"
                        data-in-place[self.is_in_place] {
                        (self.body)
                    }
                    footer.foot {
                        p {
                            (t::NAME) " " (env!("CARGO_PKG_VERSION")) " · "
                            a href=(site.to("/docs/")) { (t::DEVELOPERS) } " · " (credits())
                            @if site.has_public_maps() { " · " (t::PUBLIC_MAPS) }
                        }
                    }
                }
            }
        };
        (self, text.into_string())
    }
}

/// Whose data the pages show.
fn credits() -> Markup {
    html! {
        (t::CREDITS) " "
        a href="https://www.geonames.org/" rel="noreferrer" { "GeoNames" } " (CC BY 4.0), "
        a href="https://www.naturalearthdata.com/" rel="noreferrer" { "Natural Earth" } ", "
        a href="https://www.openstreetmap.org/copyright" rel="noreferrer" { "OpenStreetMap" }
        " (ODbL)"
    }
}

/// An answer with a page's text and its headers.
fn respond(site: &Site, page: &Page, text: String) -> HttpResponse {
    let images = site.tiles().map(|tiles| origin_of(&tiles.url));
    let other = |origin: Option<String>| origin.map(|origin| format!(" {origin}"));
    let other = |origin| other(origin).unwrap_or_default();
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'{}; \
         font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action \
         'self'{}; base-uri 'none'; frame-ancestors 'none'",
        other(images),
        other(page.forms_lead_to.clone())
    );
    let referrer = match (page.is_of_link, site.tiles()) {
        (true, None) => "no-referrer",
        // Servers of tiles ask who shows them; no address of a page leaves it.
        (_, Some(_)) => "strict-origin",
        (false, None) => "same-origin",
    };
    let mut answer = HttpResponse::build(page.status);
    answer
        .content_type("text/html; charset=utf-8")
        .insert_header((header::REFERRER_POLICY, referrer))
        .insert_header((header::CONTENT_LANGUAGE, page.language.tag()))
        .insert_header((header::VARY, "Accept-Language, Cookie"));
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        answer.insert_header((header::CONTENT_SECURITY_POLICY, policy));
    }
    if !page.is_listed {
        answer.insert_header(("x-robots-tag", "noindex"));
    }
    if let Some(account) = &page.account {
        let keep = if page.is_kept { "; keep" } else { "" };
        answer.insert_header(("offline-copy", format!("account={account}{keep}")));
    }
    if page.is_secret {
        answer.insert_header((header::CACHE_CONTROL, "no-store"));
    }
    answer.body(text)
}

/// The origin of a tile server's URL, whose host may have no placeholders.
fn origin_of(url: &str) -> String {
    url::Url::parse(url)
        .map(|url| url.origin().ascii_serialization())
        .unwrap_or_default()
}

/// An answer that says what went wrong, with what was typed into the form that was refused, unless
/// too much other work is waiting.
pub(crate) async fn error(
    app: &App,
    client: Client,
    site: &Data<Site>,
    status: StatusCode,
    problem: Option<Problem>,
    typed: Option<TypedTexts>,
    is_signed_in: bool,
) -> HttpResponse {
    let Some(typed) = typed else {
        let (page, text) = error_page(site, status, is_signed_in, problem.as_ref(), None);
        return respond(site, &page, text);
    };
    let (own, known) = (site.clone(), problem.clone());
    let render = move || error_page(&own, status, is_signed_in, known.as_ref(), Some(&typed));
    let rendered = app
        .service
        .run_in_document_pool(client, Locale::carry(render))
        .await;
    let untyped = |_| error_page(site, status, is_signed_in, problem.as_ref(), None);
    let (page, text) = rendered.unwrap_or_else(untyped);
    let mut reservation = app.answers.reserve(client);
    reservation.force_to(u64::try_from(text.len()).unwrap_or(u64::MAX));
    let mut answer = respond(site, &page, text);
    answer.extensions_mut().insert(reservation);
    answer
}

/// The message of the edit that led to a page; of a move, with the day and the time of the item.
fn done(visitor: &Visitor) -> Option<String> {
    let query = &visitor.query;
    let code = query.get("done")?;
    if code == "added-file" {
        return Some(warnings::added(visitor));
    }
    let day = query.text("day").parse().ok().filter(|_| code == "moved");
    let time = format::time_of_day(query.text("time"));
    Some(match (day, time) {
        (Some(day), Some(time)) => t::moved_to_time(day, &time),
        (Some(day), None) => t::moved_to(day),
        (None, _) => t::done(code)?.to_string(),
    })
}

/// A page that says what went wrong. It is the same for every address, and for all visitors who are
/// signed in or all who are not.
fn error_page(
    site: &Site,
    status: StatusCode,
    is_signed_in: bool,
    problem: Option<&Problem>,
    typed: Option<&TypedTexts>,
) -> (Page, String) {
    let (title, text) = t::error(status, problem.map_or("", Problem::detail));
    let text = match (typed, status) {
        (Some(_), StatusCode::NOT_FOUND) => t::GONE_OR_REMOVED.to_string(),
        (Some(_), StatusCode::UNAUTHORIZED) => t::MAY_NOT_CHANGE.to_string(),
        (None, StatusCode::NOT_FOUND) if is_signed_in => t::NOT_YOURS.to_string(),
        _ => text,
    };
    let reasons = problem.map(|problem| form::reasons(problem.violations()));
    let reasons = reasons.unwrap_or_default();
    let asks = match status {
        StatusCode::NOT_FOUND | StatusCode::UNAUTHORIZED => !is_signed_in,
        StatusCode::FORBIDDEN => true,
        _ => false,
    };
    let body = html! {
        div.blank {
            p.big aria-hidden="true" { (status.as_u16()) }
            h1 { (title) }
            p data-reason { (text) @for reason in &reasons { " " (reason) } }
            @for text in typed.iter().flat_map(|typed| &typed.0) { pre.typed { (text) } }
            p.actions {
                // The answer to this relative address knows where to come back to.
                @if asks { a.button href="?sign-in" { (t::SIGN_IN_AND_RETURN) } " " }
                @if is_signed_in {
                    a.button href=(site.to("/trips")) { (t::MY_TRIPS) }
                } @else {
                    a.button.quiet href=(site.to("/")) { (t::TO_FRONT) }
                }
            }
        }
    };
    Page::new(title.get(), body)
        .status(status)
        .framed(site, None)
}

/// The address of the sign-in or the sign-up; from an invitation, by which one comes back to it.
fn entrance(visitor: &Visitor, page: &str) -> String {
    let path = visitor.path.split('?').next().unwrap_or_default();
    if path.starts_with(&visitor.site.to("/join/")) {
        return format!("{path}?by={page}");
    }
    visitor.site.to(&format!("/{page}"))
}

/// Whether the query is `?sign-in`, on the path of an error page: `render_errors` answers it with a
/// redirection to the sign-in that returns here.
pub(crate) fn asks_to_sign_in(request: &HttpRequest) -> bool {
    request.query_string() == "sign-in"
}
