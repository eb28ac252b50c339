//! A mutating admission webhook as a plain function: a review comes in, a review goes out.
//!
//! The server, its certificates and its clock are the caller's. So is the Kubernetes client: nothing here knows one, and
//! an object of kube-rs is read through serde like any other ([`object`]).

use super::error::WorkloadError;
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::value::Value;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::{Value as Serde, json};

/// A text that is no review.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub enum ReviewError {
    /// Something else than `admission.k8s.io/v1`, `AdmissionReview`
    NotAReview,
    /// A review without `request.uid`
    NoUid,
}

impl Diagnose for ReviewError {
    fn diagnose(&self) -> Diagnostic {
        let (message, help) = match self {
            Self::NotAReview => ("this is no admission review", "send an AdmissionReview of `admission.k8s.io/v1`"),
            Self::NoUid => ("the review has no `request.uid`", "send the review as the API server makes it"),
        };
        Diagnostic::new(Code::InvalidDocument, message).help(help)
    }
}

/// Answers a mutating admission review.
///
/// `patch` gets the object under review and gives the JSON Patch for it ([`Workload::json_patch`], without a lock: the
/// object is not stored yet), or refuses. A removal, which has no object, is let through. A refusal is answered with
/// its message and help, code 422.
///
/// [`Workload::json_patch`]: super::Workload::json_patch
pub fn review(
    review: &Serde,
    patch: impl FnOnce(&Serde) -> Result<Value, WorkloadError>,
) -> Result<Serde, ReviewError> {
    if review["apiVersion"] != "admission.k8s.io/v1" || review["kind"] != "AdmissionReview" {
        return Err(ReviewError::NotAReview);
    }
    let uid = review["request"]["uid"].as_str().ok_or(ReviewError::NoUid)?;
    let mut response = json!({"uid": uid, "allowed": true});
    let object = &review["request"]["object"];
    if !object.is_null() {
        match patch(object) {
            Ok(Value::Array(operations)) if operations.is_empty() => {}
            Ok(patch) => {
                response["patchType"] = json!("JSONPatch");
                response["patch"] = json!(STANDARD.encode(patch.to_string()));
            }
            Err(refusal) => {
                response["allowed"] = json!(false);
                response["status"] = status(&refusal.diagnose());
            }
        }
    }
    Ok(json!({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "response": response}))
}

fn status(refusal: &Diagnostic) -> Serde {
    let help = refusal.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
    json!({"status": "Failure", "code": 422, "reason": "Invalid",
           "message": format!("{}: {}{help}", refusal.code, refusal.message)})
}

/// An object of a client library as a value: kube-rs's `DynamicObject`, or a typed one.
pub fn object<T: Serialize>(object: &T) -> Result<Serde, WorkloadError> {
    serde_json::to_value(object).map_err(|error| WorkloadError::View { message: error.to_string() })
}
