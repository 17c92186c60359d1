//! Violations of the domain at the fields of a form.

use wayfare_domain::violation::Step;
use wayfare_domain::{Path, Violations};

use crate::form::Form;

/// Shows violations at the fields that are named like them, else above the form.
pub(crate) fn add(form: &mut Form, violations: &Violations) {
    for violation in violations.iter() {
        let name = field(&violation.path);
        form.add_error(&name, &violation.reason.to_string());
    }
}

/// The last field of a path, as forms name it.
fn field(path: &Path) -> String {
    let fields = path.steps().iter().rev().find_map(|step| match step {
        Step::Field(name) => Some(name.to_string()),
        Step::Unknown(_) | Step::Index(_) => None,
    });
    fields.unwrap_or_default()
}
