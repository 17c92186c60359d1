//! TLS for a cluster: a self-signed certificate, and no TCP connections without TLS.

use std::{
    fs::{self, OpenOptions, Permissions},
    io::Write,
    os::unix::fs::PermissionsExt,
    path::Path,
};

use rcgen::CertifiedKey;

use crate::{Error, owner::Owner};

/// The file names that PostgreSQL expects in its data folder.
pub(crate) const CERTIFICATE: &str = "server.crt";
const KEY: &str = "server.key";
/// The only name in the certificate; it has no IP address.
const HOST: &str = "localhost";
/// Access rules: TCP connections require TLS.
const ACCESS: &str = "hostssl all all all trust\n";

/// Configures the new cluster in `data` to require TLS for TCP connections.
pub(crate) fn require(data: &Path, owner: Owner) -> Result<(), Error> {
    let CertifiedKey { cert, signing_key } = rcgen::generate_simple_self_signed([HOST.to_owned()])?;
    write(data, owner, CERTIFICATE, &cert.pem())?;
    write(data, owner, KEY, &signing_key.serialize_pem())?;
    write(data, owner, "pg_hba.conf", ACCESS)?;
    let settings = data.join("postgresql.auto.conf");
    let mut file = OpenOptions::new()
        .append(true)
        .open(settings)
        .map_err(Error::io("opening the server's settings"))?;
    file.write_all(b"ssl = on\n")
        .map_err(Error::io("switching TLS on"))
}

/// Writes a file that only the owner can read, as the server requires for its key.
fn write(data: &Path, owner: Owner, name: &str, text: &str) -> Result<(), Error> {
    let path = data.join(name);
    let failed = || Error::io(format!("writing {}", path.display()));
    fs::write(&path, text).map_err(failed())?;
    fs::set_permissions(&path, Permissions::from_mode(0o600)).map_err(failed())?;
    owner.give(&path)
}
