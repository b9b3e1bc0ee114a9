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

/// Once the token has worked.
pub const SIGNED: &[Command<Welcome>] = &[Command {
    info: Info {
        name: "welcome.go_on",
        doc: "Go on to your inquiries",
        short: "go on",
        keys: &["enter"],
        footer: 1,
        ..Info::BASE
    },
    when: signed,
    run: |_, _, cx| {
        cx.push(Effect::GoOn);
        Outcome::Done
    },
}];

/// While the page with the choice is shown.
pub const CHOOSE: &[Command<Welcome>] = &[
    Command {
        info: Info {
            name: "welcome.connect",
            doc: "Connect to your service",
            short: "connect",
            keys: &["enter"],
            footer: 1,
            ..Info::BASE
        },
        when: choosing,
        run: |screen, _, _| {
            screen.step = Step::Fill;
            Outcome::Done
        },
    },
    Command {
        info: Info {
            name: "welcome.demo",
            doc: "Look around with invented data",
            short: "demo",
            keys: &["d"],
            footer: 2,
            ..Info::BASE
        },
        when: choosing,
        run: |_, _, cx| {
            cx.push(Effect::demo());
            Outcome::Done
        },
    },
];

/// While the form is filled, or tried.
pub const FILL: &[Command<Welcome>] = &[Command {
    info: Info {
        name: "welcome.back",
        doc: "Go one step back; what was typed stays",
        short: "back",
        keys: &["esc"],
        footer: 5,
        ..Info::BASE
    },
    when: past_the_choice,
    run: |screen, _, cx| {
        screen.step = match screen.step {
            Step::Trying => {
                cx.push(Effect::Cancel);
                Step::Fill
            }
            _ => Step::Choose,
        };
        Outcome::Done
    },
}];
