use super::*;
use crate::api::Row;
use crate::api::types::Pagination;
use crate::base::Timestamp;
use crate::store::filter::Filter;
use crate::store::subject::Mark;
use crate::store::{Sort, Tab, ViewSpec};

/// Number of rows in a page.
const ROWS: usize = 10;

fn index(rows: std::ops::RangeInclusive<i64>) -> InquiryIndex {
    let row = |id| {
        Row::from_raw(&format!(
            r#"{{"inquiry_id":{id},"inquire_date":{id},"marks":{{"read":false,"starred":false,"archived":false,"removed":false}}}}"#
        ))
    };
    let rows: Vec<Row<Inquiry>> = rows.map(|id| row(id).expect("a row")).collect();
    let mut index = InquiryIndex::default();
    index.absorb(&rows, 0);
    index
}

fn unsent() -> InquiryFilter {
    Tab::Unsent.question()
}

fn shown(index: &InquiryIndex) -> Vec<i64> {
    let spec = ViewSpec::new(Tab::Unsent, &Filter::default(), Sort::default(), Timestamp(0));
    index.view(&spec).iter().map(|id| id.get()).collect()
}

/// Takes the service's page `number` of a list of these ids, the newest first, asked for at clock `began`.
fn read_at(index: &mut InquiryIndex, list: &[i64], number: u32, began: u64) -> bool {
    let pages = list.len().div_ceil(ROWS).max(1);
    let told = format!(r#"{{"current_page":{number},"last_page":{pages},"per_page":{ROWS},"total":{}}}"#, list.len());
    let told: Pagination = serde_json::from_str(&told).expect("a pagination");
    let ids: Vec<Id<Inquiry>> =
        list.iter().skip((number as usize - 1) * ROWS).take(ROWS).map(|id| Id::new(*id)).collect();
    let of = SetPage { question: unsent(), page: Page::new(number, ROWS as u32), in_order: true };
    index.take_set_page(&of, &ids, &told, began)
}

fn read(index: &mut InquiryIndex, list: &[i64], number: u32) -> bool {
    let now = index.clock();
    read_at(index, list, number, now)
}

fn read_all(index: &mut InquiryIndex, list: &[i64], pages: std::ops::RangeInclusive<u32>) {
    for page in pages {
        read(index, list, page);
    }
}

fn down(ids: std::ops::RangeInclusive<i64>) -> Vec<i64> {
    ids.rev().collect()
}

#[test]
fn a_list_is_whole_once_its_last_page_was_read() {
    let mut index = index(1..=40);
    let list = down(11..=35);
    assert_eq!(index.set_needs(&unsent()), SetNeeds::First);
    for page in 1..=3 {
        assert!(!index.is_set_whole(&unsent()), "before page {page}");
        assert!(!read(&mut index, &list, page));
    }
    assert_eq!((index.is_set_whole(&unsent()), index.set_needs(&unsent())), (true, SetNeeds::Nothing));
    assert_eq!(shown(&index), list);
}

#[test]
fn rows_archived_while_their_list_is_read_come_back_with_the_undo() {
    let mut index = index(1..=40);
    let list = down(1..=35);
    read_all(&mut index, &list, 1..=4);
    let all: Vec<i64> = (5..=35).collect();
    for id in &all {
        index.acknowledge(Id::new(*id), Mark::Archived, true);
    }
    assert_eq!(shown(&index), down(1..=4));
    assert!(!read(&mut index, &down(1..=4), 1), "as the service has it now");
    for id in &all {
        index.acknowledge(Id::new(*id), Mark::Archived, false);
    }
    assert!(!read(&mut index, &list, 1), "only the first page is read again");
    assert_eq!(shown(&index), list);
    assert!(index.is_set_whole(&unsent()));
}

#[test]
fn a_row_that_was_mailed_leaves_with_the_next_reading_of_its_page() {
    let mut index = index(1..=40);
    let list = down(1..=35);
    read_all(&mut index, &list, 1..=4);
    let left: Vec<i64> = list.iter().copied().filter(|id| *id != 33 && *id != 3).collect();
    read(&mut index, &left, 1);
    assert!(!shown(&index).contains(&33) && shown(&index).contains(&3), "3 stands further down");
    assert_eq!((index.is_set_whole(&unsent()), index.set_needs(&unsent())), (false, SetNeeds::Page(2)));
    read_all(&mut index, &left, 2..=4);
    assert_eq!(shown(&index), left);
    assert!(index.is_set_whole(&unsent()));
}

#[test]
fn a_row_that_slips_to_a_page_already_read_is_found_by_the_next_pass() {
    let mut index = index(1..=40);
    let mut list = down(1..=25);
    read(&mut index, &list, 1);
    // Somebody else archives the newest two: the first two rows of page 2 move to the end of page 1.
    list.drain(..2);
    read(&mut index, &list, 2);
    assert!(read(&mut index, &list, 3), "page 1 is asked again");
    assert!(!index.is_set_whole(&unsent()));
    read_all(&mut index, &list, 1..=3);
    assert_eq!(shown(&index), list);
    assert!(index.is_set_whole(&unsent()));
}

#[test]
fn a_total_that_is_never_reached_is_not_read_for_ever() {
    let mut index = index(1..=40);
    let told: Pagination =
        serde_json::from_str(r#"{"current_page":1,"last_page":1,"per_page":10,"total":9}"#).expect("a pagination");
    let of = SetPage { question: unsent(), page: Page::new(1, 10), in_order: true };
    let page = |index: &mut InquiryIndex| index.take_set_page(&of, &[Id::new(3), Id::new(2)], &told, index.clock());
    let again: Vec<bool> = (0..5).map(|_| page(&mut index)).collect();
    assert_eq!(again, [true, true, false, false, false]);
    assert_eq!((index.is_set_whole(&unsent()), index.set_needs(&unsent())), (false, SetNeeds::First));
}

#[test]
fn a_page_asked_for_before_a_change_takes_nothing_away() {
    let mut index = index(1..=40);
    let list = down(1..=8);
    read(&mut index, &list, 1);
    let began = index.clock();
    index.acknowledge(Id::new(5), Mark::Archived, true);
    index.acknowledge(Id::new(5), Mark::Archived, false);
    let without: Vec<i64> = list.iter().copied().filter(|id| *id != 5).collect();
    read_at(&mut index, &without, 1, began);
    assert_eq!(shown(&index), list);
    assert_eq!(index.set_needs(&unsent()), SetNeeds::First, "the total is compared again");
}

#[test]
fn each_reason_makes_a_set_of_inquiries_and_marks_make_none() {
    let reason = InquiryFilter { unsent_reasons: vec![crate::api::inquiries::UnsentReason::Other], ..unsent() };
    let archived = InquiryFilter { visibility: crate::api::inquiries::Visibility::Archived, starred: true, ..unsent() };
    assert_ne!(set_name(&reason), set_name(&unsent()));
    assert_eq!(set_name(&archived), set_name(&unsent()));
}
