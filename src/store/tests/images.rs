//! Images: uploads, their lost answers, images shown before the answer, and settings that use an image.

use std::path::PathBuf;

use super::*;
use crate::api::images::{Add, List, Remove};
use crate::api::types::Image;
use crate::api::{Body, portfolio, settings};
use crate::sheets::picture::ImageFile;
use crate::store::shown;
use crate::store::subject::Value;
use crate::store::writes::intent::{AddImage, RemoveImage};
use crate::store::{ImageKey, ImageUses, ShownImage, images_page};

fn file() -> AddImage {
    let file_name = "logo.png".to_owned();
    let (path, kind) = (PathBuf::from("/home/anna/logo.png"), "png".to_owned());
    AddImage::File(ImageFile { path, file_name, kind, bytes: 8, digest: "d".to_owned() })
}

fn link() -> AddImage {
    AddImage::Link("https://x.example/a.png".to_owned())
}

fn image(id: i64, kind: &str, url: &str) -> String {
    format!(r#"{{"image_id":{id},"type":"{kind}","url":"{url}","date_added":5}}"#)
}

fn images(rows: &[String]) -> Vec<Image> {
    rows.iter().map(|row| Row::from_raw(row).expect("an image").value).collect()
}

fn tell<R: Request>(store: &mut Store, request: &R, body: &str) {
    let call = request.call();
    let key = call.key();
    let generation = store.generation(&key) + 1;
    store.mark_loading(&key, generation);
    let value = R::decode(body.as_bytes()).expect("an answer of the test");
    store.accept(Reply { key, generation, call, at: Timestamp(1), body: None, result: Ok(Arc::new(value)) });
}

fn list(store: &mut Store, rows: &[String]) {
    let pages = format!(r#""pagination":{{"page":1,"per_page":200,"total":{}}}"#, rows.len());
    tell(store, &images_page(1), &format!(r#"{{"images":[{}],{pages}}}"#, rows.join(",")));
}

/// Takes in a list of these images, then sends the next batch.
fn send(store: &mut Store, upload: bool, known: &[String], at: i64) -> Batch {
    let batch = store.next_batch(upload).expect("something to send");
    let (batch, _) = store.looked(&batch, &[Found::Images(images(known))], Timestamp(at));
    for (entry, targets) in batch.entries() {
        store.begin_send(entry, &targets, Timestamp(at), Box::new(|_| {}));
    }
    batch
}

fn keys(store: &Store) -> Vec<ImageKey> {
    shown::images::all(store).iter().map(|image| image.key).collect()
}

#[test]
fn a_file_goes_out_as_a_form_and_is_shown_from_the_moment_it_is_confirmed() {
    let mut store = store_with(&rows([1]));
    let before = [image(611, "hosted", "https://i.example/611.svg")];
    list(&mut store, &before);
    let old = ImageKey::Listed(Id::new(611));
    let entry = store.plan(file().into(), Timestamp(1)).expect("planned");
    assert_eq!(keys(&store), [ImageKey::Adding(entry), old]);
    let batch = send(&mut store, true, &before, 2);
    let call = store.call(&batch).expect("a call");
    assert_eq!(call.endpoint, Add::ENDPOINT);
    let Body::Multipart(parts) = &call.body else { panic!("{call:?}") };
    let part = format!("{:?}", parts[0]);
    assert!(part.contains("image/png") && part.contains("logo.png"), "{part}");
    let made = image(613, "hosted", "https://i.example/613.png");
    store.answered(&batch, format!(r#"{{"image":{made}}}"#).as_bytes(), Timestamp(3));
    store.stale(Add::ENDPOINT.touches);
    let new = ImageKey::Listed(Id::new(613));
    assert_eq!(keys(&store), [new, old], "the list was not read again yet");
    let shown = &shown::images::all(&store)[0];
    assert_eq!(
        (shown.link(), shown.date),
        (Some("https://i.example/613.png"), Some(Timestamp(5))),
        "the answer tells it"
    );
    assert_eq!(shown::images::file(new, &store), Some(std::path::Path::new("/home/anna/logo.png")));
    assert_eq!(headline(&store, entry), "logo.png added as image 613");
    list(&mut store, &[made, before[0].clone()]);
    assert_eq!(keys(&store), [new, old]);
}

#[test]
fn a_lost_answer_about_an_image_is_found_in_the_list_and_sent_once_more_where_it_is_not() {
    for (adds, upload) in [(file(), true), (link(), false)] {
        for there in [true, false] {
            let mut store = store_with(&rows([1]));
            let before = [image(611, "hosted", "https://i.example/611.svg")];
            let entry = store.plan(adds.clone().into(), Timestamp(0)).expect("planned");
            let batch = send(&mut store, upload, &before, 0);
            store.settle_batch(&batch, &WriteStep::Unknown(failure(FailureKind::Broken)), Timestamp(0));
            let kind = if upload { "hosted" } else { "external" };
            let mut read = before.to_vec();
            read.extend(there.then(|| image(700, kind, "https://x.example/a.png")));
            while let Some(at) = store.next_reading() {
                let [writes::Ask { check, probe: Probe::Images }] = store.readings_due(at)[..] else {
                    panic!("the list")
                };
                store.begin_reading(check, at);
                store.reading(check, &Found::Images(images(&read)), 0, at);
            }
            let kept = &store.journal().get(entry).expect("an entry").targets[0];
            let expected = if there { (State::SettledApplied, Some(700)) } else { (State::Planned, None) };
            assert_eq!((kept.state, kept.made), expected, "{adds:?}");
        }
    }
}

#[test]
fn a_cancelled_upload_is_looked_for_and_never_sent_again() {
    for (adds, upload) in [(file(), true), (link(), false)] {
        let mut store = store_with(&rows([1]));
        let entry = store.plan(adds.into(), Timestamp(0)).expect("planned");
        let batch = send(&mut store, upload, &[], 0);
        store.settle_batch(&batch, &WriteStep::Unknown(failure(FailureKind::Cancelled)), Timestamp(0));
        let mut readings = 0;
        for again in [false, true] {
            if again {
                assert_eq!(store.check_again(entry, Timestamp(900)), 0, "it is known");
            }
            while let Some(at) = store.next_reading() {
                let [writes::Ask { check, .. }] = store.readings_due(at)[..] else { panic!("the list") };
                store.begin_reading(check, at);
                let learnt = store.reading(check, &Found::Images(Vec::new()), 0, at);
                assert_eq!(learnt.again, []);
                readings += 1;
            }
        }
        assert!(readings > 1, "{readings}");
        let kept = &store.journal().get(entry).expect("an entry").targets[0];
        assert_eq!(kept.state, State::SettledNotApplied);
        assert!(kept.evidence.to_lowercase().contains("cancelled"), "{}", kept.evidence);
        assert_eq!(store.next_batch(upload), None);
    }
}

#[test]
fn a_link_the_account_has_already_is_not_sent() {
    let mut store = store_with(&rows([1]));
    let entry = store.plan(link().into(), Timestamp(0)).expect("planned");
    let batch = send(&mut store, false, &[image(5, "external", "https://x.example/a.png")], 0);
    assert!(batch.targets.is_empty(), "{batch:?}");
    assert_eq!(store.journal().get(entry).expect("an entry").targets[0].state, State::SettledApplied);
}

#[test]
fn a_file_that_changed_after_it_was_checked_is_not_sent() {
    let mut store = store_with(&rows([1]));
    store.plan(file().into(), Timestamp(0)).expect("planned");
    let batch = store.next_batch(true).expect("something to send");
    let found = [Found::Images(Vec::new()), Found::File(Some("another".to_owned()))];
    let (batch, said) = store.looked(&batch, &found, Timestamp(0));
    assert!(batch.targets.is_empty(), "{batch:?}");
    assert!(said.is_some_and(|said| said.contains("changed after it was checked")));
}

#[test]
fn a_second_file_waits_until_the_fate_of_the_first_is_known() {
    let mut store = store_with(&rows([1]));
    let AddImage::File(first) = file() else { panic!("a file") };
    let second = AddImage::File(ImageFile { file_name: "b.png".to_owned(), digest: "e".to_owned(), ..first });
    store.plan(file().into(), Timestamp(0)).expect("planned");
    store.plan(second.clone().into(), Timestamp(0)).expect("planned");
    let batch = send(&mut store, true, &[], 0);
    store.settle_batch(&batch, &WriteStep::Unknown(failure(FailureKind::Broken)), Timestamp(0));
    assert_eq!(store.next_batch(true), None, "an image newer than those there were must be the first one's");
    let why = store.plan(second.into(), Timestamp(0)).expect_err("it waits");
    assert_eq!(why.why(), "Still checking whether logo.png was added; try again in a moment.");
}

#[test]
fn an_image_is_removed_by_its_number_and_one_that_is_gone_counts_as_removed() {
    let mut store = store_with(&rows([1]));
    let before = [image(612, "hosted", "https://i.example/612.png"), image(611, "hosted", "https://i.example/611.svg")];
    list(&mut store, &before);
    let entry = store.plan(RemoveImage { images: vec![Id::new(612)] }.into(), Timestamp(1)).expect("planned");
    let leaving = |store: &Store| shown::images::all(store).iter().map(|row| row.leaving).collect::<Vec<_>>();
    assert_eq!(leaving(&store), [true, false]);
    let batch = send(&mut store, false, &[], 2);
    assert_eq!(store.call(&batch).expect("a call").endpoint, Remove::ENDPOINT);
    store.settle_batch(&batch, &WriteStep::Unknown(failure(FailureKind::Broken)), Timestamp(2));
    while let Some(at) = store.next_reading() {
        let [writes::Ask { check, .. }] = store.readings_due(at)[..] else { panic!("one") };
        store.begin_reading(check, at);
        store.reading(check, &Found::Images(images(&before[1..])), 0, at);
    }
    assert_eq!(store.journal().get(entry).expect("an entry").targets[0].state, State::SettledApplied);
    assert_eq!(shown::images::all(&store).iter().filter_map(ShownImage::id).map(Id::get).collect::<Vec<_>>(), [611]);
}

#[test]
fn the_uses_of_an_image_are_whole_only_once_every_setting_was_read() {
    let mut store = store_with(&rows([1]));
    assert_eq!(
        (shown::images::uses(&store), shown::images::covers_with(Id::new(7), &store)),
        ((std::collections::HashMap::new(), false), None)
    );
    let covers = r#"{"value":{"images":[{"id":611}]},"source":"account"}"#;
    tell(&mut store, &settings::Get {}, &format!(r#"{{"settings":{{"cover_images":{covers}}}}}"#));
    let (uses, looked) = shown::images::uses(&store);
    assert!(!looked, "the settings of domains were not read");
    assert_eq!(uses[&611], ImageUses { account: true, ..ImageUses::default() });
    let before: Value = serde_json::from_str(r#"{"images":[{"id":611}]}"#).expect("a value");
    assert_eq!(shown::images::covers_with(Id::new(7), &store), Some((before.clone(), vec![611, 7])));
    assert_eq!(shown::images::covers_with(Id::new(611), &store), Some((before, vec![])));
}

#[test]
fn an_image_the_portfolio_site_shows_is_in_use() {
    let mut store = store_with(&rows([1]));
    list(&mut store, &[image(612, "hosted", "https://i.example/612.png"), image(611, "hosted", "https://i.example/6")]);
    tell(&mut store, &portfolio::Get {}, r#"{"portfolio":{"enabled":true,"logo_image":611,"rows":612}}"#);
    let uses: Vec<_> = shown::images::all(&store).into_iter().map(|row| row.uses.value().cloned()).collect();
    assert_eq!(uses, [None, Some(ImageUses { site: Some(true), ..ImageUses::default() })]);
}

#[test]
fn a_list_of_several_pages_is_whole_once_the_last_was_read() {
    let mut store = store_with(&rows([1]));
    let page = |number: u32, id: i64| {
        let pages = format!(r#""pagination":{{"page":{number},"per_page":200,"total":201}}"#);
        format!(r#"{{"images":[{}],{pages}}}"#, image(id, "hosted", "https://i.example/x.png"))
    };
    tell(&mut store, &images_page(1), &page(1, 9));
    assert!(shown::images::listed(&store).next == Some(2));
    tell(&mut store, &List { page: crate::api::Page::new(2, 200) }, &page(2, 8));
    assert!(shown::images::listed(&store).next.is_none());
    assert_eq!(keys(&store).len(), 2);
}
