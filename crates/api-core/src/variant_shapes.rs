//! Shapes with the same fields in both variants, apart from the types of some: macros, since each
//! variant documents its own type.

/// Defines the shape of a map location with a variant's own type of `date`, which implements
/// `From<Dates>`.
#[macro_export]
macro_rules! location_shape {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            date: $date:ty,
        }
    ) => {
        /// A location on the map.
        #[derive(
            Debug, Clone, PartialEq, ::serde::Serialize, ::utoipa::ToSchema,
        )]
        $(#[$attribute])*
        pub struct $name {
            /// What it is called.
            pub title: String,
            /// Where it is.
            pub address: String,
            /// When the travellers are there.
            pub date: $date,
            /// How they get there.
            pub transportation: $crate::shapes::TransportationShape,
        }

        impl $name {
            fn new(location: &::wayfare_domain::trip::MapLocation) -> Self {
                let ::wayfare_domain::trip::MapLocation {
                    title,
                    address,
                    period,
                    transportation,
                    coordinates: _,
                } = location;
                let dates = ::wayfare_domain::Dates {
                    start: period.map(|period| period.start),
                    end: period.map(|period| period.end),
                };
                Self {
                    title: title.to_string(),
                    address: address.to_string(),
                    date: dates.into(),
                    transportation: transportation.into(),
                }
            }
        }
    };
}

/// Defines the shape of a trip with a variant's own types of `budget` and `date` (which implements
/// `From<Dates>`), and any further fields at its end.
#[macro_export]
macro_rules! trip_shape {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $(#[$budget_attribute:meta])*
            budget: $budget:ty,
            date: $date:ty,
            $($(#[$more_attribute:meta])* $more:ident: $more_type:ty,)*
        }
    ) => {
        #[derive(
            Debug, Clone, PartialEq, ::serde::Serialize, ::utoipa::ToSchema,
        )]
        $(#[$attribute])*
        pub struct $name {
            /// Which trip.
            #[schema(format = Uuid)]
            pub uuid: String,
            /// Its name.
            pub name: String,
            /// Its description.
            pub desc: String,
            /// The names of its destinations, first to last.
            pub dest: Vec<String>,
            $(#[$budget_attribute])*
            pub budget: $budget,
            /// What was spent.
            pub expenditures: Vec<$crate::shapes::ExpenditureShape>,
            /// When it takes place.
            pub date: $date,
            /// What is to be done.
            pub todo: Vec<String>,
            /// URL of its picture.
            #[schema(format = Uri)]
            pub img: String,
            /// The trip in the front end.
            #[schema(format = Uri)]
            pub url: String,
            /// The owner's username.
            pub owner: String,
            /// The members' usernames.
            pub members: Vec<String>,
            /// Whether only its members see it.
            pub private: bool,
            $($(#[$more_attribute])* pub $more: $more_type,)*
        }

        impl $name {
            fn new(
                links: &$crate::Links,
                view: &::wayfare_service::TripView<impl AsRef<::wayfare_domain::TripOverview>>,
                budget: $budget,
                $($more: $more_type,)*
            ) -> Self {
                let ::wayfare_domain::TripOverview {
                    id,
                    version: _,
                    created_at: _,
                    updated_at: _,
                    owner,
                    members,
                    viewers: _,
                    private,
                    name,
                    description,
                    plan,
                    gallery,
                } = view.overview();
                let ::wayfare_domain::trip::Plan {
                    destinations,
                    estimate: _,
                    budget: _,
                    expenditures,
                    dates,
                    todo,
                    settlements: _,
                } = plan;
                let username = |user: &_| view.people.username(*user).to_owned();
                Self {
                    uuid: id.to_string(),
                    name: name.to_string(),
                    desc: description.to_string(),
                    dest: destinations
                        .iter()
                        .map(|place| place.name.to_string())
                        .collect(),
                    budget,
                    expenditures: expenditures.iter().map(Into::into).collect(),
                    date: (*dates).into(),
                    todo: todo.iter().map(ToString::to_string).collect(),
                    img: links.trip_image(*id, gallery),
                    url: links.trip_page(*id),
                    owner: username(owner),
                    members: members.iter().map(username).collect(),
                    private: *private,
                    $($more,)*
                }
            }
        }
    };
}
