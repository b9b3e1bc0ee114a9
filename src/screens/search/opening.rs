//! What enter opens: the thing itself on its own screen, from where esc leads back.

use crate::ui::{Cx, Outcome, Place};

use super::state::{Search, Spot};

/// Opens the thing under the cursor.
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
            // On the way back the list has the keys, with the cursor on the row that was opened.
            screen.typing = false;
            Outcome::Done
        }
    }
}
