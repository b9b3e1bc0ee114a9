//! The languages buyers write in, read from `assets/sandbox/voices/`: names, places, firms and sentences.

use std::sync::LazyLock;

/// Text file of sections: `[name]`, then lines.
pub struct Sections(Vec<(&'static str, Vec<&'static str>)>);

impl Sections {
    /// Reads a file of the assets.
    pub fn read(text: &'static str) -> Self {
        let mut sections: Vec<(&'static str, Vec<&'static str>)> = Vec::new();
        for line in text.lines().filter(|line| !line.is_empty()) {
            match line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                Some(name) => sections.push((name, Vec::new())),
                None => {
                    if let Some((_, lines)) = sections.last_mut() {
                        lines.push(line);
                    }
                }
            }
        }
        Self(sections)
    }

    /// Lines of a section; none if it does not exist.
    pub fn get(&self, name: &str) -> &[&'static str] {
        self.0.iter().find(|(known, _)| *known == name).map_or(&[], |(_, lines)| lines)
    }
}

/// One language.
pub struct Voice {
    /// ISO code of the language; also the name of its file.
    pub code: &'static str,
    /// Share of buyers who write in this language, relative to the sum of all weights.
    pub weight: u32,
    pub lines: Sections,
}

impl Voice {
    /// Random line of a section; empty if the section is.
    pub fn pick(&self, rng: &mut fastrand::Rng, section: &str) -> &'static str {
        let lines = self.lines.get(section);
        if lines.is_empty() { "" } else { lines[rng.usize(..lines.len())] }
    }
}

macro_rules! voices {
    ($($code:literal $weight:literal,)*) => {
        /// Every language, English first.
        pub static VOICES: LazyLock<Vec<Voice>> = LazyLock::new(|| vec![$(
            Voice {
                code: $code,
                weight: $weight,
                lines: Sections::read(include_str!(concat!("../../../assets/sandbox/voices/", $code, ".txt"))),
            },
        )*]);
    };
}

voices! {
    "en" 34, "de" 9, "fr" 7, "es" 8, "it" 4, "pt" 4, "nl" 4, "pl" 4, "sv" 3, "tr" 3,
    "ru" 4, "uk" 2, "el" 2, "zh" 4, "ja" 4, "ko" 2, "ar" 3, "he" 2, "hi" 2,
}

/// Random language, by the weights of all.
pub fn any(rng: &mut fastrand::Rng) -> &'static Voice {
    let sum: u32 = VOICES.iter().map(|voice| voice.weight).sum();
    let mut left = rng.u32(..sum);
    for voice in VOICES.iter() {
        if left < voice.weight {
            return voice;
        }
        left -= voice.weight;
    }
    &VOICES[0]
}

/// Language of a domain name, by its ending or its letters.
pub fn of_domain(name: &str) -> Option<&'static Voice> {
    let ending = name.rsplit('.').next().unwrap_or_default();
    let by_ending = match ending {
        "de" | "at" | "ch" => "de",
        "fr" | "es" | "it" | "pt" | "nl" | "pl" => ending,
        "br" => "pt",
        "se" => "sv",
        "tr" => "tr",
        "jp" => "ja",
        "cn" => "zh",
        "kr" => "ko",
        "gr" => "el",
        _ => "",
    };
    let code = if by_ending.is_empty() {
        name.chars().find_map(|character| match character {
            '\u{0370}'..='\u{03ff}' => Some("el"),
            'ї' | 'і' | 'є' => Some("uk"),
            '\u{0400}'..='\u{04ff}' => Some("ru"),
            '\u{0590}'..='\u{05ff}' => Some("he"),
            '\u{0600}'..='\u{06ff}' => Some("ar"),
            '\u{0900}'..='\u{097f}' => Some("hi"),
            '\u{3040}'..='\u{30ff}' => Some("ja"),
            '\u{ac00}'..='\u{d7af}' => Some("ko"),
            '\u{4e00}'..='\u{9fff}' => Some("zh"),
            _ => None,
        })?
    } else {
        by_ending
    };
    VOICES.iter().find(|voice| voice.code == code)
}
