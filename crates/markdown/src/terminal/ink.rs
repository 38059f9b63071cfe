//! How a printed character looks.

/// A colour that a program asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Colour {
    /// One of the sixteen that have names, which the stylesheet chooses.
    Named(u8),
    /// A red, green and blue of six steps each.
    Mixed([u8; 3]),
}

impl Colour {
    /// A colour of the palette of 256.
    pub(super) fn of_palette(number: u8) -> Self {
        match number {
            0..16 => Self::Named(number),
            16..232 => {
                let n = number - 16;
                Self::Mixed([n / 36, n / 6 % 6, n % 6])
            }
            232.. => {
                let grey = 8 + (number - 232) * 10;
                Self::of_light(grey, grey, grey)
            }
        }
    }

    /// The nearest step of each light: 0, 95, 135, 175, 215 or 255.
    pub(super) fn of_light(red: u8, green: u8, blue: u8) -> Self {
        Self::Mixed([red, green, blue].map(|light| match light {
            0..48 => 0,
            48..115 => 1,
            115.. => (light - 35) / 40,
        }))
    }
}

/// A way to set off a text that is no colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trait {
    Bold,
    Dim,
    Italic,
    Underlined,
    Inverse,
    Struck,
}

/// How characters look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Ink {
    pub(super) text: Option<Colour>,
    pub(super) ground: Option<Colour>,
    /// A bit for each [`Trait`].
    traits: u8,
}

const TEXT: [&str; 16] = [
    "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12", "f13", "f14",
    "f15",
];
const GROUND: [&str; 16] = [
    "g0", "g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8", "g9", "g10", "g11", "g12", "g13", "g14",
    "g15",
];
const TEXT_LIGHTS: [[&str; 6]; 3] = [
    ["fr0", "fr1", "fr2", "fr3", "fr4", "fr5"],
    ["fg0", "fg1", "fg2", "fg3", "fg4", "fg5"],
    ["fb0", "fb1", "fb2", "fb3", "fb4", "fb5"],
];
const GROUND_LIGHTS: [[&str; 6]; 3] = [
    ["gr0", "gr1", "gr2", "gr3", "gr4", "gr5"],
    ["gg0", "gg1", "gg2", "gg3", "gg4", "gg5"],
    ["gb0", "gb1", "gb2", "gb3", "gb4", "gb5"],
];

impl Ink {
    pub(super) const fn set(&mut self, which: Trait, is_on: bool) {
        let bit = 1 << which as u8;
        self.traits = self.traits & !bit | if is_on { bit } else { 0 };
    }

    const fn is(self, which: Trait) -> bool {
        self.traits & 1 << which as u8 != 0
    }

    /// The classes of the stylesheet that say so, none for a text as any other.
    pub(super) fn classes(self) -> Vec<&'static str> {
        let (mut text, mut ground) = (self.text, self.ground);
        let is_inverse = self.is(Trait::Inverse);
        if is_inverse {
            (text, ground) = (ground, text);
        }
        let has_colour = text.is_some() || ground.is_some();
        let mut classes = Vec::new();
        push(&mut classes, text, &TEXT, &TEXT_LIGHTS);
        push(&mut classes, ground, &GROUND, &GROUND_LIGHTS);
        let named = [
            (self.is(Trait::Bold), "bold"),
            // A coloured text that was softer would be hard to read.
            (self.is(Trait::Dim) && !has_colour && !is_inverse, "dim"),
            (self.is(Trait::Italic), "italic"),
            (self.is(Trait::Underlined), "underlined"),
            (is_inverse && !has_colour, "inverse"),
            (self.is(Trait::Struck), "struck"),
        ];
        classes.extend(
            named
                .iter()
                .filter(|(is_on, _)| *is_on)
                .map(|(_, name)| *name),
        );
        classes
    }
}

fn push(
    classes: &mut Vec<&'static str>,
    colour: Option<Colour>,
    named: &[&'static str; 16],
    lights: &[[&'static str; 6]; 3],
) {
    match colour {
        Some(Colour::Named(number)) => classes.extend(named.get(usize::from(number))),
        Some(Colour::Mixed(steps)) => {
            let names = lights.iter().zip(steps);
            classes.extend(names.filter_map(|(names, step)| names.get(usize::from(step))));
        }
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_palette_is_mixed_of_six_steps() {
        assert_eq!(Colour::of_palette(15), Colour::Named(15));
        assert_eq!(Colour::of_palette(16), Colour::Mixed([0, 0, 0]));
        assert_eq!(Colour::of_palette(208), Colour::Mixed([5, 2, 0]));
        assert_eq!(Colour::of_palette(231), Colour::Mixed([5, 5, 5]));
        assert_eq!(Colour::of_palette(232), Colour::Mixed([0, 0, 0]));
        assert_eq!(Colour::of_palette(244), Colour::Mixed([2, 2, 2]));
        assert_eq!(Colour::of_palette(255), Colour::Mixed([5, 5, 5]));
    }

    #[test]
    fn each_light_takes_its_nearest_step() {
        for (light, step) in [
            (0, 0),
            (47, 0),
            (48, 1),
            (95, 1),
            (114, 1),
            (115, 2),
            (155, 3),
            (195, 4),
            (255, 5),
        ] {
            assert_eq!(
                Colour::of_light(light, 0, 255),
                Colour::Mixed([step, 0, 5]),
                "{light}"
            );
        }
    }

    #[test]
    fn inverse_changes_sides() {
        let mut ink = Ink::default();
        ink.set(Trait::Inverse, true);
        assert_eq!(ink.classes(), ["inverse"]);
        ink.text = Some(Colour::Named(1));
        assert_eq!(ink.classes(), ["g1"]);
        ink.ground = Some(Colour::Mixed([0, 5, 2]));
        assert_eq!(ink.classes(), ["fr0", "fg5", "fb2", "g1"]);
        ink.set(Trait::Inverse, false);
        assert_eq!(ink.classes(), ["f1", "gr0", "gg5", "gb2"]);
    }
}
