//! The words of a `:` line: the name of a screen, and the arguments of a screen or a command.

/// Name of a screen, as `--screen` and `:` take it: `inquiries`.
pub type ScreenId = &'static str;

/// Arguments of a `:` line, and how often a command is repeated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Args {
    /// Words without quotes and without options.
    pub words: Vec<String>,
    /// Options without their dashes: words that began with `--`, up to a lone `--`.
    pub options: Vec<String>,
    /// Text after the name, as typed.
    pub text: String,
    /// Count typed before a movement: 12 in `:+12`.
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

    /// Path typed after the first `after` words: a quoted one without its quotes, any other to the end of the line, so
    /// that a path with spaces needs no quotes.
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

    /// These arguments with an option added.
    #[must_use]
    pub fn with(mut self, option: &str) -> Self {
        self.options.push(option.to_owned());
        self
    }

    /// True when this option was given.
    pub fn has(&self, option: &str) -> bool {
        self.options.iter().any(|known| known == option)
    }

    /// Arguments that close whatever is opened on a screen and show its list as it is.
    pub fn to_list() -> Self {
        Self::default().with(TO_LIST)
    }

    /// True for [`Args::to_list`].
    pub fn is_to_list(&self) -> bool {
        self.has(TO_LIST)
    }

    /// Arguments that show the list of `line`, for a list that is written to a file or to standard output. With them,
    /// a line that is the name of a row does not open that row.
    pub fn listed(line: &str) -> Self {
        Self::words(line.split_whitespace()).with(LISTED)
    }

    /// True for [`Args::listed`].
    pub fn is_listed(&self) -> bool {
        self.has(LISTED)
    }

    /// Number of repetitions, at least 1.
    pub fn times(&self) -> usize {
        self.count.unwrap_or(1).max(1) as usize
    }
}
