//! A picture scaled to the pixels of its place.

use ratatui::layout::Rect;

use crate::mime::{self, Picture};

/// Pixels that the picture takes of its place, from the upper left corner.
pub struct Raster {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<[u8; 3]>,
}

impl Raster {
    /// Scales a picture to `area` with cells of this size; each pixel is the mean of those it stands for. A picture
    /// is never enlarged, which limits the bytes sent.
    pub fn of(picture: &Picture, area: Rect, cell: (u16, u16)) -> Self {
        let (own_width, own_height) = picture.size();
        let (most_width, most_height) = pixels(area, cell);
        let most = (most_width as f64 / own_width as f64).min(most_height as f64 / own_height as f64).min(1.0);
        let width = ((own_width as f64 * most) as usize).max(1);
        let height = ((own_height as f64 * most) as usize).max(1);
        let span = |at: usize, of: usize, own: usize| at * own / of..((at + 1) * own).div_ceil(of).min(own);
        let mean = |x: usize, y: usize| {
            let (columns, rows) = (span(x, width, own_width), span(y, height, own_height));
            let many = (columns.len() * rows.len()).max(1) as u32;
            let mut sums = [0_u32; 3];
            for row in rows {
                for pixel in
                    picture.pixels.get(row * own_width + columns.start..row * own_width + columns.end).unwrap_or(&[])
                {
                    sums.iter_mut().zip(pixel).for_each(|(sum, part)| *sum += u32::from(*part));
                }
            }
            sums.map(|sum| (sum / many) as u8)
        };
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| mean(x, y)).collect();
        Self { width, height, pixels }
    }

    /// PNG in the size of the whole place, transparent beside the picture; `None` in builds without pictures.
    pub fn png(&self, area: Rect, cell: (u16, u16)) -> Option<Vec<u8>> {
        let (width, height) = pixels(area, cell);
        let mut bytes = vec![0; width * height * 4];
        for (row, own) in bytes.chunks_exact_mut(width * 4).zip(self.pixels.chunks_exact(self.width)) {
            for (pixel, [r, g, b]) in row.chunks_exact_mut(4).zip(own) {
                pixel.copy_from_slice(&[*r, *g, *b, 255]);
            }
        }
        mime::png(width as u32, height as u32, &bytes)
    }
}

/// Width and height of a place in pixels.
fn pixels(area: Rect, (wide, high): (u16, u16)) -> (usize, usize) {
    let side = |cells: u16, pixels: u16| (usize::from(cells) * usize::from(pixels)).max(1);
    (side(area.width, wide), side(area.height, high))
}
