//! Fields of a domain that `y` copies, cleaned for one line.

use crate::api::Seen;
use crate::base::DomainName;
use crate::screens::domain::words;
use crate::ui::World;

use crate::screens::domain::content;

/// Fields to copy, each with its name; unknown fields are left out.
pub fn fields(name: &DomainName, world: &World<'_>) -> Vec<(&'static str, String)> {
    let row = world.store.domains().row_of(name);
    let domain = content::known(name, world);
    let differs = name.unicode() != name.punycode();
    let currency = content::currency(name, world);
    let target = domain.as_ref().and_then(|domain| match domain.target_price() {
        Seen::Is(value) => words::price(value, &currency).or_else(|| words::any(domain.target_price())),
        other => words::any(other),
    });
    let price = domain.as_ref().and_then(|domain| domain.bin_price().copied());
    let out: Vec<(&'static str, Option<String>)> = vec![
        ("Name", Some(name.unicode().to_owned())),
        ("Punycode", Some(name.punycode().to_owned()).filter(|_| differs)),
        ("Shown as", row.map(|row| row.name().to_owned()).filter(|shown| shown != name.unicode())),
        ("Lander", content::lander(name, world).ok().flatten()),
        ("BIN price", price.map(|price| words::money(price, &currency))),
        ("Target price", target),
        ("State", row.map(|row| crate::base::clean_line(row.state_word()).into_owned())),
        (
            "Domain number",
            domain.as_ref().and_then(|domain| match &domain.domain_id {
                Seen::Is(id) => Some(id.to_string()),
                _ => None,
            }),
        ),
    ];
    out.into_iter().filter_map(|(what, text)| Some((what, text.filter(|text| !text.trim().is_empty())?))).collect()
}
