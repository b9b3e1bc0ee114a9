//! `parkade man`: one page, subcommands and exit codes included.

use clap::CommandFactory;

use super::{Cli, Outcome, print};

pub fn run() -> Outcome {
    print(&page()?)
}

pub(super) fn page() -> std::io::Result<String> {
    let mut command = Cli::command();
    command.build();
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(command.clone());
    man.render(&mut page)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let title = format!(".SH \"PARKADE {}\"\n", sub.get_name().to_uppercase());
        page.extend_from_slice(title.as_bytes());
        let man = clap_mangen::Man::new(sub.clone());
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    Ok(String::from_utf8_lossy(&page).into_owned())
}
