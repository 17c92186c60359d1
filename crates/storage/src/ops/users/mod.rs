//! Users and their credentials.

pub(super) mod deletions;
mod former_emails;

use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, IntoSql, OptionalExtension, QueryDsl, QueryResult,
    RunQueryDsl, SelectableHelper,
};
use uuid::Uuid;
use wayfare_domain::is_uuid_shaped;
use wayfare_domain::{Instant, Login, Name, Person, PictureId, User, UserId, Username};

use super::{Backend, Connection, Handle, MAX_LIST, OperationResult, grants, lock_users, pictures};
use crate::cached_statement::CachedStatement;
use crate::columns::{Key, Timestamp, sql};
use crate::rows::{
    CredentialsRow, FIRST_GENERATION, NewUser, PersonRow, UserColumns, UserRow, name,
};
use crate::schema::{refresh_tokens, trip_members, trips, users};
use crate::{
    Account, AccountDeletion, Credentials, FormerEmail, PasswordHash, Result, UserOverview,
    UserRepository, UserWrite,
};
use deletions::deleted_users;

/// Writes a user's row if its version and token generation are as expected.
const SAVE: &str = "UPDATE users SET username = :username, username_key = :username_key, \
    name = :name, description = :description, email = :email, links = :links, \
    interests = :interests, picture = :picture, limited_deals = :limited_deals, \
    newsletter = :newsletter, private_account = :private_account, share_email = :share_email, \
    version = :version, updated_at = :updated_at, confirmed_email = :confirmed_email, \
    language = :language \
    WHERE id = :id AND version = :known_version AND token_generation = :generation";

/// Raises the token generation of a user if it is as expected. A password that is NULL stays as it
/// is.
const REVOKE_ALL: &str = "UPDATE users SET token_generation = token_generation + 1, \
    password_hash = COALESCE(?, password_hash) WHERE id = ? AND token_generation = ?";

impl UserRepository for Handle {
    fn find(&mut self, id: UserId) -> Result<Option<Account>> {
        self.run(|connection| {
            let row = users::table
                .find(Key::from(id))
                .filter(users::id.ne_all(deleted_users()))
                .select(UserRow::as_select());
            account(row.get_result(connection))
        })
    }

    fn find_by_username(&mut self, username: &str) -> Result<Option<Account>> {
        self.run(|connection| {
            let row = users::table
                .filter(users::username_key.eq(Username::key_of(username)))
                .select(UserRow::as_select());
            account(row.get_result(connection))
        })
    }

    fn list(&mut self, after: Option<&Username>, limit: u32) -> Result<Vec<UserOverview>> {
        self.run(|connection| {
            // Every key is greater than the empty text.
            let after = after.map_or_else(String::new, Username::key);
            let rows = users::table
                .filter(users::username_key.gt(after))
                .filter(users::id.ne_all(deleted_users()))
                .order(users::username_key)
                .limit(i64::from(limit))
                .select((UserRow::as_select(), users::password_hash.is_not_null()))
                .load::<(UserRow, bool)>(connection)?;
            let overviews = rows.into_iter().map(|(row, has_password)| {
                let user = row.into_account()?.user;
                Ok(UserOverview { user, has_password })
            });
            Ok(overviews.collect::<QueryResult<_>>()?)
        })
    }

    fn lock(&mut self, id: UserId) -> Result<Option<Account>> {
        self.run(|connection| {
            let row = users::table
                .find(Key::from(id))
                .filter(users::id.ne_all(deleted_users()))
                .select(UserRow::as_select());
            account(lock_row_not_key!(row).get_result(connection))
        })
    }

    fn lock_shared(&mut self, id: UserId) -> Result<Option<Account>> {
        self.run(|connection| {
            let row = users::table
                .find(Key::from(id))
                .filter(users::id.ne_all(deleted_users()))
                .select(UserRow::as_select());
            account(share_rows!(row).get_result(connection))
        })
    }

    fn lock_all(&mut self, mut ids: Vec<UserId>) -> Result<()> {
        ids.sort_unstable();
        ids.dedup();
        self.run(|connection| Ok(lock_users(connection, &ids)?))
    }

    fn lock_with_trips(&mut self, id: UserId) -> Result<Option<Account>> {
        self.run(|connection| {
            let user = Key::from(id);
            lock_trips(connection, user)?;
            // From here on nobody can add the user to a trip.
            let row = users::table.find(user).select(UserRow::as_select());
            let account = account(lock_rows!(row).get_result(connection))?;
            // Includes the trips that the user joined before the lock. From here on nobody can add
            // pictures.
            lock_trips(connection, user)?;
            Ok(account)
        })
    }

    fn find_people(&mut self, references: &[String]) -> Result<Vec<Person>> {
        self.run(|connection| find_people(connection, references))
    }

    fn display_names(&mut self, ids: &[UserId]) -> Result<Vec<(UserId, Name)>> {
        self.run(|connection| {
            let mut names = Vec::new();
            for some in ids.chunks(MAX_LIST) {
                let ids: Vec<Key> = some.iter().map(|id| Key::from(*id)).collect();
                let rows = users::table
                    .filter(users::id.eq_any(ids))
                    .select((users::id, users::name))
                    .load::<(Key, String)>(connection)?;
                for (id, display) in rows {
                    names.push((UserId(id.0), name(&display)?));
                }
            }
            Ok(names)
        })
    }

    fn insert(&mut self, user: &User, password: Option<&PasswordHash>) -> Result<i64> {
        self.run(|connection| {
            let row = NewUser::new(user, password)?;
            diesel::insert_into(users::table)
                .values(row)
                .execute(connection)?;
            Ok(FIRST_GENERATION)
        })
    }

    fn save(&mut self, write: &UserWrite) -> Result<bool> {
        self.run(|connection| save(connection, write))
    }

    fn delete(&mut self, id: UserId, now: Instant) -> Result<Vec<PictureId>> {
        self.run(|connection| delete(connection, Key::from(id), now))
    }

    fn begin_deletion(&mut self, deletion: &AccountDeletion) -> Result<()> {
        self.run(|connection| Ok(deletions::begin(connection, deletion)?))
    }

    fn find_deletion(&mut self, now: Instant) -> Result<Option<AccountDeletion>> {
        self.run(|connection| Ok(deletions::find_unclaimed(connection, now)?))
    }

    fn lock_deletion(&mut self, user: UserId, until: Instant) -> Result<bool> {
        self.run(|connection| Ok(deletions::lock(connection, user.into(), until)?))
    }

    fn leave_trip(&mut self, user: UserId, now: Instant) -> Result<bool> {
        self.run(|connection| deletions::leave_trip(connection, user.into(), now))
    }

    fn keep_former_email(&mut self, id: UserId, former: &FormerEmail, now: Instant) -> Result<()> {
        self.run(|connection| Ok(former_emails::keep(connection, id, former, now)?))
    }

    fn former_emails(&mut self, id: UserId, now: Instant) -> Result<Vec<FormerEmail>> {
        self.run(|connection| Ok(former_emails::of_user(connection, id, now)?))
    }

    fn is_kept_for_another(&mut self, email: &str, id: UserId, now: Instant) -> Result<bool> {
        self.run(|connection| Ok(former_emails::is_kept(connection, email, id, now)?))
    }

    fn delete_former_emails(&mut self, id: UserId, since: Instant) -> Result<()> {
        self.run(|connection| Ok(former_emails::delete_since(connection, id, since)?))
    }

    fn credentials(&mut self, id: UserId) -> Result<Option<Credentials>> {
        self.run(|connection| {
            let row = users::table
                .find(Key::from(id))
                .filter(users::id.ne_all(deleted_users()))
                .select(CredentialsRow::as_select());
            Ok(row
                .get_result(connection)
                .optional()?
                .map(Credentials::from))
        })
    }

    fn credentials_by_login(&mut self, login: &Login) -> Result<Option<Credentials>> {
        self.run(|connection| {
            let columns = CredentialsRow::as_select();
            let found = match login {
                Login::Username(key) => users::table
                    .filter(users::username_key.eq(key))
                    .select(columns)
                    .get_result(connection),
                Login::Email(key) => users::table
                    .filter(users::confirmed_email.eq(key))
                    .select(columns)
                    .get_result(connection),
            };
            Ok(found.optional()?.map(Credentials::from))
        })
    }

    fn revoke_all_tokens(
        &mut self,
        id: UserId,
        generation: i64,
        password: Option<&PasswordHash>,
    ) -> Result<bool> {
        self.run(|connection| {
            let rows = CachedStatement::<Backend>::new(REVOKE_ALL)
                .bind(
                    password
                        .map(|hash| hash.0.as_str())
                        .into_sql::<Nullable<Text>>(),
                )
                .bind(Key::from(id).into_sql::<sql::Id>())
                .bind(generation.into_sql::<BigInt>())
                .execute(connection)?;
            if rows == 0 {
                return Ok(false);
            }
            let of_user = refresh_tokens::user_id.eq(Key::from(id));
            diesel::delete(refresh_tokens::table.filter(of_user)).execute(connection)?;
            if password.is_none() {
                grants::delete_secrets(connection, id)?;
            }
            Ok(true)
        })
    }
}

fn account(row: QueryResult<UserRow>) -> OperationResult<Option<Account>> {
    Ok(row.optional()?.map(UserRow::into_account).transpose()?)
}

fn save(connection: &mut Connection, write: &UserWrite) -> OperationResult<bool> {
    let UserWrite {
        before,
        after,
        pictures,
    } = write;
    let columns = UserColumns::new(after)?;
    let rows = CachedStatement::<Backend>::new(SAVE)
        .named("username", columns.username.into_sql::<Text>())
        .named(
            "username_key",
            columns.username_key.as_str().into_sql::<Text>(),
        )
        .named("name", columns.name.into_sql::<Text>())
        .named("description", columns.description.into_sql::<Text>())
        .named("email", columns.email.into_sql::<Nullable<Text>>())
        .named("links", (&columns.links).into_sql::<Text>())
        .named("interests", (&columns.interests).into_sql::<Text>())
        .named("picture", columns.picture.into_sql::<Nullable<sql::Id>>())
        .named("limited_deals", columns.limited_deals.into_sql::<Bool>())
        .named("newsletter", columns.newsletter.into_sql::<Bool>())
        .named(
            "private_account",
            columns.private_account.into_sql::<Bool>(),
        )
        .named("share_email", columns.share_email.into_sql::<Bool>())
        .named("version", columns.version.into_sql::<BigInt>())
        .named("updated_at", columns.updated_at.into_sql::<sql::Instant>())
        .named(
            "confirmed_email",
            columns
                .confirmed_email
                .as_deref()
                .into_sql::<Nullable<Text>>(),
        )
        .named("language", columns.language.into_sql::<Nullable<Text>>())
        .named("id", Key::from(after.id).into_sql::<sql::Id>())
        .named("known_version", before.user.version.into_sql::<BigInt>())
        .named("generation", before.generation.into_sql::<BigInt>())
        .execute(connection)?;
    if rows == 0 {
        return Ok(false);
    }
    pictures::save(connection, pictures)?;
    Ok(true)
}

fn find_people(connection: &mut Connection, references: &[String]) -> OperationResult<Vec<Person>> {
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
            .filter(users::id.ne_all(deleted_users()))
            .select(PersonRow::as_select())
            .load::<PersonRow>(connection)?;
        for row in rows {
            people.push(row.into_person()?);
        }
    }
    Ok(people)
}

fn delete(connection: &mut Connection, user: Key, now: Instant) -> OperationResult<Vec<PictureId>> {
    let deleted = pictures::of_user_and_trips(connection, user)?;
    let others = trip_members::table
        .inner_join(trips::table)
        .filter(trip_members::user_id.eq(user).and(trips::owner_id.ne(user)))
        .select(trips::id);
    for trip in others.load::<Key>(connection)? {
        diesel::update(trips::table.find(trip))
            .set((
                trips::version.eq(trips::version + 1),
                trips::updated_at.eq(Timestamp(now)),
            ))
            .execute(connection)?;
    }
    pictures::delete(connection, &deleted)?;
    diesel::delete(users::table.find(user)).execute(connection)?;
    Ok(deleted)
}

/// Locks the trips of a user in the order of their ids, as everybody does who locks several.
fn lock_trips(connection: &mut Connection, user: Key) -> QueryResult<()> {
    let trips = trip_members::table
        .filter(trip_members::user_id.eq(user))
        .order(trip_members::trip_id)
        .select(trip_members::trip_id)
        .load::<Key>(connection)?;
    for trip in trips {
        let row = lock_rows!(trips::table.find(trip).select(trips::id));
        row.get_result::<Key>(connection).optional()?;
    }
    Ok(())
}
