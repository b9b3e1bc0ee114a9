//! The verbs of the profile, beside those of its fields.

use crate::api::{Request, profile};
use crate::store::intent::SaveProfile;
use crate::ui::{Args, Command, Confirm, Effect, Info, Level, Outcome, When, World};

use super::screen::Profile;

/// The option behind which a question was answered.
const SURE: &str = "sure";

fn has_changes(screen: &Profile, _: &World<'_>) -> When {
    match screen.staged.why_not() {
        None => When::On,
        Some(why) => When::Off(why),
    }
}

/// The verbs.
pub const COMMANDS: &[Command<Profile>] = &[
    Command {
        info: Info {
            name: "profile.save",
            aliases: &["write"],
            doc: "Review the changes and save them",
            short: "save",
            keys: &["ctrl-s"],
            footer: 2,
            endpoint: Some(<profile::Save as Request>::ENDPOINT),
            level: Level::Ask,
            ..Info::BASE
        },
        when: has_changes,
        run: |screen, _, cx| screen.staged.review(|edits| SaveProfile { edits }.into(), cx),
    },
    Command {
        info: Info {
            name: "profile.discard",
            aliases: &["discard"],
            doc: "Discard every change that is not saved",
            keys: &["ctrl-x"],
            ..Info::BASE
        },
        when: has_changes,
        run: |screen, args, cx| {
            if args.options.iter().any(|option| option == SURE) {
                screen.staged.discard();
                return Outcome::Done;
            }
            let sure = Args { options: vec![SURE.to_owned()], ..Args::default() };
            let title =
                format!("Discard {}", crate::ui::text::counted(screen.staged.count() as u64, "change", "changes"));
            cx.confirm(Confirm {
                consequence: "The fields show what the service has.".to_owned(),
                ..Confirm::new(title, "discard", vec![Effect::Run("profile.discard", sure)])
            });
            Outcome::Done
        },
    },
];
