//! Chromium and chromedriver, for the tests that need a real browser.

use std::env;
use std::path::PathBuf;

use crate::error::{Error, Result};
use crate::process::{answer, run};
use crate::workspace::Workspace;

/// Programs that chromedriver drives, under the names distributions give them.
const BROWSERS: [&str; 4] =
    ["chromium", "google-chrome", "google-chrome-stable", "chromium-browser"];

/// The packages that hold browser and driver: Debian's names, then Ubuntu's.
const PACKAGES: [[&str; 2]; 2] =
    [["chromium", "chromium-driver"], ["chromium-browser", "chromium-chromedriver"]];

/// Makes sure that a browser and its driver are there.
///
/// # Errors
/// [`Error::Missing`], with what to install, if they are not and cannot be installed from here.
pub fn ensure(workspace: &Workspace) -> Result<()> {
    if let Some(driver) = is_there(workspace) {
        println!("chromium and chromedriver: already installed ({})", driver.display());
        return Ok(());
    }
    install(workspace)?;
    match is_there(workspace) {
        Some(_) => {
            println!("chromium and chromedriver: installed with apt-get");
            Ok(())
        }
        None => Err(missing()),
    }
}

/// Where chromedriver is: `CHROMEDRIVER` if that is set, else on the search path.
pub fn driver(workspace: &Workspace) -> Option<PathBuf> {
    match env::var_os("CHROMEDRIVER") {
        Some(given) => Some(PathBuf::from(given)).filter(|path| path.is_file()),
        None => workspace.find("chromedriver"),
    }
}

fn is_there(workspace: &Workspace) -> Option<PathBuf> {
    BROWSERS.iter().find_map(|browser| workspace.find(browser))?;
    driver(workspace)
}

fn missing() -> Error {
    Error::Missing(
        "the browser tests need Chromium (or Chrome) and the chromedriver of the same version on PATH: \
         `apt-get install chromium chromium-driver` on Debian, https://googlechromelabs.github.io/chrome-for-testing/ elsewhere"
            .into(),
    )
}

fn install(workspace: &Workspace) -> Result<()> {
    workspace.find("apt-get").ok_or_else(missing)?;
    let sudo = match answer(&mut workspace.command("id", &["-u"])) {
        Some(id) if id.trim() == "0" => None,
        // `-n`: a password cannot be asked for here, so sudo counts only without one.
        _ => Some(
            answer(&mut workspace.command("sudo", &["-n", "true"]))
                .map(|_| "sudo")
                .ok_or_else(missing)?,
        ),
    };
    let apt_get = |arguments: &[&str]| {
        let words =
            [&["-n", "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"], arguments].concat();
        match sudo {
            Some(sudo) => run(&mut workspace.command(sudo, &words)),
            None => run(&mut workspace.command("env", &words[2..])),
        }
    };
    println!("chromium and chromedriver: installing with apt-get …");
    apt_get(&["update"])?;
    let known =
        |package: &str| answer(&mut workspace.command("apt-cache", &["show", package])).is_some();
    let packages = PACKAGES
        .iter()
        .find(|packages| packages.iter().all(|package| known(package)))
        .ok_or_else(missing)?;
    apt_get(&[&["install", "--yes", "--no-install-recommends"], packages.as_slice()].concat())
}
