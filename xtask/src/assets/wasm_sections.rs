//! Leaves out the parts of a WebAssembly module that only tools read.
//!
//! The compiler cannot do this, because wasm-bindgen reads one of them (`target_features`).

use anyhow::{Context as _, Result, bail};

const HEADER: &[u8] = b"\0asm\x01\0\0\0";
const CUSTOM: u8 = 0;

/// The module without its custom sections: names of functions, producers, target features.
pub(crate) fn without_custom_sections(module: &[u8]) -> Result<Vec<u8>> {
    let Some(mut rest) = module.strip_prefix(HEADER) else {
        bail!("this is no WebAssembly module of version 1");
    };
    let mut kept = HEADER.to_vec();
    while let Some((kind, after_kind)) = rest.split_first() {
        let (length, after_length) = unsigned(after_kind)?;
        let body = after_length
            .get(..length)
            .context("a section ends after the module")?;
        let section_bytes = rest.len() - after_length.len() + body.len();
        let (section, next) = rest.split_at(section_bytes);
        if *kind != CUSTOM {
            kept.extend_from_slice(section);
        }
        rest = next;
    }
    Ok(kept)
}

/// Reads a number in LEB128, as section lengths are written.
fn unsigned(bytes: &[u8]) -> Result<(usize, &[u8])> {
    let mut value = 0_u64;
    // 32 bits never take more than five bytes.
    for (index, byte) in bytes.iter().enumerate().take(5) {
        value |= u64::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            let (_, rest) = bytes.split_at(index + 1);
            return Ok((usize::try_from(value)?, rest));
        }
    }
    bail!("a section has no valid length")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(kind: u8, body: &[u8]) -> Vec<u8> {
        let mut section = vec![kind];
        // A length in two bytes, to see that the second one is read.
        section.push(0x80 | u8::try_from(body.len() & 0x7f).unwrap());
        section.push(u8::try_from(body.len() >> 7).unwrap());
        section.extend_from_slice(body);
        section
    }

    fn module(sections: &[Vec<u8>]) -> Vec<u8> {
        [HEADER.to_vec(), sections.concat()].concat()
    }

    #[test]
    fn only_custom_sections_go() {
        let code = section(10, &[7; 300]);
        let data = section(11, &[8; 3]);
        let whole = module(&[
            section(0, b"\x04name module"),
            code.clone(),
            section(0, b"x"),
            data.clone(),
        ]);
        assert_eq!(
            without_custom_sections(&whole).unwrap(),
            module(&[code, data])
        );
    }

    #[test]
    fn a_damaged_module_is_refused() {
        let mut cut = module(&[section(10, &[7; 300])]);
        cut.pop();
        for damaged in [
            &b"<html>"[..],
            &cut,
            &[HEADER, &[10, 0x80, 0x80, 0x80, 0x80, 0x80]].concat(),
        ] {
            assert!(without_custom_sections(damaged).is_err());
        }
    }
}
