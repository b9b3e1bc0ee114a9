//! The `details` and `bant` objects. The types of their members are not documented, so here they vary: null, text,
//! number, list, object.

use fastrand::Rng;

use super::buyers::Buyer;
use crate::api::types::DETAILS;
use crate::sandbox::call::Obj;

/// Data the details are made from.
pub struct About<'a> {
    pub buyer: &'a Buyer,
    pub step: usize,
    pub spam: Option<&'static str>,
    pub date: i64,
    pub bin: Option<f64>,
    pub min_offer: f64,
    pub lease: bool,
    /// Earlier inquiries of the same buyer, and the first one's time.
    pub earlier: (u32, i64),
    pub subject_key: &'a str,
}

/// Steps of a conversation, in order; the first is the inquiry form.
pub const STEPS: [&str; 4] = ["initial", "interest", "bant", "offer"];

fn pick<'a>(rng: &mut Rng, list: &[&'a str]) -> &'a str {
    list[rng.usize(..list.len())]
}

/// The `details` object.
pub fn details(rng: &mut Rng, about: &About<'_>) -> String {
    let buyer = about.buyer;
    let mut json = Obj::new();
    match rng.u32(..5) {
        0 => json.put("name_frequency", "rare"),
        1 => json.raw("name_frequency", "null"),
        _ => json.put("name_frequency", rng.u32(1..90_000)),
    };
    json.raw("email", &email(rng, buyer));
    let located = buyer.phone.is_some() && rng.u32(..4) > 0;
    json.put("phone_location", located.then(|| format!("{}, {}", buyer.city, buyer.country)));
    json.raw("company", &company(rng, buyer));
    let contact = ["Best reached by email in the morning.", "Call after 17:00.", "Prefers messages."];
    json.put("contact_text", (rng.u32(..4) == 0).then(|| pick(rng, &contact)));
    let steps: Vec<_> = STEPS.iter().take(about.step + 1).collect();
    json.raw("flow", &Obj::new().put("position", about.step + 1).put("steps", steps).end());
    let (spam, has_proxy) = spam(rng, about);
    json.raw("spam_risk", &spam);
    json.raw("qualification", &qualification(rng, about.step));
    json.raw("connection", &connection(rng, buyer, has_proxy));
    json.raw("location", &location(rng, buyer));
    json.raw("local", &local(rng, about.date, buyer.country));
    json.put("subject_key", about.subject_key);
    let mut listing = Obj::new();
    listing.put("buy_now_price", about.bin).put("min_offer", about.min_offer).put("lease_to_own", about.lease);
    json.raw("listing", &listing.end());
    let (count, first) = about.earlier;
    match (count, rng.u32(..3)) {
        (0, 0) => json.raw("inquirer_history", "null"),
        (0, _) => json.raw("inquirer_history", "[]"),
        _ => json.raw("inquirer_history", &Obj::new().put("inquiries", count).put("first", first).end()),
    };
    json.end()
}

/// Details of unusual types. Their types are not documented, so any may come: five turns in a row show each member as
/// null, text, number, list and object.
pub fn odd(turn: u64) -> String {
    let mut json = Obj::new();
    for (place, member) in DETAILS.iter().enumerate() {
        match (place as u64 + turn) % 5 {
            0 => json.raw(member, "null"),
            1 => json.put(member, format!("{} in words", member.replace('_', " "))),
            2 => json.put(member, 1_000 + place as i64),
            3 => json.raw(member, &format!("[\"{member} one\",2,null]")),
            _ => {
                let deep = Obj::new().put("of", *member).raw("deep", "[1,{\"deeper\":[\"end\"]}]").end();
                json.raw(member, &Obj::new().put("note", "an object").raw("more", &deep).end())
            }
        };
    }
    json.end()
}

fn email(rng: &mut Rng, buyer: &Buyer) -> String {
    let company = buyer.mail_kind == "company";
    let roles = ["info", "sales", "office"];
    let mut json = Obj::new();
    json.put("kind", buyer.mail_kind)
        .put("site_rank", (company && rng.bool()).then(|| rng.u32(20_000..9_000_000)))
        .put("role", buyer.email.starts_with("info@").then(|| pick(rng, &roles)))
        .put("site_title", buyer.company.as_ref().filter(|_| company))
        .put("gravatar_url", (rng.u32(..6) == 0).then(|| format!("https://avatars.example/{:032x}", rng.u128(..))));
    if rng.u32(..15) == 0 {
        let name = format!("{}{}", buyer.city.to_lowercase(), rng.u8(1..99));
        json.raw("associated_user", &Obj::new().put("id", rng.u32(100..40_000)).put("name", name).end());
    } else {
        json.raw("associated_user", "null");
    }
    json.end()
}

fn company(rng: &mut Rng, buyer: &Buyer) -> String {
    let Some(name) = buyer.company.as_ref().filter(|_| rng.u32(..3) > 0) else { return "null".into() };
    let mut json = Obj::new();
    json.raw("wikipedia", "null").put("listed", rng.u32(..30) == 0);
    match rng.u32(..3) {
        0 => json.raw("data", "null"),
        1 => json.put("data", name),
        _ => {
            let mut data = Obj::new();
            data.put("name", name)
                .put("founded", rng.u32(1962..2025))
                .put("employees", pick(rng, &["1-5", "6-20", "21-100"]));
            data.put("sector", pick(rng, &["Retail", "Catering", "Software", "Crafts", "Education", "Travel"]));
            json.raw("data", &data.end())
        }
    };
    json.end()
}

/// Spam risk with its reasons, and true if a proxy is among these.
fn spam(rng: &mut Rng, about: &About<'_>) -> (String, bool) {
    const PROXY: &str = "proxy";
    let Some(level) = about.spam else {
        return (Obj::new().raw("level", "null").raw("assessed", "null").put("reasons", [""; 0]).end(), false);
    };
    let all = ["disposable address", "link in the message", "sent to many sellers", "name and address differ", PROXY];
    let count = match level {
        "high" => 3,
        "medium" => 1,
        _ => 0,
    };
    let start = rng.usize(..all.len());
    let reasons: Vec<_> = (0..count).map(|step| all[(start + step) % all.len()]).collect();
    let has_proxy = reasons.contains(&PROXY);
    (Obj::new().put("level", level).put("assessed", about.date + 40).put("reasons", reasons).end(), has_proxy)
}

fn qualification(rng: &mut Rng, step: usize) -> String {
    match (step, rng.u32(..4)) {
        (0, _) => "null".into(),
        (_, 0) => "\"qualified\"".into(),
        (_, 1) => format!("[\"budget named\",\"{}\"]", pick(rng, &["decides alone", "asks a partner", "asks a board"])),
        _ => Obj::new()
            .put("score", rng.u32(20..100))
            .put("interest", pick(rng, &["serious", "curious", "urgent"]))
            .end(),
    }
}

fn connection(rng: &mut Rng, buyer: &Buyer, has_proxy: bool) -> String {
    match rng.u32(..6) {
        0 => "null".into(),
        1 => "\"mobile\"".into(),
        _ => {
            let mut json = Obj::new();
            json.put("type", pick(rng, &["residential", "business", "hosting", "university"]))
                .put("provider", format!("{} Netz", buyer.city))
                .put("proxy", has_proxy);
            json.end()
        }
    }
}

fn location(rng: &mut Rng, buyer: &Buyer) -> String {
    if rng.u32(..8) == 0 {
        return "null".into();
    }
    let american = buyer.country == "US";
    let mut json = Obj::new();
    json.put("place", format!("{}, {}", buyer.city, buyer.country))
        .put("postal_code", Some(buyer.postal).filter(|code| !code.is_empty()))
        .put("zip", american.then_some(buyer.postal))
        .put("businesses", american.then(|| rng.u32(200..9_000)))
        .put("population_density", rng.bool().then(|| f64::from(rng.u32(200..90_000)) / 10.0))
        .put("average_income", american.then(|| rng.u32(31_000..140_000)));
    json.end()
}

fn local(rng: &mut Rng, date: i64, country: &str) -> String {
    let hours = match country {
        "US" | "CA" => -rng.i64(5..9),
        "MX" | "CO" => -5,
        "BR" | "AR" | "CL" => -3,
        "GB" | "IE" | "PT" => 0,
        "GR" | "CY" | "FI" | "UA" | "IL" | "EG" | "ZA" | "LV" => 2,
        "TR" | "JO" => 3,
        "AE" | "GE" => 4,
        "IN" | "KZ" => 5,
        "CN" | "TW" | "SG" | "HK" => 8,
        "JP" | "KR" => 9,
        "AU" => 10,
        _ => 1,
    };
    let clock = (date + hours * 3_600).rem_euclid(86_400) / 60;
    let now = if rng.u32(..3) == 0 {
        Obj::new()
            .put("temperature", rng.i32(-9..34))
            .put("text", pick(rng, &["Clear", "Rain", "Cloudy", "Snow"]))
            .end()
    } else {
        "null".into()
    };
    let weather = Obj::new().put("then", pick(rng, &["Clear", "Light rain", "Overcast", "Fog"])).raw("now", &now).end();
    let mut json = Obj::new();
    json.put("moment", format!("{:02}:{:02} (UTC{hours:+})", clock / 60, clock % 60)).raw("weather", &weather);
    json.end()
}

/// Members of `bant`, in the order of the documents.
pub const BANT: [&str; 12] = [
    "timeline",
    "need",
    "primary_use",
    "priority",
    "department",
    "decision_role",
    "domain_for",
    "budget",
    "org_website",
    "org_linkedin",
    "your_linkedin",
    "job_title",
];

/// The `bant` object; its members are null for questions that were not asked.
pub fn bant(rng: &mut Rng, step: usize, buyer: &Buyer, budget: Option<&str>) -> String {
    if step < 2 && rng.u32(..100) >= 22 {
        let mut json = Obj::new();
        for member in BANT {
            json.raw(member, "null");
        }
        return json.end();
    }
    let known = rng.u32(..4) > 0;
    let site = buyer.email.rsplit('@').next().filter(|_| buyer.mail_kind == "company");
    let mut json = Obj::new();
    json.put("timeline", pick(rng, &["Within 30 days", "This quarter", "No hurry", "As soon as possible"]))
        .put("need", known.then(|| pick(rng, &["New project", "Rebranding", "Protecting a name", "Resale"])))
        .put("primary_use", pick(rng, &["Main website", "Landing page", "Email only", "Redirect"]))
        .put("priority", known.then(|| pick(rng, &["High", "Medium", "Low"])))
        .put("department", buyer.company.is_some().then(|| pick(rng, &["Marketing", "Management", "IT"])))
        .put("decision_role", pick(rng, &["I decide", "I advise", "We decide together"]))
        .put("domain_for", if buyer.company.is_some() { "My company" } else { "Myself" })
        .put("budget", budget)
        .put("org_website", site.map(|site| format!("https://{site}/")))
        .put(
            "org_linkedin",
            site.filter(|_| rng.bool()).map(|site| format!("https://www.linkedin.example/company/{site}")),
        )
        .raw("your_linkedin", "null")
        .put(
            "job_title",
            known.then(|| pick(rng, &["Owner", "Head of brand", "Founder", "Assistant", "Project lead"])),
        );
    json.end()
}
