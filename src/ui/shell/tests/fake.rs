//! Two small screens that use every part of `ui`.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::store::{Known, Wants};
use crate::ui::testing::{Case, Story};
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::table::{CellText, Column, Empty, Rows, Table};
use crate::ui::widgets::tabs::{Tab, TopLine};
use crate::ui::{
    Args, Command, Confirm, Cx, Effect, Facts, Info, Level, Look, Outcome, Screen, ScreenDef, ScreenId, TextEvent,
    Tone, When, World, infos, run_in, when_in,
};

pub static SCREENS: &[ScreenDef] = &[
    ScreenDef {
        id: "home",
        key: '1',
        title: "Home",
        also: &[],
        tab: None,
        badge: None,
        badge_cells: 0,
        reads: None,
        make: || Box::new(Fake::new("home")),
    },
    ScreenDef {
        id: "inbox",
        key: '2',
        title: "Inbox",
        also: &[],
        tab: None,
        badge: Some(|_| Some(Known::Is(12))),
        badge_cells: 5,
        reads: None,
        make: || Box::new(Fake::new("inbox")),
    },
];

static COLUMNS: &[Column] = &[
    Column { id: "name", title: "name", min: 10, max: 20, sort: Some(false), ..Column::BASE },
    Column { id: "size", title: "size", min: 6, max: 8, sort: Some(true), ..Column::BASE },
];

pub struct Fake {
    id: ScreenId,
    table: Table<i64>,
    filter: FilterBar,
}

struct Cells;
impl Rows<i64> for Cells {
    fn cell(&self, key: &i64, _: &str) -> CellText<'_> {
        format!("row {key}").into()
    }
}

const fn act(
    name: &'static str,
    keys: &'static [&'static str],
    level: Level,
    run: fn(&mut Fake, &Args, &mut Cx<'_>) -> Outcome,
) -> Command<Fake> {
    Info::new(name, "Does something to messages").footer(3, keys, "act").level(level).run(run)
}

static COMMANDS: &[Command<Fake>] = &[
    act("inbox.archive", &["a"], Level::Undo, |fake, _, cx| {
        cx.done(Effect::Copy { what: "archived", text: format!("{:?}", fake.table.targets().ids) })
    }),
    act("inbox.remove", &["d"], Level::Ask, |fake, _, cx| {
        let ids = fake.table.targets().ids;
        cx.confirm(Confirm {
            count: ids.len(),
            samples: vec!["solarpark.de".to_owned()],
            consequence: "They leave every list.".to_owned(),
            ..Confirm::new(
                format!("Remove {} messages", ids.len()),
                "remove them",
                vec![Effect::Copy { what: "removed", text: format!("{ids:?}") }],
            )
        })
    }),
    act("inbox.permanent", &["X"], Level::Permanent, |_, _, cx| {
        cx.confirm(Confirm {
            level: Level::Permanent,
            name: Some("ns1.example".to_owned()),
            ..Confirm::new(
                "Give up ns1.example",
                "give it up",
                vec![Effect::Copy { what: "gone", text: String::new() }],
            )
        })
    }),
    act("inbox.again", &["A"], Level::Ask, |_, _, cx| {
        // A question whose yes asks again, as no screen should: a held key must not answer both.
        let inner = Confirm::new("Second", "do it", vec![Effect::Copy { what: "second", text: String::new() }]);
        cx.confirm(Confirm::new("First", "do it", vec![Effect::Confirm(Box::new(inner))]))
    }),
    Info::new("inbox.browse", "Opens an address").footer(3, &["o"], "act").args("[address]").run(|_, args, cx| {
        let address = if args.text.is_empty() { "https://рау.example/x" } else { &args.text };
        cx.done(Effect::OpenUrl(address.to_owned()))
    }),
    act("inbox.filter", &["/"], Level::None, |fake, _, _| {
        fake.filter.open();
        Outcome::Done
    }),
    act("inbox.say", &["S"], Level::None, |_, args, cx| {
        cx.toast(Tone::Info, format!("{:?} {:?}", args.words, args.options));
        Outcome::Done
    }),
    Info::new("inbox.never", "Never works")
        .keys(&["N"])
        .run_if(|_, _| When::Off("Not before tomorrow.".to_owned()), |_, _, _| Outcome::Done),
    Info::new("inbox.domain", "Its domain")
        .keys(&["g d"])
        .run(|_, _, cx| cx.done(Effect::Open("home", Args::default()))),
    Info::new("inbox.esc", "Take back filter or marks").keys(&["esc"]).run_if(
        |fake, _| {
            if fake.filter.value().is_empty() && fake.table.marked() == 0 { When::Hidden } else { When::On }
        },
        |fake, _, _| {
            let _ = fake.filter.clear() || fake.table.clear_marks();
            Outcome::Done
        },
    ),
];

impl Fake {
    fn new(id: ScreenId) -> Self {
        let mut table = Table::new(COLUMNS);
        table.set_ids((0..300).collect());
        Self { id, table, filter: FilterBar::default() }
    }
}

impl Screen for Fake {
    fn id(&self) -> ScreenId {
        self.id
    }
    fn sync(&mut self, _: &World<'_>) {}
    fn wants(&self, _: &World<'_>, _: &mut Wants) {}
    fn commands(&self) -> Vec<&'static Info> {
        if self.filter.is_editing() {
            return infos(FilterBar::COMMANDS).collect();
        }
        infos(COMMANDS).chain(infos(Table::<i64>::COMMANDS)).collect()
    }
    fn all_commands(&self) -> Vec<&'static Info> {
        infos(COMMANDS).chain(infos(Table::<i64>::COMMANDS)).chain(infos(FilterBar::COMMANDS)).collect()
    }
    fn when(&self, name: &str, world: &World<'_>) -> When {
        when_in(COMMANDS, name, self, world)
            .or_else(|| when_in(Table::COMMANDS, name, &self.table, world))
            .or_else(|| when_in(FilterBar::COMMANDS, name, &self.filter, world))
            .unwrap_or(When::Hidden)
    }
    fn run(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        run_in(COMMANDS, name, self, args, cx)
            .or_else(|| run_in(Table::COMMANDS, name, &mut self.table, args, cx))
            .or_else(|| run_in(FilterBar::COMMANDS, name, &mut self.filter, args, cx))
            .unwrap_or(Outcome::Done)
    }
    fn open(&mut self, args: &Args, _: &mut Cx<'_>) -> Outcome {
        if !args.text.is_empty() {
            self.filter.set(&args.text);
        }
        Outcome::Done
    }
    fn takes_text(&self) -> bool {
        self.filter.is_editing()
    }
    fn text(&mut self, input: &TextEvent, _: &mut Cx<'_>) {
        self.filter.text(input);
    }
    fn complete(&self, name: &str, _: &[String], _: &World<'_>) -> Vec<String> {
        self.table.complete(name)
    }
    fn note(&self, _: &World<'_>) -> Option<String> {
        self.table.marks_note()
    }
    fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        let tabs = [Tab::new("Active", Some(300)), Tab::new("All", None)];
        let marks = self.table.marks_words();
        TopLine { tabs: &tabs, current: 0, filter: Some(&self.filter), note: "newest", marks, ..TopLine::default() }
            .render(look, area, buf);
        let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        self.table.render(&Cells, &Empty::default(), look, body, buf, facts);
    }
    fn drawn(&mut self, facts: &Facts) {
        self.table.drawn(facts.list_rows);
    }
}

/// Story that starts in the inbox.
pub fn story() -> Story {
    let mut story = Story::new(SCREENS);
    story.open("inbox", "");
    story
}

/// Copied texts, by which these screens report what they did.
pub fn copied(effects: Vec<Effect>) -> Vec<(&'static str, String)> {
    effects
        .into_iter()
        .filter_map(|effect| if let Effect::Copy { what, text } = effect { Some((what, text)) } else { None })
        .collect()
}

#[test]
fn a_small_screen_passes_the_conformance_matrix() {
    let cases: Vec<Case> = ["loading", "empty", "one", "full", "error", "forbidden", "stale", "offline"]
        .map(|name| Case { name, set_up: |_| {} })
        .into();
    let wrong = crate::ui::testing::conformance(SCREENS, "inbox", &cases);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let wrong = crate::ui::testing::conformance(SCREENS, "inbox", &[]);
    assert!(wrong.iter().any(|problem| problem.contains("loading")), "a missing state is noticed");
}

/// Proves R-78.
#[test]
fn random_keys_break_no_rule_of_the_shell() {
    for seed in 0..4 {
        crate::ui::testing::monkey(story(), seed, 600).unwrap_or_else(|problem| panic!("{problem}"));
    }
}
