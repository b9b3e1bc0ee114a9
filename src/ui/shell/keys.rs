//! Where a key goes: to the layer on top, else to the focused text field, else through the keymap.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::super::keymap::{Key, Lookup, spell};
use super::super::widgets::input::Input;
use super::super::widgets::page::PageView;
use super::super::widgets::picker::Picked;
use super::super::{Args, Cx, Effect, Info, Outcome, Screen, TextEvent, Tone, World, infos, run_in};
use super::commands::PLACE;
use super::dialog::Verdict;
use super::layer::Layer;
use super::line::Typed;
use super::{COMMANDS, Shell};

impl Shell {
    pub(super) fn key(&mut self, event: &KeyEvent, world: &World<'_>) -> Vec<Effect> {
        self.pressed(event, 1, world)
    }

    /// Takes a key that came `times` times.
    pub(super) fn pressed(&mut self, event: &KeyEvent, times: u32, world: &World<'_>) -> Vec<Effect> {
        if event.kind == KeyEventKind::Release {
            return Vec::new();
        }
        self.pace.key(self.now);
        let key = Key::of(event);
        if let Some(after) = self.after_esc(&key) {
            let mut effects = self.key(&KeyEvent::from(KeyCode::Esc), world);
            effects.extend(self.key(&after, world));
            return effects;
        }
        if self.pace.drops(&key) {
            return Vec::new();
        }
        let effects = if self.layers.is_empty() {
            self.screen_key(key, event, times, world)
        } else {
            self.layer_key(event, world)
        };
        self.last_key = Some((key, self.now));
        let outside = self.settle(effects, world);
        self.ran_line = None;
        outside
    }

    /// Key after an esc that came in the same burst, which terminals also send for that key with alt. If nothing is
    /// bound to the key with alt, both keys are meant.
    fn after_esc(&self, key: &Key) -> Option<KeyEvent> {
        let held = key.mods.contains(KeyModifiers::ALT) && matches!(key.code, KeyCode::Char(_));
        let typing = !self.layers.is_empty() || self.screen().is_some_and(|s| s.takes_text() || s.in_form());
        if !held || typing && Input::takes(key) {
            return None;
        }
        let mut keys = self.pending.clone();
        keys.push(*key);
        let is_bound = || self.keymap.lookup(self.screen_id(), &keys, &self.commands()) != Lookup::Unknown;
        (!self.layers.is_empty() || !is_bound()).then(|| KeyEvent::new(key.code, key.mods - KeyModifiers::ALT))
    }

    /// Handles a key while only "Window too small" is shown: without seeing list or question, the user can only leave.
    /// If there is a question that cannot be seen, the program ends at once; unsent changes are in the journal.
    pub(super) fn unseen_key(&mut self, event: &KeyEvent, world: &World<'_>) -> Vec<Effect> {
        let key = Key::of(event);
        let effect = match (key.code, key.mods) {
            _ if event.kind != KeyEventKind::Press => return Vec::new(),
            (KeyCode::Char('q' | 'Q'), KeyModifiers::NONE) | (KeyCode::Char('c'), KeyModifiers::CONTROL) => {
                Effect::Quit { force: matches!(self.layers.last(), Some(Layer::Dialog(_))) }
            }
            (KeyCode::Char('z'), KeyModifiers::CONTROL) => Effect::Suspend,
            _ => return Vec::new(),
        };
        self.settle(vec![effect], world)
    }

    pub(super) fn paste(&mut self, text: String, world: &World<'_>) -> Vec<Effect> {
        let event = TextEvent::Paste(text);
        let typing = self.screen().is_some_and(Screen::takes_text);
        let effects = match self.layers.last_mut() {
            // A paste is never an answer.
            Some(Layer::Dialog(_)) => Vec::new(),
            Some(Layer::Text(layer)) => {
                layer.view.text(&event);
                Vec::new()
            }
            Some(Layer::Pick(pick)) => {
                pick.picker.event(&event);
                Vec::new()
            }
            Some(Layer::Line(line)) => {
                if let Typed::Changed(text) = line.event(&event, &self.line_history) {
                    self.offer(&text, world);
                }
                Vec::new()
            }
            None if typing => self.screen_text(&event, world),
            None => {
                self.refuse(Tone::Info, "Nothing to paste into here; open a field first.".to_owned());
                Vec::new()
            }
        };
        self.settle(effects, world)
    }

    pub(super) fn screen_text(&mut self, event: &TextEvent, world: &World<'_>) -> Vec<Effect> {
        self.with_screen(world, |screen, cx| screen.text(event, cx)).map(|((), effects)| effects).unwrap_or_default()
    }

    fn screen_key(&mut self, key: Key, event: &KeyEvent, times: u32, world: &World<'_>) -> Vec<Effect> {
        let typing = self.screen().is_some_and(Screen::takes_text);
        let in_form = self.screen().is_some_and(Screen::in_form);
        if typing || in_form {
            self.pending.clear();
            if typing && Input::takes(&key) {
                return self.screen_text(&TextEvent::Key(*event), world);
            }
        } else {
            if !self.pending.is_empty() && (key.code == KeyCode::Esc || key == interrupt()) {
                self.pending.clear();
                return Vec::new();
            }
            if key.code == KeyCode::Esc && self.banner_in_sight(world) {
                self.banner = false;
                return Vec::new();
            }
        }
        // In a field, ctrl-c leaves it, as esc does.
        let key = if (typing || in_form) && key == interrupt() { Key::plain(KeyCode::Esc) } else { key };
        self.pending.push(key);
        self.pending_since = self.now;
        let commands = if in_form { self.commands_of_form() } else { self.commands() };
        match self.keymap.lookup(self.screen_id(), &self.pending, &commands) {
            Lookup::Run(PLACE) => {
                self.pending.clear();
                self.go_to_place(key)
            }
            Lookup::Run(name) => {
                self.pending.clear();
                self.only_moved = commands.iter().any(|info| info.name == name && info.steps);
                vec![Effect::Run(name, Args { count: (times > 1).then_some(times), ..Args::default() })]
            }
            Lookup::Prefix if !typing && !in_form => Vec::new(),
            Lookup::Nothing | Lookup::Prefix => {
                self.pending.clear();
                Vec::new()
            }
            Lookup::Unknown => self.unknown(event, typing, world),
        }
    }

    /// Handles a digit: opens its screen; if that is in front, closes what is open on it, so that its list is shown.
    fn go_to_place(&mut self, key: Key) -> Vec<Effect> {
        let KeyCode::Char(digit) = key.code else { return Vec::new() };
        match self.front_of(digit) {
            Some(place) if place == self.current => {
                // The user went there by hand, so it does not count as led to by another screen.
                let led = !std::mem::take(&mut self.visits).is_empty();
                if self.way_out().is_some() {
                    return vec![Effect::Open(self.screens[place].id, Args::to_list())];
                }
                if led {
                    return Vec::new();
                }
                self.refuse(Tone::Info, format!("{} is open already.", self.screens[place].heading()));
                Vec::new()
            }
            Some(place) => vec![Effect::Open(self.screens[place].id, Args::default())],
            None => {
                self.refuse(Tone::Info, format!("No screen {digit} · ? shows all keys"));
                Vec::new()
            }
        }
    }

    /// Commands whose keys work while a form has the focus: its own, and suspending the program.
    fn commands_of_form(&self) -> Vec<&'static Info> {
        let own = self.screen().map(Screen::commands).unwrap_or_default();
        own.into_iter().chain(infos(COMMANDS).filter(|info| info.name == "app.suspend")).collect()
    }

    fn unknown(&mut self, event: &KeyEvent, typing: bool, world: &World<'_>) -> Vec<Effect> {
        let typed = std::mem::take(&mut self.pending);
        if typing {
            return self.screen_text(&TextEvent::Key(*event), world);
        }
        let words = if self.screen().is_some_and(Screen::in_form) {
            format!("{} does nothing in this field · left/right change it, tab next field", spell(&typed))
        } else {
            format!("{} does nothing here · ? shows all keys", spell(&typed))
        };
        self.refuse(Tone::Info, words);
        Vec::new()
    }

    fn layer_key(&mut self, event: &KeyEvent, world: &World<'_>) -> Vec<Effect> {
        let key = Key::of(event);
        let text = TextEvent::Key(*event);
        let now = self.now;
        match self.layers.last_mut() {
            None => Vec::new(),
            Some(Layer::Dialog(dialog)) => match dialog.key(event, now) {
                Verdict::Open => Vec::new(),
                Verdict::No => self.close(),
                Verdict::Typing(letter) => {
                    self.pace.drop_rest();
                    let name = if letter == ' ' { "space".to_owned() } else { format!("“{letter}”") };
                    // Another question may have been answered before, so the message names what is not done.
                    let asked = dialog.title().to_owned();
                    self.say(Tone::Info, format!("Cancelled: {name} is not an answer. Not done: {asked}"));
                    self.close()
                }
                Verdict::Yes(effects) => {
                    self.layers.pop();
                    self.confirmed = true;
                    effects
                }
            },
            Some(Layer::Pick(pick)) => match pick.picker.event(&text) {
                Picked::Open => Vec::new(),
                Picked::Closed => self.close(),
                Picked::Item(place) => {
                    if pick.keep_open {
                        if let Some(on) = pick.picker.items_mut().get_mut(place).and_then(|item| item.on.as_mut()) {
                            *on = !*on;
                        }
                        return pick.effects.get(place).cloned().unwrap_or_default();
                    }
                    // Moved, not cloned: a plan of prices may have a change for every domain.
                    let effects = pick.effects.get_mut(place).map(std::mem::take).unwrap_or_default();
                    self.layers.pop();
                    effects
                }
            },
            Some(Layer::Line(line)) => match line.event(&text, &self.line_history) {
                Typed::Open => Vec::new(),
                Typed::Closed => self.close(),
                Typed::Changed(text) => {
                    self.offer(&text, world);
                    Vec::new()
                }
                Typed::Enter(text) => self.enter_line(&text, world),
            },
            Some(Layer::Text(layer)) => {
                if layer.view.finds_with(&text) {
                    return Vec::new();
                }
                if key.code == KeyCode::Esc || key == interrupt() || key.code == KeyCode::Char('q') {
                    return self.close();
                }
                // Keys of the text view as in its table; for layers there are no bindings per screen.
                let commands: Vec<_> = infos(PageView::COMMANDS).collect();
                let mut keys = self.pending.clone();
                keys.push(key);
                match self.keymap.lookup("", &keys, &commands) {
                    Lookup::Run(name) => {
                        self.pending.clear();
                        let mut effects = Vec::new();
                        let cx = &mut Cx { world: *world, effects: &mut effects };
                        if let Some(Outcome::Refused(why)) =
                            run_in(PageView::COMMANDS, name, &mut layer.view, &Args::default(), cx)
                        {
                            cx.toast(Tone::Warn, why);
                        }
                        return effects;
                    }
                    Lookup::Prefix => self.pending = keys,
                    Lookup::Unknown if key.code == KeyCode::Enter => return self.close(),
                    // From a page of text, the digits still go to the screens in the header.
                    Lookup::Unknown
                        if matches!(key, Key { code: KeyCode::Char('0'..='9'), mods: KeyModifiers::NONE }) =>
                    {
                        self.close();
                        return self.go_to_place(key);
                    }
                    Lookup::Nothing | Lookup::Unknown => self.pending.clear(),
                }
                Vec::new()
            }
        }
    }

    /// Handles enter on the line: it closes and runs, or stays open with its mistake. If the command itself refuses its
    /// arguments, [`Shell::refused`] opens the line again.
    fn enter_line(&mut self, text: &str, world: &World<'_>) -> Vec<Effect> {
        let result = self.line_effects(text, world);
        if !text.trim().is_empty() && !self.is_forgetting(text) {
            self.line_history.retain(|known| known != text);
            self.line_history.push(text.to_owned());
        }
        match result {
            Ok(effects) => {
                if let Some(Layer::Line(line)) = self.layers.pop() {
                    self.ran_line = line.has_arguments().then_some(line);
                }
                effects
            }
            Err(problem) => {
                if let Some(Layer::Line(line)) = self.layers.last_mut() {
                    line.fail(problem);
                }
                Vec::new()
            }
        }
    }

    fn close(&mut self) -> Vec<Effect> {
        self.layers.pop();
        self.pending.clear();
        Vec::new()
    }
}

fn interrupt() -> Key {
    Key { code: KeyCode::Char('c'), mods: KeyModifiers::CONTROL }
}
