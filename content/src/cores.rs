//! Work that falls into many equal parts, on all cores.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::PoisonError;

/// Parts that a core takes at a time: few enough that all cores end together.
const AT_A_TIME: usize = 64;

/// Does the same with each part, and gives what came of it in the order of the parts.
pub(crate) fn on_all_cores<T: Sync, R: Send>(parts: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    if cores == 1 || parts.len() <= AT_A_TIME {
        return parts.iter().map(work).collect();
    }
    let queue = Mutex::new(parts.chunks(AT_A_TIME).enumerate());
    let done = Mutex::new(Vec::new());
    let core = || loop {
        let Some((number, chunk)) = queue.lock().unwrap_or_else(PoisonError::into_inner).next() else { return };
        let made: Vec<R> = chunk.iter().map(&work).collect();
        done.lock().unwrap_or_else(PoisonError::into_inner).push((number, made));
    };
    std::thread::scope(|scope| {
        for _ in 1..cores {
            scope.spawn(core);
        }
        core();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().flat_map(|(_, made)| made).collect()
}
