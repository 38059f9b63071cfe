//! The examples whose outcome is not what their specification expects, each with the reason.

/// Those of CommonMark.
pub(super) const COMMON_MARK: [(usize, &str); 7] = [
    (346, NO_HOST),
    (600, NO_HOST),
    (602, BARE),
    (606, BARE),
    (608, BARE),
    (611, BARE),
    (612, BARE),
];

/// Those of GFM. Its own extension finds bare addresses too; these are from before it.
pub(super) const GFM: [(usize, &str); 7] = [
    (356, NO_HOST),
    (608, NO_HOST),
    (610, BARE),
    (614, BARE),
    (616, BARE),
    (619, BARE),
    (620, BARE),
];

/// Those of the extensions that GFM's own parser has beside its specification.
pub(super) const GFM_EXTENSIONS: [(usize, &str); 4] = [
    (17, SUBSCRIPT),
    (18, SUBSCRIPT),
    // What becomes of each of its addresses stands in `tests/spec/links.txt`.
    (
        19,
        "a name before a slash or a colon is the address of a repository and no letter's, \
         `mailto:` in front of an address is not part of the link, and a host ends where a sign \
         stands that no name has",
    ),
    (
        20,
        "it expects nothing but an end: `IGNORE` stands for any outcome",
    ),
];

const BARE: &str = "a bare address is a link, as GFM's extension has it, also in brackets that hold something else beside it";
const NO_HOST: &str = "a destination can be followed only if its host is a name or a number, since browsers look elsewhere for others";
const SUBSCRIPT: &str =
    "single tildes around one short word set it below the line; around more they strike through";
