//! A conversation in lines: what is shown, and what is typed.

use crate::failure::Failure;
use std::io::{BufRead, Write};

/// Where a person reads and types.
pub struct Console<'a> {
    /// What is typed.
    pub input: &'a mut dyn BufRead,
    /// What is shown.
    pub output: &'a mut dyn Write,
}

/// The longest line that is read; what is typed or piped is never longer in honest use.
const LONGEST: u64 = 64 * 1024;

impl Console<'_> {
    /// Shows a line.
    pub fn say(&mut self, line: impl AsRef<str>) -> Result<(), Failure> {
        Ok(writeln!(self.output, "{}", line.as_ref())?)
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
        Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
    }
}
