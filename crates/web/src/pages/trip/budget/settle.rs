//! Payments between members: recording one that is owed or any other, and undoing that.

use std::marker::PhantomData;

use maud::{Markup, html};
use uuid::Uuid;
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::money;
use wayfare_domain::trip::budget::MemberId;
use wayfare_domain::trip::settlement::recorded::{
    RecordedSettlement, SettlementDraft, SettlementPatch,
};
use wayfare_domain::trip::settlement::{Settlement, Transfer};
use wayfare_domain::trip::{Edit, MemberNames, Parties};
use wayfare_domain::{Amount, Date, ShortText, TripId, Violations};
use wayfare_service::{Caller, Error, Purpose, TripView, Updated};

use super::{rates, typed_rate};
use crate::form::fields::UNDONE;
use crate::form::{self, Field, Fields, Form, FormReader, Kind, SentForm, SentOrDraft};
use crate::i18n::format;
use crate::i18n::texts::{self as t, Text};
use crate::pages::trip::address;
use crate::pages::trip::editing::edits;
use crate::pages::trip::editing::trip_form::{self, TripForm};
use crate::pages::trip::frame::section::{MAX_ROWS, form_link, more_than, tool};
use crate::pages::trip::frame::trip_page::TripPage;
use crate::session::flash::{self, Flash};
use crate::session::undo;
use crate::session::{Account, Visitor};

/// The part of the page that a removed payment is of.
const REMOVED: &str = "payment";
/// The fields of the form that brings it back: the payment as JSON, until when that is possible,
/// and the code of both.
const RESTORED: &str = "payment_json";
const UNTIL: &str = "payment_until";
const CODE: &str = "payment_code";
/// The form of any payment.
const NEW_PAYMENT: &str = "/payments/new";

/// Who owes whom, and the payments that were recorded.
pub(super) fn show(page: TripPage<'_>, settlement: &Settlement, names: &MemberNames<'_>) -> Markup {
    let row = |transfer: &_| owed(page, settlement, transfer, names);
    html! {
        @if !settlement.balances.is_empty() {
            (debts(settlement, &|member| names.get(member), &row))
            p.no-print { a href=(page.address("/settlement")) { (t::HOW_WORKED_OUT) } }
        }
        (recorded(page, names))
        @if page.edits {
            (undo::offer(page.visitor, page.view.trip.id, REMOVED, &page.address("/settle")))
        }
        @if page.edits && can_pay_others(page.view, names) {
            p { (form_link(&page.address(NEW_PAYMENT), t::OTHER_PAYMENT, t::OTHER_PAYMENT)) }
        }
    }
}

/// Who owes whom, and what nobody has paid yet, by the names of members; `row` shows a payment.
/// Nothing without costs.
pub(crate) fn debts<'a>(
    settlement: &'a Settlement,
    name: &dyn Fn(&'a str) -> &'a str,
    row: &dyn Fn(&'a Transfer) -> Markup,
) -> Markup {
    let Settlement {
        base,
        transfers,
        outside,
        unpaid,
        ..
    } = settlement;
    let is_settled =
        transfers.is_empty() && outside.is_empty() && unpaid.is_empty() && settlement.is_complete();
    html! {
        @if !settlement.balances.is_empty() {
            h3 { (t::WHO_OWES_WHOM) }
            @if is_settled { p.hint { (t::ALL_SETTLED) } }
            @if !settlement.is_complete() { p.hint { (t::NOT_ALL_COUNTED) } }
            ul.rows {
                @for transfer in transfers.iter().take(MAX_ROWS) { li { (row(transfer)) } }
                @for other in outside.iter().take(MAX_ROWS) {
                    @let amount = format::money(other.amount.abs(), *base);
                    @let owes = other.amount.is_sign_positive();
                    li { (t::outside(name(&other.member), &amount, owes)) }
                }
            }
            (more_than(transfers.len().max(outside.len())))
            @if !unpaid.is_empty() {
                h3 { (t::NOT_PAID_YET) }
                ul.rows {
                    @for share in unpaid.iter().take(MAX_ROWS) {
                        li {
                            span { (name(&share.member)) }
                            b.amount { (format::money(share.amount, *base)) }
                        }
                    }
                }
                (more_than(unpaid.len()))
            }
        }
    }
}

/// A payment that is owed, with a button that records all or a part of it.
fn owed(
    page: TripPage<'_>,
    settlement: &Settlement,
    transfer: &Transfer,
    names: &MemberNames<'_>,
) -> Markup {
    let base = settlement.base;
    let Transfer { from, to, amount } = transfer;
    let (payer, payee) = (names.get(from), names.get(to));
    let mut shown = *amount;
    shown.rescale(base.minor_places());
    html! {
        span { (t::owes(payer, payee, &format::money(*amount, base))) }
        @if page.edits {
            form.pay.no-print method="post" action=(page.address("/settle")) {
                (form::token(page.visitor))
                input type="hidden" name="from" value=(from);
                input type="hidden" name="to" value=(to);
                input type="hidden" name="owed" value=(amount);
                input type="hidden" name="currency" value=(base.code());
                input name="amount" value=(format::ungrouped(shown)) inputmode="decimal"
                    autocomplete="off" aria-label=(t::amount_of(payer, payee, base.code()));
                button.button.quiet name="record" value="1"
                    aria-label=(t::mark_paid_of(payer, payee)) { (t::MARK_AS_PAID) }
            }
        }
    }
}

fn recorded(page: TripPage<'_>, names: &MemberNames<'_>) -> Markup {
    let payments = &page.trip().plan.settlements;
    html! {
        @if !payments.is_empty() {
            h3 { (t::RECORDED_PAYMENTS) }
            form method="post" action=(page.address("/settle")) {
                (form::token(page.visitor))
                ul.rows {
                    @for paid in payments {
                        @let amount = format::money(paid.amount.value(), paid.currency);
                        @let [from, to] = [&paid.from, &paid.to].map(|id| names.get(id.as_str()));
                        @let text = t::has_paid(from, to, &amount);
                        @let date = format::short_date(format::utc_date(paid.date));
                        li {
                            span {
                                (text) " " span.meta { (date) }
                                @if !paid.note.is_empty() { " · " (paid.note.as_str()) }
                            }
                            @if page.edits {
                                @let spoken = t::label_of(t::UNDO.get(), &text);
                                (tool("undo", &paid.id.to_string(), t::UNDO, &spoken))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Undoes the payment that the button names, brings one back, or records one that is owed. One that
/// can't be recorded so comes back as a form.
pub(crate) async fn post(
    SentForm(visitor, account, sent, ..): SentForm<NewPayment>,
    TripPath(id): TripPath,
) -> Answer {
    let mut removed = Flash::default();
    let done = match sent.get("undo") {
        _ if sent.has(UNDONE) => {
            let paid = restored(&visitor, &account, id, &sent).ok_or_else(Problem::form_refused)?;
            let restored = Edit::Settlement(SettlementPatch::Restore(Box::new(paid)));
            let restore = move |_: &TripView| Ok(Some(restored.clone()));
            edits::edit(&visitor, account.caller, id, None, restore).await?;
            "undone"
        }
        Some(settlement) => {
            let settlement = Uuid::try_parse(settlement).unwrap_or_default();
            let undo = move |view: &TripView| {
                let found = view.trip.find_settlement(settlement);
                Ok(found.map(|found| Edit::Settlement(SettlementPatch::Remove(found.id))))
            };
            let edited = edits::edit(&visitor, account.caller, id, None, undo).await?;
            if let Updated::Changed { before, .. } = &edited
                && let Some(paid) = before.trip.find_settlement(settlement)
            {
                let fields = undo_fields(&visitor, &account, id, paid);
                removed = undo::carry(&visitor, id, REMOVED, 0, &fields);
            }
            "undone"
        }
        None => match record(&visitor, account.caller, id, &sent).await {
            Err(Error::Invalid(_)) => {
                let form = SentOrDraft(visitor, account, sent, None, PhantomData);
                return trip_form::post_part(form, id, NewPayment).await;
            }
            done => done?,
        },
    };
    let then = format!("?done={done}{}#budget", removed.query);
    Ok(removed.see_other(&address(&visitor, id, &then)))
}

/// The fields of the form that brings a payment back to this trip, with all that it has, such as
/// who recorded it and the rate that was frozen with it. Their code is good for this account, also
/// after another sign-in, for as long as the offer to undo is kept.
fn undo_fields(
    visitor: &Visitor,
    account: &Account,
    id: TripId,
    paid: &RecordedSettlement,
) -> Vec<(String, String)> {
    let json = serde_json::to_string(paid).unwrap_or_default();
    let sessions = &visitor.app.service.sessions;
    let [user, trip] = [account.caller.user.to_string(), id.to_string()];
    let until = visitor.app.service.now().plus_millis(flash::TTL);
    let until = until.millis().to_string();
    let code = sessions.code(Purpose::RemovedPayment, &[&user, &trip, &json, &until]);
    let fields = [(RESTORED, json), (UNTIL, until), (CODE, code)];
    fields.map(|(name, value)| (name.to_owned(), value)).into()
}

/// The payment of [`undo_fields`], if they are this account's and of this trip.
fn restored(
    visitor: &Visitor,
    account: &Account,
    id: TripId,
    sent: &Fields,
) -> Option<RecordedSettlement> {
    let (json, until, code) = (sent.get(RESTORED)?, sent.get(UNTIL)?, sent.get(CODE)?);
    let sessions = &visitor.app.service.sessions;
    let [user, trip] = [account.caller.user.to_string(), id.to_string()];
    let is_own = sessions.accepts(Purpose::RemovedPayment, &[&user, &trip, json, until], code);
    let is_late = until
        .parse()
        .is_ok_and(|until: i64| until < visitor.app.service.now().millis());
    (is_own && !is_late).then(|| serde_json::from_str(json).ok())?
}

/// Records a payment that is still owed, or a part of it. Returns what to tell.
async fn record(
    visitor: &Visitor,
    caller: Caller,
    id: TripId,
    sent: &Fields,
) -> Result<&'static str, Error> {
    let draft = draft(sent).map_err(Error::Invalid)?;
    let shown = money::parse_decimal(sent.text("owed"));
    let shown = shown.unwrap_or(draft.amount.value());
    let trips = visitor.app.service.trips.clone();
    let (summing, owed) = (trips.clone(), draft.clone());
    let record = move |view: &TripView| {
        let settlement = summing.settlement(view);
        let mut transfers = settlement.transfers.iter();
        let is_owed = transfers.any(|transfer| {
            (&*transfer.from, &*transfer.to) == (owed.from.as_str(), owed.to.as_str())
                && transfer.amount == shown
        });
        Ok(is_owed.then(|| Edit::Settlement(SettlementPatch::Record(owed.clone()))))
    };
    let view = match edits::edit(visitor, caller, id, None, record).await? {
        Updated::Changed { .. } => return Ok("paid"),
        Updated::Unchanged(view) => view,
    };
    // Somebody has recorded it, or what is owed has changed.
    let base = trips.base_currency(&view.trip);
    let mut paid = view.trip.plan.settlements.iter();
    let was_paid = paid.any(|paid| {
        (&paid.from, &paid.to) == (&draft.from, &draft.to)
            && (paid.amount, paid.currency) == (draft.amount, base)
    });
    Ok(if was_paid { "paid-already" } else { "not-owed" })
}

/// The payment that the fields have; those that are not there count as empty.
fn draft(sent: &Fields) -> Result<SettlementDraft, Violations> {
    let mut reader = FormReader::new(sent);
    let from = reader.read_whole("from", MemberId::new);
    let to = reader.read_whole("to", MemberId::new);
    let amount = reader.amount("amount").unwrap_or_default();
    let currency = reader.currency("currency");
    let date = reader.optional("date", |text| Date::parse(text).map(Date::midnight));
    let note: ShortText = reader.text("note");
    let (from, to) = reader.finish(from.zip(to))?;
    Ok(SettlementDraft {
        from,
        to,
        amount,
        currency,
        date: date.flatten(),
        note,
    })
}

/// Whether there are two whom a payment can be between.
fn can_pay_others(view: &TripView, names: &MemberNames<'_>) -> bool {
    let parties = Parties::new(view.trip.all_mentions(), &view.people);
    choices(view, &parties, names).len() > 1
}

/// The parties and the people who are none: their member ids, with their names.
pub(crate) fn choices(
    view: &TripView,
    parties: &Parties<'_>,
    names: &MemberNames<'_>,
) -> Vec<(String, String)> {
    let people = view.people.iter();
    let others = people.filter(|person| parties.place_of_user(person.id).is_none());
    let others = others.map(|person| parties.reference(person));
    let choices = parties.names().iter().cloned().chain(others);
    let named = |id: String| {
        let name = names.get(&id).to_owned();
        (id, name)
    };
    choices.map(named).collect()
}

/// The first payment that is owed, of the visitor's own if there is one: who pays whom.
fn first_owed<'a>(settlement: &'a Settlement, own: &str) -> Option<(&'a str, &'a str)> {
    let transfers = &settlement.transfers;
    let is_own = |transfer: &&Transfer| transfer.from == own || transfer.to == own;
    let first = transfers.iter().find(is_own).or(transfers.first())?;
    Some((&first.from, &first.to))
}

/// A payment between any two members.
pub(crate) struct NewPayment;

impl TripForm for NewPayment {
    const TITLE: Text = t::OTHER_PAYMENT;
    const ANCHOR: &str = "budget";
    const DONE: &str = "paid";
    const BUTTONS: &str = "undo record";
    const CHOICES: &str = "from to owed payment_json payment_until payment_code quotation. sure";
    const NEEDS_RATES: bool = true;

    fn new(_: &Fields) -> Self {
        Self
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let TripPage { visitor, view, .. } = page;
        let names = view.member_names();
        let parties = Parties::new(view.trip.all_mentions(), &view.people);
        let choices = choices(view, &parties, &names);
        let own = visitor.account.as_ref();
        let own = own.and_then(|account| view.people.get(account.user.id));
        let own = own.map(|person| {
            let place = parties.place_of_user(person.id);
            let name = place.and_then(|place| parties.names().get(place).cloned());
            name.unwrap_or_else(|| parties.reference(person))
        });
        let own = own.as_deref().unwrap_or_default();
        let other = choices.iter().find(|(id, _)| id != own);
        let other = other.map_or("", |(id, _)| id.as_str());
        let settlement = visitor.app.service.trips.settlement(view);
        let (from, to) = first_owed(&settlement, own).unwrap_or((own, other));
        let person = |name: &str, label: &str, id: &str| {
            let field = Field::new(name, label, id);
            field.kind(Kind::Choice(choices.clone())).narrow()
        };
        let currency = Field::new("currency", t::CURRENCY, "").suggestions(t::CURRENCIES.to_vec());
        let currency = currency.hint(t::empty_currency(page.base().code()));
        let usual = visitor.app.service.trips.has_reference_rates();
        let usual = if usual { t::RATES_HINT.get() } else { "" };
        let [way, rate] = typed_rate::fields_of_any(page.base());
        let rate = rate.hint(format!("{} {usual}", t::RATE_HINT));
        let date = Field::new("date", t::DATE, "").hint(t::EMPTY_FOR_TODAY);
        let fields = vec![
            person("from", t::WHO_PAID.get(), from),
            person("to", t::TO_WHOM.get(), to),
            Field::amount("amount", t::AMOUNT, Amount::ZERO.value()).required(),
            currency.narrow(),
            way,
            rate,
            typed_rate::confirmation(),
            date.kind(Kind::Of("date")).narrow(),
            Field::new("note", t::NOTE, ""),
        ];
        Some(Form::new(page.address(NEW_PAYMENT), t::RECORD, fields))
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations> {
        let sent = sent.clone().with_currency_apart("amount", page.base());
        let mut reader = FormReader::new(&sent);
        let draft = reader.collect(draft(&sent));
        let currency = draft.as_ref().and_then(|draft| draft.currency);
        let currency = currency.filter(|currency| *currency != page.base());
        let read = |currency| typed_rate::read(page, &mut reader, &sent, "rate", currency);
        let rate = currency.and_then(read);
        if draft.is_some() && currency.is_none() && !sent.text("rate").is_empty() {
            reader.refuse("currency", t::REFUSED_OTHER_CURRENCY.phrase());
        }
        let rates = currency.zip(rate);
        let rates = rates.map(|(currency, rate)| rates::with_rate(page, currency, rate));
        let draft = reader.finish(draft)?;
        let record = Edit::Settlement(SettlementPatch::Record(draft));
        Ok(rates.map(Edit::Rates).into_iter().chain([record]).collect())
    }
}
