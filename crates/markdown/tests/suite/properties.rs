//! What holds for every text.

use markdown::{LineBreaks, Options, SafeHtml, plain, render, render_blocks};
use proptest::prelude::*;

use crate::{
    oracle::{OPTIONS, check_blocks, check_clean, shape},
    pieces::PIECES,
};

fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => proptest::sample::select(PIECES.as_slice()).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_block_is_one_clean_element(text in texts()) {
        let blocks = render_blocks(&text, &OPTIONS);
        check_blocks(&blocks);
        let whole: String = blocks.iter().map(SafeHtml::as_str).collect();
        let rendered = render(&text, &OPTIONS);
        prop_assert_eq!(rendered.as_str(), &whole);
        check_clean(&rendered);
        prop_assert!(shape(&whole).depth <= 64);
    }

    #[test]
    fn ids_are_unique(text in texts()) {
        let html = render(&text, &OPTIONS);
        let mut ids: Vec<&str> = html.as_str().split(" id=\"").skip(1)
            .map(|rest| rest.split('"').next().unwrap()).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        prop_assert_eq!(ids.len(), count);
    }

    #[test]
    fn typed_texts_are_clean_too(text in texts()) {
        check_blocks(&render_blocks(&text, &Options { line_breaks: LineBreaks::Kept, ..OPTIONS }));
    }

    #[test]
    fn escaped_text_reads_as_it_was(text in any::<String>()) {
        let html = plain(&text);
        check_clean(&html);
        let is_ordinary = |c: char| !c.is_control()
            && !matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}' | '\u{61C}');
        if text.chars().all(is_ordinary) {
            let back = html.as_str().replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
            prop_assert_eq!(back, text);
        }
    }
}
