//! Place that enter opens: the thing itself on its own screen, and from there back.

use crate::ui::{Cx, Outcome, Place};

use super::state::{Search, Spot};

/// Opens what the cursor is on.
pub fn open(screen: &mut Search, cx: &mut Cx<'_>) -> Outcome {
    match screen.spot() {
        None => Outcome::Refused("Nothing to open here.".to_owned()),
        Some(Spot::More(kind)) => {
            screen.show_only(Some(kind));
            Outcome::Done
        }
        Some(Spot::Hit(_, hit)) => {
            let Some(place) = Place::of(&hit.thing, cx.world.store) else {
                return Outcome::Refused(
                    "It is gone from this list. ctrl-r searches again; 2 and 4 open what there is.".to_owned(),
                );
            };
            cx.go(place);
            screen.opened(&hit.thing);
            // The user comes back to the list, on the row that was opened.
            screen.typing = false;
            Outcome::Done
        }
    }
}
