//! Why a command of the program did not do what was asked.

use std::fmt;
use std::io;

/// What ends a command early; decides the exit status.
#[derive(Debug)]
pub enum Failure {
    /// Something is wrong with what was given; already in words. Status 1.
    Problem(String),
    /// The command line asks for what is not there. Status 2.
    Usage(String),
    /// Nobody reads what is printed any more; nothing to say. Status 0.
    Unread,
}

impl Failure {
    /// A problem in words.
    pub fn problem(words: impl Into<String>) -> Self {
        Failure::Problem(words.into())
    }
    /// A wrong command line in words.
    pub fn usage(words: impl Into<String>) -> Self {
        Failure::Usage(words.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Problem(words) | Failure::Usage(words) => f.write_str(words),
            Failure::Unread => Ok(()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Failure::Unread } else { Failure::Problem(error.to_string()) }
    }
}

/// What a command found: nothing wrong, or problems it has already printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Status 0.
    Nothing,
    /// Status 1.
    Problems,
}
