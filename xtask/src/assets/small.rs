//! Makes the files of the page small before they are compressed.
//!
//! wasm-bindgen names each function of the browser that the program calls with forty characters, of
//! which sixteen are a hash: in the module and once more in the script. Nobody reads them there, and
//! hashes do not compress.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, anyhow};
use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{ImportSection, Module};
use wasmparser::{CustomSectionReader, ImportSectionReader, Parser, Payload};

/// The module and the script that loads it, with short names between them. The module is without
/// its custom sections, which only tools read: the compiler cannot leave them out, because
/// wasm-bindgen reads one of them.
pub(crate) fn module(wasm: &[u8], script: &str) -> Result<(Vec<u8>, String)> {
    let mut script = script.to_owned();
    let mut names = BTreeMap::new();
    for name in imported_names(wasm)? {
        let short = short_name(names.len());
        if let Some(place) = only_key(&script, &name) {
            script.replace_range(place..place + name.len(), &short);
            names.insert(name, short);
        }
    }
    let mut module = Module::new();
    Shortening { names }
        .parse_core_module(&mut module, Parser::new(0), wasm)
        .map_err(|error| anyhow!("the module cannot be written anew: {error}"))?;
    Ok((module.finish(), self::script(&script)))
}

/// A script without what only people read.
pub(crate) fn script(script: &str) -> String {
    minifier::js::minify(script).to_string()
}

/// A stylesheet without what only people read.
pub(crate) fn style(style: &str) -> Result<String> {
    let small = minifier::css::minify(style)
        .map_err(|problem| anyhow!("the stylesheet cannot be read: {problem}"))?;
    Ok(small.to_string().trim_start().to_owned())
}

fn imported_names(wasm: &[u8]) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for payload in Parser::new(0).parse_all(wasm) {
        if let Payload::ImportSection(section) = payload.context("this is no valid module")? {
            for import in section.into_imports() {
                names.push(import?.name.to_owned());
            }
        }
    }
    Ok(names)
}

/// Where a script has a name as a key, if it has it nowhere else.
fn only_key(script: &str, name: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut places = script.match_indices(name).filter(|(place, _)| {
        let (before, rest) = script.split_at(*place);
        let after = rest.strip_prefix(name).unwrap_or_default();
        !before.ends_with(is_part) && !after.starts_with(is_part)
    });
    let (place, _) = places.next()?;
    let is_key = script
        .get(place + name.len()..)
        .is_some_and(|after| after.trim_start().starts_with(':'));
    (is_key && places.next().is_none()).then_some(place)
}

/// `a` to `z`, then `aa`, `ab` and so on: a key may be any word.
fn short_name(n: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(n % 26).unwrap_or_default());
    match n / 26 {
        0 => letter.to_string(),
        more => short_name(more - 1) + &letter.to_string(),
    }
}

struct Shortening {
    names: BTreeMap<String, String>,
}

impl Reencode for Shortening {
    type Error = std::convert::Infallible;

    fn parse_custom_section(
        &mut self,
        _: &mut Module,
        _: CustomSectionReader<'_>,
    ) -> Result<(), reencode::Error> {
        Ok(())
    }

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: ImportSectionReader<'_>,
    ) -> Result<(), reencode::Error> {
        for import in section.into_imports() {
            let import = import?;
            let kind = self.entity_type(import.ty)?;
            let name = self.names.get(import.name);
            let name = name.map_or(import.name, String::as_str);
            imports.import(import.module, name, kind);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{CustomSection, EntityType, TypeSection};

    /// A module that imports these functions.
    fn importing(names: &[&str]) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let mut imports = ImportSection::new();
        for name in names {
            imports.import("./app.js", name, EntityType::Function(0));
        }
        let mut module = Module::new();
        module.section(&types);
        module.section(&CustomSection {
            name: "name".into(),
            data: (&[1, 2, 3]).into(),
        });
        module.section(&imports);
        module.finish()
    }

    fn shortened(names: &[&str], text: &str) -> (Vec<String>, String) {
        let (wasm, script) = module(&importing(names), text).unwrap();
        (imported_names(&wasm).unwrap(), script)
    }

    #[test]
    fn both_sides_call_a_function_by_the_same_short_name() {
        let script =
            "const all = {\n  __wbg_log_0f: function(x) { log(x); },\n  __wbg_now_1e: now,\n};\n";
        let (names, small) = shortened(&["__wbg_log_0f", "__wbg_now_1e"], script);
        assert_eq!(names, ["a", "b"]);
        assert_eq!(small, "const all={a:function(x){log(x);},b:now,};");
    }

    #[test]
    fn a_name_that_means_something_else_too_is_kept() {
        let script = "const all={twice:1,thrice:2,};twice();";
        let (names, small) = shortened(&["twice", "once"], script);
        assert_eq!(names, ["twice", "once"]);
        assert_eq!(small, script);
    }

    #[test]
    fn what_only_tools_read_goes() {
        let (wasm, _) = module(&importing(&["f"]), "").unwrap();
        assert!(importing(&["f"]).len() > wasm.len());
        let mut payloads = Parser::new(0).parse_all(&wasm);
        assert!(!payloads.any(|part| matches!(part, Ok(Payload::CustomSection(_)))));
    }

    #[test]
    fn a_damaged_module_is_refused() {
        let whole = importing(&["f"]);
        assert!(module(&whole[..whole.len() - 1], "").is_err());
        assert!(module(b"\0asm\x02\0\0\0", "").is_err());
        assert!(module(b"", "").is_err());
    }

    #[test]
    fn short_names_differ() {
        let names: std::collections::BTreeSet<_> = (0..2000).map(short_name).collect();
        assert_eq!(names.len(), 2000);
        assert_eq!(short_name(26), "aa");
    }

    #[test]
    fn a_small_style_says_the_same() {
        let small = style("/* Why. */\na > b :is(c, d) {\n  width: calc(1px + 2px);\n}\n").unwrap();
        assert_eq!(small, "a>b :is(c,d){width:calc(1px + 2px);}");
    }
}
