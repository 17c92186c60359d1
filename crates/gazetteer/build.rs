//! Unpacks the data file. What is unpacked in the program takes memory only where it is read, which
//! servers share; each would unpack 13 MB.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=data/places.bin");
    #[cfg(feature = "built-in")]
    unpack()?;
    Ok(())
}

#[cfg(feature = "built-in")]
fn unpack() -> Result<(), Box<dyn Error>> {
    const MAGIC: &[u8] = b"WAYPLACE\x03\0\0\0";

    let file = std::fs::read("data/places.bin")?;
    let rest = file.strip_prefix(MAGIC);
    let rest = rest.ok_or("data/places.bin is no file of places of layout 3")?;
    // Length and check sum; zlib has its own.
    let packed = rest.get(8..).unwrap_or_default();
    let to = std::path::Path::new(&std::env::var("OUT_DIR")?).join("places");
    std::io::copy(
        &mut flate2::read::ZlibDecoder::new(packed),
        &mut std::fs::File::create(to)?,
    )?;
    Ok(())
}
