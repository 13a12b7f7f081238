//! A chromedriver of a test's own.

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::Result;

/// How long a browser may take to close before its driver is killed.
const CLOSING: Duration = Duration::from_secs(5);

/// A running chromedriver. It is ended, and every browser it started, when this is dropped, on a panic too.
pub struct Driver {
    process: Child,
    port: u16,
}

impl Driver {
    /// Starts chromedriver on a free port: the one `CHROMEDRIVER` names, else the one on `PATH`.
    ///
    /// # Errors
    /// If there is none, or it does not say that it is ready.
    pub fn start() -> Result<Self> {
        let program = env::var_os("CHROMEDRIVER").unwrap_or_else(|| "chromedriver".into());
        let mut process = Command::new(&program)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| {
                format!("cannot start {program:?} ({error}): run `cargo xtask setup`")
            })?;
        let output = process.stdout.take();
        // From here on dropping it ends the process.
        let mut driver = Self { process, port: 0 };
        let mut lines = BufReader::new(output.ok_or("chromedriver has no output")?).lines();
        driver.port = lines
            .by_ref()
            .map_while(std::result::Result::ok)
            .find_map(|line| port(&line))
            .ok_or("chromedriver ended without naming its port")?;
        // Whatever else it prints has to go somewhere, or it would block.
        thread::spawn(move || lines.for_each(drop));
        Ok(driver)
    }

    /// Where it listens.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Asks it to close its browsers and end; killed, it would leave them running.
    fn shut_down(&self) -> std::io::Result<()> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
        stream.set_read_timeout(Some(CLOSING))?;
        write!(
            stream,
            "GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n",
            self.port
        )?;
        stream.read_to_end(&mut Vec::new()).map(drop)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if self.port != 0 && self.shut_down().is_ok() {
            let begun = Instant::now();
            while begun.elapsed() < CLOSING && matches!(self.process.try_wait(), Ok(None)) {
                thread::sleep(Duration::from_millis(10));
            }
        }
        // No more than a formality if it has ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The port in "ChromeDriver was started successfully on port 40123."
fn port(line: &str) -> Option<u16> {
    line.trim_end().trim_end_matches('.').rsplit_once("successfully on port ")?.1.parse().ok()
}
