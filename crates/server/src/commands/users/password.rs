//! A password from standard input.

use std::io::{IsTerminal, Read, stdin};

use anyhow::Context;
use wayfare_service::Password;
use zeroize::Zeroizing;

use crate::Failure;

/// The largest input, in bytes: more than any password and its line break.
const MAX_INPUT: u64 = 4 << 10;

/// Reads a password: a line that a terminal does not echo, or all of another standard input without
/// its line break.
///
/// # Errors
/// [`Failure::Setting`] if it is not an acceptable password, [`Failure::Run`] if it can't be read.
pub(super) fn read() -> Result<Password, Failure> {
    let text = Zeroizing::new(if stdin().is_terminal() {
        rpassword::prompt_password("Password: ").context("can't read the password")?
    } else {
        let mut text = String::new();
        stdin()
            .take(MAX_INPUT)
            .read_to_string(&mut text)
            .context("can't read the password from standard input")?;
        text
    });
    let line = text.strip_suffix('\n').unwrap_or(&text);
    let line = line.strip_suffix('\r').unwrap_or(line);
    if line.contains(['\n', '\r']) {
        return Err(Failure::setting("the password", "must be a single line"));
    }
    Password::new(line).map_err(|reason| Failure::setting("the password", reason))
}
