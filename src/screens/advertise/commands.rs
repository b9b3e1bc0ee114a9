//! The verbs of the page.

use crate::api::ads;
use crate::ui::list::verbs;
use crate::ui::{Command, Info, Level, Outcome, When, World};

use super::screen::{Advertise, send};

/// All verbs of the page.
pub const COMMANDS: &[Command<Advertise>] = &[
    Info::new("advertise.send", "Send the listings, after a question")
        .also(&["submit", "publish"])
        .footer(1, &["ctrl-s"], "send")
        .calls::<ads::CreateListing>(Level::Ask)
        .run_if(made, |page, _, cx| send(page, cx)),
    Info::new("advertise.edit", "Change campaign, button, link and end")
        .also(&["template", "label"])
        .footer(2, &["e", "enter"], "change")
        .run_if(with_names, |page, _, cx| {
            page.fill_in(&cx.world);
            Outcome::Done
        }),
    Info::new("advertise.drop", "Leave the marked domains out").footer(3, &["d"], "leave out").run_if(
        verbs::with_row,
        |page, _, _| {
            let keys: Vec<u32> = page.list.table().targets().ids;
            page.drop_rows(&keys);
            page.list.table_mut().clear_marks();
            Outcome::Done
        },
    ),
    Info::new("advertise.add", "Add domains").aliases(&["advertise"]).footer(4, &["+"], "add").needs("<domain> …").run(
        |page, args, cx| {
            page.add(&args.text, cx);
            Outcome::Done
        },
    ),
    verbs::filter("advertise.filter", 5),
    verbs::next_tab("advertise.next_tab"),
    verbs::previous_tab("advertise.previous_tab"),
    verbs::tab("advertise.tab", "all|to send|advertised|problems"),
    verbs::back("advertise.back"),
];

/// On while there is a domain on the page, on any tab.
fn with_names(page: &Advertise, _: &World<'_>) -> When {
    When::on_if(!page.list.rows.all().is_empty(), "No domain here.")
}

fn made(page: &Advertise, world: &World<'_>) -> When {
    match with_names(page, world) {
        When::On if !page.is_made() => When::Off("Choose the campaign first: press e.".to_owned()),
        other => other,
    }
}
