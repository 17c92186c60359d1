//! The table of routes: a line for each method of a client that sends a request.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};

/// All but the unreserved characters of URLs (RFC 3986).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Encodes what may have any character, for a path or a header.
pub(crate) fn encoded(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, RESERVED)
}

/// Defines the methods of a group of routes. A line has the method's name and parameters, the HTTP
/// method, the path, the body if there is one, the answer, and calls of [`Call`](crate::Call).
macro_rules! routes {
    ($group:ident: $(
        $(#[$doc:meta])*
        $name:ident($($parameter:ident $(: $encode:ident)?),*): $method:ident $path:literal
        $(($body:ty))? -> $answer:ty $(, $option:ident($($value:expr)?))*;
    )*) => {
        impl<M: $crate::Mode> $group<'_, M> {$(
            #[doc = concat!("`", stringify!($method), " ", $path, "`")]
            #[doc = ""]
            $(#[$doc])*
            pub fn $name(
                &self,
                $($parameter: &str,)*
                $(body: &impl $crate::input::Body<$body>,)?
            ) -> $crate::Call<$answer, M> {
                $($(let $parameter = $crate::routes::$encode($parameter);)?)*
                let call = self.0.route($crate::Method::$method, format_args!($path));
                $(let call = call.carrying::<$body>(body);)?
                call$(.$option($($value)?))*
            }
        )*}
    };
}

pub(crate) use routes;
