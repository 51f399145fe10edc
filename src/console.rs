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
}

/// The longest line that is read; what is typed or piped is never longer in honest use.
const LONGEST: u64 = 64 * 1024;
/// More rows than a screen has.
const ROWS: usize = 80;

impl Console<'_> {
    /// Shows a line.
    pub fn say(&mut self, line: impl AsRef<str>) -> Result<(), Failure> {
        Ok(writeln!(self.output, "{}", line.as_ref())?)
    }

    /// Takes what stands on the screen out of sight, and out of what can be scrolled back to.
    pub fn clear(&mut self) -> Result<(), Failure> {
        if self.screen {
            // The lines are for screens that are to show no codes; those see blanks.
            write!(self.output, "{}\u{1b}[3J\u{1b}[2J\u{1b}[H", "\n".repeat(ROWS))?;
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

/// The columns of the terminal: as the shell says, else as the terminal says, else 80.
pub fn columns() -> usize {
    let named = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    named.or_else(of_terminal).filter(|columns| (20..=1000).contains(columns)).unwrap_or(80)
}

fn of_terminal() -> Option<usize> {
    let asked = std::process::Command::new("stty").arg("size").stdin(std::process::Stdio::inherit()).output().ok()?;
    String::from_utf8(asked.stdout).ok()?.split_whitespace().nth(1)?.parse().ok()
}
