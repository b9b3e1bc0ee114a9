use std::collections::BTreeSet;

use serde_json::json;

use super::inquiries::{BulkFilter, DeliveryFilter, InquiryFilter, Status, Visibility};
use super::*;
use crate::base::{DomainName, Id, Written};

#[test]
fn the_catalogue_has_every_documented_call() {
    let parking: Vec<_> = CATALOGUE.iter().filter(|call| call.service == Service::Parking).collect();
    assert_eq!(parking.len(), 63);
    assert_eq!(CATALOGUE.len() - parking.len(), 6);
    let names: BTreeSet<_> = CATALOGUE.iter().map(|call| call.name).collect();
    assert_eq!(names.len(), CATALOGUE.len());
    let routes: BTreeSet<_> = CATALOGUE.iter().map(|call| (call.method.as_str(), call.path)).collect();
    assert_eq!(routes.len(), CATALOGUE.len());
}

#[test]
fn every_placeholder_is_a_parameter_and_the_other_way_round() {
    for call in CATALOGUE {
        let open: BTreeSet<_> =
            call.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect();
        let path: BTreeSet<_> =
            call.params.iter().filter(|param| param.place == Place::Path).map(|param| param.name).collect();
        assert_eq!(open, path, "{}", call.name);
        let names: BTreeSet<_> = call.params.iter().map(|param| param.name).collect();
        assert_eq!(names.len(), call.params.len(), "{}", call.name);
        assert!(!call.summary.is_empty() && !call.summary.starts_with(' '), "{}", call.name);
        let paged = names.contains("page");
        assert_eq!(paged, call.page != PageRule::None, "{}", call.name);
        assert_eq!(names.contains("per_page"), matches!(call.page, PageRule::UpTo(_)), "{}", call.name);
    }
}

#[test]
fn exactly_the_documented_abilities_are_used() {
    let mut used = BTreeSet::new();
    let mut scopes = BTreeSet::new();
    for call in CATALOGUE {
        match call.needs {
            Needs::One(ability) => {
                used.insert(ability);
            }
            Needs::PerAction { actions, with_all } => {
                used.extend(actions.iter().map(|(_, ability)| *ability));
                used.insert(with_all);
            }
            Needs::PerScope(list) => used.extend(list.iter().map(|(_, ability)| *ability)),
            Needs::Scope(scope) => {
                scopes.insert(scope);
            }
            Needs::NotShown => assert_eq!(call.service, Service::Ads, "{}", call.name),
        }
    }
    assert_eq!(abilities::ALL.len(), 54);
    assert_eq!(used, abilities::ALL.iter().copied().collect());
    assert_eq!(scopes, abilities::SCOPES.iter().copied().collect());
}

#[test]
fn reads_are_gets_and_what_a_write_touches_some_read_is_about() {
    for call in CATALOGUE {
        assert_eq!(call.is_read(), call.method == Method::Get, "{}", call.name);
        assert_eq!(call.touches.is_empty(), call.is_read(), "{}", call.name);
    }
    for call in CATALOGUE {
        for touched in call.touches {
            let is_read = CATALOGUE.iter().any(|read| read.is_read() && read.about.contains(touched));
            assert!(is_read, "no read is about {touched:?}, which {} touches", call.name);
        }
    }
    let bulk: Vec<_> = inquiries::BulkAction::ALL.iter().map(|action| action.as_str()).collect();
    let Needs::PerAction { actions, .. } = inquiries::Bulk::ENDPOINT.needs else { panic!("per action") };
    assert_eq!(actions.iter().map(|(name, _)| *name).collect::<Vec<_>>(), bulk);
}

#[test]
fn a_list_sends_what_differs_from_the_defaults() {
    let filter = InquiryFilter {
        domain: DomainName::parse("example.com").ok(),
        status: Status::All,
        delivery: DeliveryFilter::Unsent,
        unsent_reasons: vec![inquiries::UnsentReason::Other, inquiries::UnsentReason::BelowMinOffer],
        starred: true,
        ..InquiryFilter::default()
    };
    assert_eq!(
        inquiries::List { filter, page: Page::new(3, 100) }.call().key(),
        "parking/inquiries?domain=example.com&status=all&delivery=unsent&unsent_reasons=other,below_min_offer\
         &starred=1&page=3&per_page=100"
    );
}

#[test]
fn a_list_is_read_back_from_its_call() {
    let all = inquiries::List {
        filter: InquiryFilter {
            domain: DomainName::parse("bücher.example").ok(),
            status: Status::Unconfirmed,
            delivery: DeliveryFilter::Unsent,
            unsent_reasons: inquiries::UnsentReason::ALL.to_vec(),
            flow_items: true,
            order: inquiries::Order::Offer,
            visibility: Visibility::Removed,
            unread: true,
            starred: true,
            spam_risk: inquiries::RiskFilter::NotHigh,
            rows: inquiries::Rows::Compact,
        },
        page: Page::new(7, 20),
    };
    let plain = inquiries::List { filter: InquiryFilter::default(), page: Page::default() };
    for list in [all, plain] {
        assert_eq!(inquiries::List::of_call(&list.call()), list);
    }
}

#[test]
fn a_name_stays_in_the_query_of_a_write_with_a_body() {
    let mut settings = Changes::new();
    settings.insert("bin_price".into(), json!(null));
    let name = DomainName::parse("example.com").expect("a name");
    let call = domains::SaveSettings { name, settings }.call();
    assert_eq!(call.query, [("name", "example.com".to_owned())]);
    assert_eq!(call.body, Body::Json(json!({"settings": {"bin_price": null}})));
}

#[test]
fn a_patch_is_left_out_null_or_a_value() {
    let save = |public_name| {
        let request = portfolio::Save { enabled: Some(false), host_domain: Patch::Keep, public_name, portfolio: None };
        request.call().body
    };
    assert_eq!(save(Patch::Keep), Body::Json(json!({"enabled": false})));
    assert_eq!(save(Patch::Clear), Body::Json(json!({"enabled": false, "public_name": null})));
    assert_eq!(save(Patch::Set("ada".into())), Body::Json(json!({"enabled": false, "public_name": "ada"})));
}

#[test]
fn a_bulk_call_sends_every_filter() {
    let filter = InquiryFilter { visibility: Visibility::Archived, ..InquiryFilter::default() };
    let everything = inquiries::Bulk {
        action: inquiries::BulkAction::MarkRead,
        ids: None,
        everything: Some(true),
        exclude: Some(vec![Id::new(4)]),
        filter: BulkFilter::from(&filter),
    };
    assert_eq!(
        everything.call().body,
        Body::Json(json!({
            "action": "mark_read", "all": true, "exclude": [4], "status": "confirmed", "delivery": "all",
            "visibility": "archived", "spam_risk": "all",
        }))
    );
}

#[test]
fn an_image_travels_as_a_file_or_as_a_link() {
    let upload = Upload {
        path: "a.png".into(),
        file_name: "a.png".into(),
        content_type: "image/png",
        written: Written::default(),
        digest: None,
    };
    let Body::Multipart(parts) = (images::Add { image: images::NewImage::File(upload) }).call().body else {
        panic!("multipart")
    };
    assert_eq!(parts.len(), 1);
    let link = images::Add { image: images::NewImage::Link("https://a.test/b.png".into()) };
    assert_eq!(link.call().body, Body::Json(json!({"url": "https://a.test/b.png"})));
}

#[test]
fn calls_without_parameters_have_no_body_and_fill_their_path() {
    let call = inquiries::Star { id: Id::new(17) }.call();
    assert_eq!((call.path.as_str(), call.body), ("parking/inquiry/17/star", Body::None));
    assert_eq!(emails::Get { id: "a/../b".into() }.call().path, "parking/email/a%2F..%2Fb");
}

/// Documents, each with the headings under which it describes endpoints.
const DOCUMENTS: [(&str, &[&str]); 3] = [
    ("Parking API, part 1", &["Domains", "Imports", "Exports", "Images", "Ignored senders", "Nameservers"]),
    (
        "Parking API, part 2",
        &["Catchall mail", "Inquiries", "Insights", "Portfolio", "Seller profile", "Account settings and history"],
    ),
    ("Dynamic ads API", &["Endpoints"]),
];

#[test]
fn every_endpoint_names_its_document_and_heading() {
    for endpoint in CATALOGUE {
        let place = endpoint.documented.trim_end_matches('.').split_once(": ");
        let known = place.is_some_and(|(document, heading)| {
            DOCUMENTS.iter().any(|(title, headings)| *title == document && headings.contains(&heading))
        });
        assert!(known, "{}: {}", endpoint.name, endpoint.documented);
    }
}
