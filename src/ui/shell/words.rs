//! The `:` line as words: quotes as in a shell, `--` ends options.

use super::super::Args;

/// Splits `text` into the command's name and its arguments.
///
/// # Errors
/// A sentence about a quote that is not closed.
pub(super) fn split(text: &str) -> Result<(String, Args), String> {
    let text = text.trim().trim_start_matches(':').trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let rest = rest.trim();
    let mut args = Args { text: rest.to_owned(), ..Args::default() };
    let mut options = true;
    for (word, quoted) in words(rest)? {
        match word.strip_prefix("--") {
            Some("") if options && !quoted => options = false,
            Some(option) if options && !quoted => args.options.push(option.to_owned()),
            _ => args.words.push(word),
        }
    }
    Ok((name.to_owned(), args))
}

fn words(text: &str) -> Result<Vec<(String, bool)>, String> {
    let mut words = Vec::new();
    let mut word: Option<(String, bool)> = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                // A word is quoted as a whole only if it begins with a quote, unlike `buyer:"acme inc"`.
                word.1 |= word.0.is_empty();
                loop {
                    match characters.next() {
                        None => return Err(format!("The quote {character} is not closed.")),
                        Some(next) if next == character => break,
                        Some('\\') if character == '"' => word.0.extend(characters.next()),
                        Some(next) => word.0.push(next),
                    }
                }
            }
            '\\' => word.get_or_insert_default().0.extend(characters.next()),
            space if space.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().0.push(other),
        }
    }
    words.extend(word);
    Ok(words)
}
