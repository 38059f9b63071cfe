//! Embeds the built frontend, where there is one: a table of its files by name, each with its
//! compressed copies. `SERVE_WEB_DIST` names its folder; a published package has it in `frontend/`.
//! Without one the server compiles all the same and says so on its pages.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed=SERVE_WEB_DIST");
    let dist = env::var_os("SERVE_WEB_DIST")
        .map(PathBuf::from)
        .or_else(packaged);
    if let Some(dist) = &dist {
        println!(
            "cargo::rerun-if-changed={}",
            dist.join("manifest.json").display()
        );
    }
    let manifest = dist
        .as_ref()
        .and_then(|dist| fs::read_to_string(dist.join("manifest.json")).ok());
    let code = match (&dist, manifest) {
        (Some(dist), Some(manifest)) => embedded(dist, &manifest)?,
        _ => "None".to_owned(),
    };
    let out = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .unwrap_or_default();
    fs::write(out.join("embedded.rs"), code)
}

/// The frontend in this package. `cargo xtask package` puts it there, and gives this file a new time,
/// since cargo runs a script at every build that waits for a folder that is not there.
fn packaged() -> Option<PathBuf> {
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from)?;
    let frontend = package.join("frontend");
    frontend.join("manifest.json").is_file().then_some(frontend)
}

/// The expression for `Option<(&str, &[EmbeddedFile])>`: the manifest and the files.
fn embedded(dist: &Path, manifest: &str) -> io::Result<String> {
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(dist)? {
        names.extend(entry?.file_name().into_string().ok());
    }
    names.sort();
    let include = |name: &str| {
        format!(
            "include_bytes!({:?})",
            dist.join(name).display().to_string()
        )
    };
    let copy = |name: &str, ending: &str| {
        let copy = format!("{name}.{ending}");
        match names.contains(&copy) {
            true => format!("Some({})", include(&copy)),
            false => "None".to_owned(),
        }
    };
    let is_served = |name: &&String| {
        [".js", ".wasm", ".css"]
            .iter()
            .any(|end| name.ends_with(end))
    };
    let file = |name: &String| {
        let (identity, br, gz) = (include(name), copy(name, "br"), copy(name, "gz"));
        format!("EmbeddedFile {{ name: {name:?}, identity: {identity}, br: {br}, gz: {gz} }},\n")
    };
    let files: String = names.iter().filter(is_served).map(file).collect();
    Ok(format!("Some(({manifest:?}, &[\n{files}]))"))
}
