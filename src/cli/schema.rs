//! `--schema` and `--as`: which lists are keyed and which fields exclude each other, and where.

use super::error::CliError;
use super::input::{ReadArgs, Text};
use crate::document::Root;
use crate::expression::{Address, Intent, resolve};
use crate::limits::Limits;
use crate::plan::Plan;
use crate::schema::{Attached, Schema};
use crate::value::Node;

#[derive(Clone, Debug, clap::Args)]
pub(super) struct SchemaArgs {
    /// `kubernetes`, `none`, or a schema file
    #[arg(long, value_name = "SCHEMA", default_value = "kubernetes")]
    schema: String,
    /// Say what type stands at a place: `.spec.engine=podSpec`
    #[arg(long = "as", value_name = "ADDRESS=TYPE")]
    types: Vec<String>,
}

impl SchemaArgs {
    /// The schema that the call names, read from its file if it is one.
    pub(super) fn load(&self) -> Result<Loaded, CliError> {
        match self.schema.as_str() {
            "kubernetes" => Ok(Loaded::Built(Schema::kubernetes())),
            "none" => Ok(Loaded::Built(Schema::none())),
            path => {
                let args = ReadArgs { document: None, yaml_dialect: super::input::DialectArg::Kubernetes };
                let text = Text::read(path)?;
                let input = args.parse(&text)?;
                let index = args.index(&input)?;
                let value = input.root(index).to_value();
                let schema = Schema::from_value(&value).map_err(|error| input.error_at(index, &error))?;
                Ok(Loaded::Read(Box::new(schema)))
            }
        }
    }

    /// What [`attach`](Self::attach) reads of a list of documents, so that a text is indexed for it.
    pub(super) fn reads<'a>() -> impl Iterator<Item = Address<'a>> {
        [".items[].apiVersion", ".items[].kind"].iter().filter_map(|text| Address::parse(text, &Limits::DEFAULT).ok())
    }

    /// The schema with its types attached to one document: by its apiVersion and kind, and where `--as` says.
    pub(super) fn attach<'s>(&self, loaded: &'s Loaded, root: Root<'_>) -> Result<Attached<'s>, CliError> {
        let mut attached = Attached::new(loaded.schema()).by_kind(root);
        for text in &self.types {
            let (address, name) = text
                .rsplit_once('=')
                .ok_or_else(|| CliError::usage(format!("`--as {text}` has no `=`"), "write `--as .spec=podSpec`"))?;
            let parsed =
                Address::parse(address, &Limits::DEFAULT).map_err(|error| CliError::in_expression(&error, address))?;
            attached = attached.with(&parsed, name).map_err(|error| CliError::new(&error))?;
        }
        Ok(attached)
    }
}

impl SchemaArgs {
    /// The addresses of `--as` at which nothing stands, neither before nor after.
    pub(super) fn vain<'a>(&'a self, before: Root<'_>, plan: &Plan) -> Vec<&'a str> {
        if self.types.is_empty() {
            return Vec::new();
        }
        let mut after = before.to_value();
        // A plan that does not fit is told by what carries it out.
        drop(plan.apply_to_value(&mut after));
        let addresses = self.types.iter().filter_map(|text| Some(text.rsplit_once('=')?.0));
        addresses.filter(|address| !stands(address, before) && !stands(address, &after)).collect()
    }
}

fn stands<'n>(address: &str, root: impl Node<'n>) -> bool {
    let Ok(address) = Address::parse(address, &Limits::DEFAULT) else { return false };
    let places = resolve(&address, root, Intent::Read, &Limits::DEFAULT).unwrap_or_default();
    places.iter().any(|place| place.node.is_some())
}

/// A schema that is part of the program, or one that was read.
pub(super) enum Loaded {
    Built(&'static Schema),
    Read(Box<Schema>),
}

impl Loaded {
    fn schema(&self) -> &Schema {
        match self {
            Self::Built(schema) => schema,
            Self::Read(schema) => schema,
        }
    }
}
