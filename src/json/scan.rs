//! The one pass over a text: checks it whole and tells a recorder what it meets. No recursion.

use super::error::{Fault, JsonErrorKind, Wanted};
use super::lexis::{name, number, skip_space, string, unexpected};
use super::skip;
use smallvec::SmallVec;

/// What a scan tells of a text.
pub(super) trait Record {
    /// What is to be told of the container that opens at `at`.
    fn inside(&mut self, at: usize) -> Inside;
    /// A container opens at `at`, and what is inside is told.
    fn open(&mut self, at: usize);
    /// The innermost open container ends before `end`.
    fn close(&mut self, end: usize);
    /// A key stands here, its quotes included.
    fn key(&mut self, start: usize, end: usize, escaped: bool);
    /// A scalar stands here.
    fn scalar(&mut self, start: usize, end: usize, escaped: bool);
    /// A container stands here whose inside is of no interest.
    fn unread(&mut self, start: usize, end: usize);
    /// A value is read next, inside these containers.
    #[inline(always)]
    fn at_value(&mut self, _at: usize, _open: &Open) {}
}

/// How much of a container is of interest. What is not is checked but not told, and [`unread`](Record::unread) tells of the
/// container as a whole.
pub(super) enum Inside {
    Wanted,
    Unwanted,
    /// Wanted, but for a container that is seen to end before this place.
    WantedFrom(usize),
}

/// Which containers are open: whether each is an object.
pub(super) type Open = SmallVec<[bool; 64]>;

/// Records nothing: the text is only checked.
struct Nothing;

impl Record for Nothing {
    #[inline(always)]
    fn inside(&mut self, _: usize) -> Inside {
        Inside::Wanted
    }
    #[inline(always)]
    fn open(&mut self, _: usize) {}
    #[inline(always)]
    fn close(&mut self, _: usize) {}
    #[inline(always)]
    fn key(&mut self, _: usize, _: usize, _: bool) {}
    #[inline(always)]
    fn scalar(&mut self, _: usize, _: usize, _: bool) {}
    #[inline(always)]
    fn unread(&mut self, _: usize, _: usize) {}
}

/// A scan under way.
pub(super) struct Scan<'t> {
    bytes: &'t [u8],
    max_depth: usize,
    open: Open,
}

impl<'t> Scan<'t> {
    pub(super) fn new(text: &'t str, max_depth: usize) -> Self {
        Self { bytes: text.as_bytes(), max_depth, open: SmallVec::new() }
    }

    /// Reads the value at `at`, behind white space; gives the place behind it.
    pub(super) fn value(&mut self, at: usize, record: &mut impl Record) -> Result<usize, Fault> {
        self.values(skip_space(self.bytes, at), self.open.len(), record)
    }

    /// Reads on at a value inside these containers, up to the end of the outermost.
    pub(super) fn resume(&mut self, at: usize, open: &Open, record: &mut impl Record) -> Result<usize, Fault> {
        self.open.clone_from(open);
        self.values(at, 0, record)
    }

    fn values(&mut self, mut at: usize, outside: usize, record: &mut impl Record) -> Result<usize, Fault> {
        let bytes = self.bytes;
        loop {
            let start = at;
            record.at_value(at, &self.open);
            match bytes.get(at) {
                Some(b'"') => {
                    let (end, escaped) = string(bytes, at + 1)?;
                    record.scalar(start, end, escaped);
                    at = end;
                }
                Some(b'{' | b'[') => {
                    let unread = match record.inside(at) {
                        Inside::Wanted => None,
                        Inside::Unwanted => Some(self.unread(at)?),
                        Inside::WantedFrom(place) => self.skip(&bytes[..place], at),
                    };
                    if let Some(end) = unread {
                        at = end;
                        record.unread(start, at);
                    } else {
                        record.open(at);
                        at = self.enter(at)?;
                        if let Some(inside) = self.first(at, record)? {
                            at = inside;
                            continue;
                        }
                        self.open.pop();
                        at = skip_space(bytes, at) + 1;
                        record.close(at);
                    }
                }
                Some(b'-' | b'0'..=b'9') => {
                    at = number(bytes, at)?;
                    record.scalar(start, at, false);
                }
                Some(b't') => {
                    at = name(bytes, at, b"true")?;
                    record.scalar(start, at, false);
                }
                Some(b'f') => {
                    at = name(bytes, at, b"false")?;
                    record.scalar(start, at, false);
                }
                Some(b'n') => {
                    at = name(bytes, at, b"null")?;
                    record.scalar(start, at, false);
                }
                _ => return Err(unexpected(bytes, at, Wanted::Value)),
            }
            match self.behind(at, outside, record)? {
                Next::Value(next) => at = next,
                Next::Done(end) => return Ok(end),
            }
        }
    }

    /// The place behind a container that is only checked.
    fn unread(&mut self, at: usize) -> Result<usize, Fault> {
        match self.skip(self.bytes, at) {
            Some(end) => Ok(end),
            None => self.value(at, &mut Nothing),
        }
    }

    #[inline(always)]
    fn skip(&self, bytes: &[u8], at: usize) -> Option<usize> {
        skip::container(bytes, at, self.max_depth - self.open.len())
    }

    /// Behind a value: closes what ends here, up to the next value or the end of the outermost one.
    #[inline(always)]
    fn behind(&mut self, mut at: usize, outside: usize, record: &mut impl Record) -> Result<Next, Fault> {
        let bytes = self.bytes;
        loop {
            if self.open.len() == outside {
                return Ok(Next::Done(at));
            }
            let in_object = self.open.last() == Some(&true);
            at = skip_space(bytes, at);
            match bytes.get(at) {
                Some(b',') if in_object => {
                    let at = skip_space(bytes, at + 1);
                    return key(bytes, at, Wanted::Key, record).map(Next::Value);
                }
                Some(b',') => return Ok(Next::Value(skip_space(bytes, at + 1))),
                Some(b'}') if in_object => {}
                Some(b']') if !in_object => {}
                _ if in_object => return Err(unexpected(bytes, at, Wanted::MemberEnd)),
                _ => return Err(unexpected(bytes, at, Wanted::EntryEnd)),
            }
            self.open.pop();
            at += 1;
            record.close(at);
        }
    }

    #[inline(always)]
    fn enter(&mut self, at: usize) -> Result<usize, Fault> {
        if self.open.len() >= self.max_depth {
            return Err((JsonErrorKind::TooDeep(self.max_depth), at));
        }
        self.open.push(self.bytes[at] == b'{');
        Ok(at + 1)
    }

    /// The place of the first value of the container that opens before `at`; `None` if it is empty.
    #[inline(always)]
    fn first(&mut self, at: usize, record: &mut impl Record) -> Result<Option<usize>, Fault> {
        let bytes = self.bytes;
        let at = skip_space(bytes, at);
        match (self.open.last(), bytes.get(at)) {
            (Some(true), Some(b'}')) | (Some(false), Some(b']')) => Ok(None),
            (Some(true), _) => key(bytes, at, Wanted::KeyOrEnd, record).map(Some),
            (_, Some(b'}' | b',' | b':') | None) => Err(unexpected(bytes, at, Wanted::ValueOrEnd)),
            _ => Ok(Some(at)),
        }
    }
}

enum Next {
    Value(usize),
    Done(usize),
}

/// Reads a key and its colon; gives the place of the value.
#[inline(always)]
fn key(bytes: &[u8], at: usize, wanted: Wanted, record: &mut impl Record) -> Result<usize, Fault> {
    if bytes.get(at) != Some(&b'"') {
        return Err(unexpected(bytes, at, wanted));
    }
    let (end, escaped) = string(bytes, at + 1)?;
    record.key(at, end, escaped);
    let colon = skip_space(bytes, end);
    if bytes.get(colon) != Some(&b':') {
        return Err(unexpected(bytes, colon, Wanted::Colon));
    }
    Ok(skip_space(bytes, colon + 1))
}
