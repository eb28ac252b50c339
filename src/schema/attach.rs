//! Where the types of a schema stand in one document.

use super::{ListKind, OneOf, Schema, SchemaError, SchemaErrorKind, Type, TypeId, read};
use crate::expression::{Address, StepKind};
use crate::location::{Location, Segment};
use crate::value::Node;
use smallvec::SmallVec;

/// A schema and the places of one document where its types stand.
#[derive(Clone, Debug)]
pub struct Attached<'s> {
    schema: &'s Schema,
    /// A tree of the places; the first is the root.
    marks: Vec<Mark>,
}

#[derive(Clone, Debug, Default)]
struct Mark {
    steps: Vec<(Step, usize)>,
    ty: Option<TypeId>,
}

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Key(Box<str>),
    Index(usize),
    Each,
}

impl<'s> Attached<'s> {
    /// A schema whose types stand nowhere yet.
    pub fn new(schema: &'s Schema) -> Self {
        Self { schema, marks: vec![Mark::default()] }
    }

    /// The schema.
    pub fn schema(&self) -> &'s Schema {
        self.schema
    }

    /// Attaches the type that the schema has for the document's `apiVersion` and `kind`; of a list (`List`, `PodList`)
    /// those of its items. Nothing, if it has none.
    #[must_use]
    pub fn by_kind<'a, N: Node<'a>>(mut self, root: N) -> Self {
        let (api_version, kind) = (text(root, "apiVersion"), text(root, "kind"));
        if let (Some(api_version), Some(kind)) = (&api_version, &kind)
            && let Some(ty) = self.schema.kind(api_version, kind)
        {
            self.marks[0].ty = Some(ty);
        } else if let Some(of) = kind.as_deref().and_then(|kind| kind.strip_suffix("List")) {
            self.attach_items(root, api_version.as_deref().unwrap_or_default(), of);
        }
        self
    }

    /// An item without a kind of its own, as an API server lists them, has that of the list.
    fn attach_items<'a, N: Node<'a>>(&mut self, root: N, api_version: &str, of: &str) {
        let Some(items) = root.member("items").last() else { return };
        let types: Vec<Option<TypeId>> = items
            .entries()
            .map(|item| match (text(item, "apiVersion"), text(item, "kind")) {
                (Some(api_version), Some(kind)) => self.schema.kind(&api_version, &kind),
                _ => self.schema.kind(api_version, of),
            })
            .collect();
        let Some(first) = types.first().copied() else { return };
        let list = self.mark(0, Step::Key("items".into()));
        if types.iter().all(|ty| *ty == first) {
            let each = self.mark(list, Step::Each);
            self.marks[each].ty = first;
            return;
        }
        // Every step is new: no need to look for it among those that stand.
        for (index, ty) in types.into_iter().enumerate().filter(|(_, ty)| ty.is_some()) {
            self.marks.push(Mark { steps: Vec::new(), ty });
            let fresh = self.marks.len() - 1;
            self.marks[list].steps.push((Step::Index(index), fresh));
        }
    }

    /// Attaches a type, by its name, to a place or with `[]` to several. It hides what else is known of the place.
    pub fn with(mut self, address: &Address<'_>, type_name: &str) -> Result<Self, SchemaError> {
        let Some(ty) = self.schema.id(type_name) else {
            return Err(read::unknown_type(self.schema.type_names(), type_name).at(&Location::root()));
        };
        let mut at = 0;
        for step in address.steps() {
            let step = match &step.kind {
                StepKind::Key(key) => Step::Key(key.as_ref().into()),
                StepKind::Index(index) => Step::Index(*index),
                StepKind::Each => Step::Each,
                StepKind::Entry(_) => {
                    let kind = SchemaErrorKind::NotAPlace { address: address.to_string() };
                    return Err(kind.at(&Location::root()));
                }
            };
            at = self.mark(at, step);
        }
        self.marks[at].ty = Some(ty);
        Ok(self)
    }

    fn mark(&mut self, at: usize, step: Step) -> usize {
        if let Some((_, mark)) = self.marks[at].steps.iter().find(|(known, _)| *known == step) {
            return *mark;
        }
        self.marks.push(Mark::default());
        let fresh = self.marks.len() - 1;
        self.marks[at].steps.push((step, fresh));
        fresh
    }

    /// Stands at the root of the document.
    pub fn cursor(&self) -> Cursor<'_> {
        let ty = self.marks[0].ty.map(|id| self.schema.type_at(id));
        Cursor { attached: self, ty, marks: SmallVec::from_slice(&[0]) }
    }

    /// Stands at a place of the document.
    pub fn cursor_at(&self, segments: &[Segment]) -> Cursor<'_> {
        segments.iter().fold(self.cursor(), |cursor, segment| cursor.child(segment))
    }
}

fn text<'a, N: Node<'a>>(node: N, key: &str) -> Option<String> {
    node.member(key).last()?.as_str().map(|text| text.into_owned())
}

/// What is known of the place that a walk stands at.
#[derive(Clone, Debug)]
pub struct Cursor<'c> {
    attached: &'c Attached<'c>,
    ty: Option<&'c Type>,
    /// The places of attachments that lead here; mostly none.
    marks: SmallVec<[usize; 2]>,
}

impl<'c> Cursor<'c> {
    /// The type that stands here.
    pub fn ty(&self) -> Option<&'c Type> {
        self.ty
    }

    /// How the entries belong together, if this is known to be a list.
    pub fn list(&self) -> Option<&'c ListKind> {
        self.ty.and_then(Type::list)
    }

    /// The groups of fields that exclude each other.
    pub fn groups(&self) -> &'c [OneOf] {
        self.ty.map_or(&[], Type::groups)
    }

    /// Whether nothing is known of this place and of anything inside.
    pub fn is_blank(&self) -> bool {
        self.ty.is_none() && self.marks.iter().all(|mark| self.attached.marks[*mark].steps.is_empty())
    }

    /// One step further down.
    #[must_use]
    pub fn child(&self, segment: &Segment) -> Self {
        match segment {
            Segment::Key(key) => self.member(key),
            Segment::Index(index) => self.entry(*index),
        }
    }

    /// At the member of an object.
    #[must_use]
    pub fn member(&self, key: &str) -> Self {
        let ty = self.ty.filter(|ty| ty.list.is_none()).and_then(|ty| self.attached.schema.field_type(ty, key));
        self.step(ty, |step| matches!(step, Step::Key(name) if **name == *key))
    }

    /// At the entry of a list.
    #[must_use]
    pub fn entry(&self, index: usize) -> Self {
        let ty = self.ty.filter(|ty| ty.list.is_some()).and_then(|ty| self.attached.schema.entry_type(ty));
        self.step(ty, |step| *step == Step::Index(index))
    }

    /// The attached type of a place hides the one it has from its parent, a step by name that of `[]`.
    fn step(&self, mut ty: Option<&'c Type>, named: impl Fn(&Step) -> bool) -> Self {
        let mut marks = SmallVec::new();
        for wanted in [false, true] {
            for mark in &self.marks {
                let steps = &self.attached.marks[*mark].steps;
                for (_, next) in steps.iter().filter(|(step, _)| if wanted { named(step) } else { *step == Step::Each })
                {
                    ty = self.attached.marks[*next].ty.map(|id| self.attached.schema.type_at(id)).or(ty);
                    marks.push(*next);
                }
            }
        }
        Self { attached: self.attached, ty, marks }
    }
}
