//! First telling words of a message, for columns that have room for few: without the greeting and the buyer's name.

use crate::base::MARK;
use crate::ui::text;

/// Most cells and words of a greeting, and most cells of an introduction that is left out whole.
const GREETING: usize = 40;
const GREETING_WORDS: usize = 4;
const INTRODUCTION: usize = 60;
/// Beginnings of a greeting.
const HELLOS: [&str; 16] = [
    "hi",
    "hello",
    "hey",
    "dear",
    "hallo",
    "bonjour",
    "hola",
    "ciao",
    "hej",
    "good morning",
    "good afternoon",
    "good evening",
    "good day",
    "guten tag",
    "guten morgen",
    "buenos días",
];
/// Words before a name by which somebody introduces themselves.
const INTRODUCES: [&str; 10] =
    ["my name is", "this is", "i am", "i'm", "i’m", "mein name ist", "ich bin", "je suis", "me llamo", "mi nombre es"];

/// The message from its first telling words on, or all of it if it has none. `buyer` is the buyer's name.
pub fn gist<'a>(message: &'a str, buyer: &str) -> &'a str {
    let rest = after_greeting(message);
    let rest = after_introduction(rest, buyer);
    if rest.is_empty() { message } else { rest }
}

/// True for words that may be left out: those without a figure or a question mark.
fn is_plain(words: &str) -> bool {
    !words.contains(|c: char| c.is_numeric() || c == '?' || c == '？')
}

/// The text from byte `end` on, without the signs and blanks at its beginning.
fn from(text: &str, end: usize) -> &str {
    text[end..].trim_start_matches(|c: char| c.is_whitespace() || c == MARK || ",;:.!，。！".contains(c))
}

/// True when `rest` does not begin with a letter or digit.
fn is_end_of_word(rest: &str) -> bool {
    !rest.starts_with(char::is_alphanumeric)
}

fn after_greeting(message: &str) -> &str {
    let greets = |words: &str| {
        let words = words.to_lowercase();
        HELLOS.iter().any(|hello| words.strip_prefix(hello).is_some_and(is_end_of_word))
    };
    let is_short = |words: &str| {
        text::width(words) <= GREETING && words.split_whitespace().count() <= GREETING_WORDS && is_plain(words)
    };
    let line = message.find(MARK).filter(|end| {
        let line = message[..*end].trim_end();
        text::width(line) <= GREETING && is_plain(line) && (greets(line) || line.ends_with([',', '，', '!', '！', ':']))
    });
    // A sign within a number or a word does not end a greeting.
    let signs = message.match_indices([',', '!', '.']).map(|(at, _)| at);
    let sign = signs.into_iter().find(|at| !message[*at + 1..].starts_with(|c: char| !c.is_whitespace() && c != MARK));
    let sign = sign.filter(|end| greets(message) && is_short(&message[..*end]));
    line.or(sign).map_or(message, |end| from(message, end))
}

/// The text after the sentence in which the buyer says their name, or after the name where that sentence says more.
fn after_introduction<'a>(words: &'a str, buyer: &str) -> &'a str {
    let stands = |part: &str, at: usize| words[at..].strip_prefix(part).is_some_and(is_end_of_word);
    let introduces = |at: usize| {
        let before = words[..at].trim_end().to_lowercase();
        INTRODUCES.iter().any(|known| before.ends_with(known))
    };
    let named = if !buyer.is_empty() && stands(buyer, 0) {
        Some(buyer.len())
    } else {
        let first = buyer.split_whitespace().next().unwrap_or(buyer);
        let at = words.find(first).filter(|at| !first.is_empty() && introduces(*at) && is_plain(&words[..*at]));
        at.and_then(|at| [buyer, first].iter().find(|name| stands(name, at)).map(|name| at + name.len()))
    };
    let Some(named) = named.filter(|end| text::width(&words[..*end]) <= INTRODUCTION) else { return words };
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
    fn greeting_and_buyers_name_are_left_out_of_the_gist() {
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
    fn an_offer_and_telling_words_stay_whole_whatever_the_buyer_is_called() {
        for (message, buyer) in [
            ("Hello I can pay $2,500 for this domain", "Anna"),
            ("Hi would you take 1.200 EUR", "Anna"),
            ("Hi I offer 300. Thanks", "X"),
            ("Please send me your best price·Thanks", "Bo"),
            ("Interested in buying this domain·Best regards, JM", "JM"),
            ("Maximum price?", "Max Power"),
            ("Market price is fine", "Mark"),
            ("Will you sell this domain to me. Thanks", "Will Smith"),
            ("Good name, and I want it", "Bo"),
        ] {
            assert_eq!(gist(message, buyer), message);
        }
    }

    #[test]
    fn words_that_are_not_a_greeting_stay_in_the_gist() {
        for message in
            ["Is it for sale?", "I offer 500·Anna Lindqvist", "Hello,", "Anna Lindqvist", "", "Price?·Thanks"]
        {
            assert_eq!(gist(message, "Anna Lindqvist"), message);
        }
    }
}
