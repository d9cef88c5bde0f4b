//! Files that the command line writes: what may be written, and a file of results that is there whole or not at all.
//!
//! Only a new name or a plain file is written. A device, a pipe, a folder or a symbolic link is refused, and so is a file that the same command
//! reads, whatever name it goes by. Results are written under a name of their own in the same folder, which takes the name asked for when they
//! are complete; until then, whatever had that name is as it was.

use super::arguments::Opt;
use super::failure::Failure;
use super::interrupt::Interrupt;
use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// What a file may be instead of what was given.
const EXPECTED: &str = "expected a new name or a plain file";
/// Names that are tried for a file that is not complete.
const TRIES: u32 = 1000;

/// The files that a command reads.
#[derive(Debug, Default)]
pub(super) struct Inputs(Vec<(String, Identity)>);

impl Inputs {
    /// The files called `names`; `-` is standard input. What cannot be looked at is no input: reading it fails by itself.
    pub(crate) fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let known = |name: &'a str| match name {
            "-" => Some(("standard input".into(), Identity::of_stdin()?)),
            _ => Some((name.into(), Identity::of(Path::new(name), &fs::metadata(name).ok()?)?)),
        };
        Self(names.into_iter().filter_map(known).collect())
    }
}

/// What a file is whatever it is called: hard links have it in common.
#[derive(Debug, PartialEq, Eq)]
struct Identity(#[cfg(unix)] (u64, u64), #[cfg(not(unix))] PathBuf);

#[cfg(unix)]
impl Identity {
    fn of(_: &Path, metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        Some(Self((metadata.dev(), metadata.ino())))
    }

    fn of_stdin() -> Option<Self> {
        use std::os::fd::AsFd;
        let stdin = File::from(io::stdin().as_fd().try_clone_to_owned().ok()?);
        Self::of(Path::new("-"), &stdin.metadata().ok()?)
    }
}

#[cfg(not(unix))]
impl Identity {
    fn of(path: &Path, _: &Metadata) -> Option<Self> {
        fs::canonicalize(path).ok().map(Self)
    }

    fn of_stdin() -> Option<Self> {
        None
    }
}

/// Checks that `name`, given with `option`, may be written, and is none of `inputs`. The plain file that has the name already; none if it is new.
pub(super) fn writable(option: Opt, name: &str, inputs: &Inputs) -> Result<Option<Metadata>, Failure> {
    let refused = |what: &str| Err(Failure::usage(format!("{} {name}: {what}", option.name)));
    if name.is_empty() || name.ends_with(std::path::is_separator) {
        return refused(&format!("this is not the name of a file; {EXPECTED}"));
    }
    let metadata = match fs::symlink_metadata(name) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return refused(&format!("the file cannot be written: {error}")),
        Ok(metadata) => metadata,
    };
    if metadata.is_symlink() {
        let target = fs::read_link(name).map_or("?".into(), |target| target.display().to_string());
        return refused(&format!("this is a symbolic link to {target}; {EXPECTED}, such as {target} itself"));
    }
    if !metadata.is_file() {
        return refused(&format!("this is {}; {EXPECTED}", kind(metadata.file_type())));
    }
    let identity = Identity::of(Path::new(name), &metadata);
    if let Some((input, _)) = inputs.0.iter().find(|(_, of)| identity.as_ref() == Some(of)) {
        let same = if input == name { "this".into() } else { format!("this is the same file as {input}, which") };
        return refused(&format!("{same} is read by this command; give {} another name", option.name));
    }
    Ok(Some(metadata))
}

/// What stands at a name that is no plain file.
fn kind(of: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kinds = [
            (of.is_char_device(), "a character device"),
            (of.is_block_device(), "a block device"),
            (of.is_fifo(), "a named pipe"),
            (of.is_socket(), "a socket"),
        ];
        if let Some((_, kind)) = kinds.iter().find(|(is_one, _)| *is_one) {
            return kind;
        }
    }
    if of.is_dir() { "a folder" } else { "not a plain file" }
}

/// A file of results that is being written.
#[derive(Debug)]
pub(super) struct OutFile<'a> {
    option: Opt,
    name: String,
    inputs: &'a Inputs,
    interrupt: &'a Interrupt,
    /// Where it is until it is complete.
    beside: PathBuf,
    file: File,
    is_kept: bool,
}

impl<'a> OutFile<'a> {
    /// Begins to write what is to be called `name`, as `option` asks for.
    ///
    /// # Errors
    /// A name that may not be written; see the head of this file.
    pub(super) fn create(
        option: Opt,
        name: &str,
        inputs: &'a Inputs,
        interrupt: &'a Interrupt,
    ) -> Result<Self, Failure> {
        let unwritable =
            |error: io::Error| Failure::usage(format!("{} {name}: the file cannot be written: {error}", option.name));
        let before = writable(option, name, inputs)?;
        if before.is_some() {
            // Renaming asks for no right to the file that is replaced: this does, and changes nothing.
            OpenOptions::new().append(true).open(name).map_err(unwritable)?;
        }
        let (beside, file) = file_beside(Path::new(name)).map_err(unwritable)?;
        interrupt.removes(&beside);
        let out = Self { option, name: name.into(), inputs, interrupt, beside, file, is_kept: false };
        if let Some(before) = before {
            out.file.set_permissions(before.permissions()).map_err(unwritable)?;
        }
        Ok(out)
    }

    /// It is complete, and takes its name.
    pub(crate) fn keep(mut self) -> Result<(), Failure> {
        self.finish().map_err(|error| Failure::Failed(self.unwritten(&error)))?;
        // Whatever may have come to stand at its name meanwhile.
        writable(self.option, &self.name, self.inputs)?;
        fs::rename(&self.beside, &self.name).map_err(|error| Failure::Failed(self.unwritten(&error)))?;
        self.is_kept = true;
        self.interrupt.leaves(&self.beside);
        Ok(())
    }

    /// A full disk may be told only now.
    fn finish(&mut self) -> io::Result<()> {
        self.file.flush()?;
        match self.file.sync_all() {
            Err(error) if !matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::InvalidInput) => Err(error),
            _ => Ok(()),
        }
    }

    fn unwritten(&self, error: &io::Error) -> String {
        format!("{} {}: the file could not be written: {error}; nothing was changed", self.option.name, self.name)
    }
}

/// A new file in the folder of `name`.
fn file_beside(name: &Path) -> io::Result<(PathBuf, File)> {
    let folder = name.parent().unwrap_or(Path::new(""));
    for number in 0..TRIES {
        let beside = folder.join(format!(".flashlab-{}-{number}.part", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            opened => return opened.map(|file| (beside, file)),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

impl Write for OutFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| match error.kind() {
            ErrorKind::Interrupted => error,
            kind => io::Error::new(kind, self.unwritten(&error)),
        })
    }
    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for OutFile<'_> {
    fn drop(&mut self) {
        if !self.is_kept {
            let _ = fs::remove_file(&self.beside);
            self.interrupt.leaves(&self.beside);
        }
    }
}
