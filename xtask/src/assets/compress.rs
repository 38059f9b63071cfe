//! Compressed copies beside each file, made once here so that no request waits for them.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::manifest::{Asset, media_type};

/// What is made of each file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    /// Nothing: a build that is thrown away in a minute.
    None,
    /// `.br` and `.gz` copies, as small as they get.
    Smallest,
}

/// Writes the compressed copies of a file, and returns its line in the manifest.
pub(crate) fn describe(
    folder: &Path,
    name: &str,
    content: &[u8],
    packing: Packing,
) -> Result<Asset> {
    let keep = |ending: &str, packed: Vec<u8>| -> Result<Option<u64>> {
        let path = folder.join(format!("{name}.{ending}"));
        fs::write(&path, &packed).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Some(packed.len() as u64))
    };
    let (br, gz) = match packing {
        Packing::None => (None, None),
        Packing::Smallest => (keep("br", brotli(content)?)?, keep("gz", gzip(content)?)?),
    };
    let bytes = content.len() as u64;
    Ok(Asset {
        name: name.to_owned(),
        media: media_type(name).to_owned(),
        bytes,
        br,
        gz,
    })
}

fn brotli(content: &[u8]) -> Result<Vec<u8>> {
    let parameters = BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
        size_hint: content.len(),
        ..BrotliEncoderParams::default()
    };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &*content, &mut packed, &parameters).context("brotli failed")?;
    Ok(packed)
}

fn gzip(content: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    encoder.finish().context("gzip failed")
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn compressed_copies_hold_the_same_bytes() {
        let content = "a page, ".repeat(500).into_bytes();

        let mut from_brotli = Vec::new();
        let packed = brotli(&content).unwrap();
        brotli::BrotliDecompress(&mut &*packed, &mut from_brotli).unwrap();
        assert_eq!(from_brotli, content);

        let mut from_gzip = Vec::new();
        let packed = gzip(&content).unwrap();
        flate2::read::GzDecoder::new(&*packed)
            .read_to_end(&mut from_gzip)
            .unwrap();
        assert_eq!(from_gzip, content);
    }
}
