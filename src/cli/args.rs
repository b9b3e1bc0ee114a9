//! The command line: what may be written and what the help says.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

use super::common_args::{AccountArg, ProgramArgs, ReadonlyArg};
use super::texts;

/// Runs a portfolio of parked domains from the terminal.
///
/// Without a subcommand the program opens on the configured account, or on the first-run page. A token is never given
/// on the command line: see `parkade login`.
#[derive(Debug, Parser)]
#[command(name = "parkade", version = crate::app::VERSION, propagate_version = true, after_help = texts::examples(), after_long_help = texts::after_help())]
pub struct Cli {
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub account: AccountArg,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What `logout` removes.
#[derive(Clone, Debug, Default, Args)]
pub struct LogoutArgs {
    #[command(flatten)]
    pub account: AccountArg,
    /// Remove what is kept of the account on this computer too: cache, journal with unsent changes, drafts; your notes stay
    #[arg(long)]
    pub forget: bool,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Open the program on a made-up portfolio that lives inside it
    #[cfg(feature = "sandbox")]
    Demo(DemoArgs),
    /// Run the service alone on this machine, with invented data, for scripts and tests
    #[cfg(feature = "sandbox")]
    Sandbox(Box<super::sandbox::Args>),
    /// Open the program on names to be added, from a file or from standard input
    Add(AddArgs),
    /// Write the changes of a plan file (`:plan save`) without opening the program
    ///
    /// The command ends when a signal tells it to, when the token is rejected, without a connection, or when the service
    /// asks to wait for more than two minutes in all. It then says what was saved; what was not sent is dropped.
    Apply(ApplyArgs),
    /// Send one call to the service and print its answer, for scripts
    ///
    /// The call goes with the account's token, at the program's pace and by its rules: a read is repeated where that helps, a
    /// write never. What is shown as text by other commands is printed here as the service sent it.
    Api(ApiArgs),
    /// Print the rows of a list as its screen shows them, for scripts
    ///
    /// They come from what is kept on this computer, with its age on standard error; --fresh reads the list anew and whole.
    /// On a terminal they are printed in columns, into a pipe as --plain does.
    List(super::list::ListArgs),
    /// Set up an account: address, token, where it is kept
    Login(LoginArgs),
    /// Remove the stored token of an account
    Logout(LogoutArgs),
    /// List the accounts, rename or remove one
    Account {
        #[command(subcommand)]
        action: AccountAction,
    },
    /// Write, check, show or change the settings
    Config {
        #[command(subcommand)]
        action: ConfigAction,
    },
    /// Show the folders that are used, and what is in them
    Paths(PathsArgs),
    /// Show what is set up, what the terminal can do, and what the token may do
    ///
    /// It ends with 0 where the program could be used as it is set up, with 1 where the settings have errors, and otherwise
    /// with the code of what is missing: a token, an answer of the service, a permission of any kind.
    Doctor(DoctorArgs),
    /// Print everything Home shows, in sentences
    ///
    /// It reads only what is kept on this computer, and says on standard error how old that is. It ends with 1 where nothing
    /// was read yet.
    Digest(TellArgs),
    /// Print the reminders that have come, for cron
    ///
    /// It reads only what is noted on this computer. A line ends with its reason, unless that is a plain reminder, and with
    /// the note. The command ends with 0 where something is due, with 1 where nothing is, and with 2 where the notes cannot
    /// be read.
    Due(TellArgs),
    /// Tell that a buyer has answered by mail, so that it is your turn
    ///
    /// It takes an inquiry's reference or number, or the buyer's address; without one it reads a message from standard
    /// input, as a mail filter hands it over, and looks for a reference in it, then for its sender. A snooze of the inquiry
    /// ends. It ends with 1 where no known inquiry is meant.
    Heard(HeardArgs),
    /// Save notes, tags, snoozes and reminders as JSON, or take them from such a file
    Notes {
        #[command(subcommand)]
        action: super::notes::NotesAction,
    },
    /// Print the completions of a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print a man page, or write all of them
    Man(ManArgs),
}

/// `parkade demo`.
#[cfg(feature = "sandbox")]
#[derive(Clone, Debug, Args)]
pub struct DemoArgs {
    /// How many domains there are
    #[arg(long, value_name = "N", default_value_t = 1200)]
    pub domains: u32,
    /// How many inquiries there are
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub inquiries: u32,
    /// How many mails there are
    #[arg(long, value_name = "N", default_value_t = 300)]
    pub emails: u32,
    /// The same number gives the same portfolio
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Start over instead of continuing the last demo
    #[arg(long)]
    pub fresh: bool,
    #[command(flatten)]
    pub program: ProgramArgs,
}

/// What `add` takes.
#[derive(Clone, Debug, Default, Args)]
pub struct AddArgs {
    /// A list of names, or a CSV with a column of them; `-` is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: Option<String>,
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub account: AccountArg,
}

/// What `digest` and `due` take.
#[derive(Clone, Debug, Args)]
pub struct TellArgs {
    /// As JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub account: AccountArg,
}

/// What `heard` takes.
#[derive(Clone, Debug, Args)]
pub struct HeardArgs {
    /// A reference, the number of an inquiry, or an address; without it a message is read from standard input
    #[arg(value_name = "REFERENCE")]
    pub reference: Option<String>,
    #[command(flatten)]
    pub account: AccountArg,
}

/// What `apply` takes.
#[derive(Clone, Debug, Args)]
pub struct ApplyArgs {
    /// The plan file; `-` is standard input
    #[arg(value_name = "PLAN", value_hint = ValueHint::FilePath)]
    pub plan: String,
    /// Do not ask before the changes are written
    #[arg(long)]
    pub yes: bool,
    /// Show the changes and whether they could be written, and write nothing
    #[arg(long, conflicts_with = "yes")]
    pub dry_run: bool,
    /// Write the N changes all the same that a warning is about, such as a tenth of the old price; --dry-run names them
    #[arg(long, value_name = "N")]
    pub accept_warnings: Option<usize>,
    #[command(flatten)]
    pub readonly: ReadonlyArg,
    #[command(flatten)]
    pub account: AccountArg,
}

#[cfg(feature = "sandbox")]
impl DemoArgs {
    /// The demo as the first-run page opens it.
    pub fn of_first_run(flags: &crate::app::launch::Flags) -> Self {
        let program = ProgramArgs {
            screen: None,
            readonly: ReadonlyArg { readonly: flags.readonly },
            ascii: flags.ascii,
            no_animation: flags.no_animation,
        };
        Self { domains: 1200, inquiries: 400, emails: 300, seed: 1, fresh: false, program }
    }
}

/// The help of `-f`; brackets would be links in a comment.
const TEXT_FIELD: &str =
    "A text: of the query in a read, of the body in a write; name[member]= and name[]= make objects and lists";

/// What `api` takes.
#[derive(Clone, Debug, Args)]
pub struct ApiArgs {
    /// GET, POST or DELETE
    #[arg(value_name = "METHOD", ignore_case = true)]
    pub method: MethodArg,
    /// The path below the API's address, such as parking/domains or "parking/domain?name=solar.example"
    #[arg(value_name = "PATH")]
    pub path: String,
    #[arg(short = 'f', long = "field", value_name = "NAME=TEXT", help = TEXT_FIELD)]
    pub fields: Vec<String>,
    /// As -f, but true, false, null and whole numbers are values, @FILE is what the file holds, @- standard input; for a file
    /// the call takes, the file itself
    #[arg(short = 'F', long = "value", value_name = "NAME=VALUE")]
    pub values: Vec<String>,
    /// A file with the JSON of the body, `-` for standard input; fields then go into the query
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub input: Option<String>,
    /// Read every page and join their lists
    #[arg(long, conflicts_with = "input")]
    pub paginate: bool,
    /// Send a write without asking
    #[arg(long)]
    pub yes: bool,
    #[command(flatten)]
    pub readonly: ReadonlyArg,
    #[command(flatten)]
    pub account: AccountArg,
}

/// The verb of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "UPPER")]
pub enum MethodArg {
    Get,
    Post,
    Delete,
}

/// `parkade login`.
#[derive(Clone, Debug, Args)]
pub struct LoginArgs {
    /// The address of the service
    #[arg(long, value_name = "URL", help = "The address of the service, such as https://parking.example.com")]
    pub base_url: Option<String>,
    /// Where the token is kept; proposed when not given
    #[arg(long, value_name = "PLACE")]
    pub store: Option<StoreArg>,
    /// Save it even where the service permits none of the reads it is tested with
    #[arg(long)]
    pub force: bool,
    /// Set up the key of the ads service instead of the token
    #[arg(long)]
    pub ads_key: bool,
    /// A file with the authorities to trust (PEM), for company networks
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub ca_file: Option<PathBuf>,
    #[command(flatten)]
    pub account: AccountArg,
}

/// Places a token can be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StoreArg {
    /// The keyring of the operating system
    #[cfg(feature = "keyring")]
    Keyring,
    /// A file only you can read
    File,
}

/// `parkade account …`.
#[derive(Clone, Debug, Subcommand)]
pub enum AccountAction {
    /// Show every account with its address and where its token is; * is the one that is opened
    List,
    /// Give an account another name; its token, cache, journal, drafts and notes go with it
    Rename {
        /// Which account
        name: String,
        /// The name it gets
        to: String,
    },
    /// Remove an account with its token from this machine; without --forget its journal, drafts and notes stay
    Remove {
        /// Which account
        name: String,
        /// Remove what is kept of it too: its cache, its journal with what is not sent yet, its drafts; your notes stay
        #[arg(long)]
        forget: bool,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
}

/// `parkade paths`.
#[derive(Clone, Debug, Args)]
pub struct PathsArgs {
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

/// `parkade config …`.
#[derive(Clone, Copy, Debug, Subcommand)]
pub enum ConfigAction {
    /// Write config.toml with every setting explained; an existing one is left alone
    Init,
    /// Check config.toml and keys.toml, and say where they are wrong
    Check,
    /// Show every setting as it counts, and where that comes from
    Show,
    /// Open config.toml in your editor, then tell what is wrong in it
    Edit,
    /// Print where config.toml is
    Path,
}

/// `parkade man`.
#[derive(Clone, Debug, Args)]
pub struct ManArgs {
    /// The subcommand the page is about, such as `config check`; without one it is about the program
    #[arg(value_name = "SUBCOMMAND", conflicts_with = "dir")]
    pub about: Vec<String>,
    /// Write the page of every subcommand into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: Option<PathBuf>,
}

/// `parkade doctor`.
#[derive(Clone, Debug, Args)]
pub struct DoctorArgs {
    /// As JSON
    #[arg(long)]
    pub json: bool,
    /// Do not ask the service anything
    #[arg(long)]
    pub offline: bool,
    #[command(flatten)]
    pub account: AccountArg,
}
