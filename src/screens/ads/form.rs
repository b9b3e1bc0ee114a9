//! Forms of a campaign: the one that creates it, and the one that changes it where the service has that extension.

use crate::api::types::Campaign;
use crate::store::writes::drafts::FormDraft;
use crate::store::writes::intent::{AddCampaign, Edit, SaveCampaign, campaign_label, campaign_value};
use crate::store::{FieldName, Intent, Value};
use crate::ui::widgets::form::{Field, Form, Kind};

/// Help text of the two logo fields.
const LOGO: &str = "address of a PNG, JPEG, GIF or WebP; the service loads it, cleans it and hosts its own copy";

/// Checks the address of a page or picture.
///
/// # Errors
/// A sentence when a browser could not open the address.
pub fn web_address(text: &str) -> Result<(), String> {
    let is_web = |url: &url::Url| matches!(url.scheme(), "http" | "https") && url.has_host();
    match url::Url::parse(text.trim()) {
        Ok(url) if is_web(&url) => Ok(()),
        _ => Err("Write a whole address, as in https://shop.example/sale.".to_owned()),
    }
}

fn tag(text: &str) -> Result<(), String> {
    let begins = text.starts_with(|first: char| first.is_ascii_alphabetic());
    let fits = begins && text.chars().all(|letter| letter.is_ascii_alphanumeric());
    if fits { Ok(()) } else { Err("Letters and digits; the first is a letter.".to_owned()) }
}

/// Check of a field's text. Its error is a sentence.
type Check = fn(&str) -> Result<(), String>;

/// Field with its current value; a campaign to be created has none.
fn field(name: &'static str, value: Option<&Value>) -> Field {
    let (kind, help, rule): (Kind, &str, Option<Check>) = match name {
        "theme" => (Kind::Colour, "# and six digits or letters a to f, as in #0f766e", None),
        "logo_action" => (Kind::Text, "address opened from the logo", Some(web_address)),
        "ad_tag" => (Kind::Text, "letters and digits, begins with a letter; part of the preview’s address", Some(tag)),
        "horizontal_logo_size" => (Kind::Number { min: 40, max: 150 }, "in pixels, 40 to 150", None),
        "vertical_logo_size" => (Kind::Number { min: 18, max: 40 }, "in pixels, 18 to 40", None),
        _ => (Kind::Text, LOGO, Some(web_address)),
    };
    let text = match value {
        Some(Value::Text(text)) => text.to_string(),
        Some(Value::Whole(number)) => number.to_string(),
        _ => String::new(),
    };
    let mut field = Field::new(name, campaign_label(name), kind, &text).with_help(help);
    field.rule = rule;
    field
}

/// Fields a campaign is created with.
const CREATED: [&str; 4] = ["theme", "horizontal_logo_url", "vertical_logo_url", "logo_action"];
/// Further fields that can be changed by the extension.
const CHANGED: [&str; 3] = ["ad_tag", "horizontal_logo_size", "vertical_logo_size"];

pub fn create() -> Form {
    Form::new(CREATED.map(|name| field(name, None)).into())
}

/// Form filled with the values of a campaign.
pub fn change(campaign: &Campaign) -> Form {
    let over = |name: &'static str| field(name, campaign_value(campaign, name).as_ref());
    Form::new(CREATED.into_iter().chain(CHANGED).map(over).collect())
}

/// Name of the campaign a form is about, for its draft: its number as text, empty for a new campaign.
pub fn about(of: Option<i64>) -> String {
    of.map_or_else(String::new, |number| number.to_string())
}

/// Draft of the texts typed into a form, by field.
pub fn typed(form: &Form, of: Option<i64>) -> FormDraft {
    let changed = form.fields().iter().filter(|field| field.changed());
    let edit = |field: &Field| Edit {
        field: FieldName::named(field.id.clone()),
        before: None,
        after: Value::text(field.value()),
    };
    FormDraft { about: about(of), edits: changed.map(edit).collect() }
}

/// Types the texts of a draft into a form again.
pub fn type_again(form: &mut Form, draft: &FormDraft) {
    for edit in &draft.edits {
        let field = form.fields_mut().iter_mut().find(|field| field.id == edit.field.as_str());
        if let (Some(field), Value::Text(text)) = (field, &edit.after) {
            field.type_in(text);
        }
    }
}

/// Name of the campaign whose form this write came from; `None` for a write without a form, such as activating one.
pub fn sent(intent: &Intent) -> Option<String> {
    match intent {
        Intent::AddCampaign(_) => Some(about(None)),
        Intent::SaveCampaign(save) => {
            let in_form = |edit: &Edit| CREATED.iter().chain(&CHANGED).any(|name| *name == edit.field.as_str());
            save.edits.iter().any(in_form).then(|| about(Some(save.campaign)))
        }
        _ => None,
    }
}

/// Campaign the form asks to create.
pub fn created(form: &Form) -> AddCampaign {
    let value = |name: &str| Some(form.value(name).trim().to_owned()).filter(|value| !value.is_empty());
    AddCampaign {
        horizontal_logo_url: value("horizontal_logo_url"),
        vertical_logo_url: value("vertical_logo_url"),
        theme: value("theme").map(|theme| theme.to_lowercase()),
        logo_action: value("logo_action"),
    }
}

/// Changes the form makes to a campaign.
///
/// # Errors
/// The name of a field that cannot be emptied, and a sentence that says so.
pub fn changes(form: &Form, campaign: &Campaign, number: i64) -> Result<SaveCampaign, (&'static str, &'static str)> {
    let mut edits = Vec::new();
    for name in CREATED.into_iter().chain(CHANGED) {
        let Some(field) = form.fields().iter().find(|field| field.id == name && field.changed()) else { continue };
        let typed = field.value().trim().to_owned();
        let after = match (&field.kind, typed.as_str()) {
            (Kind::Number { .. }, "") => Value::Null,
            (Kind::Number { .. }, number) => number.parse().map_or(Value::Null, Value::Whole),
            (_, "") if name == "logo_action" => Value::Null,
            (_, "") => return Err((name, "The service cannot empty this field; give it another value.")),
            (_, text) => Value::text(text),
        };
        // A member missing from the answer has no value.
        let before = Some(campaign_value(campaign, name).unwrap_or(Value::Null));
        edits.push(Edit { field: FieldName::fixed(name), before, after });
    }
    Ok(SaveCampaign { campaign: number, edits })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_colours_and_tags_are_checked_before_they_are_sent() {
        for (text, fits) in [("https://a.example/x?b=1", true), ("http://a.example", true), ("a.example", false)] {
            assert_eq!(web_address(text).is_ok(), fits, "{text}");
        }
        assert!(web_address("javascript:alert(1)").is_err() && web_address("mailto:a@b.example").is_err());
        let mut form = create();
        form.fields_mut()[0].type_in("0f766e");
        assert!(!form.check() && form.wrong().contains("#0f766e"), "{}", form.wrong());
        assert!(tag("spring26").is_ok() && tag("26spring").is_err() && tag("spring-26").is_err());
    }
}
