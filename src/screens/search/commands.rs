//! Verbs of the screen. While the field has the keys, letters are text and other keys work as in the list below it.

use crate::ui::{Command, Info, Outcome, When, World};

use super::state::Search;
use super::{beside, opening};

fn with_spot(screen: &Search, _: &World<'_>) -> When {
    When::on_if(screen.spot().is_some(), "Nothing was found to go to.")
}

fn at_rest(screen: &Search, _: &World<'_>) -> When {
    if screen.typing { When::Hidden } else { When::On }
}

/// All verbs of the screen.
pub const COMMANDS: &[Command<Search>] = &[
    Info::new("search.open", "Open what was found; esc and - lead back here")
        .footer(1, &["enter"], "open")
        .run_if(with_spot, |screen, _, cx| opening::open(screen, cx)),
    Info::new("search.edit", "Search for something else").also(&["find"]).footer(2, &["/"], "search").run_if(
        at_rest,
        |screen, _, _| {
            screen.typing = true;
            screen.input.select();
            Outcome::Done
        },
    ),
    Info::new("search.next_kind", "Go to the next kind").footer(3, &["tab"], "next kind").run_if(
        with_spot,
        |screen, _, _| {
            screen.walk_part(1);
            Outcome::Done
        },
    ),
    Info::new("search.previous_kind", "Go to the kind before").keys(&["shift-tab"]).run_if(
        with_spot,
        |screen, _, _| {
            screen.walk_part(-1);
            Outcome::Done
        },
    ),
    Info::new("search.close", "Leave the field, show every kind again, then leave the search")
        .footer(4, &["esc"], "close")
        .run(|screen, _, cx| {
            if std::mem::take(&mut screen.typing) {
                return Outcome::Done;
            }
            match screen.only {
                Some(_) => screen.show_only(None),
                None => cx.push(crate::ui::Effect::Back),
            }
            Outcome::Done
        }),
    Info::new("search.preview", "Show or hide the preview")
        .keys(&["p"])
        .run_if(at_rest, |screen, _, _| beside::toggle(screen)),
    Info::new("search.down", "Move down")
        .steps(&["down", "ctrl-n", "j"])
        .run_if(with_spot, |screen, args, _| moved(screen, args.times() as isize)),
    Info::new("search.up", "Move up")
        .steps(&["up", "k"])
        .run_if(with_spot, |screen, args, _| moved(screen, -(args.times() as isize))),
    Info::new("search.page_down", "Page down")
        .keys(&["pgdn", "ctrl-d", "ctrl-f"])
        .run_if(with_spot, |screen, _, _| moved(screen, screen.height.max(1) as isize)),
    Info::new("search.page_up", "Page up")
        .keys(&["pgup", "ctrl-u", "ctrl-b"])
        .run_if(with_spot, |screen, _, _| moved(screen, -(screen.height.max(1) as isize))),
    Info::new("search.top", "Go to the first hit")
        .keys(&["g g", "home"])
        .run_if(with_spot, |screen, _, _| moved(screen, isize::MIN)),
    Info::new("search.bottom", "Go to the last hit")
        .keys(&["G", "end"])
        .run_if(with_spot, |screen, _, _| moved(screen, isize::MAX)),
];

/// Moves the cursor; the key counts as handled even at the end of the page.
fn moved(screen: &mut Search, by: isize) -> Outcome {
    screen.walk(by);
    Outcome::Done
}
