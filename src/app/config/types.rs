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
    /// Account used without `--account`; the first one when not set.
    pub default_account: Option<String>,
    pub theme: Theme,
    /// ASCII only: borders, marks, charts.
    pub ascii: bool,
    pub charts: Charts,
    pub pictures: Pictures,
    /// True to animate, as with a spinner.
    pub animation: bool,
    pub mouse: bool,
    /// True to ring the terminal's bell when inquiries arrive.
    pub bell: bool,
    /// Way the terminal is asked to notify of new inquiries.
    pub notify: Notify,
    /// Program run when inquiries arrive, without a shell.
    pub inquiry_command: Option<Words>,
    pub mark_read: MarkRead,
    pub score_weights: Weights,
    /// Exchange rates, used only to sort offers.
    pub rates: Rates,
    /// True when raw messages are kept on the disk.
    pub keep_mail: bool,
    /// True for a read-only run: nothing is written to the service of any account.
    pub readonly: bool,
    /// Seconds between two looks for new inquiries (30 to 600).
    pub poll_seconds: u64,
    /// Program for editing long texts, with its arguments; when not set `$VISUAL`, then `$EDITOR`.
    pub editor: Option<Words>,
    /// The seller's name, for replies.
    pub my_name: Option<String>,
    /// Text at the end of replies; empty for none.
    pub signature: Option<String>,
    /// Folder of downloads; `None` for the desktop's folder, or the one where the program was started.
    pub download_dir: Option<PathBuf>,
    pub clipboard: ClipboardWay,
    pub time_zone: TimeZone,
    /// Log level, written as in `PARKADE_LOG`, which wins.
    pub log_level: String,
    /// The screen the program opens on.
    pub start_screen: ScreenId,
    /// View each screen starts with, by screen.
    pub start_view: BTreeMap<String, String>,
    /// Accounts in the order of the file.
    pub accounts: Vec<AccountConfig>,
    /// Key lines as read; the keymap checks them against the commands.
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

/// An account of the file: a table `[accounts.NAME]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AccountConfig {
    pub name: String,
    pub base_url: Option<String>,
    /// Command that prints the token; run without a shell.
    pub token_command: Option<Words>,
    pub ads_key_command: Option<Words>,
    /// Authorities to trust instead of the system's (PEM).
    pub ca_file: Option<PathBuf>,
    /// True if this account is read-only.
    pub readonly: bool,
    /// True if others can write to the file; then the account's address, commands and authorities were left out.
    pub exposed: bool,
    /// Settings that this account overrides, with its values.
    pub overrides: Vec<(&'static str, Given)>,
}

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words(pub Vec<String>);

/// A raw value, before a setting has read it.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    Text(String),
    Number(i64),
    Switch(bool),
    List(Vec<String>),
    /// Value that no setting accepts; holds its kind in words.
    Other(&'static str),
}

/// Line of keys.toml as read, with its place for messages about conflicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyLine {
    /// Name of the screen; empty for every screen.
    pub screen: String,
    pub key: String,
    pub command: String,
    pub place: Place,
}

/// Colour theme.
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
    /// Way that this terminal is known to support; the bell if none is known.
    Auto,
    Always(NotifyWay),
}

/// A sequence for notifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotifyWay {
    /// Sequence of `iTerm2`, also understood by `WezTerm` and Ghostty.
    Osc9,
    /// Sequence of rxvt, foot, Konsole and VTE.
    Osc777,
    /// Sequence of Kitty.
    Osc99,
}

/// The way pictures are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pictures {
    /// Way that this terminal is known to support.
    Auto,
    Always(PictureWay),
}

/// A way to show a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureWay {
    /// Protocol of Kitty, with placeholder characters in the cells of a picture.
    Kitty,
    /// Protocol of `iTerm2`, also understood by `WezTerm` and others.
    Iterm2,
    /// Sixel graphics of old DEC terminals, which many terminals show today.
    Sixel,
    /// Half blocks: two pixels in a character.
    Blocks,
    /// Pictures are not shown.
    Off,
}

/// The way text is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipboardWay {
    /// OSC 52 if the terminal takes it, then a program of the desktop, then a file.
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
