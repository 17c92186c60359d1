//! Users and their credentials.

use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, IntoSql, OptionalExtension, QueryDsl, QueryResult,
    RunQueryDsl, SelectableHelper,
};
use uuid::Uuid;
use wayfare_domain::user::is_uuid_shaped;
use wayfare_domain::{Instant, Person, PictureId, User, UserId, Username};

use super::{Backend, Connection, Fault, Handle, MAX_LIST, Outcome, pictures};
use crate::columns::{At, Key, sql};
use crate::fixed::Fixed;
use crate::rows::{CredentialsRow, FIRST_GENERATION, NewUser, PersonRow, UserChanges, UserRow};
use crate::schema::{trip_members, trips, users};
use crate::texts::update_user;
use crate::{Account, Credentials, PasswordHash, Result, UserRepository};

impl UserRepository for Handle {
    fn find(&mut self, id: UserId) -> Result<Option<Account>> {
        self.run(|connection| {
            let row = users::table
                .find(Key::from(id))
                .select(UserRow::as_select());
            account(row.get_result(connection))
        })
    }

    fn find_by_username(&mut self, username: &str) -> Result<Option<Account>> {
        self.run(|connection| {
            let named = users::username_key.eq(Username::key_of(username));
            account(
                users::table
                    .filter(named)
                    .select(UserRow::as_select())
                    .get_result(connection),
            )
        })
    }

    fn lock(&mut self, id: UserId) -> Result<Option<Account>> {
        self.run(|connection| {
            let row = hold_rows!(
                users::table
                    .find(Key::from(id))
                    .select(UserRow::as_select())
            );
            account(row.get_result(connection))
        })
    }

    fn find_people(&mut self, references: &[String]) -> Result<Vec<Person>> {
        self.run(|connection| find_people(connection, references))
    }

    fn insert(&mut self, user: &User, password: Option<&PasswordHash>) -> Result<i64> {
        self.run(|connection| {
            diesel::insert_into(users::table)
                .values(NewUser::new(user, password)?)
                .execute(connection)?;
            Ok(FIRST_GENERATION)
        })
    }

    fn update(&mut self, user: &User) -> Result<()> {
        self.run(|connection| {
            let changes = UserChanges::new(user)?;
            let update = bind_row(Fixed::<Backend>::new(update_user!()), user.id, &changes);
            touched(update.execute(connection))
        })
    }

    fn delete(&mut self, id: UserId, now: Instant) -> Result<Vec<PictureId>> {
        self.run(|connection| delete(connection, Key::from(id), now))
    }

    fn credentials(&mut self, id: UserId) -> Result<Option<Credentials>> {
        self.run(|connection| {
            let row = users::table
                .find(Key::from(id))
                .select(CredentialsRow::as_select());
            Ok(row
                .get_result(connection)
                .optional()?
                .map(Credentials::from))
        })
    }

    fn credentials_by_username(&mut self, username: &str) -> Result<Option<Credentials>> {
        self.run(|connection| {
            let named = users::username_key.eq(Username::key_of(username));
            let row = users::table
                .filter(named)
                .select(CredentialsRow::as_select());
            Ok(row
                .get_result(connection)
                .optional()?
                .map(Credentials::from))
        })
    }

    fn set_password(&mut self, id: UserId, password: &PasswordHash) -> Result<()> {
        self.run(|connection| {
            let set = "UPDATE users SET password_hash = ?, token_generation = token_generation + 1 WHERE id = ?";
            let set = Fixed::<Backend>::new(set)
                .bind(password.0.as_str().into_sql::<Text>())
                .bind(Key::from(id).into_sql::<sql::Id>());
            touched(set.execute(connection))
        })
    }

    fn raise_generation(&mut self, id: UserId) -> Result<()> {
        self.run(|connection| {
            let raise = "UPDATE users SET token_generation = token_generation + 1 WHERE id = ?";
            let raise = Fixed::<Backend>::new(raise).bind(Key::from(id).into_sql::<sql::Id>());
            touched(raise.execute(connection))
        })
    }
}

/// Binds the values of [`update_user`], in the order of its `?`.
pub(in super::super) fn bind_row<'a, ST>(
    update: Fixed<'a, Backend, ST>,
    id: UserId,
    changes: &'a UserChanges<'_>,
) -> Fixed<'a, Backend, ST> {
    update
        .bind(changes.username.into_sql::<Text>())
        .bind(changes.username_key.as_str().into_sql::<Text>())
        .bind(changes.name.into_sql::<Text>())
        .bind(changes.description.into_sql::<Text>())
        .bind(changes.email.into_sql::<Nullable<Text>>())
        .bind((&changes.links).into_sql::<sql::Document>())
        .bind((&changes.interests).into_sql::<sql::Document>())
        .bind(changes.picture.into_sql::<Nullable<sql::Id>>())
        .bind(changes.limited_deals.into_sql::<Bool>())
        .bind(changes.newsletter.into_sql::<Bool>())
        .bind(changes.private_account.into_sql::<Bool>())
        .bind(changes.share_email.into_sql::<Bool>())
        .bind(changes.version.into_sql::<BigInt>())
        .bind(changes.updated_at.into_sql::<sql::Timepoint>())
        .bind(Key::from(id).into_sql::<sql::Id>())
}

fn account(row: QueryResult<UserRow>) -> Outcome<Option<Account>> {
    Ok(row.optional()?.map(UserRow::into_account).transpose()?)
}

/// Whether the user was still there to be changed.
fn touched(rows: QueryResult<usize>) -> Outcome<()> {
    match rows? {
        0 => Err(Fault::Overtaken("the user is gone")),
        _ => Ok(()),
    }
}

fn find_people(connection: &mut Connection, references: &[String]) -> Outcome<Vec<Person>> {
    let mut people = Vec::new();
    for some in references.chunks(MAX_LIST) {
        let (ids, names): (Vec<&String>, Vec<&String>) =
            some.iter().partition(|text| is_uuid_shaped(text));
        let ids: Vec<Key> = ids
            .into_iter()
            .filter_map(|id| Uuid::try_parse(id).ok())
            .map(Key)
            .collect();
        let keys: Vec<String> = names
            .into_iter()
            .map(|name| Username::key_of(name))
            .collect();
        let rows = users::table
            .filter(users::username_key.eq_any(keys).or(users::id.eq_any(ids)))
            .select(PersonRow::as_select())
            .load::<PersonRow>(connection)?;
        for row in rows {
            people.push(row.into_person()?);
        }
    }
    Ok(people)
}

/// The trips of a user with their owners, locked in the order of their ids, as all who lock several
/// do.
fn lock_trips(connection: &mut Connection, user: Key) -> QueryResult<Vec<(Key, Key)>> {
    let mine = trip_members::table
        .filter(trip_members::user_id.eq(user))
        .select(trip_members::trip_id);
    lock_rows!(
        trips::table
            .filter(trips::id.eq_any(mine))
            .order(trips::id)
            .select((trips::id, trips::owner_id))
    )
    .load(connection)
}

fn delete(connection: &mut Connection, user: Key, now: Instant) -> Outcome<Vec<PictureId>> {
    lock_trips(connection, user)?;
    // From here on nobody can put the user on another trip; a trip that came between is locked now.
    let row = lock_rows!(users::table.find(user).select(users::id));
    if row.get_result::<Key>(connection).optional()?.is_none() {
        return Ok(Vec::new());
    }
    let trips = lock_trips(connection, user)?;
    let left: Vec<Key> = trips
        .into_iter()
        .filter(|(_, owner)| *owner != user)
        .map(|(trip, _)| trip)
        .collect();
    // Nor can anybody give pictures to what goes.
    let pictures = pictures::of_user_and_trips(connection, user)?;
    for some in left.chunks(MAX_LIST) {
        diesel::update(trips::table.filter(trips::id.eq_any(some.to_vec())))
            .set((
                trips::version.eq(trips::version + 1),
                trips::updated_at.eq(At(now)),
            ))
            .execute(connection)?;
    }
    diesel::delete(users::table.find(user)).execute(connection)?;
    Ok(pictures)
}
