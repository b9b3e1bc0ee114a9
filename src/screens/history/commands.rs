//! The verbs of the history.

use super::screen::History;
use crate::api::settings;
use crate::base::DomainName;
use crate::store::shown::versions::{of_account, of_domain};
use crate::ui::list::verbs;
use crate::ui::{Command, Cx, Info, Level, Outcome, Role, Sheet, When, World};

fn with_prices(screen: &History, _: &World<'_>) -> When {
    match (screen.prices(), screen.current().and_then(|row| row.of.name())) {
        (Some(_), _) => When::On,
        (None, Some(name)) => When::Off(format!("The BIN price of {} never changed.", name.unicode())),
        (None, None) => When::Off("Choose a version of a domain; + adds a domain.".to_owned()),
    }
}

/// True when a change after the versions were read may have made a newer one.
fn is_old(screen: &History, world: &World<'_>) -> bool {
    let of_domains = screen.names().iter().any(|name| world.store.query(&of_domain(name, 1)).stale);
    of_domains || world.store.query(&of_account(1)).stale
}

fn can_undo(screen: &History, world: &World<'_>) -> When {
    match screen.current() {
        None => When::Off("No version here.".to_owned()),
        Some(row) if !row.can_undo => When::Off("There is nothing before this version to go back to.".to_owned()),
        Some(row) if row.scope.is_some() => When::Off(
            "This version belongs to a part of the account Parkade cannot change; undo it on the service’s site."
                .to_owned(),
        ),
        Some(_) if is_old(screen, world) => When::Off("The history is being read again.".to_owned()),
        Some(row) => {
            let ability = crate::store::Intent::from(row.undo(world.store)).ability();
            let session = world.store.session();
            let lacks = ability.filter(|ability| session.is_missing(*ability));
            lacks.map_or(When::On, |ability| When::Off(session.lacks_words(ability)))
        }
    }
}

/// All verbs of the screen.
pub const COMMANDS: &[Command<History>] = &[
    Info::new("history.open", "Show everything the version changed")
        .also(&["diff", "details"])
        .footer(1, &["enter"], "open")
        .run_if(verbs::with_row, |screen, _, cx| open(screen, cx)),
    Info::new("history.undo", "Undo what the version changed (asks first)")
        .also(&["restore", "revert", "rollback"])
        .footer(2, &["u"], "undo this version")
        .calls::<settings::Undo>(Level::Ask)
        .run_if(can_undo, |screen, _, cx| screen.ask(cx)),
    Info::new("history.add", "Add the versions of a domain")
        .footer(3, &["+"], "a domain's history")
        .needs("<domain>")
        .run(|screen, args, _| match DomainName::parse(args.text.trim()) {
            Ok(name) => {
                screen.add(vec![name]);
                Outcome::Done
            }
            Err(why) => Outcome::Refused(why.to_string()),
        }),
    Info::new("history.chart", "Show or hide the chart of the BIN price")
        .also(&["price", "graph"])
        .footer(5, &["c"], "chart")
        .run_if(with_prices, |screen, _, _| screen.turn_chart()),
    verbs::filter("history.filter", 4),
    verbs::preview("history.preview"),
    verbs::pane("history.pane"),
    verbs::next_tab("history.next_tab"),
    verbs::previous_tab("history.previous_tab"),
    verbs::tab("history.tab", "all|account|profile|domains"),
    verbs::back("history.back"),
];

fn open(screen: &History, cx: &mut Cx<'_>) -> Outcome {
    if let Some(sheet) = screen.about(&cx.world) {
        cx.show(sheet);
    }
    Outcome::Done
}

impl History {
    /// Page with all changes of the version under the cursor.
    pub fn about(&self, world: &World<'_>) -> Option<Sheet> {
        let row = self.current()?;
        let changes = row.words(world.store).into_iter();
        let mut lines: Vec<(Role, String)> = changes.map(|words| (Role::Text, words)).collect();
        if let Some(date) = row.date {
            lines.push((Role::Dim, format!("Saved {}", date.full(world.zone))));
        }
        let by = match row.by.as_str() {
            _ if row.ours => "you, here",
            "" => "elsewhere",
            by => by,
        };
        lines.push((Role::Dim, format!("Source: {}, by {by}", row.made_in())));
        Some(Sheet { title: format!("Version {} of {}", row.id, row.whose()), lines })
    }
}
