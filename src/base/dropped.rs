//! Paths of files dropped onto the terminal, as terminals write them: plain, quoted, escaped, or as `file://`
//! addresses.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// Paths and addresses in a text: one per line, or several separated by blanks. A plain path may contain blanks,
/// unless another path begins after one of them.
pub fn dropped(text: &str) -> Vec<String> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).flat_map(of_line).collect()
}

fn of_line(line: &str) -> Vec<String> {
    let is_marked = |c: char| matches!(c, '\'' | '"' | '\\');
    if line.starts_with(['/', '~']) && !line.contains(is_marked) {
        let begins =
            |word: &str| ["/", "~/", "file://", "http://", "https://"].iter().any(|with| word.starts_with(with));
        if !line.split_whitespace().all(begins) {
            return vec![line.to_owned()];
        }
    }
    let words = words(line);
    // A quote that is not closed is an apostrophe in a name, so the line is one path.
    let words = words.unwrap_or_else(|| vec![line.to_owned()]);
    words.into_iter().map(|word| address_path(&word).unwrap_or(word)).collect()
}

/// Words of a line, split as by a shell; `None` where a quotation is not closed.
fn words(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut begun) = (Vec::new(), String::new(), false);
    let mut letters = line.chars();
    while let Some(c) = letters.next() {
        match c {
            '\'' | '"' => {
                begun = true;
                loop {
                    match letters.next()? {
                        end if end == c => break,
                        '\\' if c == '"' => word.push(letters.next()?),
                        other => word.push(other),
                    }
                }
            }
            '\\' => {
                begun = true;
                word.push(letters.next()?);
            }
            blank if blank.is_whitespace() => {
                if std::mem::take(&mut begun) {
                    words.push(std::mem::take(&mut word));
                }
            }
            other => {
                begun = true;
                word.push(other);
            }
        }
    }
    words.extend(begun.then_some(word));
    Some(words)
}

/// The path of a `file://` address of this machine.
fn address_path(word: &str) -> Option<String> {
    let rest = word.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    if !path.starts_with('/') {
        return None;
    }
    percent_decode_str(path).decode_utf8().map(Cow::into_owned).ok()
}

#[cfg(test)]
mod tests {
    use super::dropped;

    #[test]
    fn a_dropped_path_is_read_in_every_form_terminals_write() {
        for (text, paths) in [
            ("/home/a/my logo.png", &["/home/a/my logo.png"][..]),
            ("'/home/a/my logo.png'", &["/home/a/my logo.png"]),
            ("\"/home/a/my logo.png\"\n", &["/home/a/my logo.png"]),
            ("/home/a/my\\ logo\\ \\(1\\).png ", &["/home/a/my logo (1).png"]),
            ("file:///home/a/my%20logo%C3%A9.png", &["/home/a/my logoé.png"]),
            ("file://localhost/a.png", &["/a.png"]),
            ("'/a/it'\\''s.png'", &["/a/it's.png"]),
            ("/a.png /b.png", &["/a.png", "/b.png"]),
            ("'/a b.png' /c\\ d.png file:///e.png", &["/a b.png", "/c d.png", "/e.png"]),
            ("/a.png\r\n/b c.png\n", &["/a.png", "/b c.png"]),
            ("~/logo.png", &["~/logo.png"]),
            ("https://x.example/a.png", &["https://x.example/a.png"]),
            ("/home/anna's logo.png", &["/home/anna's logo.png"]),
            ("file:///broken%", &["/broken%"]),
            (" \n ", &[]),
        ] {
            assert_eq!(dropped(text), paths, "{text:?}");
        }
    }
}
