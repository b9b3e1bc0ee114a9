//! A chart as an SVG picture, to be shown outside a terminal.

use std::fmt::Write as _;

use super::axis::{self, Scale};
use crate::base::{Timestamp, Zone};
use crate::ui::text::grouped;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 396.0;
/// Colours of bars and words, readable on light and on dark, because the picture has no theme.
const BAR: &str = "#0f766e";
const INK: &str = "#6b7280";
/// Room for the words at the left of, above and below the plot.
const LEFT: f64 = 64.0;
const ABOVE: f64 = 72.0;
const EDGE: f64 = 52.0;

/// Chart with its words.
pub struct Picture<'a> {
    pub title: &'a str,
    /// Total, and how it changed.
    pub total: &'a str,
    /// Name of the account, and time of the picture.
    pub origin: &'a str,
    pub points: &'a [(Timestamp, f64)],
    pub to: Timestamp,
    /// Values of the previous window, point by point, with their words in the legend; empty when unknown.
    pub before: (&'a [f64], &'a str),
    /// Changes of settings, each with the index of the point in which it was made.
    pub marks: &'a [(usize, String)],
    /// Function that is true for a point that covers only a part of its time.
    pub is_part: &'a dyn Fn(usize) -> bool,
    /// Rows of the chart on the screen, which determine its ticks.
    pub rows: u16,
}

/// SVG of bars over time, readable on light and dark backgrounds, with the same axis as on the screen.
pub fn svg(picture: &Picture<'_>, zone: Zone) -> String {
    let Picture { points, before: (before, before_words), .. } = picture;
    let most = points.iter().map(|(_, value)| value).chain(*before).copied().fold(1.0, f64::max);
    let scale = Scale::new(0.0, most, picture.rows);
    let high = scale.high();
    let (wide, tall) = (WIDTH - LEFT - 44.0, HEIGHT - ABOVE - EDGE);
    let y = |value: f64| ABOVE + tall * (1.0 - value / high);
    let title = escaped(picture.title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\" fill=\"{INK}\">\n<title>{title}</title>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"15\">{title}</text>\n<text x=\"{LEFT}\" y=\"46\">{}</text>\n\
         <text x=\"{LEFT}\" y=\"{}\" font-size=\"11\">{}</text>\n",
        escaped(picture.total),
        HEIGHT - 8.0,
        escaped(picture.origin)
    );
    for tick in scale.ticks() {
        let (y, label) = (y(tick), grouped(tick as usize));
        let _ = writeln!(svg, "<path d=\"M{LEFT} {y:.1}h{wide}\" stroke=\"{INK}\" stroke-opacity=\".3\"/>");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>", LEFT - 8.0, y + 4.0);
    }
    let step = wide / points.len().max(1) as f64;
    for (at, (_, value)) in points.iter().enumerate().filter(|(_, (_, value))| !value.is_nan()) {
        let (x, top) = (LEFT + at as f64 * step + step * 0.1, y(*value));
        let (width, height) = (step * 0.8, HEIGHT - EDGE - top);
        let part = if (picture.is_part)(at) { " fill-opacity=\".5\"" } else { "" };
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{BAR}\"{part}/>"
        );
    }
    if !before.is_empty() {
        let point = |(at, value): (usize, &f64)| format!("{:.1},{:.1}", LEFT + (at as f64 + 0.5) * step, y(*value));
        let line: Vec<String> = before.iter().enumerate().map(point).collect();
        let dashed = format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\" stroke-dasharray=\"5 4\"");
        let _ = writeln!(svg, "<polyline points=\"{}\" {dashed}/>", line.join(" "));
        let (from, x) = (WIDTH - 44.0, WIDTH - 52.0);
        let _ = writeln!(svg, "<path d=\"M{} 20h36\" {dashed}/>", from - 36.0);
        let words = escaped(before_words);
        let _ = writeln!(svg, "<text x=\"{}\" y=\"24\" text-anchor=\"end\">{words}</text>", x - 36.0);
    }
    for (at, words) in picture.marks {
        let x = LEFT + (*at as f64 + 0.5) * step;
        let words = escaped(words);
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">\u{25be}<title>{words}</title></text>",
            ABOVE - 6.0
        );
    }
    let from = points.first().map_or(0, |(from, _)| from.0);
    for (column, date) in axis::dates(from, picture.to.0, (wide / 8.0) as u16, zone) {
        let (x, y) = (LEFT + f64::from(column) * 8.0, HEIGHT - EDGE + 20.0);
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y}\">{}</text>", escaped(&date));
    }
    svg + "</svg>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
