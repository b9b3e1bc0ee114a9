//! The verbs of the first run.

use crate::ui::{Command, Effect, Info, Outcome, When, World};

use super::state::{Step, Welcome};

fn choosing(screen: &Welcome, _: &World<'_>) -> When {
    if screen.step == Step::Choose { When::On } else { When::Hidden }
}

fn past_the_choice(screen: &Welcome, _: &World<'_>) -> When {
    if matches!(screen.step, Step::Choose | Step::Signed) { When::Hidden } else { When::On }
}

fn signed(screen: &Welcome, _: &World<'_>) -> When {
    if screen.step == Step::Signed { When::On } else { When::Hidden }
}

/// Verbs once the token has worked.
pub const SIGNED: &[Command<Welcome>] = &[
    Info::new("welcome.go_on", "Continue to the first screen")
        .footer(1, &["enter"], "continue")
        .run_if(signed, |_, _, cx| cx.done(Effect::GoOn)),
    Info::new("welcome.sign", "Set the name that ends your replies")
        .footer(2, &["n"], "your name")
        .run_if(signed, |_, _, cx| cx.done(Effect::Line("app.sign ".to_owned()))),
];

/// Verbs while the choice between connecting and the demo is shown.
pub const CHOOSE: &[Command<Welcome>] = &[
    Info::new("welcome.connect", "Connect to your service").footer(1, &["enter"], "connect").run_if(
        choosing,
        |screen, _, _| {
            screen.step = Step::Fill;
            Outcome::Done
        },
    ),
    Info::new("welcome.demo", "Try the demo (made-up data)")
        .footer(2, &["d"], "demo")
        .run_if(choosing, |_, _, cx| cx.done(Effect::demo())),
];

/// Verbs while the form is filled in, or its token is being tried.
pub const FILL: &[Command<Welcome>] = &[Info::new("welcome.back", "Back; what was typed stays")
    .footer(5, &["esc"], "back")
    .run_if(past_the_choice, |screen, _, cx| {
        screen.step = match screen.step {
            Step::Trying => {
                cx.push(Effect::Cancel);
                Step::Fill
            }
            _ => match &screen.beside {
                Some((_, Some(before))) => {
                    cx.push(Effect::Account { name: before.clone(), force: false });
                    Step::Fill
                }
                _ => Step::Choose,
            },
        };
        Outcome::Done
    })];
