//! Fields of the profile as data: kind, help and value of each.

use crate::api::Seen;
use crate::api::replies::Answered;
use crate::api::types::ProfileAnswer;
use crate::base::clean_line;
use crate::store::writes::intent::{Object, PROFILE_FIELDS, SaveProfile, field_of};
use crate::store::{DEFAULT_CURRENCY, Value};
use crate::ui::widgets::form::{Field, Kind};

/// Address inquiries are mailed to. It is confirmed on the service's site, so it is only shown here.
const PARKING_EMAIL: &str = "parking_email";
const PAYMENT_EMAIL: &str = "payment_email.";

fn choice(words: &[&str]) -> Kind {
    Kind::Choice(words.iter().map(|word| (*word).to_owned()).collect())
}

/// Kind and help of a field.
fn about(name: &str) -> (Kind, &'static str) {
    match name {
        "display_name" => (Kind::Text, "Shown on your landers"),
        "website" => (Kind::Text, "With https://"),
        "website_use_portfolio" => (Kind::Bool, "Your website is your portfolio site"),
        "avatar_visibility" => (choice(&["everyone", "members", "nobody"]), "Who sees your avatar"),
        DEFAULT_CURRENCY => (Kind::Text, "Three letters, as in USD; prices are read in it"),
        "contact_icons_position" => (choice(&["above", "below", "hidden"]), "Where the contact icons are"),
        "social_email" => (Kind::Text, "Shown to everyone"),
        "social_phone_number" | "social_whatsapp" | "social_sms" => {
            (Kind::Text, "With country code, as in +1 212 555 0100")
        }
        "social_telegram" | "social_x" => (Kind::Text, "The name without @"),
        "social_linkedin" => (Kind::Text, "The address of your page, with https://"),
        "user_card_html" => (Kind::Long, "HTML"),
        _ => (Kind::Text, ""),
    }
}

fn currency(text: &str) -> Result<(), String> {
    let is_code = text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase());
    if is_code { Ok(()) } else { Err("Three capital letters, as in USD.".to_owned()) }
}

/// Fields in their order, without values.
pub fn fields(answer: &Answered<ProfileAnswer>) -> Vec<Field> {
    let editable = PROFILE_FIELDS.into_iter().map(|(name, label)| {
        let (kind, help) = about(name);
        let mut field = Field::of(name, label, kind, None).with_help(help);
        field.rule = (name == DEFAULT_CURRENCY).then_some(currency as fn(&str) -> Result<(), String>);
        field
    });
    let parking = Field::of(PARKING_EMAIL, "Parking email", Kind::Shown, None)
        .with_help("Inquiries are emailed here; change it on the service's site");
    editable.chain([parking]).chain(payment_fields(answer)).collect()
}

/// Fields with the confirmed payment addresses, one for each type of account.
fn payment_fields(answer: &Answered<ProfileAnswer>) -> Vec<Field> {
    let named = answer.value.payment_emails.get().into_iter().flat_map(|named| named.0.iter());
    let field = |name: &str| {
        let label = format!("Payments: {}", clean_line(name));
        Field::of(format!("{PAYMENT_EMAIL}{name}"), label, Kind::Shown, None).with_help("Set on the service's site")
    };
    named.map(|(name, _)| field(name.raw())).collect()
}

/// Value of a field in an answer.
pub fn value(answer: &Answered<ProfileAnswer>, object: &Object, name: &str) -> Option<Value> {
    if name == PARKING_EMAIL {
        return match &answer.value.parking_email {
            Seen::Is(address) => Some(Value::text(address.line().into_owned())),
            _ => Some(Value::text("none confirmed")),
        };
    }
    match name.strip_prefix(PAYMENT_EMAIL) {
        None => field_of::<SaveProfile>(object, name),
        Some(of) => {
            let named = answer.value.payment_emails.get()?;
            let (_, value) = named.0.iter().find(|(known, _)| known.raw() == of)?;
            value.get().cloned().map(Value::from)
        }
    }
}
