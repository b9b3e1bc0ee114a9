//! Words for why a message matched.

/// Reasons of a match: the label as sent, a short word, and its meaning.
const LABELS: [(&str, &str, &str); 3] = [
    ("domain_contains", "contains", "sender's domain contains yours"),
    ("domain_similarity", "similar", "sender's domain resembles yours"),
    ("domain_contains_extension", "extension", "sender's domain contains yours and its ending"),
];

/// Short words for the reasons; unknown labels as sent.
pub fn short(labels: &[Box<str>]) -> String {
    said(labels, |(_, short, _)| short, ", ")
}

/// Reasons in full words, without those another one implies.
pub fn long(labels: &[Box<str>]) -> String {
    let has = |wanted: &str| labels.iter().any(|label| **label == *wanted);
    let is_said = |label: &str| label == "domain_contains" && has("domain_contains_extension");
    let labels: Vec<Box<str>> = labels.iter().filter(|label| !is_said(label)).cloned().collect();
    said(&labels, |(.., long)| long, "; ")
}

type Label = (&'static str, &'static str, &'static str);

fn said(labels: &[Box<str>], word: fn(Label) -> &'static str, between: &str) -> String {
    let known = |label: &str| LABELS.into_iter().find(|(known, ..)| *known == label).map(word);
    let words: Vec<&str> = labels.iter().map(|label| known(label).unwrap_or(label)).collect();
    words.join(between)
}
