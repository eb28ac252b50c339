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
    let target = std::io::stderr().is_terminal().then(ProgressDrawTarget::stderr);
    watch_on(target, what, parts, done, work)
}

fn watch_on<T>(
    target: Option<ProgressDrawTarget>,
    what: &str,
    parts: usize,
    done: &AtomicUsize,
    work: impl FnOnce() -> T,
) -> T {
    let Some(target) = target else { return work() };
    let before = done.load(Ordering::Relaxed);
    let (finished, wait) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if wait.recv_timeout(LONG) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = bar(target, what, parts);
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

fn bar(target: ProgressDrawTarget, what: &str, parts: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(parts as u64), target);
    let style =
        ProgressStyle::with_template("{bar:30} {pos} of {len} {msg}").expect("a template that is known to be one");
    bar.set_style(style.progress_chars("=> "));
    bar.set_message(what.to_owned());
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_work_is_only_done() {
        let done = AtomicUsize::new(0);
        assert_eq!(watch_on(Some(ProgressDrawTarget::hidden()), "files", 3, &done, || 7), 7);
        assert_eq!(watch_on(None, "files", 3, &done, || 8), 8);
    }

    #[test]
    fn long_work_is_watched_to_its_end() {
        let done = AtomicUsize::new(5);
        let result = watch_on(Some(ProgressDrawTarget::hidden()), "files", 2, &done, || {
            for _ in 0..2 {
                std::thread::sleep(LONG);
                done.fetch_add(1, Ordering::Relaxed);
            }
            done.load(Ordering::Relaxed)
        });
        assert_eq!(result, 7);
    }

    #[test]
    fn the_bar_counts_the_parts() {
        let bar = bar(ProgressDrawTarget::hidden(), "files", 12);
        bar.set_position(5);
        assert_eq!((bar.length(), bar.position(), bar.message().as_str()), (Some(12), 5, "files"));
        bar.finish_and_clear();
    }
}
