//! A chart as a picture for people without a terminal.

use std::fmt::Write as _;

use super::axis::{self, Scale};
use crate::base::{Timestamp, Zone};
use crate::ui::text::grouped;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 360.0;
/// Bars and words; the picture knows no theme, and both are seen on light and on dark.
const BAR: &str = "#0f766e";
const INK: &str = "#6b7280";
/// Rows of a screen that would have as many ticks.
const ROWS: u16 = 9;
/// Room for the words left of and around the plot.
const LEFT: f64 = 64.0;
const EDGE: f64 = 44.0;

/// Bars over time as SVG, readable on light and dark ground.
pub fn svg(title: &str, points: &[(Timestamp, f64)], to: Timestamp, zone: Zone) -> String {
    let most = points.iter().map(|(_, value)| *value).fold(1.0, f64::max);
    let scale = Scale::new(0.0, most, ROWS);
    let high = scale.high();
    let (wide, tall) = (WIDTH - LEFT - EDGE, HEIGHT - 2.0 * EDGE);
    let y = |value: f64| EDGE + tall * (1.0 - value / high);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\" fill=\"{INK}\">\n<title>{0}</title>\n<text x=\"{LEFT}\" y=\"24\" font-size=\"15\">{0}</text>\n",
        escaped(title)
    );
    for tick in scale.ticks() {
        let (y, label) = (y(tick), grouped(tick as usize));
        let _ = writeln!(svg, "<path d=\"M{LEFT} {y:.1}h{wide}\" stroke=\"{INK}\" stroke-opacity=\".3\"/>");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>", LEFT - 8.0, y + 4.0);
    }
    let step = wide / points.len().max(1) as f64;
    for (at, (_, value)) in points.iter().enumerate() {
        let (x, top) = (LEFT + at as f64 * step + step * 0.1, y(*value));
        let (width, height) = (step * 0.8, HEIGHT - EDGE - top);
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{BAR}\"/>"
        );
    }
    let from = points.first().map_or(0, |(from, _)| from.0);
    for (column, date) in axis::dates(from, to.0, (wide / 8.0) as u16, zone) {
        let (x, y) = (LEFT + f64::from(column) * 8.0, HEIGHT - EDGE + 20.0);
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y}\">{}</text>", escaped(&date));
    }
    svg + "</svg>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
