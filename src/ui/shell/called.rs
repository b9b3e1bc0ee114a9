//! Meaning of a line's first word: a command of the screen or of the program, a screen, or a command of another screen.

use super::super::{Args, Effect, Info, ScreenDef, Tone, World, find};
use super::{COMMANDS, Shell, words};
use crate::base::nearest;

/// Most screens named when a command works on several.
const NAMED: usize = 4;

/// Row that a line names: `120`, `+12`, `-3`.
#[derive(Clone, Copy)]
pub(super) enum Row {
    Number(u32),
    Down(u32),
    Up(u32),
}

impl Row {
    pub(super) fn called(word: &str) -> Option<Self> {
        let (row, digits): (fn(u32) -> Self, &str) = match word.split_at_checked(1)? {
            ("+", digits) => (Self::Down, digits),
            ("-", digits) => (Self::Up, digits),
            _ => (Self::Number, word),
        };
        let number = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.is_empty();
        // A number too large to read means the last row.
        number.then(|| row(digits.parse().unwrap_or(u32::MAX)))
    }

    /// Description of the move, for the open line.
    pub(super) fn doc(self) -> &'static str {
        match self {
            Self::Number(_) => "Go to that row",
            Self::Down(_) => "Move down by so many rows",
            Self::Up(_) => "Move up by so many rows",
        }
    }
}

impl Shell {
    /// Effects of a typed line.
    ///
    /// # Errors
    /// A sentence that names the wrong word.
    pub(super) fn line_effects(&self, text: &str, world: &World<'_>) -> Result<Vec<Effect>, String> {
        let (name, args) = words::split(text)?;
        if name.is_empty() {
            return Ok(Vec::new());
        }
        if let Some(row) = Row::called(&name).filter(|_| args.text.trim().is_empty()) {
            return self.go_to(row);
        }
        let bare = args.text.trim().is_empty() && args.options.is_empty();
        // On Domains, `:settings` is a command for the row; `:settings solarpark.de` opens the screen with that name.
        let place = |info: &Info| !bare && info.args.is_empty() && self.screens.iter().any(|def| def.id == name);
        if let Some(info) = self.info_called(&name).filter(|info| !place(info)) {
            // A key without a meaning here is ignored, but a typed line gets an answer.
            if self.is_hidden(info.name, world) {
                return Err(self.nothing_here(info));
            }
            // Commands of the program itself show the present value when nothing follows the name.
            return match fits(info, &args) {
                Err(why) if find(COMMANDS, info.name).is_none() => Err(why),
                _ => Ok(vec![Effect::Run(info.name, args)]),
            };
        }
        let elsewhere = self.elsewhere(&name);
        let place = self.place_called(&name).map(|place| &self.screens[place]);
        // `:set` is a command, not an abbreviation of `settings`. If words follow the name, as in `:domain x.com`, a
        // command is not meant if it takes none or belongs to a page that is not open.
        let is_meant = elsewhere.iter().any(|(def, info)| bare || def.key != ' ' && !info.args.is_empty());
        if let Some(def) = place.filter(|def| def.id == name || !is_meant) {
            return Ok(vec![Effect::Open(def.id, if bare { Args::to_list() } else { args })]);
        }
        if let Some((def, info)) = elsewhere.iter().find(|(_, info)| info.everywhere) {
            fits(info, &args)?;
            return Ok(vec![Effect::Open(def.id, Args::default()), Effect::Run(info.name, args)]);
        }
        match elsewhere.as_slice() {
            [] => {}
            [(def, info)] if def.key != ' ' => return self.go_and_run(def, info, args),
            several => return Err(works_on(&name, several)),
        }
        let known = self.line_names();
        let hint = nearest(&name, known.iter().map(|(known, _)| known.as_str()))
            .map_or_else(|| "Press ? for all commands.".to_owned(), |near| format!("Did you mean “{near}”?"));
        Err(format!("Unknown command “{name}”. {hint}"))
    }

    /// Goes to the only screen that has the command. A command that acts on a row the user has not seen yet does not
    /// run; a message names its key instead, as the palette does.
    fn go_and_run(&self, def: &ScreenDef, info: &'static Info, args: Args) -> Result<Vec<Effect>, String> {
        fits(info, &args)?;
        let bare = args.text.trim().is_empty();
        let key = self.keymap.shown(def.id, info).filter(|_| bare);
        let then = match key {
            Some(key) => Effect::Toast(Tone::Info, format!("{key}: {}", info.doc)),
            None => Effect::Run(info.name, args),
        };
        Ok(vec![Effect::Open(def.id, Args::default()), then])
    }

    /// Moves the cursor of what is in front: a list, a page, a preview.
    fn go_to(&self, row: Row) -> Result<Vec<Effect>, String> {
        let commands = self.commands();
        let called = |verb: &str| commands.iter().find(|info| info.verb() == verb).map(|info| info.name);
        let by = |verb: &str, count: u32| {
            let name = called(verb)?;
            Some(Effect::Run(name, Args { count: Some(count), ..Args::default() }))
        };
        let effects: Option<Vec<Effect>> = match row {
            Row::Down(count) => by("down", count).map(|down| vec![down]),
            Row::Up(count) => by("up", count).map(|up| vec![up]),
            Row::Number(..=1) => by("top", 1).map(|top| vec![top]),
            Row::Number(row) => [by("top", 1), by("down", row - 1)].into_iter().collect(),
        };
        effects.ok_or_else(|| "This page has no rows to go to.".to_owned())
    }

    /// Screen that a line opens: one whose id begins with `name` (`dom` for Domains), else one that has it as another
    /// name (`portfolio` for Site).
    pub(super) fn place_called(&self, name: &str) -> Option<usize> {
        let called = |place: &usize| name.len() >= 2 && self.screens[*place].id.starts_with(name);
        let begins = (0..self.screens.len()).filter(called).min_by_key(|place| self.screens[*place].id.len());
        begins.or_else(|| self.screens.iter().position(|def| def.also.contains(&name)))
    }

    /// Other screens with a command of that name, and the command. As in [`Shell::resolve`], a given name comes before
    /// a verb that is spelled the same.
    fn elsewhere(&self, name: &str) -> Vec<(&'static ScreenDef, &'static Info)> {
        let others = (0..self.screens.len()).filter(|place| *place != self.current);
        let all: Vec<_> = others.map(|place| (&self.screens[place], self.commands_of(place))).collect();
        let with = |called: fn(&Info, &str) -> bool| -> Vec<_> {
            let of = |(def, infos): &(&'static ScreenDef, Vec<&'static Info>)| {
                Some((*def, *infos.iter().find(|info| called(info, name))?))
            };
            all.iter().filter_map(of).collect()
        };
        let named = with(Info::is_named);
        if named.is_empty() { with(Info::answers) } else { named }
    }

    /// Sentence why a command that has no meaning here did nothing.
    pub(super) fn nothing_here(&self, info: &Info) -> String {
        let key = self.keymap.shown(self.screen_id(), info).unwrap_or_else(|| format!(":{}", info.verb()).into());
        format!("Not here. {key}: {}.", info.doc)
    }
}

/// Checks that a command takes the words after its name.
///
/// # Errors
/// The usage of the command.
fn fits(info: &Info, args: &Args) -> Result<(), String> {
    let bare = args.text.trim().is_empty() && args.options.is_empty();
    match (bare, info.args) {
        (true, _) if info.needs_words() => Err(info.usage()),
        (false, "") => Err(format!("Nothing follows “{}”.", info.aliases.first().copied().unwrap_or(info.verb()))),
        _ => Ok(()),
    }
}

/// Sentence naming the screens on which a command works.
fn works_on(name: &str, screens: &[(&'static ScreenDef, &'static Info)]) -> String {
    if let [(def, _)] = screens {
        // A page is about something that must be chosen first.
        return format!("“{name}” works on {}; :{} opens it.", def.title, def.id);
    }
    let titles: Vec<&str> = screens.iter().map(|(def, _)| def.title).collect();
    match titles.as_slice() {
        [before @ .., last] if titles.len() <= NAMED => format!("“{name}” works on {} and {last}.", before.join(", ")),
        _ => format!("“{name}” works on {} and {} other screens.", titles[..2].join(", "), titles.len() - 2),
    }
}
