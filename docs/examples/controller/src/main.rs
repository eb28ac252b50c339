//! Gives the pods of one component a scheduler and a team's label, in every object of the definition's kind:
//!
//! ```console
//! $ controller fleet.definition.yaml worker fast ml
//! ```

use fieldwright::definition::Definition;
use fieldwright::workload::WorkloadError;
use fieldwright_example_controller::{Wish, patch_for, read_definition};
use futures::StreamExt;
use kube::api::PatchParams;
use kube::core::{DynamicObject, GroupVersionKind};
use kube::runtime::controller::Action;
use kube::runtime::{Controller, watcher};
use kube::{Api, Client, ResourceExt, discovery};
use std::sync::Arc;
use std::time::Duration;

struct Context {
    client: Client,
    resource: kube::core::ApiResource,
    definition: Definition,
    wish: Wish,
}

#[derive(Debug, thiserror::Error)]
enum Error {
    #[error("{0}")]
    Refused(#[from] WorkloadError),
    #[error("{0}")]
    Kube(#[from] kube::Error),
}

async fn reconcile(object: Arc<DynamicObject>, context: Arc<Context>) -> Result<Action, Error> {
    if let Some(patch) = patch_for(&context.definition, &object, &context.wish)? {
        let namespace = object.namespace().unwrap_or_default();
        let api: Api<DynamicObject> = Api::namespaced_with(context.client.clone(), &namespace, &context.resource);
        api.patch(&object.name_any(), &PatchParams::default(), &patch).await?;
    }
    Ok(Action::await_change())
}

/// A refusal stays one until the object or the definition changes; anything else is tried again.
fn on_error(_: Arc<DynamicObject>, error: &Error, _: Arc<Context>) -> Action {
    eprintln!("{error}");
    match error {
        Error::Refused(_) => Action::await_change(),
        Error::Kube(_) => Action::requeue(Duration::from_secs(10)),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, component, scheduler, team] = args.as_slice() else {
        return Err("usage: controller DEFINITION COMPONENT SCHEDULER TEAM".into());
    };
    let definition = read_definition(&std::fs::read_to_string(file)?).map_err(|error| error.message)?;
    let kind = definition.root().kind.as_ref().ok_or("the definition names no kind")?;
    let kind = GroupVersionKind::gvk(&kind.group, &kind.version, &kind.kind);
    let client = Client::try_default().await?;
    let (resource, _) = discovery::pinned_kind(&client, &kind).await?;
    let api: Api<DynamicObject> = Api::all_with(client.clone(), &resource);
    let wish = Wish { component: component.clone(), scheduler: scheduler.clone(), team: team.clone() };
    let context = Arc::new(Context { client, resource: resource.clone(), definition, wish });
    Controller::new_with(api, watcher::Config::default(), resource)
        .run(reconcile, on_error, context)
        .for_each(|_| futures::future::ready(()))
        .await;
    Ok(())
}
