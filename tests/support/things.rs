//! Calls of an invented resource, for the tests of the client: inside the crate over a script, outside it over sockets.
//! Whoever includes this file has the crate's `api` in scope.
#![allow(dead_code, reason = "every test binary uses a part of this")]

use super::api::{Answer, Body, Call, Endpoint, Method, Needs, PageRule, Resend, Service, Standing};

pub const READ: Endpoint = Endpoint {
    name: "things.list",
    summary: "",
    documented: "",
    service: Service::Parking,
    method: Method::Get,
    path: "parking/things",
    params: &[],
    needs: Needs::NotShown,
    resend: Resend::Read,
    about: &[],
    touches: &[],
    page: PageRule::None,
    answer: Answer::Json,
    standing: Standing::Documented,
};

pub static LIST: Endpoint = READ;
pub static SAVE: Endpoint = Endpoint { name: "things.save", method: Method::Post, resend: Resend::ByUser, ..READ };
pub static FILE_LIST: Endpoint = Endpoint { name: "files.list", ..READ };
pub static FILE: Endpoint = Endpoint { name: "things.file", answer: Answer::Stream, ..READ };
pub static ADS: Endpoint = Endpoint { name: "ads.list", service: Service::Ads, ..READ };

/// The call of an endpoint about one thing of that name.
pub fn call_about(endpoint: &'static Endpoint, name: &str) -> Call {
    Call { endpoint, path: endpoint.path.to_owned(), query: vec![("name", name.to_owned())], body: Body::None }
}
