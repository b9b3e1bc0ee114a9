//! `parkade api`: one call to the service for scripts, and its answer on standard output.
//!
//! Modelled on `gh api`. The call must be in the catalogue, so that its credential, limits and rules are known. Look
//! first at [`run`]; `pages.rs` follows pages, `fields.rs` reads `-f`.

mod fields;
mod pages;

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::PathBuf;

use serde_json::{Map, Value, json};

use self::fields::{Field, Given};
use super::args::{ApiArgs, MethodArg};
use super::streams::{is_yes, needs_terminal, print, text};
use super::{Exit, Fault, Outcome};
use crate::api::limits::IMAGE_TYPES;
use crate::api::{self, Answer as Sent, Body, CATALOGUE, Call, Endpoint, PageRule, Part, Place, Service};
use crate::app::launch::Flags;
use crate::app::{Account, Calls, Launch};
use crate::base::{Untrusted, Written, clean_line, is_hidden, nearest};
use crate::client::{Failure, WriteOutcome};

/// Size of the largest file that is printed, in bytes.
const DOWNLOAD: u64 = 512 << 20;

pub fn run(args: &ApiArgs, flags: &Flags) -> Outcome {
    let usage = Fault::usage;
    let call = call(args).map_err(usage)?;
    let is_read = call.endpoint.is_read();
    if args.paginate && !(is_read && call.endpoint.page != PageRule::None) {
        return Err(usage(format!("--paginate is for lists, and {} {} is not one.", method(args), call.path)));
    }
    let launch = super::setup::launch(flags)?;
    let account = launch.account.as_ref().ok_or_else(super::setup::no_account)?;
    with_credential(account, call.endpoint)?;
    if !is_read {
        allowed(&launch, account)?;
        if !args.yes && !confirmed(&call)? {
            return Err(Fault::new(Exit::Interrupted, "Cancelled. Nothing was sent."));
        }
    }
    let calls = Calls::open(account).map_err(Fault::failure)?;
    let ended = match (call.endpoint.answer, args.paginate) {
        (Sent::Stream, _) => {
            calls.download(&call, DOWNLOAD, std::io::stdout()).map_err(|failure| failed(call.endpoint, &failure))
        }
        (Sent::Json, true) => pages::print_all(&calls, call),
        (Sent::Json, false) if is_read => {
            calls.read(&call).map_err(|failure| failed(call.endpoint, &failure)).and_then(|answer| shown(&answer.body))
        }
        (Sent::Json, false) => written(call.endpoint, calls.write(&call)),
    };
    calls.close();
    ended.map(|()| Exit::Success)
}

fn method(args: &ApiArgs) -> &'static str {
    match args.method {
        MethodArg::Get => "GET",
        MethodArg::Post => "POST",
        MethodArg::Delete => "DELETE",
    }
}

fn with_credential(account: &Account, endpoint: &Endpoint) -> Result<(), Fault> {
    match endpoint.service {
        Service::Parking => super::setup::with_token(account),
        Service::Ads if account.ads_key.is_some() => Ok(()),
        Service::Ads => {
            let name = clean_line(&account.name);
            let text = format!(
                "No ads key for the account “{name}”. Run `parkade login --ads-key --account {name}` to set one up."
            );
            Err(Fault::new(Exit::Token, text))
        }
    }
}

fn allowed(launch: &Launch, account: &Account) -> Result<(), Fault> {
    let why = launch.readonly.or(account.readonly.then_some("Read-only account (readonly in config.toml)."));
    why.map_or(Ok(()), |why| Err(Fault::new(Exit::Permission, format!("{why} Nothing was sent."))))
}

fn confirmed(call: &Call) -> Result<bool, Fault> {
    needs_terminal("use --yes to send it")?;
    let body = match &call.body {
        Body::Json(body) => format!(" with {}", clean_line(&body.to_string())),
        Body::Multipart(_) => " with a file".to_owned(),
        Body::None => String::new(),
    };
    is_yes(&format!("{} {}{body}?", call.endpoint.method.as_str(), clean_line(&call.key())))
}

/// The call that the arguments describe.
fn call(args: &ApiArgs) -> Result<Call, String> {
    let path = args.path.trim_start_matches('/');
    let path = path.strip_prefix("api/v1/").unwrap_or(path);
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let endpoint = endpoint(method(args), path)?;
    let query = url::form_urlencoded::parse(query.as_bytes());
    let mut query: Vec<(&'static str, String)> = query.map(|(name, value)| (kept(&name), value.into_owned())).collect();
    let texts = args.fields.iter().map(|given| Field::text(given));
    let fields = texts.chain(args.values.iter().map(|given| Field::value(given))).collect::<Result<Vec<_>, _>>()?;
    let (mut body, mut parts) = (Map::new(), Vec::new());
    for Field { name, given } in fields {
        let place = endpoint.params.iter().find(|param| param.name == name).map(|param| param.place);
        let in_query = endpoint.is_read() || args.input.is_some() || place == Some(Place::Query);
        match given {
            Given::File(path) if place == Some(Place::Multipart) => parts.push(file(&name, &path)),
            Given::File(path) => {
                let text = text(&path)?;
                if in_query { query.push((kept(&name), text)) } else { fields::put(&mut body, &name, text.into())? }
            }
            Given::Value(value) if in_query => {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                query.push((kept(&name), text));
            }
            Given::Value(value) => fields::put(&mut body, &name, value)?,
        }
    }
    let body = match &args.input {
        Some(path) => Body::Json(serde_json::from_str(&text(path)?).map_err(|error| {
            format!("{} is not JSON (line {}, column {}).", clean_line(path), error.line(), error.column())
        })?),
        None if !parts.is_empty() => {
            parts.extend(body.into_iter().map(|(name, value)| Part::Field {
                name: kept(&name),
                value: value.as_str().map_or_else(|| value.to_string(), str::to_owned),
            }));
            Body::Multipart(parts)
        }
        None if body.is_empty() => Body::None,
        None => Body::Json(body.into()),
    };
    Ok(Call { endpoint, path: path.to_owned(), query, body })
}

/// Name for a call, leaked so that it lives as long as the program, which sends only one call.
fn kept(name: &str) -> &'static str {
    name.to_owned().leak()
}

fn endpoint(method: &str, path: &str) -> Result<&'static Endpoint, String> {
    if let Some((endpoint, _)) = api::endpoint_at(method, path) {
        return Ok(endpoint);
    }
    let others = CATALOGUE.iter().filter(|endpoint| endpoint.places(path).is_some());
    let others: Vec<&str> = others.map(|endpoint| endpoint.method.as_str()).collect();
    let path = clean_line(path);
    if !others.is_empty() {
        return Err(format!("{path} takes {}, not {method}.", others.join(" and ")));
    }
    let known = CATALOGUE.iter().filter(|endpoint| endpoint.method.as_str() == method).map(|endpoint| endpoint.path);
    let meant = nearest(&path, known).map(|path| format!(" Did you mean {path}?")).unwrap_or_default();
    Err(format!("The API has no {method} {path}.{meant}"))
}

/// A file as a part of the call.
fn file(name: &str, path: &str) -> Part {
    let path = PathBuf::from(path);
    let file_name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let of_image = IMAGE_TYPES.iter().find(|(known, _)| *known == ending).map(|(_, kind)| *kind);
    let content_type = of_image.unwrap_or(if ending == "csv" { "text/csv" } else { "application/octet-stream" });
    Part::File { name: kept(name), path, file_name, content_type, written: Written::default(), digest: None }
}

/// Prints JSON as the service sent it, indented on a terminal.
fn shown(body: &[u8]) -> Result<(), Fault> {
    let value: Value = serde_json::from_slice(body)
        .map_err(|_| Fault::failure("The service answered with something that is not JSON."))?;
    let text =
        if std::io::stdout().is_terminal() { serde_json::to_string_pretty(&value) } else { Ok(value.to_string()) };
    let text = text.map_err(|error| Fault::failure(error.to_string()))?;
    print(&format!("{}\n", plain(&text))).map(|_| ())
}

/// JSON with every character escaped that could control a terminal.
fn plain(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        if c == '\n' || !is_hidden(u32::from(c)) {
            text.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(text, "\\u{unit:04x}");
        }
    }
    text
}

fn fault_of(endpoint: &Endpoint, what: &str, failure: &Failure) -> Fault {
    match endpoint.service {
        Service::Parking => Fault::of(what, failure),
        Service::Ads => Fault::of_ads(what, failure),
    }
}

/// Failure for a refusal of the service; its error list is printed as JSON, too.
fn failed(endpoint: &Endpoint, failure: &Failure) -> Fault {
    let error = |error: &crate::client::ServiceError| {
        let field = error.field.as_ref().map(Untrusted::raw);
        json!({ "code": error.code.raw(), "message": error.message.raw(), "field": field })
    };
    let errors: Vec<Value> = failure.errors.iter().map(error).collect();
    if !errors.is_empty() {
        let _ = print(&format!("{}\n", plain(&json!({ "errors": errors }).to_string())));
    }
    // The sentence has the first message, with the field it is about.
    let told = failure.errors.iter().find(|error| !error.message.is_blank());
    let field = told.and_then(|error| error.field.as_ref()).map(|field| clean_line(field.raw()));
    let what = field.map_or_else(|| "Refused".to_owned(), |field| format!("Refused ({field})"));
    fault_of(endpoint, &what, failure)
}

fn written(endpoint: &Endpoint, outcome: WriteOutcome) -> Result<(), Fault> {
    match outcome {
        WriteOutcome::Applied(answer) if answer.body.trim_ascii().is_empty() => Ok(()),
        WriteOutcome::Applied(answer) => shown(&answer.body),
        WriteOutcome::Refused(failure) => Err(failed(endpoint, &failure)),
        WriteOutcome::NotSent(failure) => Err(fault_of(endpoint, "Not sent", &failure)),
        WriteOutcome::Unknown(failure) => {
            let mut fault = Fault::of("Sent, and it is not known whether it was done", &failure);
            fault.message.push_str(" Read it before you send it again.");
            Err(fault)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn control_characters_are_spelled_out_and_the_json_reads_the_same() {
        let json = "{\"a\":\"caf\u{e9} \u{9b}2J \u{202e}x \u{1f600}\"}";
        let printed = plain(json);
        assert!(printed.contains("caf\u{e9} \\u009b2J \\u202ex"), "{printed}");
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
        assert_eq!(read(&printed), read(json));
    }
}
