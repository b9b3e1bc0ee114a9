use super::*;
use crate::ui::testing::{draw, look};

fn line(width: u16, current: usize) -> String {
    let tabs = [("Mine", 41_812), ("Verified", 40_977), ("Unverified", 8_935), ("Detected", 112), ("Removed", 96)]
        .map(|(title, total)| Tab::new(title, Some(total)));
    draw(width, 1, |area, buf| {
        look(|look| drop(render(&tabs, current, look, area, buf)));
    })
    .trim_end()
    .to_owned()
}

#[test]
fn a_filter_leaves_the_tabs_their_titles_where_the_note_or_its_key_does_not_fit() {
    let tabs = [("Active", 142), ("Unread", 53), ("Starred", 21)].map(|(title, total)| Tab::new(title, Some(total)));
    let mut filter = FilterBar::default();
    filter.set("offer:>500");
    let line = |width: u16| {
        let top = TopLine { tabs: &tabs, filter: Some(&filter), note: "by offer", ..TopLine::default() };
        draw(width, 1, |area, buf| look(|look| drop(top.render(look, area, buf)))).trim_end().to_owned()
    };
    for (width, right) in [(80, "esc clears   by offer"), (62, "offer:>500 · esc clears"), (49, "offer:>500")] {
        let line = line(width);
        assert!(line.contains("Active 142") && line.contains("Starred 21") && line.ends_with(right), "{line}");
    }
}

#[test]
fn a_filter_loses_its_end_before_a_tab_is_left_out() {
    let tabs = [("Active", 142), ("Unread", 53), ("Starred", 21)].map(|(title, total)| Tab::new(title, Some(total)));
    let mut filter = FilterBar::default();
    filter.set("offer:>500 country:US");
    let line = |width: u16| {
        let top = TopLine { tabs: &tabs, filter: Some(&filter), ..TopLine::default() };
        draw(width, 1, |area, buf| look(|look| drop(top.render(look, area, buf)))).trim_end().to_owned()
    };
    for (width, right) in [(60, "  offer:>500 country:US"), (57, "  offer:>500 country…")] {
        let line = line(width);
        assert!(line.contains("Active 142") && line.contains("Starred 21") && line.ends_with(right), "{width}: {line}");
    }
}

#[test]
fn a_filter_that_fits_keeps_the_number_of_its_rows_longest() {
    let tabs = [("Active", 142), ("Unread", 53), ("Starred", 21)].map(|(title, total)| Tab::new(title, Some(total)));
    let mut filter = FilterBar::default();
    filter.set("score:>50");
    filter.set_counts(Known::Is(11), Known::Is(142));
    let line = |width: u16| {
        let top = TopLine { tabs: &tabs, filter: Some(&filter), ..TopLine::default() };
        draw(width, 1, |area, buf| look(|look| drop(top.render(look, area, buf)))).trim_end().to_owned()
    };
    for (width, right) in [(60, "  score:>50 · 11 of 142"), (54, "  score:>50 · 11"), (47, "  score:>50")] {
        let line = line(width);
        assert!(line.contains("Active 142") && line.contains("Starred 21") && line.ends_with(right), "{width}: {line}");
    }
}

#[test]
fn a_note_is_cut_and_left_out_before_a_tab_is_shortened() {
    let tabs = [("Mine", 41_812), ("Verified", 40_977), ("Unverified", 8_935)]
        .map(|(title, total)| Tab::new(title, Some(total)));
    let top = TopLine { tabs: &tabs, note: "30 days · humans only", ..TopLine::default() };
    let line = |width: u16| draw(width, 1, |area, buf| look(|look| drop(top.render(look, area, buf))));
    for (width, right) in [(90, "humans only"), (64, "30 days"), (54, "Unverified 8,935")] {
        let line = line(width);
        let shown: Vec<&str> = line.split("  ").map(str::trim).filter(|words| !words.is_empty()).collect();
        assert_eq!(shown[..3], ["Mine 41,812", "Verified 40,977", "Unverified 8,935"], "{width}: {line}");
        assert!(line.trim_end().ends_with(right), "{width}: {line}");
    }
}

#[test]
fn the_trail_is_cut_before_a_tab_is_dropped() {
    let tabs = ["Domains", "Domain", "Inquiries", "Portfolio", "Searches"].map(Tab::uncounted);
    for (name, shown) in [("solar.de", " solar.de   Domains"), ("solarpark-berlin.de", " solarpark-b…   Domains")] {
        let (opened, note) = (Some(name), "30 days, humans only");
        let top = TopLine { tabs: &tabs, current: 1, note, opened, ..TopLine::default() };
        let line = draw(80, 1, |area, buf| {
            look(|look| drop(top.render(&Look { trail: &["Insights"], ..*look }, area, buf)));
        });
        assert!(line.starts_with(shown) && line.contains("Searches"), "{line}");
    }
}

#[test]
fn the_title_of_a_page_loses_the_steps_before_it_before_a_tab_goes() {
    let tabs = ["Domains", "Domain", "Inquiries", "Portfolio", "Searches"].map(Tab::uncounted);
    let top = TopLine { tabs: &tabs, current: 1, note: "30 days, humans only", ..TopLine::default() };
    let line = draw(80, 1, |area, buf| {
        look(|look| drop(top.render(&Look { trail: &["Insights", "Add names"], ..*look }, area, buf)));
    });
    assert!(line.starts_with(" Add names   Domains") && line.contains("Searches"), "{line}");
}

#[test]
fn the_title_of_a_page_goes_before_a_tab_is_left_out_and_words_on_esc_before_both() {
    let tabs = ["Mine", "Verified", "Unverified", "Detected", "Removed"].map(|title| Tab::new(title, Some(1_089)));
    let mut filter = FilterBar::default();
    filter.set("finding:no_price_asked");
    let line = |width: u16| {
        draw(width, 1, |area, buf| {
            look(|look| {
                let look = Look { trail: &["Home", "Domains"], ..*look };
                let top = TopLine { tabs: &tabs, filter: Some(&filter), ..TopLine::default() };
                top.render(&look, area, buf);
            });
        })
    };
    assert!(line(120).contains("Removed") && line(120).contains("Domains"), "{}", line(120));
    assert!(line(94).contains("Remov") && !line(94).contains("Domains"), "{}", line(94));
}

#[test]
fn a_total_of_a_part_says_so() {
    let part = Known::AtLeast { value: 1_240, read: 1_240, of: None };
    let words = |total: Known<u64>, how| Tab::new("Errors", total).words(how, ROOM, false).trim_end().to_owned();
    assert_eq!(words(part.clone(), Words::Plain), "Errors ≥ 1,240");
    assert_eq!(words(part, Words::Rounded), "Errors ≥ 1.2k");
    assert_eq!(words(Known::Reading, Words::Plain), "Errors …");
    assert_eq!(words(Known::NotRead, Words::Plain), "Errors");
    assert_eq!(words(Known::Is(0), Words::Plain), "Errors 0");
}

#[test]
fn a_tab_keeps_room_for_its_total_where_it_has_one() {
    let cells = |tab: Tab| text::width(&tab.words(Words::Whole, ROOM, false));
    let totals = [Known::NotRead, Known::Reading, Known::Is(0), Known::Is(214)];
    assert_eq!(totals.map(|total| cells(Tab::new("Active", total))), [10; 4]);
    let large = |total| Tab { room: MANY, ..Tab::new("Mine", total) }.words(Words::Whole, MANY, false);
    assert_eq!([Known::NotRead, Known::Is(41_812)].map(|total| text::width(&large(total))), [11; 2]);
}

#[test]
fn titles_without_a_total_stand_as_far_apart_as_those_beside_them() {
    let line = |tabs: &[Tab]| {
        let line = draw(60, 1, |area, buf| look(|look| drop(render(tabs, 0, look, area, buf))));
        line.trim_end().to_owned()
    };
    let [images, ads] = ["Images", "Ads"].map(|title| Tab::new(title, Some(4)));
    let [raw, health] = ["Raw", "Health"].map(Tab::uncounted);
    assert_eq!(line(&[images, raw.clone(), ads.clone(), health.clone()]), " Images 4     Raw     Ads 4     Health");
    assert_eq!(line(&[raw, health, ads]), " Raw   Health   Ads 4");
}

#[test]
fn tabs_shorten_before_they_leave_and_a_sign_stands_where_they_left() {
    for (width, current, words) in [
        (90, 0, " Mine 41,812   Verified 40,977   Unverified 8,935   Detected 112   Removed 96"),
        (74, 0, " Mine 41,812  Verified 40,977  Unverified 8,935  Detected 112  Removed 96"),
        (72, 0, " Mine 41,812  Verified 40k  Unverified 8.9k  Detected 112  Removed 96"),
        (68, 0, " Mine 41,812  Verified 40k  Unverifi… 8.9k  Detected 112  Removed 96"),
        (65, 0, " Mine 41,812  Verified 40k  Unver… 8.9k  Detected 112  Removed 96"),
        (50, 0, " Mine 41,812  Verified 40k  Unver… 8.9k ›"),
        (42, 4, " ‹ Unver… 8.9k  Detected 112  Removed 96"),
        (12, 1, " ‹ Verifi… ›"),
    ] {
        assert_eq!(line(width, current), words, "{width}");
    }
}

#[test]
fn words_for_hidden_rows_stay_where_other_parts_of_the_note_and_figures_go() {
    let tabs =
        [("Active", 1_429), ("Unread", 5_310), ("Starred", 2_100)].map(|(title, total)| Tab::new(title, Some(total)));
    let mut filter = FilterBar::default();
    filter.set("offer:>500");
    let line = |width: u16, filter: Option<&FilterBar>| {
        let (note, hides) = ("3 back · confirmed only", "confirmed only");
        let top = TopLine { tabs: &tabs, filter, note, hides, ..TopLine::default() };
        draw(width, 1, |area, buf| look(|look| drop(top.render(look, area, buf)))).trim_end().to_owned()
    };
    for (width, filter, right) in [
        (80, None, "3 back · confirmed only"),
        (60, None, "0   confirmed only"),
        (58, None, "k   confirmed only"),
        (90, Some(&filter), "esc clears   confirmed only"),
        (72, Some(&filter), "offer:>500   confirmed only"),
    ] {
        let line = line(width, filter);
        assert!(
            line.contains("Active 1,429") && line.contains("Starred 2") && line.ends_with(right),
            "{width}: {line}"
        );
    }
}
