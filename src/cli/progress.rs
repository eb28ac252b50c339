//! A progress bar on standard error, for long runs at a terminal only.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// A run that is shorter shows nothing.
const LONG: Duration = Duration::from_millis(700);
const STEP: Duration = Duration::from_millis(100);

/// Does some work, and shows how many of its parts are done where that takes long.
pub(super) fn watch<T>(what: &str, parts: usize, done: &AtomicUsize, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let before = done.load(Ordering::Relaxed);
    let (finished, wait) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if wait.recv_timeout(LONG) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = bar(what, parts);
            while wait.recv_timeout(STEP) == Err(RecvTimeoutError::Timeout) {
                bar.set_position(done.load(Ordering::Relaxed).saturating_sub(before) as u64);
            }
            bar.finish_and_clear();
        });
        let result = work();
        // The other end is dropped with its thread, which is no fault.
        drop(finished);
        result
    })
}

fn bar(what: &str, parts: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(parts as u64), ProgressDrawTarget::stderr());
    let style =
        ProgressStyle::with_template("{bar:30} {pos} of {len} {msg}").expect("a template that is known to be one");
    bar.set_style(style.progress_chars("=> "));
    bar.set_message(what.to_owned());
    bar
}
