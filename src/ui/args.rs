//! The words of a `:` line: the name of a screen, and what follows the name of a screen or a command.

/// A screen's name as `--screen` and `:` take it: `inquiries`.
pub type ScreenId = &'static str;

/// The arguments of a `:` line, and how often a command is to be repeated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Args {
    /// Words without quotes, options left out.
    pub words: Vec<String>,
    /// Words that began with `--` before a lone `--`, without the dashes.
    pub options: Vec<String>,
    /// The text after the name as typed.
    pub text: String,
    /// 12 in `:+12`.
    pub count: Option<u32>,
}

/// The option of [`Args::to_list`].
const TO_LIST: &str = "list";
/// The option of [`Args::listed`].
const LISTED: &str = "listed";

impl Args {
    /// Arguments of these words, as if typed.
    pub fn words<I: IntoIterator<Item = T>, T: Into<String>>(words: I) -> Self {
        let words: Vec<String> = words.into_iter().map(Into::into).collect();
        Self { text: words.join(" "), words, ..Self::default() }
    }

    /// The path typed behind so many words: a quoted one as it is meant, any other to the end of the line, so that spaces
    /// need no quotes.
    pub fn path(&self, after: usize) -> String {
        match self.words.get(after..).unwrap_or_default() {
            [] => String::new(),
            [only] => only.clone(),
            several if !self.options.is_empty() => several.join(" "),
            _ => {
                let mut rest = self.text.trim();
                for _ in 0..after {
                    rest = rest.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim_start());
                }
                rest.to_owned()
            }
        }
    }

    /// The arguments with an option.
    #[must_use]
    pub fn with(mut self, option: &str) -> Self {
        self.options.push(option.to_owned());
        self
    }

    /// True where this option is among them.
    pub fn has(&self, option: &str) -> bool {
        self.options.iter().any(|known| known == option)
    }

    /// Arguments that lead a screen out of whatever is opened on it, to its list as it is.
    pub fn to_list() -> Self {
        Self::default().with(TO_LIST)
    }

    /// True for [`Args::to_list`].
    pub fn is_to_list(&self) -> bool {
        self.has(TO_LIST)
    }

    /// A line that says a list to be written out: a row that is called so is not opened.
    pub fn listed(line: &str) -> Self {
        Self::words(line.split_whitespace()).with(LISTED)
    }

    /// True for [`Args::listed`].
    pub fn is_listed(&self) -> bool {
        self.has(LISTED)
    }

    /// Number of repetitions, at least one.
    pub fn times(&self) -> usize {
        self.count.unwrap_or(1).max(1) as usize
    }
}
