//! Encoding as sixels: six rows of pixels at a time, colour by colour, one character per column.

use std::io::Write;

use super::raster::Raster;

/// Most colours of one picture, as many as terminals have registers.
const COLOURS: usize = 256;
/// Bits of red, green and blue by which colours are told apart.
const BITS: u32 = 5;
/// Number of equal characters from which writing their count is shorter.
const RUN: usize = 4;

/// Picture as a device control string, drawn from the cursor on.
pub fn encode(raster: &Raster) -> Vec<u8> {
    let (colours, of_bin) = palette(&raster.pixels);
    // Pixels that are not set stay as they are; pixels are square.
    let mut bytes = format!("\x1bP0;1;0q\"1;1;{};{}", raster.width, raster.height).into_bytes();
    for (number, colour) in colours.iter().enumerate() {
        let [r, g, b] = colour.map(|part| (u32::from(part) * 100 + 127) / 255);
        let _ = write!(bytes, "#{number};2;{r};{g};{b}");
    }
    let mut columns = vec![vec![0_u8; raster.width]; colours.len()];
    let mut used = vec![false; colours.len()];
    for band in raster.pixels.chunks(raster.width * 6) {
        for (bit, row) in band.chunks(raster.width).enumerate() {
            for (x, pixel) in row.iter().enumerate() {
                let colour = usize::from(of_bin[bin(*pixel)]);
                columns[colour][x] |= 1 << bit;
                used[colour] = true;
            }
        }
        for colour in 0..colours.len() {
            if std::mem::take(&mut used[colour]) {
                let _ = write!(bytes, "#{colour}");
                write_columns(&mut bytes, &columns[colour]);
                bytes.push(b'$');
                columns[colour].fill(0);
            }
        }
        // After the last colour of a band, the return to its start is replaced by the step to the next band.
        bytes.pop();
        bytes.push(b'-');
    }
    bytes.pop();
    bytes.extend_from_slice(b"\x1b\\");
    bytes
}

/// Writes the columns of one colour without the empty ones at the end.
fn write_columns(bytes: &mut Vec<u8>, columns: &[u8]) {
    let end = columns.iter().rposition(|column| *column != 0).map_or(0, |last| last + 1);
    for run in columns[..end].chunk_by(|a, b| a == b) {
        let sign = run[0] + b'?';
        if run.len() < RUN {
            bytes.extend(std::iter::repeat_n(sign, run.len()));
        } else {
            let _ = write!(bytes, "!{}", run.len());
            bytes.push(sign);
        }
    }
}

/// Index of a colour among those that are told apart.
fn bin([r, g, b]: [u8; 3]) -> usize {
    let part = |part: u8| usize::from(part >> (8 - BITS));
    part(r) << (2 * BITS) | part(g) << BITS | part(b)
}

/// Colours to draw with, and for each bin the index of its colour. Found by median cut: each time the box is cut
/// whose pixels differ most.
fn palette(pixels: &[[u8; 3]]) -> (Vec<[u8; 3]>, Vec<u8>) {
    let mut sums = vec![Sum::default(); 1 << (3 * BITS)];
    for pixel in pixels {
        sums[bin(*pixel)].add(*pixel, 1);
    }
    let bins: Vec<Bin> = sums.iter().map(|sum| Bin { many: sum.many, mean: sum.mean() }).collect();
    let there: Vec<usize> = (0..bins.len()).filter(|bin| bins[*bin].many > 0).collect();
    let mut boxes = vec![(spread(&there, &bins), there)];
    while boxes.len() < COLOURS {
        let widest = boxes.iter().enumerate().max_by_key(|(_, ((worth, _), _))| *worth);
        let Some((at, &((_, part), _))) = widest.filter(|(_, ((worth, _), _))| *worth > 0) else { break };
        let (_, mut inside) = boxes.swap_remove(at);
        inside.sort_unstable_by_key(|bin| bins[*bin].mean[part]);
        let half = inside.iter().map(|bin| bins[*bin].many).sum::<u64>() / 2;
        let mut passed = 0;
        let cut = inside.iter().position(|bin| {
            passed += bins[*bin].many;
            passed > half
        });
        let above = inside.split_off(cut.unwrap_or(0).clamp(1, inside.len() - 1));
        boxes.push((spread(&inside, &bins), inside));
        boxes.push((spread(&above, &bins), above));
    }
    let mut of_bin = vec![0; bins.len()];
    let mut colours = Vec::with_capacity(boxes.len());
    for (number, (_, inside)) in boxes.iter().enumerate() {
        let mut all = Sum::default();
        for bin in inside {
            of_bin[*bin] = number as u8;
            all.add(bins[*bin].mean, bins[*bin].many);
        }
        colours.push(all.mean());
    }
    (colours, of_bin)
}

/// Pixels of one bin.
struct Bin {
    many: u64,
    mean: [u8; 3],
}

/// Sum of colours, to compute a mean.
#[derive(Clone, Copy, Default)]
struct Sum {
    many: u64,
    sums: [u64; 3],
}

impl Sum {
    fn add(&mut self, colour: [u8; 3], many: u64) {
        self.many += many;
        self.sums.iter_mut().zip(colour).for_each(|(sum, part)| *sum += u64::from(part) * many);
    }

    fn mean(&self) -> [u8; 3] {
        self.sums.map(|sum| (sum / self.many.max(1)) as u8)
    }
}

/// Gain of cutting a box (0 for a single colour), and the component to cut by: red, green or blue.
fn spread(inside: &[usize], bins: &[Bin]) -> (u64, usize) {
    let many: u64 = inside.iter().map(|bin| bins[*bin].many).sum();
    let range = |part: usize| {
        let (least, most) = inside
            .iter()
            .map(|bin| bins[*bin].mean[part])
            .fold((255, 0), |(least, most), part| (part.min(least), part.max(most)));
        u64::from(most.saturating_sub(least))
    };
    let widest = (0..3).max_by_key(|part| range(*part)).unwrap_or(0);
    if inside.len() < 2 { (0, widest) } else { (range(widest).max(1) * many, widest) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: [u8; 3] = [255, 0, 0];
    const BLUE: [u8; 3] = [0, 0, 255];

    fn drawn(width: usize, pixels: Vec<[u8; 3]>) -> String {
        let raster = Raster { width, height: pixels.len() / width, pixels };
        String::from_utf8(encode(&raster)).expect("sixels are ASCII")
    }

    #[test]
    fn six_rows_are_one_band_and_equal_columns_are_counted() {
        assert_eq!(drawn(5, vec![RED; 30]), "\x1bP0;1;0q\"1;1;5;6#0;2;100;0;0#0!5~\x1b\\");
        assert_eq!(drawn(3, vec![RED; 21]), "\x1bP0;1;0q\"1;1;3;7#0;2;100;0;0#0~~~-#0@@@\x1b\\");
    }

    #[test]
    fn each_colour_of_a_sixel_band_is_drawn_from_its_left_edge() {
        let pixels = vec![RED, BLUE, BLUE, RED, RED, BLUE];
        let text = drawn(3, pixels);
        let (_, body) = text.split_once("\"1;1;3;2").expect("its size");
        assert!(body.contains("2;100;0;0") && body.contains("2;0;0;100"), "{body}");
        let red = body.find(";2;100;0;0").map(|at| &body[at - 1..at]).expect("red");
        let blue = body.find(";2;0;0;100").map(|at| &body[at - 1..at]).expect("blue");
        // Red is the upper pixel of the first column and the lower pixel of the first two; blue is the others.
        assert!(body.contains(&format!("#{red}BA")), "{body}");
        assert!(body.contains(&format!("#{blue}?@B")), "{body}");
        assert_eq!(body.matches('$').count(), 1, "{body}");
    }

    #[test]
    fn few_colours_are_kept_as_they_are_and_many_become_256() {
        let few: Vec<[u8; 3]> = (0..200).map(|n| [(n % 8) * 32, (n / 8) * 8, 7]).collect();
        let (colours, of_bin) = palette(&few);
        assert!(few.iter().all(|pixel| colours[usize::from(of_bin[bin(*pixel)])] == *pixel));
        let many: Vec<[u8; 3]> = (0..40_000_u32).map(|n| [(n % 251) as u8, (n / 251) as u8, (n % 97) as u8]).collect();
        let (colours, of_bin) = palette(&many);
        assert_eq!(colours.len(), COLOURS);
        let far = many.iter().map(|pixel| {
            let near = colours[usize::from(of_bin[bin(*pixel)])];
            pixel.iter().zip(near).map(|(a, b)| i32::from(a.abs_diff(b))).sum::<i32>()
        });
        assert!(far.clone().sum::<i32>() / (many.len() as i32) < 40, "{}", far.sum::<i32>() / many.len() as i32);
    }

    #[test]
    fn a_picture_as_large_as_its_limit_is_sent_in_less_than_it_would_take_uncoded() {
        let pixels: Vec<[u8; 3]> =
            (0..640 * 640_u32).map(|n| [(n % 640 / 3) as u8, (n / 640 / 3) as u8, (n % 13) as u8]).collect();
        let bytes = drawn(640, pixels).len();
        assert!(bytes < 640 * 640 * 3, "{bytes}");
    }
}
