//! Where each tool's authors publish it built for Linux.

use crate::tool::Tool;

/// The address of the built tool for a processor (`x86_64`, `aarch64`), if there is one.
pub fn address(tool: &Tool, os: &str, arch: &str) -> Option<String> {
    if os != "linux" || !["x86_64", "aarch64"].contains(&arch) {
        return None;
    }
    let version = &tool.version;
    match tool.package {
        "trunk" => Some(format!(
            "https://github.com/trunk-rs/trunk/releases/download/v{version}/trunk-{arch}-unknown-linux-gnu.tar.gz"
        )),
        "wasm-bindgen-cli" => Some(format!(
            "https://github.com/wasm-bindgen/wasm-bindgen/releases/download/{version}/wasm-bindgen-{version}-{arch}-unknown-linux-musl.tar.gz"
        )),
        "wasm-pack" => Some(format!(
            "https://github.com/wasm-bindgen/wasm-pack/releases/download/v{version}/wasm-pack-v{version}-{arch}-unknown-linux-musl.tar.gz"
        )),
        "binaryen" => Some(format!(
            "https://github.com/WebAssembly/binaryen/releases/download/version_{version}/binaryen-version_{version}-{arch}-linux.tar.gz"
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tool_has_its_own_address() {
        assert_eq!(
            address(&Tool::trunk(), "linux", "x86_64").as_deref(),
            Some(
                "https://github.com/trunk-rs/trunk/releases/download/v0.21.14/trunk-x86_64-unknown-linux-gnu.tar.gz"
            )
        );
        assert_eq!(
            address(&Tool::wasm_pack(), "linux", "aarch64").as_deref(),
            Some(
                "https://github.com/wasm-bindgen/wasm-pack/releases/download/v0.15.1/wasm-pack-v0.15.1-aarch64-unknown-linux-musl.tar.gz"
            )
        );
        assert_eq!(
            address(&Tool::wasm_opt(), "linux", "x86_64").as_deref(),
            Some(
                "https://github.com/WebAssembly/binaryen/releases/download/version_132/binaryen-version_132-x86_64-linux.tar.gz"
            )
        );
        let bindgen =
            Tool { package: "wasm-bindgen-cli", programs: &[], version: "0.2.130".into() };
        assert_eq!(
            address(&bindgen, "linux", "x86_64").as_deref(),
            Some(
                "https://github.com/wasm-bindgen/wasm-bindgen/releases/download/0.2.130/wasm-bindgen-0.2.130-x86_64-unknown-linux-musl.tar.gz"
            )
        );
    }

    #[test]
    fn other_machines_build_from_source() {
        assert_eq!(address(&Tool::trunk(), "linux", "riscv64"), None);
        assert_eq!(address(&Tool::trunk(), "macos", "x86_64"), None);
    }
}
