//! Who sits at the table: people and machine players.

use crate::game::Game;
use cardwright_core::policy::{Greedy, Random};
use cardwright_core::resolve::Policy;

/// Who decides for a player.
pub enum Seat<'g> {
    /// A person at the terminal.
    Human,
    /// A machine.
    Machine(Box<dyn Policy + 'g>),
}

/// Names that `--players` knows.
pub const KNOWN: [&str; 3] = ["human", "random", "greedy"];

/// A seat by name. Each machine has chance of its own, from the seed of the game and its place.
///
/// Errors: nobody is called so, or the game lacks what the player needs.
pub fn seat<'g>(name: &str, game: &'g Game, seed: u64, place: usize) -> Result<Seat<'g>, String> {
    let own = own_seed(seed, place);
    match name.trim().to_ascii_lowercase().as_str() {
        "human" => Ok(Seat::Human),
        "random" => Ok(Seat::Machine(Box::new(Random::new(own)))),
        "greedy" => match Greedy::new(&game.rules, &*game.host, own) {
            Some(greedy) => Ok(Seat::Machine(Box::new(greedy))),
            None => Err(format!("`greedy` cannot play {}: no pack of it says `judge:`, how well a game stands", game.rules.game)),
        },
        other => {
            let near = cardwright_grammar::diagnostic::did_you_mean(other, KNOWN);
            let help = near.map_or_else(|| format!("players are {}", KNOWN.join(", ")), |near| format!("did you mean `{near}`?"));
            Err(format!("there is no player `{other}`; {help}"))
        }
    }
}

/// Far apart for neighbouring places, and never the game's own seed.
fn own_seed(seed: u64, place: usize) -> u64 {
    (seed ^ 0x005e_ed0f_a5ea_7000).wrapping_add((place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
