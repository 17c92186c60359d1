//! The schedule of a trip: dates, items of the itinerary, travel and the timeline.

#[cfg(test)]
mod classes;
#[cfg(test)]
mod dates;
#[cfg(test)]
mod ends;
#[cfg(test)]
mod item_edits;
#[cfg(test)]
mod itinerary;
#[cfg(test)]
mod shift;
#[cfg(test)]
mod timeline;
#[cfg(test)]
mod travel;
