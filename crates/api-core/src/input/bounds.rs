//! Picture bounds in the headers `Max-Width` and `Max-Height` (interface: "Pictures").

use actix_web::HttpRequest;
use rust_decimal::prelude::ToPrimitive;
use utoipa::IntoParams;
use wayfare_domain::money::parse_decimal;
use wayfare_domain::{Path, Reason, Violations};
use wayfare_pictures::Bounds;

use crate::Problem;

/// The `Vary` header of an answer that depends on bounds.
pub const VARY: &str = "Max-Width, Max-Height";
/// The query parameters of bounds in the URLs of default pictures.
const IN_QUERY: [&str; 2] = ["max_width", "max_height"];

/// Documentation of the two headers.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub struct BoundsHeaders {
    /// Greatest width of the picture, in pixels
    #[param(rename = "Max-Width", required = false, format = Double, minimum = 1)]
    pub max_width: f64,
    /// Greatest height of the picture, in pixels
    #[param(rename = "Max-Height", required = false, format = Double, minimum = 1)]
    pub max_height: f64,
}

/// The bounds of a request, in pixels; fractions are floored.
///
/// # Errors
/// 400 for a header that is not a number from 1.
pub fn of(request: &HttpRequest) -> Result<Bounds, Problem> {
    let mut violations = Violations::new();
    let mut bound = |name| header(request, name, &mut violations);
    let bounds = Bounds {
        max_width: bound("Max-Width"),
        max_height: bound("Max-Height"),
    };
    violations.or(bounds).map_err(Problem::invalid)
}

/// The bounds in the query of a default picture's URL, as [`query`] writes them; an invalid value
/// counts as no bound.
pub fn of_query(request: &HttpRequest) -> Bounds {
    let bound = |wanted: &str| {
        let pairs = request
            .query_string()
            .split('&')
            .filter_map(|pair| pair.split_once('='));
        pairs
            .filter(|(name, _)| *name == wanted)
            .find_map(|(_, value)| number(value))
    };
    let [width, height] = IN_QUERY;
    Bounds {
        max_width: bound(width),
        max_height: bound(height),
    }
}

/// Bounds as a query with its question mark; empty without bounds.
pub fn query(bounds: Bounds) -> String {
    let mut query = String::new();
    for (name, bound) in IN_QUERY
        .into_iter()
        .zip([bounds.max_width, bounds.max_height])
    {
        if let Some(bound) = bound {
            query.push_str(if query.is_empty() { "?" } else { "&" });
            query.push_str(&format!("{name}={bound}"));
        }
    }
    query
}

fn header(request: &HttpRequest, name: &'static str, violations: &mut Violations) -> Option<u32> {
    let value = request.headers().get(name)?;
    let bound = value
        .to_str()
        .ok()
        .and_then(number)
        .ok_or_else(|| Reason::new("must be a number from 1"));
    violations.take(&Path::root().field(name), bound)
}

fn number(text: &str) -> Option<u32> {
    let text = text.trim();
    let Ok(number) = parse_decimal(text) else {
        return is_huge(text).then_some(u32::MAX);
    };
    let number = number.floor();
    // No picture is larger than the greatest bound.
    (number.is_sign_positive() && !number.is_zero()).then(|| number.to_u32().unwrap_or(u32::MAX))
}

/// Whether a text is a finite number above every bound.
fn is_huge(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text
            .parse::<f64>()
            .is_ok_and(|number| number.is_finite() && number > f64::from(u32::MAX))
}

#[cfg(test)]
mod tests;
