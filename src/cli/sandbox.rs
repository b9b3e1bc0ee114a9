//! `parkade sandbox`: the service itself on this machine, for trying things out and for tests.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::{Exit, Outcome};
use crate::sandbox::{AdsKey, Fault, Feature, Flood, Like, Options, Recipe, Sandbox, SandboxError, Token, like_help};

/// Runs the service on this machine, with invented data.
///
/// Prints `listening on http://HOST:PORT`, then a line `token NAME VALUE` for each token. The value of a token given with
/// --token is its name.
#[derive(Clone, Debug, ClapArgs)]
pub struct Args {
    /// Where to listen; port 0 takes a free one.
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:0", value_parser = address)]
    pub listen: SocketAddr,
    /// Keep the data in this folder; without it they live in memory.
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Number of domains; without it as many as the folder has, else 1200.
    #[arg(long, value_name = "N", value_parser = up_to_a_million)]
    pub domains: Option<u32>,
    /// Number of inquiries; without it as many as the folder has, else 400.
    #[arg(long, value_name = "N", value_parser = up_to_a_million)]
    pub inquiries: Option<u32>,
    /// Number of mails; without it as many as the folder has, else 300.
    #[arg(long, value_name = "N", value_parser = up_to_a_million)]
    pub emails: Option<u32>,
    /// Equal seed and counts give equal data; without it that of the folder, else 1.
    #[arg(long, value_name = "S", value_parser = whole)]
    pub seed: Option<u64>,
    /// A token and its abilities, for example triage=inquiries.*,*.view; without this option there is one token, full,
    /// with every ability and a value made for this run.
    #[arg(long = "token", value_name = "NAME=ABILITIES|*")]
    pub tokens: Vec<Token>,
    /// A key of the ads service and its scopes.
    #[arg(long = "ads-key", value_name = "KEY=SCOPES|*")]
    pub ads_keys: Vec<AdsKey>,
    /// How long background work takes.
    #[arg(long, value_name = "S", default_value = "3", value_parser = seconds)]
    pub job_seconds: u32,
    /// What this account lacks: catchall, insights, csv, portfolio, activity, export, nameservers, parking-email.
    #[arg(long, value_name = "FEATURE", value_delimiter = ',')]
    pub without: Vec<Feature>,
    /// At most N writes in S seconds for each token.
    #[arg(long, value_name = "N/S")]
    pub flood: Option<Flood>,
    /// Every answer waits this many milliseconds.
    #[arg(long, value_name = "MS", default_value = "0", value_parser = seconds)]
    pub latency: u32,
    /// A new inquiry comes in every so many seconds.
    #[arg(long, value_name = "S", value_parser = at_least_one)]
    pub arrive: Option<u32>,
    /// Something that goes wrong, for example reset-after@POST parking/inquiries/bulk:1 or 503:20%.
    #[arg(long = "fault", value_name = "KIND[@METHOD path][:count|%]")]
    pub faults: Vec<Fault>,
    /// Serve like a service that chooses differently where the documents leave it open; --help lists the choices.
    #[arg(long, value_name = "CHOICE", value_delimiter = ',', long_help = like_help())]
    pub like: Vec<Like>,
    /// The clock stands at this time (unix seconds) until it is moved, so that runs can be compared byte by byte.
    #[arg(long, value_name = "UNIX", value_parser = unix_time)]
    pub clock: Option<i64>,
}

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "write an address and a port, for example 127.0.0.1:8080 or [::1]:0".to_owned())
}

fn number<T: std::str::FromStr>(text: &str, example: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("write a whole number, for example {example}"))
}

fn up_to_a_million(text: &str) -> Result<u32, String> {
    match number::<u32>(text, "1200")? {
        count if count <= 1_000_000 => Ok(count),
        _ => Err("this is more than the sandbox makes; write at most 1000000".to_owned()),
    }
}

fn whole(text: &str) -> Result<u64, String> {
    number(text, "1")
}

fn seconds(text: &str) -> Result<u32, String> {
    number(text, "3")
}

fn unix_time(text: &str) -> Result<i64, String> {
    number(text, "1790000000")
}

fn at_least_one(text: &str) -> Result<u32, String> {
    match number::<u32>(text, "30")? {
        0 => Err("write at least 1, or leave the option out for none".to_owned()),
        seconds => Ok(seconds),
    }
}

impl Args {
    /// Options for the sandbox.
    ///
    /// # Errors
    /// When no token can be made.
    pub fn options(&self) -> Result<Options, SandboxError> {
        // A token whose value is its name could be guessed by everybody on this machine.
        let tokens = if self.tokens.is_empty() { vec![Token::full().unguessable()?] } else { self.tokens.clone() };
        let made = self.data.as_deref().and_then(Recipe::of).unwrap_or_default();
        Ok(Options {
            listen: self.listen,
            data: self.data.clone(),
            domains: self.domains.unwrap_or(made.domains),
            inquiries: self.inquiries.unwrap_or(made.inquiries),
            emails: self.emails.unwrap_or(made.emails),
            seed: self.seed.unwrap_or(made.seed),
            tokens,
            ads_keys: self.ads_keys.clone(),
            job_seconds: self.job_seconds,
            at_once: Options::default().at_once,
            without: self.without.clone(),
            flood: self.flood,
            latency: Duration::from_millis(self.latency.into()),
            arrive: self.arrive,
            faults: self.faults.clone(),
            like: self.like.clone(),
            now: self.clock,
            clock: None,
        })
    }
}

/// Runs the sandbox until it is interrupted.
pub fn run(args: &Args) -> Outcome {
    let sandbox = args.options().and_then(|options| Sandbox::new(&options)).map_err(|error| refused(&error))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let tokens = sandbox.tokens().to_vec();
    let mut outcome = Ok(Exit::Success);
    let told = |result: Result<SocketAddr, _>| match result {
        Ok(addr) => {
            let mut text = format!("listening on http://{addr}\n");
            for token in &tokens {
                let _ = writeln!(text, "token {} {}", token.name, token.value);
            }
            // The sandbox runs even if nobody reads this text.
            let _ = super::streams::print(&text);
        }
        Err(error) => outcome = Err(refused(&error)),
    };
    runtime.block_on(sandbox.run(told, async {
        // Without a handler for the signal, the sandbox runs until it is killed.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }));
    outcome
}

fn refused(error: &impl std::fmt::Display) -> super::Fault {
    super::Fault::usage(error.to_string())
}
