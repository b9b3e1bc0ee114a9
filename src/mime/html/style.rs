//! Styles that hide text: display none, invisible, zero size, moved off the page, or in the colour of its background.

use std::collections::HashMap;

/// Most rules of style sheets that are read.
const RULES: usize = 2_000;

type Colour = (u8, u8, u8);

/// Style properties of a text, including those inherited from the elements around it.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// True when the element and everything inside it is hidden.
    gone: bool,
    invisible: bool,
    tiny: bool,
    /// Colour; `None` is transparent.
    colour: Option<Colour>,
    /// Colour behind the text; unknown over a picture.
    behind: Option<Colour>,
}

impl Default for Look {
    fn default() -> Self {
        Self { gone: false, invisible: false, tiny: false, colour: Some((0, 0, 0)), behind: Some((255, 255, 255)) }
    }
}

impl Look {
    /// True when a mail program would not show text with these properties.
    pub fn is_hidden(&self) -> bool {
        let near = |a: u8, b: u8| a.abs_diff(b) <= 16;
        let is_unseen = match (self.colour, self.behind) {
            (None, _) => true,
            (Some(own), Some(behind)) => near(own.0, behind.0) && near(own.1, behind.1) && near(own.2, behind.2),
            _ => false,
        };
        self.gone || self.invisible || self.tiny || is_unseen
    }

    /// Properties of a link without a colour of its own.
    pub fn of_link(mut self) -> Self {
        self.colour = Some((0, 0, 238));
        self
    }

    /// Hides everything inside, as the attribute `hidden` does.
    pub fn hide(&mut self) {
        self.gone = true;
    }

    /// Sets the colour from `<font>` or `<body text>`.
    pub fn set_colour(&mut self, value: &str) {
        self.declare("color", value);
    }

    /// Sets the background from `bgcolor`.
    pub fn set_behind(&mut self, value: &str) {
        self.declare("background-color", value);
    }

    /// Applies the declarations of a `style` attribute.
    pub fn apply(&mut self, declarations: &str) {
        let mut clipped = Clipped::default();
        for declaration in declarations.split(';').take(200) {
            let Some((name, value)) = declaration.split_once(':') else { continue };
            let value = value.trim().to_ascii_lowercase();
            let value = value.strip_suffix("!important").unwrap_or(&value).trim_end();
            let name = name.trim().to_ascii_lowercase();
            self.declare(&name, value);
            clipped.declare(&name, value);
        }
        self.gone |= clipped.hides();
    }

    fn declare(&mut self, name: &str, value: &str) {
        match name {
            "display" => self.gone |= value == "none",
            "opacity" => self.gone |= value.parse::<f32>().is_ok_and(|opacity| opacity <= 0.05),
            "visibility" => self.invisible = matches!(value, "hidden" | "collapse"),
            // The size in pixels is unknown for relative sizes, except for 0.
            "font-size" => match size(value) {
                Some(pixels) if !value.ends_with('%') && !value.ends_with("em") => self.tiny = pixels < 3.0,
                Some(0.0) => self.tiny = true,
                _ => {}
            },
            "font" => {
                let sized = value.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
                let sized = sized
                    .and_then(|word| word.split('/').next())
                    .filter(|word| word.contains(|c: char| c.is_alphabetic()));
                if let Some(pixels) = sized.and_then(size) {
                    self.tiny = pixels < 3.0;
                }
            }
            "color" => match colour(value) {
                Seen::Colour(colour) => self.colour = Some(colour),
                Seen::Nothing => self.colour = None,
                Seen::Unknown => {}
            },
            "background" | "background-color" | "background-image" => {
                if value.contains("url(") || value.contains("gradient") {
                    self.behind = None;
                } else if let Some(found) = spread(value).find_map(|word| match colour(word) {
                    Seen::Colour(colour) => Some(colour),
                    _ => None,
                }) {
                    self.behind = Some(found);
                }
            }
            _ => {}
        }
    }
}

/// Properties of a box that cuts off its content.
#[derive(Default)]
struct Clipped {
    has_no_size: bool,
    overflows_hidden: bool,
    is_placed: bool,
    is_far: bool,
    is_indented: bool,
    is_clipped: bool,
}

impl Clipped {
    fn declare(&mut self, name: &str, value: &str) {
        let is_far = || size(value).is_some_and(|pixels| pixels <= -900.0);
        match name {
            "height" | "max-height" | "width" | "max-width" => {
                self.has_no_size |= size(value).is_some_and(|pixels| pixels.abs() < 0.5);
            }
            "overflow" | "overflow-x" | "overflow-y" => self.overflows_hidden |= value == "hidden",
            "position" => self.is_placed |= matches!(value, "absolute" | "fixed" | "relative"),
            "left" | "top" | "right" | "bottom" => self.is_far |= is_far(),
            "text-indent" | "margin-left" | "margin-top" => self.is_indented |= is_far(),
            "clip" => self.is_clipped |= value.starts_with("rect(0") || value.starts_with("rect(1px"),
            "clip-path" => self.is_clipped |= value.starts_with("inset(50%") || value.starts_with("inset(100%"),
            "transform" => self.is_clipped |= value.replace(' ', "").contains("scale(0)"),
            _ => {}
        }
    }

    fn hides(&self) -> bool {
        (self.has_no_size && self.overflows_hidden)
            || (self.is_placed && self.is_far)
            || self.is_indented
            || self.is_clipped
    }
}

/// Length in pixels, roughly; for `em` and `%` the number alone.
fn size(value: &str) -> Option<f32> {
    let end = value.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+'))).unwrap_or(value.len());
    let number: f32 = value[..end].parse().ok()?;
    Some(match &value[end..] {
        "pt" => number * 4.0 / 3.0,
        "rem" => number * 16.0,
        _ => number,
    })
}

enum Seen {
    Colour(Colour),
    /// Transparent.
    Nothing,
    Unknown,
}

/// Words of a value; a function with its arguments is one.
fn spread(value: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    value.split(move |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth <= 0 && c.is_whitespace()
    })
}

fn colour(value: &str) -> Seen {
    const NAMED: [(&str, Colour); 18] = [
        ("white", (255, 255, 255)),
        ("black", (0, 0, 0)),
        ("red", (255, 0, 0)),
        ("green", (0, 128, 0)),
        ("blue", (0, 0, 255)),
        ("yellow", (255, 255, 0)),
        ("gray", (128, 128, 128)),
        ("grey", (128, 128, 128)),
        ("silver", (192, 192, 192)),
        ("navy", (0, 0, 128)),
        ("maroon", (128, 0, 0)),
        ("orange", (255, 165, 0)),
        ("purple", (128, 0, 128)),
        ("teal", (0, 128, 128)),
        ("snow", (255, 250, 250)),
        ("ivory", (255, 255, 240)),
        ("whitesmoke", (245, 245, 245)),
        ("ghostwhite", (248, 248, 255)),
    ];
    let value = value.trim().to_ascii_lowercase();
    if value == "transparent" {
        return Seen::Nothing;
    }
    if let Some((_, colour)) = NAMED.iter().find(|(name, _)| *name == value) {
        return Seen::Colour(*colour);
    }
    if let Some(inner) = value.strip_prefix("rgb").and_then(|rest| rest.trim_start_matches('a').strip_prefix('(')) {
        let numbers: Vec<f32> = inner
            .trim_end_matches(')')
            .split([',', ' ', '/'])
            .filter(|part| !part.is_empty())
            .filter_map(|part| part.trim().trim_end_matches('%').parse().ok())
            .collect();
        return match numbers[..] {
            [_, _, _, alpha] if alpha <= 0.05 => Seen::Nothing,
            [r, g, b, ..] => Seen::Colour((r as u8, g as u8, b as u8)),
            _ => Seen::Unknown,
        };
    }
    let hex = value.strip_prefix('#').unwrap_or(&value);
    if !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) || (hex.len() == value.len() && hex.len() != 6) {
        return Seen::Unknown;
    }
    let byte = |at: usize, width: usize| u8::from_str_radix(&hex[at..at + width], 16).unwrap_or(0);
    match hex.len() {
        8 if byte(6, 2) < 13 => Seen::Nothing,
        4 if byte(3, 1) == 0 => Seen::Nothing,
        3 | 4 => Seen::Colour((byte(0, 1) * 17, byte(1, 1) * 17, byte(2, 1) * 17)),
        6 | 8 => Seen::Colour((byte(0, 2), byte(2, 2), byte(4, 2))),
        _ => Seen::Unknown,
    }
}

/// Rules of a page's style sheets that are about one class, id or element. Rules for certain screens (`@media`) are
/// left out.
#[derive(Default)]
pub struct Sheet(HashMap<String, String>);

impl Sheet {
    /// Adds the rules of a `<style>` element.
    pub fn add(&mut self, css: &str) {
        let css = without_comments(css);
        let mut rest = css.as_str();
        while self.0.len() < RULES
            && let Some(open) = rest.find('{')
        {
            let (selectors, behind) = rest.split_at(open);
            let selectors = selectors.rsplit([';', '}']).next().unwrap_or(selectors).trim();
            let is_at = selectors.starts_with('@');
            let end = if is_at { block_end(behind) } else { behind.find('}').unwrap_or(behind.len()) };
            if !is_at {
                for selector in selectors.split(',').map(str::trim).take(50) {
                    let is_simple = !selector.is_empty()
                        && selector.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '#' | '-' | '_'));
                    if is_simple {
                        let rule = self.0.entry(selector.to_owned()).or_default();
                        rule.push(';');
                        rule.push_str(&behind[1..end]);
                    }
                }
            }
            rest = behind.get(end + 1..).unwrap_or_default();
        }
    }

    /// Applies the rules about an element to its properties.
    pub fn apply(&self, look: &mut Look, name: &str, class: &str, id: &str) {
        if self.0.is_empty() {
            return;
        }
        let mut take = |selector: &str| {
            if let Some(rule) = self.0.get(selector) {
                look.apply(rule);
            }
        };
        take(name);
        for class in class.split_whitespace().take(20) {
            take(&format!(".{class}"));
            take(&format!("{name}.{class}"));
        }
        if !id.is_empty() {
            take(&format!("#{id}"));
        }
    }
}

fn without_comments(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, behind)) = rest.split_once("/*") {
        out.push_str(before);
        rest = behind.split_once("*/").map_or("", |(_, after)| after);
    }
    (out + rest).replace("<!--", "").replace("-->", "")
}

/// End of the block that begins with `{`, including the blocks inside it.
fn block_end(text: &str) -> usize {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth <= 1 => return at,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}
