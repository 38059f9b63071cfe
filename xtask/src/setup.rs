//! Making a machine ready: the WebAssembly target, Trunk, wasm-bindgen, and what browser tests
//! need. Each piece is looked for first, and brought only if it is missing.

use anyhow::{Result, bail};

use crate::command::which;
use crate::workspace::Workspace;

pub(crate) mod browser;
mod debian;
pub(crate) mod tools;
pub(crate) mod wasm;

use tools::Tool;
use wasm::Compiler;

/// Everything that a build of the page needs.
#[derive(Debug)]
pub(crate) struct Frontend {
    pub(crate) compiler: Compiler,
    pub(crate) trunk: Tool,
    pub(crate) wasm_bindgen: Tool,
}

/// Finds or brings what a build of the page needs.
pub(crate) fn frontend(workspace: &Workspace) -> Result<Frontend> {
    let _lock = workspace.lock("setup")?;
    let compiler = wasm::ensure_compiler(workspace)?;
    let trunk = tools::ensure_trunk(workspace, compiler)?;
    let wasm_bindgen = tools::ensure_wasm_bindgen(workspace, compiler)?;
    Ok(Frontend {
        compiler,
        trunk,
        wasm_bindgen,
    })
}

/// Native crates with C sources and the linker need one.
pub(crate) fn need_c_compiler() -> Result<()> {
    if cfg!(windows)
        || ["cc", "gcc", "clang"]
            .iter()
            .any(|name| which(name).is_some())
    {
        return Ok(());
    }
    let how = if cfg!(target_os = "macos") {
        "xcode-select --install".to_owned()
    } else {
        debian::install_line(&["gcc", "libc6-dev"])
    };
    bail!("a C compiler (`cc`) is missing; to install one: {how}");
}
