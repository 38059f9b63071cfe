//! Sizes for people.

/// A number of bytes in the unit that fits.
pub(crate) fn bytes_for_people(bytes: u64) -> String {
    const UNITS: [(&str, u64); 3] = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000)];
    for (unit, size) in UNITS {
        if bytes >= size {
            let tenths = bytes / (size / 10);
            return match tenths {
                0..100 => format!("{}.{} {unit}", tenths / 10, tenths % 10),
                _ => format!("{} {unit}", tenths / 10),
            };
        }
    }
    format!("{bytes} B")
}

#[cfg(test)]
mod tests {
    use super::bytes_for_people;

    #[test]
    fn the_unit_fits() {
        for (bytes, told) in [
            (0, "0 B"),
            (999, "999 B"),
            (1000, "1.0 kB"),
            (1290, "1.2 kB"),
            (135_465, "135 kB"),
            (1_000_000, "1.0 MB"),
            (500_000_000, "500 MB"),
            (2_500_000_000, "2.5 GB"),
        ] {
            assert_eq!(bytes_for_people(bytes), told);
        }
    }
}
