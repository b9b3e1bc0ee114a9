//! The verbs of the profile, beside those of its fields.

use crate::api::profile;
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
    Info::new("profile.save", "Review the changes and save them")
        .aliases(&["write"])
        .footer(2, &["ctrl-s"], "save")
        .calls::<profile::Save>(Level::Ask)
        .run_if(has_changes, |screen, _, cx| screen.staged.review(|edits| SaveProfile { edits }.into(), cx)),
    Info::new("profile.discard", "Discard unsaved changes").aliases(&["discard"]).keys(&["ctrl-x"]).run_if(
        has_changes,
        |screen, args, cx| {
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
    ),
];
