//! What fuzzing starts from: the fixtures, and samples where they are at hand.

use crate::{
    input::{CHOSEN, HEAD, RAW},
    records::Pool,
};
use std::{env, fs, path::Path, path::PathBuf};

/// The variable that names the folder for seeds.
const FOLDER: &str = "SERVE_WEB_FUZZ_SEEDS";
/// How long the beginning of a file may be that is a seed, in bytes.
const LONGEST: usize = 1200;

/// Writes a target's seeds to where they are asked for.
pub fn write(seeds: fn() -> Vec<Vec<u8>>) {
    let Some(folder) = env::var_os(FOLDER) else {
        return;
    };
    for (n, mut seed) in seeds().into_iter().enumerate() {
        // Each looks at other laws.
        seed[2] = u8::try_from(n % 256).unwrap_or_default();
        let path = Path::new(&folder).join(format!("seed-{n}"));
        fs::write(path, seed).expect("the folder for seeds is there");
    }
}

/// The text of a file as it is, in two pieces.
pub(crate) fn raw(variant: u8, text: &[u8]) -> Vec<u8> {
    let mut seed = vec![RAW, variant, 0, 1, 128];
    seed.resize(HEAD, 0);
    seed.extend(text.iter().take(LONGEST));
    seed
}

/// The texts of files as they are.
pub(crate) fn raw_files(variant: u8, paths: &[PathBuf]) -> Vec<Vec<u8>> {
    let texts = paths.iter().filter_map(|path| fs::read(path).ok());
    texts.map(|text| raw(variant, &text)).collect()
}

/// Records of a pool one after the other, as many as an input has.
pub(crate) fn chosen(pool: &Pool) -> Vec<Vec<u8>> {
    let starts = (0..pool.len()).step_by(Pool::MOST);
    let seed = |start: usize| {
        let mut seed = vec![CHOSEN; 1];
        seed.resize(HEAD, 0);
        seed.extend(pool.choice(start));
        seed
    };
    starts.map(seed).collect()
}

#[cfg(test)]
mod tests {
    use crate::{claude, codex, goose_database, goose_lines, jp, markdown};

    fn check(seeds: fn() -> Vec<Vec<u8>>, check: fn(&[u8])) {
        let seeds = seeds();
        assert!(seeds.len() > 2, "{} seeds", seeds.len());
        for seed in seeds {
            check(&seed);
        }
    }

    #[test]
    fn every_target_takes_its_seeds() {
        check(claude::seeds, claude::check);
        check(codex::seeds, codex::check);
        check(goose_database::seeds, goose_database::check);
        check(goose_lines::seeds, goose_lines::check);
        check(jp::seeds, jp::check);
        check(markdown::seeds, markdown::check);
    }
}
