//! The sequence that chooses how what follows looks.

use anstyle_parse::{Params, ParamsIter};

use super::ink::{Colour, Ink, Trait};

impl Ink {
    /// Carries out the numbers of a sequence, from left to right. Unknown ones mean nothing.
    pub(super) fn select(&mut self, params: &Params) {
        let mut values = params.iter();
        while let Some([code, more @ ..]) = values.next() {
            match code {
                0 => *self = Self::default(),
                1 => self.set(Trait::Bold, true),
                2 => self.set(Trait::Dim, true),
                3 => self.set(Trait::Italic, true),
                4 => self.set(Trait::Underlined, more.first() != Some(&0)),
                7 => self.set(Trait::Inverse, true),
                9 => self.set(Trait::Struck, true),
                21 => self.set(Trait::Underlined, true),
                22 => {
                    self.set(Trait::Bold, false);
                    self.set(Trait::Dim, false);
                }
                23 => self.set(Trait::Italic, false),
                24 => self.set(Trait::Underlined, false),
                27 => self.set(Trait::Inverse, false),
                29 => self.set(Trait::Struck, false),
                38 => self.text = colour(more, &mut values).or(self.text),
                39 => self.text = None,
                48 => self.ground = colour(more, &mut values).or(self.ground),
                49 => self.ground = None,
                // The colour of the line below, of which only the numbers are read.
                58 => drop(colour(more, &mut values)),
                30..=37 => self.text = named(code - 30),
                40..=47 => self.ground = named(code - 40),
                90..=97 => self.text = named(code - 90 + 8),
                100..=107 => self.ground = named(code - 100 + 8),
                _ => {}
            }
        }
    }
}

fn named(number: u16) -> Option<Colour> {
    u8::try_from(number).ok().map(Colour::Named)
}

/// A colour of the palette or a mixed one: its numbers are parts of one value, between colons, or
/// values of their own.
fn colour(parts: &[u16], values: &mut ParamsIter<'_>) -> Option<Colour> {
    let mut next = || values.next().and_then(|value| value.first().copied());
    match parts {
        [] => match next()? {
            5 => palette(next()?),
            2 => {
                let lights = (next()?, next()?, next()?);
                mixed(lights.0, lights.1, lights.2)
            }
            _ => None,
        },
        [5, number, ..] => palette(*number),
        [2, red, green, blue] | [2, _, red, green, blue, ..] => mixed(*red, *green, *blue),
        _ => None,
    }
}

fn palette(number: u16) -> Option<Colour> {
    u8::try_from(number).ok().map(Colour::of_palette)
}

fn mixed(red: u16, green: u16, blue: u16) -> Option<Colour> {
    let light = |light| u8::try_from(light).ok();
    Some(Colour::of_light(light(red)?, light(green)?, light(blue)?))
}
