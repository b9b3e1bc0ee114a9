//! Arguments that several subcommands take.

use clap::Args;

/// Which account is opened.
#[derive(Clone, Debug, Default, Args)]
pub struct AccountArg {
    /// Open this account of config.toml instead of the default one
    #[arg(long = "account", value_name = "NAME")]
    pub name: Option<String>,
}

/// The flag that keeps everything from being written.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct ReadonlyArg {
    /// Read-only mode: change nothing at the service
    #[arg(long)]
    pub readonly: bool,
}

/// Arguments of the full-screen program.
#[derive(Clone, Debug, Default, Args)]
pub struct ProgramArgs {
    /// Open on this screen
    #[arg(long, value_name = "NAME")]
    pub screen: Option<String>,
    #[command(flatten)]
    pub readonly: ReadonlyArg,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub ascii: bool,
    /// Disable animation
    #[arg(long)]
    pub no_animation: bool,
}
