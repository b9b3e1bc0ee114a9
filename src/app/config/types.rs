//! The settings as the program uses them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::problem::Place;
use crate::base::Rates;
use crate::store::score::Weights;
use crate::ui::chart::Charts;
use crate::ui::{MarkRead, ScreenId};

/// All settings of `config.toml` and `keys.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The account used without `--account`; the first one when not set.
    pub default_account: Option<String>,
    pub theme: Theme,
    /// ASCII only: borders, marks, charts.
    pub ascii: bool,
    pub charts: Charts,
    pub pictures: Pictures,
    /// Spinners and other things that move by themselves.
    pub animation: bool,
    pub mouse: bool,
    /// The terminal's bell rings when inquiries arrive.
    pub bell: bool,
    /// The way the terminal is asked to show a notification then.
    pub notify: Notify,
    /// The program that is told of them; run without a shell.
    pub inquiry_command: Option<Words>,
    pub mark_read: MarkRead,
    pub score_weights: Weights,
    /// Worth of currencies beside each other, for the order of offers only.
    pub rates: Rates,
    /// Raw messages are kept on the disk.
    pub keep_mail: bool,
    /// Never writes to the service of any account.
    pub readonly: bool,
    /// Seconds between two looks for new inquiries (30 to 600).
    pub poll_seconds: u64,
    /// The program for long texts, in words; `$VISUAL`, then `$EDITOR` when not set.
    pub editor: Option<Words>,
    /// The seller's name, for replies.
    pub my_name: Option<String>,
    /// Text at the end of replies; empty for none.
    pub signature: Option<String>,
    /// Folder of downloads; `None` for the desktop's folder, or the one where the program was started.
    pub download_dir: Option<PathBuf>,
    pub clipboard: ClipboardWay,
    pub time_zone: TimeZone,
    /// Level as in `PARKADE_LOG`, which wins.
    pub log_level: String,
    /// The screen the program opens on.
    pub start_screen: ScreenId,
    /// Screen → the view it starts with.
    pub start_view: BTreeMap<String, String>,
    /// Accounts in the order of the file.
    pub accounts: Vec<AccountConfig>,
    /// Lines of keys, not checked against the commands, which is the keymap's work.
    pub keys: Vec<KeyLine>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            default_account: None,
            theme: Theme::Named("default"),
            ascii: false,
            charts: Charts::Blocks,
            pictures: Pictures::Auto,
            animation: true,
            mouse: false,
            bell: false,
            notify: Notify::Off,
            inquiry_command: None,
            mark_read: MarkRead::OnOpen,
            score_weights: Weights::default(),
            rates: Rates::default(),
            keep_mail: false,
            readonly: false,
            poll_seconds: 60,
            editor: None,
            my_name: None,
            signature: None,
            download_dir: None,
            clipboard: ClipboardWay::Auto,
            time_zone: TimeZone::Local,
            log_level: "info".to_owned(),
            start_screen: crate::screens::FIRST,
            start_view: BTreeMap::new(),
            accounts: Vec::new(),
            keys: Vec::new(),
        }
    }
}

/// One `[accounts.NAME]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AccountConfig {
    pub name: String,
    pub base_url: Option<String>,
    /// Prints the token; run without a shell.
    pub token_command: Option<Words>,
    pub ads_key_command: Option<Words>,
    /// Authorities to trust instead of the system's (PEM).
    pub ca_file: Option<PathBuf>,
    /// Never writes to the service.
    pub readonly: bool,
    /// Others can write to the file, so its address, commands and authorities were left out.
    pub exposed: bool,
    /// Settings of the file that this account has otherwise.
    pub overrides: Vec<(&'static str, Given)>,
}

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words(pub Vec<String>);

/// A value as it was given, before it is a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    Text(String),
    Number(i64),
    Switch(bool),
    List(Vec<String>),
    /// A value no setting can have: its kind in words.
    Other(&'static str),
}

/// One line of the keys: raw, with its place for the conflict report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyLine {
    /// Empty: everywhere.
    pub screen: String,
    pub key: String,
    pub command: String,
    pub place: Place,
}

/// Colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Theme {
    /// A name of `ui::Theme::NAMES`.
    Named(&'static str),
    /// A file; a name without a folder is looked for in `themes/` of the config folder.
    File(PathBuf),
}

/// The way the terminal is asked to show notifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notify {
    Off,
    /// The way the terminal is known for; the bell if it knows none.
    Auto,
    Always(NotifyWay),
}

/// A sequence for notifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotifyWay {
    /// The one of `iTerm2`, which `WezTerm` and Ghostty take too.
    Osc9,
    /// The one of rxvt, foot, Konsole and VTE.
    Osc777,
    /// Kitty's.
    Osc99,
}

/// The way pictures are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pictures {
    /// The way the terminal is known for.
    Auto,
    Always(PictureWay),
}

/// A way to show a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureWay {
    /// Kitty's, by characters in the place of a picture.
    Kitty,
    /// The one of `iTerm2`, which `WezTerm` and others take too.
    Iterm2,
    /// The one of old terminals of DEC, which many draw today.
    Sixel,
    /// Two pixels in a character.
    Blocks,
    /// No pictures.
    Off,
}

/// The way text is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipboardWay {
    /// The terminal (OSC 52), then a program, then a file.
    Auto,
    Terminal,
    Program,
    File,
}

/// The zone of full times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimeZone {
    Local,
    Utc,
    /// A name of the time zone database, known to exist.
    Named(String),
}
