//! Headings people give their columns, as data: the field each is read as, and headings of saved lists that are never a
//! field.

/// Headings of the column of names, the likeliest first, as [`plain`] writes them.
const NAMES: &[&str] = &[
    "domain",
    "domain_name",
    "domainname",
    "domains",
    "name",
    "names",
    "punycode",
    "fqdn",
    "hostname",
    "url",
    "website",
    "domäne",
    "domaene",
    "domaine",
    "dominio",
];

/// Headings of a field other than its name and its label, as [`plain`] writes them. A column read by one is shown as a
/// guess.
const FIELDS: &[(&str, &[&str])] = &[
    (
        "bin_price",
        &[
            "price",
            "prices",
            "bin",
            "bin_price",
            "binprice",
            "buy_now",
            "buy_now_price",
            "buynow",
            "buynow_price",
            "buy_it_now",
            "buy_it_now_price",
            "buyitnow",
            "asking_price",
            "ask_price",
            "ask",
            "asking",
            "list_price",
            "listing_price",
            "sale_price",
            "sales_price",
            "selling_price",
            "fixed_price",
            "retail_price",
            "price_usd",
            "price_eur",
            "preis",
            "verkaufspreis",
            "festpreis",
            "sofortkaufpreis",
            "sofortkauf",
            "prix",
            "precio",
            "prezzo",
            "prijs",
            "cena",
        ],
    ),
    (
        "target_price",
        &["target", "target_price", "targetprice", "goal", "goal_price", "wish_price", "zielpreis", "wunschpreis"],
    ),
    (
        "min_offer",
        &[
            "min_offer",
            "min_offers",
            "minoffer",
            "minimum_offer",
            "minimum",
            "min",
            "min_price",
            "minimum_price",
            "floor",
            "floor_price",
            "reserve",
            "reserve_price",
            "lowest_offer",
            "mindestgebot",
            "mindestangebot",
            "mindestpreis",
        ],
    ),
    (
        "for_sale",
        &[
            "for_sale",
            "forsale",
            "on_sale",
            "sale",
            "is_for_sale",
            "listed",
            "listed_for_sale",
            "zu_verkaufen",
            "zum_verkauf",
            "a_vendre",
            "en_venta",
        ],
    ),
    (
        "accept_offers",
        &["offers", "accept_offers", "accepts_offers", "offers_accepted", "make_offer", "allow_offers", "angebote"],
    ),
    (
        "currency",
        &["currency", "currency_code", "curr", "cur", "ccy", "währung", "waehrung", "devise", "moneda", "valuta"],
    ),
    ("in_portfolio", &["in_portfolio", "show_in_portfolio"]),
];

/// Heading of the reasons beside the rows of an import that failed.
pub const PROBLEM: &str = "problem";

/// Columns of lists saved here that only show something: their headings are never taken for a field.
pub const SHOWN_ONLY: &[&str] = &[
    PROBLEM,
    "state",
    "verified",
    "last check",
    "next check",
    "snooze",
    "asked 90d",
    "best offer",
    "visits 30d",
    "inquiry rate",
    "visits at",
    "added",
    "portfolio",
    "tags",
    "noted",
    "remind",
    "punycode",
    "bin currency",
    "target currency",
    "best offer currency",
    "best offer others",
];

/// Fields of `FIELDS` that have this heading among their usual ones.
pub fn meant(heading: &str) -> impl Iterator<Item = &'static str> {
    let wanted = plain(heading);
    FIELDS.iter().filter(move |(_, headings)| headings.contains(&wanted.as_str())).map(|(field, _)| *field)
}

/// Index of the column of names, by its heading; `own`, the service's word for it, is preferred to all others.
pub fn names_under<'h>(heading: impl Iterator<Item = &'h str>, own: &str) -> Option<usize> {
    let cells: Vec<String> = heading.map(plain).collect();
    let own = plain(own);
    let mut called = std::iter::once(own.as_str()).chain(NAMES.iter().copied());
    called.find_map(|name| cells.iter().position(|cell| cell == name))
}

/// True for a heading of this program that is only for display.
pub fn is_shown_only(heading: &str) -> bool {
    SHOWN_ONLY.contains(&plain(heading).replace('_', " ").as_str())
}

/// A heading as a field would be called: `BIN Price ` is `bin_price`.
pub fn plain(heading: &str) -> String {
    let words: Vec<&str> = heading.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join("_").to_lowercase()
}
