//! What commands print and write. A file is written aside, in its own folder, and renamed into place, so that it is
//! always either the old one or the new one.

use super::error::CliError;
use crate::diagnostic::{Code, Diagnostic};
use std::collections::BTreeSet;
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

/// Prints to standard output. A reader that went away (`| head`) is no error.
pub(super) fn print_bytes(bytes: &[u8]) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(CliError::io("write", "standard output", &error))
        }
        _ => Ok(()),
    }
}

/// Prints text to standard output as it is.
pub(super) fn print(text: &str) -> Result<(), CliError> {
    print_bytes(text.as_bytes())
}

/// Writes a file that need not be there yet, in one step: a reader sees the old one or the new one.
pub(super) fn write_new(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let failed = |error: io::Error| CliError::io("write", &path.display().to_string(), &error);
    // A device or a pipe (`/dev/stderr`) is written to, not replaced.
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return fs::write(path, bytes).map_err(failed);
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut temp = tempfile::Builder::new().prefix(".fieldwright-").tempfile_in(folder).map_err(failed)?;
    temp.write_all(bytes).map_err(failed)?;
    readable_by_others(temp.as_file(), &target).map_err(failed)?;
    temp.persist(&target).map(drop).map_err(|error| failed(error.error))
}

/// A report has the mode of the one that it replaces, or that of any new file, not the private one of a temporary file.
#[cfg(unix)]
fn readable_by_others(file: &File, target: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(target).map_or(0o644, |data| data.permissions().mode());
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn readable_by_others(_file: &File, _target: &Path) -> io::Result<()> {
    Ok(())
}

/// A new text for a file, written aside and not yet in place.
pub(super) struct Staged<'t> {
    temp: NamedTempFile,
    target: PathBuf,
    old: &'t str,
}

/// Writes a new text beside a file, with the file's mode. A symbolic link is followed to its file. `old` is what was
/// read from the file; the new one comes in parts.
pub(super) fn stage<'t, 'n>(
    path: &Path,
    old: &'t str,
    new: impl IntoIterator<Item = &'n str>,
) -> Result<Staged<'t>, CliError> {
    let failed = |error: io::Error| CliError::io("write", &path.display().to_string(), &error);
    let target = fs::canonicalize(path).map_err(failed)?;
    Ok(Staged { temp: write_aside(&target, new).map_err(failed)?, target, old })
}

fn write_aside<'n>(target: &Path, parts: impl IntoIterator<Item = &'n str>) -> io::Result<NamedTempFile> {
    let before = fs::metadata(target)?;
    if before.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    let mut temp = tempfile::Builder::new().prefix(".fieldwright-").tempfile_in(folder_of(target))?;
    parts.into_iter().try_for_each(|part| temp.write_all(part.as_bytes()))?;
    keep_attributes(temp.as_file(), &before)?;
    temp.as_file().sync_all()?;
    Ok(temp)
}

fn folder_of(target: &Path) -> &Path {
    target.parent().unwrap_or(Path::new("."))
}

#[cfg(unix)]
fn keep_attributes(file: &File, before: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let now = file.metadata()?;
    if (now.uid(), now.gid()) != (before.uid(), before.gid()) {
        // Only the superuser may give a file away; for others the new file is their own, as with any editor.
        let _ = fchown(file, Some(before.uid()), Some(before.gid()));
    }
    file.set_permissions(before.permissions())
}

#[cfg(not(unix))]
fn keep_attributes(file: &File, before: &Metadata) -> io::Result<()> {
    file.set_permissions(before.permissions())
}

impl Staged<'_> {
    /// Refuses if the file does not hold what was read from it.
    fn check_unchanged(&self) -> Result<(), CliError> {
        let name = self.target.display().to_string();
        let now = fs::read(&self.target).map_err(|error| CliError::io("read", &name, &error))?;
        match now == self.old.as_bytes() {
            true => Ok(()),
            false => Err(CliError::from(
                Diagnostic::new(Code::Stale, format!("`{name}` changed while it was edited"))
                    .help("run the command again"),
            )),
        }
    }

    fn back_up(&self, suffix: &str) -> Result<(), CliError> {
        let mut copy = self.target.clone().into_os_string();
        copy.push(suffix);
        fs::copy(&self.target, &copy).map(drop).map_err(|error| CliError::io("write", &copy.to_string_lossy(), &error))
    }
}

/// Puts all staged texts in place, after checking that each file still holds what was read. Where one cannot be put in
/// place, those before it get their old text back.
pub(super) fn commit(staged: Vec<Staged<'_>>, backup: Option<&str>) -> Result<(), CliError> {
    let _locks = lock_folders(&staged)?;
    staged.iter().try_for_each(Staged::check_unchanged)?;
    if let Some(suffix) = backup {
        staged.iter().try_for_each(|file| file.back_up(suffix))?;
    }
    let mut placed: Vec<(PathBuf, &str)> = Vec::with_capacity(staged.len());
    for Staged { temp, target, old } in staged {
        if let Err(failed) = temp.persist(&target) {
            // What cannot be restored is told by its backup or its time stamp; the error is the same.
            let restore =
                |(target, old): &(PathBuf, &str)| write_aside(target, [*old])?.persist(target).map_err(|e| e.error);
            placed.iter().for_each(|file| drop(restore(file)));
            return Err(CliError::io("replace", &target.display().to_string(), &failed.error));
        }
        placed.push((target, old));
    }
    // A rename is on disk when its folder is; some file systems cannot sync a folder, which loses nothing.
    for (target, _) in &placed {
        let _ = File::open(folder_of(target)).and_then(|folder| folder.sync_all());
    }
    Ok(())
}

/// How long another edit in the same folder may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Of two edits of a file at once the second one waits here, and then sees what the first one wrote. Where folders
/// cannot be locked, only the check that the file is unchanged stands between them.
fn lock_folders(staged: &[Staged<'_>]) -> Result<Vec<File>, CliError> {
    // In one order, so that two calls do not wait for each other.
    let folders: BTreeSet<&Path> = staged.iter().map(|file| folder_of(&file.target)).collect();
    let end = Instant::now() + PATIENCE;
    let mut locks = Vec::new();
    for path in folders {
        let Ok(folder) = File::open(path) else { continue };
        while let Err(TryLockError::WouldBlock) = folder.try_lock() {
            if Instant::now() > end {
                let busy = io::Error::new(io::ErrorKind::TimedOut, "another edit in the same folder does not end");
                return Err(CliError::io("lock", &path.display().to_string(), &busy));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        locks.push(folder);
    }
    Ok(locks)
}
