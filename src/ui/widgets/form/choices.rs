//! Fields with choices: one of a few, or several of them.

use super::super::super::{Args, Cx, Effect, Menu, MenuItem, Outcome};
use super::Form;
use super::field::{Field, Holds};
use super::kind::{Kind, meant, no_choice};
use super::value::json_word;
use crate::base::words_of;

/// Command that a menu of choices runs, with the chosen word.
pub(super) const CHOOSE: &str = "fields.choose";
/// Most choices among which the key that edits goes from one to the next; of more it shows a menu.
const FEW: usize = 3;

impl Field {
    /// Adds the value in force to the choices, if it is not among them.
    pub(super) fn offer(&mut self, shown: &str) {
        let holds = self.holds == Holds::Value;
        match &mut self.kind {
            Kind::Choice(words) if holds && !words.iter().any(|word| word == shown) => {
                words.insert(0, shown.to_owned());
            }
            Kind::Choices(words) if holds => {
                let other: Vec<&str> = shown.lines().filter(|line| !words.iter().any(|word| word == line)).collect();
                let other: Vec<String> = other.into_iter().map(str::to_owned).collect();
                words.extend(other);
            }
            _ => {}
        }
    }

    /// Stages several choices, given as `a, b` or as a JSON list.
    pub(super) fn type_choices(&mut self, text: &str) {
        let Kind::Choices(words) = &self.kind else { return };
        let chosen: Vec<String> = match serde_json::from_str::<Vec<serde_json::Value>>(text) {
            Ok(list) => list.iter().map(json_word).collect(),
            Err(_) => text.split(',').map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect(),
        };
        let chosen: Vec<String> = chosen.iter().map(|word| meant(words, word).to_owned()).collect();
        self.error = chosen.iter().find(|word| !words.contains(word)).map(|word| no_choice(words, word));
        if self.error.is_none() {
            self.choose(&chosen);
        }
    }

    /// Choices in force; those of the level above while the field inherits.
    pub(super) fn chosen(&self) -> Vec<String> {
        let text = match (self.holds, &self.inherits) {
            (Holds::Value, _) => self.value(),
            (Holds::Inherits, Some(in_force)) => self.text_of(in_force),
            _ => String::new(),
        };
        text.lines().map(str::to_owned).collect()
    }

    /// Stages one choice. If several can be selected, it is added or removed.
    pub(super) fn pick(&mut self, word: &str) {
        let mut chosen = self.chosen();
        if !matches!(self.kind, Kind::Choices(_)) {
            return self.type_in(word);
        }
        match chosen.iter().position(|known| known == word) {
            Some(place) => drop(chosen.remove(place)),
            None => chosen.push(word.to_owned()),
        }
        self.choose(&chosen);
    }

    /// Stages these choices, in the order in which they are offered.
    fn choose(&mut self, chosen: &[String]) {
        let Kind::Choices(words) = &self.kind else { return };
        let chosen: Vec<&str> = words.iter().filter(|word| chosen.contains(word)).map(String::as_str).collect();
        (self.long, self.holds, self.error) = (chosen.join("\n"), Holds::Value, None);
    }

    /// All choices of the field.
    pub(super) fn choices(&self) -> Vec<String> {
        match &self.kind {
            Kind::Bool => vec!["yes".to_owned(), "no".to_owned()],
            Kind::Choice(words) | Kind::Choices(words) => words.clone(),
            _ => Vec::new(),
        }
    }

    /// True if a menu must ask for the choice: several can be selected, or there is no value to start from.
    pub(super) fn asks(&self) -> bool {
        matches!(self.kind, Kind::Choices(_)) || (self.turns() && matches!(self.holds, Holds::Differs | Holds::Unknown))
    }

    /// True when the key that edits shows a menu of the choices.
    fn shows_menu(&self) -> bool {
        self.asks() || matches!(&self.kind, Kind::Choice(words) if words.len() > FEW)
    }

    /// Goes `by` choices on.
    pub(super) fn turn(&mut self, by: isize) {
        let many = match &self.kind {
            Kind::Bool => 2,
            Kind::Choice(words) => words.len().max(1),
            _ => return,
        };
        match (self.holds, self.inherits.clone()) {
            (Holds::Value, _) => self.choice = (self.choice as isize + by).rem_euclid(many as isize) as usize,
            // The value in force does not count as a change.
            (Holds::Inherits, Some(in_force)) => {
                let shown = self.text_of(&in_force);
                self.put(&shown);
                self.choice = (self.choice as isize + by).rem_euclid(many as isize) as usize;
            }
            _ => self.choice = 0,
        }
        (self.holds, self.error) = (Holds::Value, None);
    }
}

impl Form {
    /// Selects the next choice, or asks with a menu if [`Field::asks`].
    pub(super) fn turn_or_ask(&mut self, by: isize, cx: &mut Cx<'_>) -> Outcome {
        if self.focused().is_some_and(Field::asks) { self.ask(cx) } else { self.changing(|field| field.turn(by)) }
    }

    /// Opens the menu of choices; if several can be selected, each is a switch.
    pub(super) fn ask(&self, cx: &mut Cx<'_>) -> Outcome {
        let Some(field) = self.focused() else { return Outcome::Done };
        let several = matches!(field.kind, Kind::Choices(_));
        let chosen = field.chosen();
        let item = |word: String| {
            let args = Args { words: vec![word.clone()], text: word.clone(), ..Args::default() };
            MenuItem {
                on: Some(chosen.contains(&word)),
                ..MenuItem::new(words_of(&word), "", vec![Effect::Run(CHOOSE, args)])
            }
        };
        let items = field.choices().into_iter().map(item).collect();
        cx.menu(Menu { title: field.label.to_string(), items, keep_open: several })
    }

    /// Opens the field for typing, or asks for its choice.
    pub(super) fn edit_or_ask(&mut self, cx: &mut Cx<'_>) -> Outcome {
        if self.focused().is_some_and(Field::shows_menu) { self.ask(cx) } else { self.edit() }
    }
}
