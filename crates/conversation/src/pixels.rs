//! How large an image is, told from its beginning, so that a page keeps its place for it.

use crate::stored_base64::beginning;
use imagesize::ImageType;

/// The longest beginning of an image that is looked at, in base64 digits.
const LONGEST_BEGINNING: usize = 256 * 1024;

/// What browsers give to a drawing that says nothing of its size.
const DEFAULT_DRAWING: (f64, f64) = (300.0, 150.0);

/// The width and height in pixels of what a page can show as an image of this media type; nothing
/// where it can show nothing.
pub(crate) fn pixels(media_type: &str, base64: &str) -> Option<(u32, u32)> {
    let beginning = beginning(base64, LONGEST_BEGINNING)?;
    if media_type == "image/svg+xml" {
        return of_drawing(&String::from_utf8_lossy(&beginning));
    }
    let is_shown = matches!(
        imagesize::image_type(&beginning).ok()?,
        ImageType::Png | ImageType::Jpeg | ImageType::Gif | ImageType::Webp
    );
    let size = imagesize::blob_size(&beginning).ok().filter(|_| is_shown)?;
    let is_seen = size.width > 0 && size.height > 0;
    let (width, height) = (size.width.try_into().ok()?, size.height.try_into().ok()?);
    let size = match is_turned(&beginning) {
        Some(true) => (height, width),
        _ => (width, height),
    };
    is_seen.then_some(size)
}

/// Whether a photograph says that it lies on its side, as browsers show it then (Exif, tag 274).
fn is_turned(jpeg: &[u8]) -> Option<bool> {
    let mut rest = jpeg.strip_prefix(&[0xFF, 0xD8])?;
    // Segments: a marker, a length that counts itself, and so many bytes.
    let exif = loop {
        let (&[0xFF, marker, high, low], _) = rest.split_first_chunk()? else {
            return None;
        };
        let end = 2 + usize::from(u16::from_be_bytes([high, low]));
        let segment = rest.get(4..end)?;
        match (marker, segment.strip_prefix(b"Exif\0\0")) {
            (0xE1, Some(exif)) => break exif,
            _ => rest = rest.get(end..)?,
        }
    };
    let is_little = exif.starts_with(b"II");
    let number = |at: usize| {
        let bytes = exif.get(at..)?.first_chunk()?;
        Some(usize::from(match is_little {
            true => u16::from_le_bytes(*bytes),
            false => u16::from_be_bytes(*bytes),
        }))
    };
    // The fields stand where the last half of the first eight bytes says: a count, then twelve bytes each.
    let fields = number(if is_little { 4 } else { 6 })?;
    let orientation = (0..number(fields)?)
        .map(|n| fields + 2 + 12 * n)
        .find(|field| number(*field) == Some(274))?;
    Some((5..=8).contains(&number(orientation + 8)?))
}

/// The size of an SVG: what its root element says, or its view box.
fn of_drawing(text: &str) -> Option<(u32, u32)> {
    let (_, root) = text.split_once("<svg")?;
    let (root, _) = root.split_once('>')?;
    let length = |name| attribute(root, name)?.trim_end_matches("px").parse().ok();
    let view_box = attribute(root, "viewBox").and_then(|numbers| {
        let mut numbers = numbers
            .split(|c: char| c == ',' || c.is_ascii_whitespace())
            .filter(|number| !number.is_empty())
            .map(str::parse);
        let (width, height) = (numbers.nth(2)?.ok()?, numbers.next()?.ok()?);
        (width > 0.0 && height > 0.0).then_some((width, height))
    });
    let ratio = view_box.map(|(width, height): (f64, f64)| width / height);
    let (width, height) = match (length("width"), length("height"), ratio) {
        (Some(width), Some(height), _) => (width, height),
        (Some(width), None, Some(ratio)) => (width, width / ratio),
        (None, Some(height), Some(ratio)) => (height * ratio, height),
        (Some(width), None, None) => (width, DEFAULT_DRAWING.1),
        (None, Some(height), None) => (DEFAULT_DRAWING.0, height),
        (None, None, _) => view_box.unwrap_or(DEFAULT_DRAWING),
    };
    Some((whole(width)?, whole(height)?))
}

/// The value of an attribute of a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.match_indices(name).find_map(|(at, _)| {
        let before = tag.get(..at)?.chars().next_back()?;
        let value = tag.get(at + name.len()..)?.trim_start();
        let value = value.strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, _) = value.get(1..)?.split_once(quote)?;
        before.is_ascii_whitespace().then(|| value.trim())
    })
}

fn whole(pixels: f64) -> Option<u32> {
    let rounded = pixels.round();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the range is looked at"
    )]
    (1.0..=f64::from(u32::MAX))
        .contains(&rounded)
        .then_some(rounded as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::{Engine as _, engine::general_purpose::STANDARD};

    const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAYAAAB/qH1jAAAAEUlEQVR42mNk+M9QzwAEYBQABP4BAefGfEYAAAAASUVORK5CYII=";

    #[test]
    fn the_size_of_an_image_is_told_from_its_beginning() {
        assert_eq!(pixels("image/png", PNG), Some((4, 2)));
        assert_eq!(
            pixels("image/png", PNG.trim_end_matches("YAAAAASUVORK5CYII=")),
            Some((4, 2))
        );
        for bad in ["", "iVBOR", "é", "????", "YWJj"] {
            assert_eq!(pixels("image/png", bad), None, "{bad}");
        }
    }

    #[test]
    fn what_no_browser_shows_has_no_size() {
        let bitmap = STANDARD
            .encode(b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x05\0\0\0\x07\0\0\0\x01\0\x18\0");
        assert_eq!(pixels("image/png", &bitmap), None);
        let empty = STANDARD.encode(b"GIF89a\0\0\x05\0\0\0\0;");
        assert_eq!(pixels("image/gif", &empty), None);
    }

    #[test]
    fn a_photograph_that_lies_on_its_side_is_as_high_as_it_is_wide() {
        let little = b"II*\0\x08\0\0\0\x02\0\x0f\x01\x02\0\0\0\0\0\0\0\0\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0";
        let big = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0";
        let upright = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x03\0\0";
        let cut = b"MM\0*\0\0\0\x08\0\x09\x01\x12";
        let none = b"II*\0\xff\xff\0\0";
        for (tiff, expected) in [
            (&little[..], (8, 12)),
            (big, (8, 12)),
            (upright, (12, 8)),
            (cut, (12, 8)),
            (none, (12, 8)),
        ] {
            let mut photograph = b"\xff\xd8\xff\xe0\0\x04ab\xff\xe1\0".to_vec();
            photograph.push(u8::try_from(8 + tiff.len()).expect("few"));
            photograph.extend(b"Exif\0\0");
            photograph.extend(tiff);
            photograph.extend(b"\xff\xc0\0\x0b\x08\0\x08\0\x0c\x01\x01\x11\0\xff\xd9");
            let found = pixels("image/jpeg", &STANDARD.encode(photograph));
            assert_eq!(found, Some(expected), "{tiff:?}");
        }
    }

    #[test]
    fn the_size_of_a_drawing_is_in_its_root_element() {
        for (svg, expected) in [
            ("<svg width='30' height=\"20\">", Some((30, 20))),
            (
                "<?xml version=\"1.0\"?><svg\n\twidth = '30.4px' height='20px'\n>",
                Some((30, 20)),
            ),
            ("<svg viewBox='0 0 100 50'>", Some((100, 50))),
            (
                "<svg viewBox='0,0 , 100,50' width='100%'/>",
                Some((100, 50)),
            ),
            ("<svg viewBox='0 0 100 50' width='30'>", Some((30, 15))),
            ("<svg viewBox='0 0 100 50' height='30'>", Some((60, 30))),
            ("<svg stroke-width='9'>", Some((300, 150))),
            ("<svg height='9'>", Some((300, 9))),
            ("<svg width='9em'>", Some((300, 150))),
            ("<svg viewBox='0 0 0 1'>", Some((300, 150))),
            ("<svg width='0' height='3'>", None),
            ("<svg width='1e99' height='3'>", None),
            ("<svg width='NaN' height='-3'>", None),
            ("<svg", None),
            ("no drawing", None),
        ] {
            let found = pixels("image/svg+xml", &STANDARD.encode(svg));
            assert_eq!(found, expected, "{svg}");
        }
    }
}
