//! The interface's rules by topic, tested through the crate's public API.

#[cfg(test)]
mod access;
mod api_keys;
#[cfg(test)]
mod budget;
#[cfg(test)]
mod classes;
#[cfg(test)]
mod copies;
#[cfg(test)]
mod costs;
#[cfg(test)]
mod dates;
#[cfg(test)]
mod destinations;
#[cfg(test)]
mod ends;
#[cfg(test)]
mod fixture;
#[cfg(test)]
mod gazetteer;
#[cfg(test)]
mod item_edits;
#[cfg(test)]
mod itinerary;
#[cfg(test)]
mod joining;
#[cfg(test)]
mod lists;
#[cfg(test)]
mod members;
#[cfg(test)]
mod moment;
#[cfg(test)]
mod money;
#[cfg(test)]
mod own_rates;
#[cfg(test)]
mod parties;
#[cfg(test)]
mod people;
#[cfg(test)]
mod pictures;
#[cfg(test)]
mod places;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod rates;
#[cfg(test)]
mod roles;
#[cfg(test)]
mod settlement;
#[cfg(test)]
mod sharing;
#[cfg(test)]
mod shift;
#[cfg(test)]
mod stored;
#[cfg(test)]
mod strategies;
#[cfg(test)]
mod suggested;
#[cfg(test)]
mod summary;
#[cfg(test)]
mod text;
#[cfg(test)]
mod timeline;
#[cfg(test)]
mod travel;
#[cfg(test)]
mod updates;
#[cfg(test)]
mod users;
