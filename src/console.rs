//! A conversation in lines: what is shown, and what is typed.

use crate::failure::Failure;
use std::io::{BufRead, Write};

/// Where a person reads and types.
pub struct Console<'a> {
    /// What is typed.
    pub input: &'a mut dyn BufRead,
    /// What is shown.
    pub output: &'a mut dyn Write,
    /// True: a person sits before a screen, which can be cleared.
    pub screen: bool,
    /// How many columns it has.
    pub columns: usize,
    /// How many rows it has.
    pub rows: usize,
}

/// The longest line that is read; what is typed or piped is never longer in honest use.
const LONGEST: u64 = 64 * 1024;
/// More rows than a screen has, to clear one.
const CLEARED: usize = 80;
/// Rows where there is no screen: enough for everything.
pub const ENDLESS: usize = 1000;

impl Console<'_> {
    /// Shows a line.
    pub fn say(&mut self, line: impl AsRef<str>) -> Result<(), Failure> {
        Ok(writeln!(self.output, "{}", line.as_ref())?)
    }

    /// Takes what stands on the screen out of sight, and out of what can be scrolled back to.
    pub fn clear(&mut self) -> Result<(), Failure> {
        if self.screen {
            // The lines are for screens that are to show no codes; those see blanks.
            write!(self.output, "{}\u{1b}[3J\u{1b}[2J\u{1b}[H", "\n".repeat(CLEARED))?;
        }
        Ok(())
    }

    /// Asks for a line; None at the end of input.
    pub fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        let mut bytes = Vec::new();
        let mut limited = std::io::Read::take(&mut *self.input, LONGEST);
        let read = limited.read_until(b'\n', &mut bytes)?;
        if read == 0 {
            writeln!(self.output)?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes);
        // Codes that a keyboard sent must not come back to the screen in an answer.
        Ok(Some(line.chars().filter(|c| !c.is_control()).collect::<String>().trim().to_owned()))
    }
}

/// Columns and rows of the terminal: as the shell says, else as the terminal says, else 80 and endless.
pub fn size() -> (usize, usize) {
    let named = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let (rows, columns) = of_terminal().unzip();
    let columns = named("COLUMNS").or(columns).filter(|columns| (20..=1000).contains(columns));
    let rows = named("LINES").or(rows).filter(|rows| (10..=1000).contains(rows));
    (columns.unwrap_or(80), rows.unwrap_or(ENDLESS))
}

/// Rows and columns.
fn of_terminal() -> Option<(usize, usize)> {
    let asked = std::process::Command::new("stty").arg("size").stdin(std::process::Stdio::inherit()).output().ok()?;
    let text = String::from_utf8(asked.stdout).ok()?;
    let mut numbers = text.split_whitespace().map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}
