//! First telling words of a message, for columns that have room for few: without the greeting and the buyer's name.

use crate::base::MARK;
use crate::ui::text;

/// Most cells of a line that is a greeting, and of an introduction that is left out whole.
const GREETING: usize = 40;
const INTRODUCTION: usize = 60;
/// Most cells before the buyer's name in an introduction.
const BEFORE_NAME: usize = 24;
/// Fewest bytes of a part of a name that is looked for.
const NAME_PART: usize = 3;
/// First words of a greeting that goes on in the same line.
const HELLOS: [&str; 12] =
    ["hi", "hello", "hey", "dear", "good", "hallo", "guten", "bonjour", "hola", "buenos", "ciao", "hej"];

/// The message from its first telling words on; all of it if nothing else is left. `buyer` is their name.
pub fn gist<'a>(message: &'a str, buyer: &str) -> &'a str {
    let rest = after_greeting(message);
    let rest = after_introduction(rest, buyer);
    if rest.is_empty() { message } else { rest }
}

fn is_plain(words: &str) -> bool {
    !words.contains(|c: char| c.is_numeric() || c == '?' || c == '？')
}

/// The text after `end`, a byte in it, without the signs and blanks between sentences.
fn from(text: &str, end: usize) -> &str {
    text[end..].trim_start_matches(|c: char| c.is_whitespace() || c == MARK || ",;:.!，。！".contains(c))
}

fn after_greeting(message: &str) -> &str {
    if let Some(end) = message.find(MARK)
        && text::width(&message[..end]) <= GREETING
        && is_plain(&message[..end])
        && !from(message, end).is_empty()
    {
        return from(message, end);
    }
    let first = message.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase();
    match message.find([',', '!', '.']) {
        Some(end) if HELLOS.contains(&&*first) && text::width(&message[..end]) <= GREETING => from(message, end),
        _ => message,
    }
}

/// The text after the sentence in which the buyer says their name, or after the name where that sentence says more.
fn after_introduction<'a>(words: &'a str, buyer: &str) -> &'a str {
    let parts = buyer.split_whitespace().filter(|part| part.len() >= NAME_PART);
    let near = |part: &str| words.find(part).filter(|at| text::width(&words[..*at]) <= BEFORE_NAME);
    let ends = parts.filter_map(|part| near(part).map(|at| at + part.len()));
    let Some(named) = ends.max() else { return words };
    let sentence = words[named..].find([MARK, '.', '!', '。']).map(|at| named + at);
    match sentence {
        Some(end) if text::width(&words[..end]) <= INTRODUCTION && is_plain(&words[..end]) => from(words, end),
        _ => from(words, named),
    }
}

#[cfg(test)]
mod tests {
    use super::gist;

    #[test]
    fn greeting_and_name_are_left_out() {
        let cases = [
            ("Hej där,·en kund har bett oss fråga", "en kund har bett oss fråga"),
            ("Hello, my name is Anna Lindqvist. Is it for sale?", "Is it for sale?"),
            ("Hello, my name is Anna Lindqvist and I offer $500.", "and I offer $500."),
            ("Anna Lindqvist here, we open a shop in Turku next spring", "here, we open a shop in Turku next spring"),
            ("Sehr geehrte Damen und Herren,·Anna Lindqvist.·Was kostet der Name?", "Was kostet der Name?"),
            ("您好，·请问价格是多少？", "请问价格是多少？"),
        ];
        for (message, expected) in cases {
            assert_eq!(gist(message, "Anna Lindqvist"), expected);
        }
    }

    #[test]
    fn what_is_no_greeting_stays() {
        for message in
            ["Is it for sale?", "I offer 500·Anna Lindqvist", "Hello,", "Anna Lindqvist", "", "Price?·Thanks"]
        {
            assert_eq!(gist(message, "Anna Lindqvist"), message);
        }
    }
}
