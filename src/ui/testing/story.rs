//! A story: the real shell, screens and store, with scripted answers, on one thread, with time set by the test.
//!
//! `open → answer → snap → keys → sent → refuse → snap`

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::keymap::sequence;
use super::super::shell::{Connection, Event, EventKind, Shell, ShellOptions, StatusLine};
use super::super::{Args, Effect, Facts, Place, Prefs, ScreenDef, World};
use super::answers::Answers;
use super::files::StoryFiles;
use super::frame;
use crate::base::{Timestamp, Zone};
use crate::client::Failure;
use crate::store::{SavedView, Store, Wants, Which, WriteProgress, WriteStep};

/// Milliseconds between two typed keys, and between two of a key that is held down.
const KEY_MS: u64 = 60;
const HELD_KEY_MS: u64 = 30;

/// Session of a user at the keyboard.
pub struct Story {
    pub store: Store,
    pub shell: Shell,
    pub status: StatusLine,
    pub now: Timestamp,
    pub zone: Zone,
    pub readonly: Option<String>,
    pub prefs: Prefs,
    pub(super) ms: u64,
    /// Last frame, and how many of its parts were kept from the frame before.
    shown: Option<Buffer>,
    kept: usize,
    size: (u16, u16),
    effects: Vec<Effect>,
    files: StoryFiles,
    /// True to plan writes in the store, as the runtime does, so that frames show them at once.
    carry_out: bool,
    /// True while no frames are drawn.
    quiet: bool,
    pub(super) given: Answers,
}

impl Story {
    /// Story with an empty store, no open screen, and a window of 80×24.
    pub fn new(screens: &'static [ScreenDef]) -> Self {
        Self::with(screens, ShellOptions::default())
    }

    /// Story with these options of the shell.
    pub fn with(screens: &'static [ScreenDef], options: ShellOptions) -> Self {
        Self {
            store: Store::new("main"),
            shell: Shell::new(screens, options),
            status: StatusLine {
                account: "main".to_owned(),
                connection: Connection::Live { heard: None },
                ..StatusLine::default()
            },
            now: super::NOW,
            zone: Zone::Utc,
            readonly: None,
            prefs: Prefs::default(),
            ms: 10_000,
            shown: None,
            kept: 0,
            size: (80, 24),
            effects: Vec::new(),
            files: StoryFiles::default(),
            carry_out: true,
            quiet: false,
            given: Answers::default(),
        }
    }

    /// Changes the size of the window.
    pub fn size(&mut self, width: u16, height: u16) -> &mut Self {
        self.size = (width, height);
        self.event(EventKind::Resize)
    }

    /// Makes the store plan no writes; the test gets them from [`Story::sent`].
    pub fn without_store_writes(&mut self) -> &mut Self {
        self.carry_out = false;
        self
    }

    /// Adds a file, so that requests about it are answered.
    pub fn file(&mut self, path: &str, content: impl AsRef<[u8]>) -> &mut Self {
        self.files.put(path, content.as_ref());
        self
    }

    /// Runs `fill` with only one frame, at its end, so that many answers are cheap.
    pub fn quietly(&mut self, fill: impl FnOnce(&mut Self)) -> &mut Self {
        let outer = std::mem::replace(&mut self.quiet, true);
        fill(self);
        self.quiet = outer;
        self.sync()
    }

    /// Opens a screen with arguments as on the `:` line.
    pub fn open(&mut self, screen: &'static str, args: &str) -> &mut Self {
        let args = Args { text: args.to_owned(), ..Args::words(args.split_whitespace()) };
        let effects = self.with_world(|shell, world| shell.open(screen, &args, world));
        self.take(effects)
    }

    /// Goes to a place, as a screen does.
    pub fn go(&mut self, place: Place) -> &mut Self {
        let effects = self.with_world(|shell, world| shell.go(place, world));
        self.take(effects)
    }

    /// Keys of the calls the screen wants, in order.
    pub fn wanted(&self) -> Vec<String> {
        let mut wants = Wants::default();
        self.shell.wants(&self.world(), &mut wants);
        wants.queries.into_iter().map(|want| want.key).collect()
    }

    /// Presses keys, written as in the keymap with spaces between them, drawing after each as the program does.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        for key in sequence(keys).unwrap_or_else(|problem| panic!("{problem}")) {
            self.event(EventKind::Key(key.event()));
        }
        self
    }

    /// Presses keys in one burst, drawing after the last one only, and returns the number of events they became.
    pub fn burst(&mut self, keys: &str) -> usize {
        let keys = sequence(keys).unwrap_or_else(|problem| panic!("{problem}"));
        let mut burst = keys.into_iter().map(|key| EventKind::Key(key.event())).peekable();
        let (mut next, mut events) = (burst.next(), 0);
        self.quietly(|story| {
            while let Some(kind) = next.take() {
                events += 1;
                story.event(kind);
                next = story.shell.next_of(&mut burst);
            }
        });
        events
    }

    /// Holds a key down until it has come `times` times.
    pub fn hold(&mut self, key: &str, times: usize) -> &mut Self {
        for _ in 0..times {
            self.ms -= KEY_MS - HELD_KEY_MS;
            self.keys(key);
        }
        self
    }

    /// Types text letter by letter.
    pub fn typed(&mut self, text: &str) -> &mut Self {
        for character in text.chars() {
            let key = crossterm::event::KeyEvent::from(crossterm::event::KeyCode::Char(character));
            self.event(EventKind::Key(key));
        }
        self
    }

    /// Pastes text.
    pub fn paste(&mut self, text: &str) -> &mut Self {
        self.event(EventKind::Paste(text.to_owned()))
    }

    /// Runs a line as typed after `:`.
    pub fn line(&mut self, text: &str) -> &mut Self {
        let effects = self.with_world(|shell, world| shell.run_line(text, world));
        self.take(effects)
    }

    /// Lets time pass, waking the shell at its deadlines as the loop does.
    pub fn wait(&mut self, ms: u64) -> &mut Self {
        let end = self.ms + ms;
        while let Some(at) = self.shell.next_deadline().filter(|at| *at <= end) {
            self.ms = at;
            self.shell.pass(at);
        }
        self.ms = end;
        self.now = Timestamp(self.now.0 + (ms / 1000) as i64);
        self.unprompted();
        if !self.quiet {
            self.redraw();
        }
        self
    }

    /// Sends an event and draws a frame.
    pub fn event(&mut self, kind: EventKind) -> &mut Self {
        self.ms += KEY_MS;
        let event = Event { at_ms: self.ms, kind };
        let effects = self.with_world(|shell, world| shell.event(event, world));
        self.take(effects)
    }

    fn take(&mut self, effects: Vec<Effect>) -> &mut Self {
        for effect in &effects {
            if self.carry_out {
                self.carry_out(effect);
            }
        }
        self.effects.extend(effects.into_iter().filter(|effect| *effect != Effect::MakeMore));
        self.sync()
    }

    /// Carries out an effect as the runtime does, as far as a story can; true if a file has answered.
    fn carry_out(&mut self, effect: &Effect) -> bool {
        match super::super::carry_out(effect.clone(), &mut self.store, &mut self.shell, self.now, self.ms) {
            Some(Effect::SetZone(zone)) => self.zone = zone,
            Some(Effect::SaveView { screen, name, line }) => {
                let views = &mut self.store.session_mut().views;
                match line {
                    Some(line) => views.put(SavedView { screen: screen.to_owned(), name, line }),
                    None => drop(views.take(screen, &name)),
                }
            }
            Some(Effect::File(ask)) => return self.files.answer(&ask, &mut self.store),
            _ => {}
        }
        false
    }

    /// Ends every planned write: applied, or refused with this failure.
    pub fn settle(&mut self, refused: Option<&Failure>) -> &mut Self {
        let open: Vec<_> = self.store.journal().entries().filter(|entry| entry.open()).map(|entry| entry.id).collect();
        for entry in open.into_iter().rev() {
            let step = match refused {
                None => WriteStep::Applied { marks: None },
                Some(failure) => WriteStep::Refused(failure.clone()),
            };
            self.store.settle(WriteProgress { entry, targets: Which::All, step, at: self.now });
        }
        self.store.review(self.now);
        self.sync()
    }

    /// Effects since the last call.
    pub fn sent(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Frame as text.
    pub fn snap(&mut self) -> String {
        frame::text(self.redraw())
    }

    /// Window below the header as text, for snapshots of a screen, which a further screen, a badge or the state of the
    /// connection must not change.
    pub fn snap_screen(&mut self) -> String {
        let all = self.snap();
        all.split_once('\n').map_or_else(String::new, |(_, screen)| screen.to_owned())
    }

    /// Header as text.
    pub fn snap_header(&mut self) -> String {
        self.snap().lines().next().unwrap_or_default().to_owned()
    }

    /// Frame with its styles.
    pub fn snap_styles(&mut self) -> String {
        frame::styles(self.redraw())
    }

    /// Gives the shell the store's news, and draws.
    pub fn sync(&mut self) -> &mut Self {
        if self.quiet {
            return self;
        }
        self.with_world(Shell::sync);
        self.unprompted();
        self.redraw();
        self
    }

    /// Carries out what the screen does without a key, as the runtime does.
    fn unprompted(&mut self) {
        loop {
            let effects = self.with_world(Shell::unprompted);
            if effects.is_empty() {
                return;
            }
            let mut answered = false;
            for effect in &effects {
                answered |= *effect == Effect::MakeMore || self.carry_out && self.carry_out(effect);
            }
            self.effects.extend(effects.into_iter().filter(|effect| *effect != Effect::MakeMore));
            self.with_world(Shell::sync);
            if !answered {
                return;
            }
        }
    }

    /// Draws a frame, and tells the shell that it was written.
    pub fn draw(&mut self) -> Buffer {
        self.redraw().clone()
    }

    /// Last frame: what a user sees who has touched nothing since.
    pub fn seen(&self) -> Option<&Buffer> {
        self.shown.as_ref()
    }

    fn redraw(&mut self) -> &Buffer {
        self.shell.tell_trouble(&mut self.store, self.status.connection.trouble());
        let area = Rect::new(0, 0, self.size.0, self.size.1);
        let mut buf = Buffer::empty(area);
        let shown = self.shown.take().filter(|shown| shown.area == area);
        let facts = self.shell.render(&self.world(), &self.status, shown.is_some(), &mut buf);
        self.kept = facts.kept.iter().filter(|kept| !facts.fixed.contains(kept)).count();
        if let Some(shown) = shown.filter(|_| !facts.kept.is_empty()) {
            Facts::fill(&facts.kept, &shown, &mut buf);
            self.check_kept(&facts, &buf);
        }
        self.shell.drawn(facts, self.ms);
        self.shown.insert(buf)
    }

    /// Number of parts below the tabs that the last frame kept from the one before.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// Panics if a part that was kept would look different when drawn again.
    fn check_kept(&self, facts: &Facts, buf: &Buffer) {
        let mut whole = Buffer::empty(buf.area);
        let anew = self.shell.render(&self.world(), &self.status, false, &mut whole);
        let beside = facts.side.iter().filter(|_| facts.kept_side).map(|side| side.area).collect::<Vec<_>>();
        Facts::fill(&beside, buf, &mut whole);
        assert!(*buf == whole, "kept:\n{}\ndrawn anew:\n{}", frame::text(buf), frame::text(&whole));
        assert_eq!((&facts.spots, &facts.tabs), (&anew.spots, &anew.tabs), "what a click acts on");
    }

    /// Present world.
    pub fn world(&self) -> World<'_> {
        let Self { store, now, zone, readonly, prefs, .. } = self;
        World { store, now: store.service_time(*now), zone: *zone, readonly: readonly.as_deref(), prefs: *prefs }
    }

    fn with_world<T>(&mut self, act: impl FnOnce(&mut Shell, &World<'_>) -> T) -> T {
        let Self { store, now, zone, readonly, prefs, shell, .. } = self;
        let now = store.service_time(*now);
        let world = World { store, now, zone: *zone, readonly: readonly.as_deref(), prefs: *prefs };
        act(shell, &world)
    }
}
