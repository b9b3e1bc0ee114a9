//! The script of a label, and letters that look like Latin ones. A small table of the scripts that are mistaken for
//! each other, not a copy of Unicode's.

use std::collections::BTreeSet;

use super::Lookalike;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Hebrew,
    Arabic,
    Indic,
    Thai,
    Georgian,
    Cherokee,
    Han,
    Hiragana,
    Katakana,
    Hangul,
    Bopomofo,
    Other,
}

/// Script of a letter; `None` for digits, hyphens and marks, which are used with every script.
fn script(c: char) -> Option<Script> {
    Some(match u32::from(c) {
        0x41..=0x5a
        | 0x61..=0x7a
        | 0xaa
        | 0xba
        | 0xc0..=0x24f
        | 0x250..=0x2af
        | 0x1d00..=0x1d25
        | 0x1d6b..=0x1d77
        | 0x1d79..=0x1dbe
        | 0x1e00..=0x1eff
        | 0x2c60..=0x2c7f
        | 0xa722..=0xa7ff
        | 0xab30..=0xab64
        | 0xff21..=0xff5a => Script::Latin,
        0x370..=0x3ff | 0x1d26..=0x1d2a | 0x1f00..=0x1fff => Script::Greek,
        0x400..=0x484 | 0x487..=0x52f | 0x1c80..=0x1c88 | 0x1d2b | 0x1d78 | 0x2de0..=0x2dff | 0xa640..=0xa69f => {
            Script::Cyrillic
        }
        0x531..=0x58f => Script::Armenian,
        0x591..=0x5f4 => Script::Hebrew,
        0x600..=0x6ff | 0x750..=0x77f | 0x8a0..=0x8ff | 0xfb50..=0xfdff | 0xfe70..=0xfefe => Script::Arabic,
        0x900..=0xdff => Script::Indic,
        0xe00..=0xe7f => Script::Thai,
        0x10a0..=0x10ff | 0x1c90..=0x1cbf | 0x2d00..=0x2d2f => Script::Georgian,
        0x13a0..=0x13ff | 0xab70..=0xabbf => Script::Cherokee,
        0x3005 | 0x3007 | 0x2e80..=0x2fdf | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x3ffff => {
            Script::Han
        }
        0x3041..=0x3096 | 0x309d..=0x309f => Script::Hiragana,
        0x30a1..=0x30fa | 0x30fd..=0x30ff | 0x31f0..=0x31ff | 0xff66..=0xff6f | 0xff71..=0xff9d => Script::Katakana,
        0x1100..=0x11ff | 0x3131..=0x318e | 0xa960..=0xa97f | 0xac00..=0xd7ff => Script::Hangul,
        0x3105..=0x312f | 0x31a0..=0x31bf => Script::Bopomofo,
        // Modifiers, combining marks, and the signs that go with both kana.
        0x2b0..=0x36f | 0x3099..=0x309c | 0x30fb..=0x30fc | 0xff70 => return None,
        _ if c.is_alphabetic() => Script::Other,
        _ => return None,
    })
}

/// The Latin letter or letters that `c` looks like.
fn latin(c: char) -> Option<&'static str> {
    Some(match c {
        'а' | 'ɑ' | 'α' | 'ᴀ' => "a",
        'ь' | 'Ь' | 'ᖯ' | 'ƅ' => "b",
        'с' | 'ϲ' | 'ᴄ' => "c",
        'ԁ' | 'ժ' | 'ɗ' => "d",
        'е' | 'ҽ' | 'є' | 'ε' => "e",
        'ғ' | 'ք' => "f",
        'ɡ' | 'ց' => "g",
        'һ' | 'հ' | 'ʜ' | 'н' => "h",
        'і' | 'ı' | 'ι' | 'ɩ' => "i",
        'ј' | 'ϳ' => "j",
        'к' | 'κ' | 'ĸ' | 'ᴋ' => "k",
        'ӏ' | 'ⅼ' | 'ן' | 'ו' | 'ʟ' => "l",
        'м' | 'ᴍ' => "m",
        'п' | 'ո' | 'ռ' | 'η' | 'ɴ' => "n",
        'о' | 'ο' | 'օ' | 'ס' | 'σ' | 'ه' | 'ᴏ' => "o",
        'р' | 'ρ' => "p",
        'ԛ' | 'զ' => "q",
        'г' | 'ɾ' | 'ʀ' => "r",
        'ѕ' | 'ꜱ' => "s",
        'т' | 'τ' | 'ᴛ' => "t",
        'υ' | 'ս' | 'ц' | 'ᴜ' => "u",
        'ѵ' | 'ν' | 'ט' | 'ᴠ' => "v",
        'ԝ' | 'ѡ' | 'ա' | 'ω' | 'ш' | 'щ' | 'ᴡ' => "w",
        'х' | 'χ' => "x",
        'у' | 'γ' | 'ү' | 'ყ' | 'ʏ' => "y",
        'ᴢ' => "z",
        _ => return None,
    })
}

/// True for scripts that are written together: the Japanese, Korean or Chinese ones, each also with Latin.
fn together(scripts: &BTreeSet<Script>) -> bool {
    use Script::{Bopomofo, Han, Hangul, Hiragana, Katakana, Latin};
    [[Latin, Han, Hiragana, Katakana].as_slice(), &[Latin, Han, Hangul], &[Latin, Han, Bopomofo]]
        .iter()
        .any(|usual| scripts.iter().all(|script| usual.contains(script)))
}

/// The warning about a name in its Unicode form, if it can be mistaken.
pub(super) fn lookalike(name: &str) -> Option<Lookalike> {
    if name.is_ascii() {
        return None;
    }
    let mut reading = Vec::new();
    let mut read = false;
    for label in name.split('.') {
        let scripts: BTreeSet<_> = label.chars().filter_map(script).collect();
        if scripts.len() > 1 && !together(&scripts) {
            let names: Vec<_> = scripts.iter().map(|script| format!("{script:?}")).collect();
            return Some(Lookalike::MixedScripts(names.join(" and ")));
        }
        let characters: Option<String> = label
            .chars()
            .map(|c| match c {
                c if c.is_ascii() => Some(c.to_string()),
                c => latin(c).map(str::to_owned),
            })
            .collect();
        match characters {
            Some(characters) if !label.is_ascii() => {
                read = true;
                reading.push(characters);
            }
            _ => reading.push(label.to_owned()),
        }
    }
    // A name whose ending is in its own script is not mistaken for a Latin name.
    let ending = name.rsplit('.').next().unwrap_or_default();
    (read && ending.is_ascii()).then(|| Lookalike::WholeScript(reading.join(".")))
}
