//! Types of settings, recognised by the schema's words for them (the documents list none).

use crate::api::types::SettingSchema;

/// The type of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingType {
    Switch,
    Whole,
    Decimal,
    Money,
    /// A text of one line.
    Text,
    /// A text of several lines.
    Long,
    /// Line that may also be sent as a number: a time, or one of several words.
    Line,
    List,
    Images,
}

impl SettingType {
    /// Type by the schema's word; `None` for a missing or unknown word.
    pub fn of(entry: &SettingSchema) -> Option<Self> {
        Some(match entry.kind.get()?.raw().trim().to_lowercase().as_str() {
            "bool" | "boolean" | "checkbox" | "toggle" | "switch" | "flag" => Self::Switch,
            "integer" | "int" | "uint" => Self::Whole,
            "number" | "float" | "decimal" | "double" => Self::Decimal,
            "money" | "price" | "amount" => Self::Money,
            "string" | "url" | "color" | "colour" | "email" | "phone" => Self::Text,
            "text" | "html" | "textarea" | "longtext" | "markdown" | "css" | "code" => Self::Long,
            "date" | "time" | "choice" | "select" | "enum" | "currency" => Self::Line,
            "list" | "array" | "tags" | "multiselect" | "multi" | "set" | "choices" | "multi_choice"
            | "multichoice" => Self::List,
            "images" | "image_list" | "gallery" => Self::Images,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::Row;

    #[test]
    fn a_type_is_the_same_by_every_word_a_schema_may_call_it() {
        for (words, is) in [
            ("bool Toggle switch", Some(SettingType::Switch)),
            ("int integer", Some(SettingType::Whole)),
            ("number decimal", Some(SettingType::Decimal)),
            ("money price", Some(SettingType::Money)),
            ("string url", Some(SettingType::Text)),
            ("html textarea", Some(SettingType::Long)),
            ("select date", Some(SettingType::Line)),
            ("tags multiselect", Some(SettingType::List)),
            ("gallery", Some(SettingType::Images)),
            ("matrix", None),
        ] {
            for word in words.split(' ') {
                let entry = json!({ "name": "x", "type": word }).to_string();
                let entry = Row::<SettingSchema>::from_raw(&entry).expect("an entry").value;
                assert_eq!(SettingType::of(&entry), is, "{word}");
            }
        }
    }
}
