//! What commands print and write. A file is written aside, in its own folder, and renamed into place, so that it is
//! always either the old one or the new one.

use super::error::CliError;
use crate::diagnostic::{Code, Diagnostic};
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
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
pub(super) struct Staged {
    temp: NamedTempFile,
    target: PathBuf,
    before: Metadata,
}

/// Writes a new text beside a file, with the file's mode. A symbolic link is followed to its file.
pub(super) fn stage(path: &Path, text: &str) -> Result<Staged, CliError> {
    let failed = |error: io::Error| CliError::io("write", &path.display().to_string(), &error);
    let target = fs::canonicalize(path).map_err(failed)?;
    let before = fs::metadata(&target).map_err(failed)?;
    if before.permissions().readonly() {
        return Err(failed(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only")));
    }
    let folder = target.parent().unwrap_or(Path::new("."));
    let mut temp = tempfile::Builder::new().prefix(".fieldwright-").tempfile_in(folder).map_err(failed)?;
    temp.write_all(text.as_bytes()).map_err(failed)?;
    keep_attributes(temp.as_file(), &before).map_err(failed)?;
    temp.as_file().sync_all().map_err(failed)?;
    Ok(Staged { temp, target, before })
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

impl Staged {
    /// Refuses if the file was changed since it was staged for.
    fn check_unchanged(&self) -> Result<(), CliError> {
        let name = self.target.display().to_string();
        let now = fs::metadata(&self.target).map_err(|error| CliError::io("read", &name, &error))?;
        let same = now.len() == self.before.len() && now.modified().ok() == self.before.modified().ok();
        match same {
            true => Ok(()),
            false => Err(CliError::from(
                Diagnostic::new(Code::Stale, format!("`{name}` changed while it was edited"))
                    .help("run the command again"),
            )),
        }
    }
}

/// Puts all staged texts in place, after checking that each file is still the one that was read.
pub(super) fn commit(staged: Vec<Staged>, backup: Option<&str>) -> Result<(), CliError> {
    staged.iter().try_for_each(Staged::check_unchanged)?;
    if let Some(suffix) = backup {
        for file in &staged {
            let mut copy = file.target.clone().into_os_string();
            copy.push(suffix);
            fs::copy(&file.target, &copy).map_err(|error| CliError::io("write", &copy.to_string_lossy(), &error))?;
        }
    }
    for Staged { temp, target, .. } in staged {
        temp.persist(&target)
            .map_err(|failed| CliError::io("replace", &target.display().to_string(), &failed.error))?;
        // A rename is on disk when its folder is; some file systems cannot sync a folder, which loses nothing.
        if let Some(folder) = target.parent().and_then(|folder| File::open(folder).ok()) {
            let _ = folder.sync_all();
        }
    }
    Ok(())
}
