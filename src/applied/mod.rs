//! Applied keys: prune what we set, keep what others set.
//!
//! A map such as an object's labels is written by many tools. One that merges its keys in must know later which keys it
//! put there: those it may remove, and no others. [`AppliedKeys`] is that record. [`reconcile`] compares the live map,
//! the desired one and the record, and gives the plan, the new record and what happened to each key; it is pure.
//! [`reconcile_recorded`] does the same where the record itself stands in the document. `docs/applied-keys.md` has the
//! rules and the forms of a record in full.

mod digest;
mod error;
mod fields;
mod keys;
mod outcome;
mod place;
mod reconcile;
mod record;

pub use digest::{Digest, Fingerprint};
pub use error::{AppliedError, RecordError, RecordErrorKind};
pub use fields::{FieldSet, manager_fields};
pub use keys::{Applied, AppliedKeys, Before, Wrote};
pub use outcome::{Outcome, Reconciled, Warning};
pub use place::{ANNOTATIONS_BYTES, RecordPlace, Recorded, reconcile_recorded};
pub use reconcile::{Map, Owners, Precedence, reconcile};
pub use record::{Form, Record};
