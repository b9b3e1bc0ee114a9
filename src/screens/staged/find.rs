//! Command `/`: finds fields of the whole page by name or words.

use std::marker::PhantomData;

use super::{Staged, Stages, finds};
use crate::store::Known;
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::form::Field;
use crate::ui::{Args, Command, Info, Lens, Outcome, Scopes, When};

impl Staged {
    /// Shows the fields with the words searched for; without a search, those in front.
    pub fn show(&mut self, in_front: impl Fn(&Field) -> bool) {
        let words: Vec<String> = self.bar.value().to_lowercase().split_whitespace().map(str::to_owned).collect();
        let found = |field: &Field| {
            let text = format!("{} {} {}", field.id, field.label, field.help).to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        self.form.show(|field| if words.is_empty() { in_front(field) } else { found(field) });
        let (shown, all) = (self.form.shown().count(), self.form.fields().len());
        self.bar.set_counts(Known::Is(shown as u64), Known::Is(all as u64));
    }

    /// True while nothing is searched.
    pub fn shows_front(&self) -> bool {
        self.bar.value().is_empty()
    }

    /// Ends the search.
    pub fn find_nothing(&mut self) {
        self.bar = FilterBar::default();
    }
}

/// Command of `/`, with its help.
pub const fn find<S: Stages>(name: &'static str, doc: &'static str) -> Command<S> {
    Info::new(name, doc)
        .also(&["search", "filter"])
        .aliases(&["find", "filter"])
        .footer(7, &["/"], "find")
        .args("[words]")
        .run_if(finds, |screen: &mut S, args: &Args, _| {
            let bar = &mut screen.staged_mut().bar;
            match args.text.trim() {
                "" => bar.open(),
                words => bar.set(words),
            }
            screen.show();
            Outcome::Done
        })
}

/// True while words are searched and not being typed.
fn is_applied(bar: &FilterBar) -> bool {
    !bar.is_editing() && !bar.value().is_empty()
}

/// Commands while words are searched.
struct Applied<S>(PhantomData<S>);

impl<S: Stages> Applied<S> {
    const COMMANDS: &'static [Command<S>] = &[Info::new("filter.clear", "Clear the filter").keys(&["esc"]).run_if(
        |screen, _| if is_applied(&screen.staged().bar) { When::On } else { When::Hidden },
        |screen, _, _| {
            let found = screen.staged().form.focused().map(|field| field.id.to_string());
            screen.staged_mut().find_nothing();
            screen.show();
            // The field under the cursor stays there, in its own category.
            if let Some(found) = found {
                screen.bring(&found);
                screen.staged_mut().form.go_to(&found);
            }
            Outcome::Done
        },
    )];
}

/// Commands of the line the words are typed into, and esc after that.
pub(super) fn finding<S: Stages>(scopes: &mut Scopes<'_, '_, S>) {
    scopes.only(
        &Lens {
            get: |screen: &S| Some(&screen.staged().bar).filter(|bar| bar.is_editing()),
            get_mut: |screen: &mut S| Some(&mut screen.staged_mut().bar).filter(|bar| bar.is_editing()),
        },
        FilterBar::COMMANDS,
    );
    scopes.then_if(|screen| is_applied(&screen.staged().bar), Applied::<S>::COMMANDS);
}
