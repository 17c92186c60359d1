//! Values: amounts, points in time and texts, and their stored form.

#[cfg(test)]
mod moment;
#[cfg(test)]
mod money;
#[cfg(test)]
mod stored;
#[cfg(test)]
mod text;
