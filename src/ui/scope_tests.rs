//! Tests of scopes: what may run and what runs are found in the same order.

use super::{Lens, Scoped, Scopes};
use crate::base::Zone;
use crate::store::Store;
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::{Args, Command, Cx, Effect, Info, Outcome, Prefs, TextEvent, When, World};

#[derive(Default)]
struct Page {
    bar: FilterBar,
    /// Commands run in a part, if it can be reached.
    part: Option<Vec<&'static str>>,
    own_first: bool,
    ran: Vec<&'static str>,
}

type Part = Vec<&'static str>;

const fn own(name: &'static str, run: fn(&mut Page, &Args, &mut Cx<'_>) -> Outcome) -> Command<Page> {
    Info::new(name, "").run(run)
}

const FIRST: &[Command<Page>] = &[own("page.same", |page, _, _| {
    page.ran.push("first");
    Outcome::Done
})];
const OWN: &[Command<Page>] = &[
    own("page.same", |page, _, _| {
        page.ran.push("own");
        Outcome::Done
    }),
    own("page.find", |page, _, _| {
        page.bar.open();
        Outcome::Done
    }),
];
const NAMED: &[Command<Page>] = &[own("page.named", |page, _, _| {
    page.ran.push("named");
    Outcome::Done
})];
const PART: &[Command<Part>] = &[
    Info::new("part.go", "").run(|part, _, _| {
        part.push("gone");
        Outcome::Done
    }),
    Info::new("part.left_out", "").run(|_, _, _| Outcome::Done),
];

impl Scoped for Page {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        scopes.only(
            &Lens {
                get: |page| Some(&page.bar).filter(|bar| bar.is_editing()),
                get_mut: |page| Some(&mut page.bar).filter(|bar| bar.is_editing()),
            },
            FilterBar::COMMANDS,
        );
        scopes.then_if(|page| page.own_first, FIRST);
        scopes.then(OWN);
        scopes.part_of(&Lens { get: |page| page.part.as_ref(), get_mut: |page| page.part.as_mut() }, PART, |info| {
            info.name != "part.left_out"
        });
        scopes.by_name(NAMED);
    }
}

fn run(page: &mut Page, name: &str) -> Outcome {
    let store = Store::new("main");
    let mut effects: Vec<Effect> = Vec::new();
    let world =
        World { store: &store, now: crate::ui::testing::NOW, zone: Zone::Utc, readonly: None, prefs: Prefs::default() };
    super::run(page, name, &Args::default(), &mut Cx { world, effects: &mut effects })
}

fn when(page: &Page, name: &str) -> When {
    let store = Store::new("main");
    super::when(
        page,
        name,
        &World {
            store: &store,
            now: crate::ui::testing::NOW,
            zone: Zone::Utc,
            readonly: None,
            prefs: Prefs::default(),
        },
    )
}

fn names(page: &Page) -> Vec<&'static str> {
    super::commands(page).into_iter().map(|info| info.name).collect()
}

#[test]
fn the_command_that_may_run_is_the_one_that_runs() {
    let mut page = Page { own_first: true, ..Page::default() };
    assert_eq!(when(&page, "page.same"), When::On);
    assert_eq!(run(&mut page, "page.same"), Outcome::Done);
    page.own_first = false;
    run(&mut page, "page.same");
    assert_eq!(page.ran, ["first", "own"]);
}

#[test]
fn a_part_out_of_reach_neither_shows_nor_runs_its_commands() {
    let mut page = Page::default();
    assert_eq!(names(&page), ["page.same", "page.find"]);
    assert_eq!(when(&page, "part.go"), When::Hidden);
    assert!(matches!(run(&mut page, "part.go"), Outcome::Refused(_)));
    page.part = Some(Part::new());
    assert_eq!(names(&page), ["page.same", "page.find", "part.go"], "one that is left out is not there");
    assert_eq!(run(&mut page, "part.go"), Outcome::Done);
    assert!(matches!(run(&mut page, "part.left_out"), Outcome::Refused(_)));
    assert_eq!(page.part, Some(vec!["gone"]));
}

#[test]
fn a_field_has_the_focus_alone_and_takes_the_text() {
    let mut page = Page { part: Some(Part::new()), ..Page::default() };
    assert!(!super::takes_text(&page));
    super::text(&mut page, &TextEvent::Paste("early".to_owned()));
    run(&mut page, "page.find");
    assert!(super::takes_text(&page));
    super::text(&mut page, &TextEvent::Paste("found".to_owned()));
    assert_eq!(page.bar.value(), "found", "what came before it was opened went nowhere");
    assert!(names(&page).iter().all(|name| name.starts_with("filter.")));
    assert_eq!(when(&page, "page.same"), When::Hidden);
    assert!(matches!(run(&mut page, "page.same"), Outcome::Refused(_)));
    assert_eq!(run(&mut page, "filter.accept"), Outcome::Done);
    assert_eq!(when(&page, "page.same"), When::On);
}

#[test]
fn a_command_by_name_alone_runs_without_a_place_among_the_keys() {
    let mut page = Page::default();
    assert!(!names(&page).contains(&"page.named"));
    assert_eq!(when(&page, "page.named"), When::On);
    assert_eq!(run(&mut page, "page.named"), Outcome::Done);
}

#[test]
fn every_command_is_listed_the_screens_own_first_and_the_fields_last() {
    let all: Vec<&str> = super::all_commands::<Page>().into_iter().map(|info| info.name).collect();
    assert_eq!(all[..4], ["page.same", "page.find", "page.same", "part.go"]);
    assert_eq!(all.last(), Some(&"filter.newer"));
}
