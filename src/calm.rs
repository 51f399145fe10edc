//! No user sees a panic: one calm sentence in its place.

use std::sync::OnceLock;

/// Puts the hook in place. A developer sets `CARDWRIGHT_PANIC=1` to see where it happened.
pub fn keep_calm() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if std::env::var_os("CARDWRIGHT_PANIC").is_some() {
                usual(info);
            }
        }));
    });
}

/// What is said in place of a panic.
pub const SORRY: &str = "cardwright: something went wrong inside the program; nothing was saved. \
    Please report what you did (CARDWRIGHT_PANIC=1 shows where it happened)";
