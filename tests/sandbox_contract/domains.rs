use std::collections::HashSet;

use crate::support::{Api, keys, small, start};

pub const DOMAIN: [&str; 12] = [
    "domain_id",
    "name",
    "punycode",
    "state",
    "is_approved",
    "is_verified",
    "is_portfolio_host",
    "added_date",
    "verified_since",
    "last_verified",
    "next_check",
    "lander_url",
];
const SALE: [&str; 4] = ["for_sale", "bin_price", "target_price", "accept_offers"];

async fn total(api: &Api, query: &str) -> i64 {
    api.get(&format!("parking/domains?{query}")).await.ok()["pagination"]["total"].as_i64().expect("a total")
}

#[tokio::test]
async fn a_domain_is_found_in_both_spellings() {
    let api = start(&small());
    let rows = api.get("parking/domains?per_page=200").await.ok();
    let idn = rows["domains"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["name"] != row["punycode"] && !row["name"].as_str().unwrap().is_ascii());
    let idn = idn.expect("a name that is not ASCII");
    let spelled: String = url::form_urlencoded::byte_serialize(idn["name"].as_str().unwrap().as_bytes()).collect();
    for name in [spelled.as_str(), idn["punycode"].as_str().unwrap()] {
        let one = api.get(&format!("parking/domain?name={name}")).await.ok();
        assert_eq!(one["domain"], *idn, "the single read and the full row say the same");
    }
    let shape: Vec<_> = DOMAIN.into_iter().chain(SALE).collect();
    assert_eq!(keys(idn), shape);
    for path in ["parking/domain?name=nobody-holds-this.com", "parking/domain", "parking/domain?name=%00"] {
        api.get(path).await.refused(404, "np_parking_api_error_domain_not_found");
    }
}

#[tokio::test]
async fn the_tabs_hold_their_states_and_compact_rows_have_no_sale_block() {
    let api = start(&small());
    for (tab, states) in [
        ("my_domains", &["verified", "unverified", "inactive"][..]),
        ("verified", &["verified"]),
        ("unverified", &["unverified"]),
        ("detected", &["detected"]),
        ("removed", &["removed"]),
    ] {
        let rows = api.get(&format!("parking/domains?state={tab}&type=compact&per_page=200")).await.ok();
        let rows = rows["domains"].as_array().unwrap();
        assert!(!rows.is_empty(), "{tab}");
        for row in rows {
            assert!(states.contains(&row["state"].as_str().unwrap()), "{tab}: {row}");
            assert_eq!(keys(row), DOMAIN);
            let mine = row["is_approved"] == true;
            assert!(
                mine || (row["lander_url"].is_null()
                    && row["verified_since"].is_null()
                    && row["last_verified"].is_null())
            );
        }
    }
    let mine = total(&api, "").await;
    assert_eq!(mine, total(&api, "state=my_domains").await);
    assert!(mine > total(&api, "state=verified").await);
}

#[tokio::test]
async fn listing_and_query_narrow_my_domains_and_verified_only() {
    let api = start(&small());
    for state in ["my_domains", "verified"] {
        let [all, sale, off] =
            ["all", "for_sale", "off_market"].map(|listing| format!("state={state}&listing={listing}"));
        let (all, sale, off) = (total(&api, &all).await, total(&api, &sale).await, total(&api, &off).await);
        assert!(sale > 0 && off > 0 && sale + off == all, "{sale} + {off} = {all}");
    }
    assert_eq!(total(&api, "state=removed&listing=for_sale&query=zzzz").await, total(&api, "state=removed").await);
    let rows = api.get("parking/domains?per_page=200").await.ok()["domains"].clone();
    let row =
        rows.as_array().unwrap().iter().find(|row| row["punycode"].as_str().unwrap().starts_with("xn--")).unwrap();
    let (name, punycode) = (row["name"].as_str().unwrap(), row["punycode"].as_str().unwrap());
    let start: String = name.chars().take(3).collect::<String>().to_uppercase();
    let part: String = url::form_urlencoded::byte_serialize(start.as_bytes()).collect();
    for query in [part.as_str(), &punycode[..9]] {
        let found = api.get(&format!("parking/domains?query={query}")).await.ok();
        assert!(found["domains"].as_array().unwrap().contains(row), "{query} finds {name}");
    }
    assert_eq!(total(&api, "query=no-such-part-of-a-name").await, 0);
}

#[tokio::test]
async fn pages_are_whole_and_numbers_out_of_range_are_held() {
    let api = start(&small());
    let all = total(&api, "").await;
    let mut seen = HashSet::new();
    for page in 1..=all / 25 + 1 {
        let got = api.get(&format!("parking/domains?per_page=25&page={page}")).await.ok();
        let rows = got["domains"].as_array().unwrap();
        assert_eq!(got["pagination"]["shown"], rows.len());
        seen.extend(rows.iter().map(|row| row["domain_id"].as_i64().unwrap()));
    }
    assert_eq!(seen.len() as i64, all);
    let page = |query: &str| format!("parking/domains?{query}");
    let got = api.get(&page("")).await.ok()["pagination"].clone();
    assert_eq!(keys(&got), ["current_page", "last_page", "per_page", "shown", "total"]);
    assert_eq!((&got["current_page"], &got["per_page"]), (&1.into(), &50.into()));
    for (query, per_page, current) in
        [("per_page=0", 1, 1), ("per_page=900", 200, 1), ("per_page=x&page=-3", 50, 1), ("page=9999", 50, 9999)]
    {
        let got = api.get(&page(query)).await.ok()["pagination"].clone();
        assert_eq!((&got["per_page"], &got["current_page"]), (&per_page.into(), &current.into()), "{query}");
    }
    assert_eq!(api.get(&page("page=9999")).await.ok()["pagination"]["shown"], 0);
}

#[tokio::test]
async fn unknown_states_and_listings_are_refused() {
    let api = start(&small());
    api.get("parking/domains?state=inactive").await.refused(400, "np_parking_api_error_invalid_state");
    api.get("parking/domains?listing=maybe").await.refused(400, "np_parking_api_error_invalid_listing");
}
