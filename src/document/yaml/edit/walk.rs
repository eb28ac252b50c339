//! The walk of a plan's branches beside the nodes of the text.

use super::{Editor, Holder, Slot};
use crate::document::yaml::error::YamlEditError;
use crate::document::yaml::layout::{FlowStyle, is_one_line};
use crate::document::yaml::lines::column;
use crate::document::yaml::tree::{Id, NodeKind};
use crate::location::Segment;
use crate::plan::{Branch, Op};
use crate::span::Span;
use crate::value::Value;

impl Editor<'_> {
    pub(super) fn visit(&mut self, id: Id, slot: &Slot, branch: &Branch<'_>) -> Result<(), YamlEditError> {
        self.guard_node(id, branch)?;
        let node = self.tree.node(id);
        if let Some(Op::Set(value)) = branch.op {
            self.guard_range(Span::new(node.start(), node.span.end), branch)?;
            return self.replace(id, slot, value);
        }
        match node.kind {
            NodeKind::Mapping { flow, .. } => self.mapping(id, slot, branch, flow),
            NodeKind::Sequence { flow, .. } => self.sequence(id, slot, branch, flow),
            _ => self.replace(id, slot, &planned(branch)),
        }
    }

    fn mapping(&mut self, id: Id, slot: &Slot, branch: &Branch<'_>, flow: bool) -> Result<(), YamlEditError> {
        let node = self.tree.node(id);
        let outer = flow.then(|| FlowStyle::of(self.tree, self.text, id, slot.outer.as_ref()));
        let mut removed = vec![false; node.pairs().len()];
        let mut inner = Vec::new();
        let mut added = Vec::new();
        for (segment, child) in &branch.children {
            let Segment::Key(key) = segment else { continue };
            self.at.push(&**key);
            match self.local_pair(id, key, child)? {
                None => added.push((key.to_string(), planned(child))),
                Some(index) if child.op == Some(&Op::Remove) => {
                    let pair = &node.pairs()[index];
                    self.guard_node(pair.value, child)?;
                    self.guard_range(Span::new(pair.start, self.tree.pair_end(pair)), child)?;
                    removed[index] = true;
                }
                Some(index) => inner.push((index, child)),
            }
            self.at.pop();
        }
        inner.sort_by_key(|(index, _)| *index);
        let lines = flow && !is_one_line(self.tree, self.text, id);
        for (index, child) in inner {
            let pair = node.pairs()[index];
            let key = self.places().key(pair.key);
            let lead = pair.colon.map_or(self.tree.node(pair.key).span.end, |colon| colon + 1);
            let holder = match (flow, pair.colon) {
                (true, Some(_)) => Holder::Brackets { colon: "", lines },
                (true, None) if self.tree.node(pair.key).is_blank() => Holder::Brackets { colon: " :", lines },
                (true, None) => Holder::Brackets { colon: ":", lines },
                (false, Some(_)) => Holder::Key,
                (false, None) => Holder::KeyAlone,
            };
            let column = Some(column(self.text, pair.start));
            self.at.push(&*key);
            self.visit(pair.value, &Slot { lead, column, holder, outer: outer.clone() }, child)?;
            self.at.pop();
        }
        match outer {
            Some(style) => self.flow_members(id, &removed, &added, &style),
            None => self.block_members(id, slot, &removed, &added),
        }
        Ok(())
    }

    fn sequence(&mut self, id: Id, slot: &Slot, branch: &Branch<'_>, flow: bool) -> Result<(), YamlEditError> {
        let items = self.tree.node(id).items();
        let outer = flow.then(|| FlowStyle::of(self.tree, self.text, id, slot.outer.as_ref()));
        let mut removed = vec![false; items.len()];
        let mut inserts = Vec::new();
        // The plan goes from the back of a list to its front.
        for (segment, child) in branch.children.iter().rev() {
            let Segment::Index(index) = **segment else { continue };
            self.at.push(index);
            if !child.inserts.is_empty() {
                inserts.push((index, child.inserts));
            }
            if let Some(item) = items.get(index).copied() {
                if child.op == Some(&Op::Remove) {
                    self.guard_node(item.value, child)?;
                    self.guard_range(Span::new(item.start, self.tree.item_end(&item, flow)), child)?;
                    removed[index] = true;
                } else if child.op.is_some() || !child.children.is_empty() {
                    let slot = self.item_slot(id, index, flow, outer.clone());
                    self.visit(item.value, &slot, child)?;
                }
            }
            self.at.pop();
        }
        match outer {
            Some(style) => self.flow_items(id, &removed, &inserts, &style),
            None => self.block_items(id, slot, &removed, &inserts),
        }
        Ok(())
    }

    fn item_slot(&self, id: Id, index: usize, flow: bool, outer: Option<FlowStyle>) -> Slot {
        let items = self.tree.node(id).items();
        let item = items[index];
        if flow {
            let lines = !is_one_line(self.tree, self.text, id);
            return Slot { lead: item.start, column: None, holder: Holder::Brackets { colon: "", lines }, outer };
        }
        let beside = index.checked_sub(1).or((items.len() > 1).then_some(1)).map(|beside| items[beside].value);
        let column = Some(column(self.text, item.start));
        Slot { lead: item.start + 1, column, holder: Holder::Dash(beside), outer: None }
    }

    /// The entry of a mapping that a key names; `None` if it is to be added.
    fn local_pair(&self, id: Id, key: &str, child: &Branch<'_>) -> Result<Option<usize>, YamlEditError> {
        let places = self.places();
        let pairs = self.tree.node(id).pairs();
        let (mut local, mut last) = (None, None);
        for (index, pair) in pairs.iter().enumerate() {
            if places.is_merge(pair) {
                if let Some(source) = places.merged(pair.value, key).map(|source| source.value) {
                    last = Some(source);
                    if local.is_some() {
                        // What is merged further down stands for the entry above it.
                        return Err(self.merged(source, child));
                    }
                }
            } else if places.is_key(pair.key, key) {
                local = Some(index);
            }
        }
        match (local, last) {
            (Some(_), Some(source)) if child.op == Some(&Op::Remove) => Err(self.merged(source, child)),
            (None, Some(source)) => Err(self.merged(source, child)),
            (local, _) => Ok(local),
        }
    }
}

/// The value that a branch makes where nothing is yet: its sets, in their order.
fn planned(branch: &Branch<'_>) -> Value {
    match branch.op {
        Some(Op::Set(value)) => value.clone(),
        _ => Value::Object(
            branch
                .children
                .iter()
                .filter_map(|(segment, child)| match segment {
                    Segment::Key(key) => Some((key.to_string(), planned(child))),
                    Segment::Index(_) => None,
                })
                .collect(),
        ),
    }
}
