//! Uploads a CSV file as an import, if it is still the file that was checked.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::super::edit;
use super::super::kind::{Kind, Said};
use super::super::rule::{Job, Noun, Rule, Still, Topic, Travel, Verb};
use super::super::{FieldName, Item, Subject};
use super::settings::{SettingEdit, found_value, sale_label};
use crate::api::domains::Casing;
use crate::api::limits::CSV_BYTES;
use crate::api::wire::Upload;
use crate::api::{Call, DecodeError, Request, imports, profile, settings};
use crate::base::{Currency, DomainName, HeldBack, Timestamp, Written, clean_line, grouped};
use crate::store::writes::Moved;
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::{Entry, Target};
use crate::store::writes::probe::{Compared, Found, Input, Probe, ReadAgain, import_probe, import_reading};
use crate::store::writes::settle::Reading;

/// CSV file to import, as it was when the user confirmed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CsvImport {
    pub path: PathBuf,
    /// Name of the file as it is sent.
    pub file_name: String,
    /// Encoding and separator of the file on the disk. It is always sent in UTF-8 with commas.
    #[serde(default, skip_serializing_if = "Written::is_plain")]
    pub written: Written,
    /// Size in bytes as it is sent.
    pub bytes: u64,
    /// [`crate::base::digest`] of the content as it is sent. A file with another digest is not sent.
    pub digest: String,
    /// Field names in the order of the columns, with `ignored` for one to skip; `None` where the file has the header
    /// of an export.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip_rows: Option<u32>,
    #[serde(default)]
    pub casing: Casing,
    /// True to apply the casing also to domains that are in the account.
    #[serde(default)]
    pub update_casing: bool,
    /// Changes that the file makes to values of domains in the account, with the values before them. Values that were
    /// changed since are not overwritten.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub over: Vec<SettingEdit>,
    /// Currency of the account in which the question showed prices; `None` if the file sets none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// Rows of the file that are not sent because something is wrong with them.
    #[serde(default, skip_serializing_if = "HeldBack::is_none")]
    pub held: Box<HeldBack>,
}

impl CsvImport {
    /// Compares the values before the file's changes with the present ones, which were read again.
    fn compare_values(&self, found: &Found) -> Compared {
        if let Some(gone) = self.gone(found) {
            return Compared::Out(gone);
        }
        let (mut over, mut moved) = (self.clone(), Vec::new());
        for SettingEdit { subject, edit } in &mut over.over {
            let item = Item::field(subject.clone(), edit.field.clone());
            let now = edit::moved(edit.before.as_ref(), &edit.after, found_value(found, &item));
            let Some(now) = now else { continue };
            let label = format!("{} of {}", label(&edit.field), subject.words());
            let seen = edit.before.replace(now.clone());
            moved.push(Moved { item, label, yours: edit.after.clone(), seen, now });
        }
        if moved.is_empty() { Compared::Same } else { Compared::MovedWithin(Box::new(over.into()), moved) }
    }
}

impl CsvImport {
    /// Reason why the import must not be sent when domains that it changes were removed from the account: it would add
    /// them again.
    fn gone(&self, found: &Found) -> Option<String> {
        let Found::OwnSettings(own) = found else { return None };
        let mut names: Vec<DomainName> = self.over.iter().filter_map(|edit| edit.subject.name()).collect();
        names.dedup();
        names.retain(|name| own.get(name.punycode()).is_some_and(Option::is_none));
        let [first, rest @ ..] = names.as_slice() else { return None };
        let also = if rest.is_empty() { String::new() } else { format!(" and {} more", grouped(rest.len())) };
        let are = if rest.is_empty() { "is" } else { "are" };
        Some(format!("{}{also} {are} no longer in the account; check the file again", first.both()))
    }
}

impl Verb {
    pub const IMPORT_CSV: Self = Self("ImportCsv");
}

/// Sentences about undoing an import. Of the values before it, only those of settings that the question compared with
/// the file are known.
const WAY_BACK: &str = "u cannot undo it; b on its page in Jobs sets back prices, lowest offers, currency, for sale and \
                        accept offers as far as they were read before. Names it adds stay: d on Domains removes them. \
                        Save an export for all other values.";

pub(super) static RULES: [Rule; 1] = [Rule {
    verb: Verb::IMPORT_CSV,
    topic: Topic::JOBS,
    noun: Noun::FILE,
    asked: "Import {}",
    done: "imported",
    doing: "Importing {}",
    action: "import {}",
    consequence: "The service imports it in the background and changes the domains in it.",
    other_way_back: WAY_BACK,
    travel: Travel::Upload,
    job: Some(Job::Import),
    still: Still::alike("no import was made"),
    ..Rule::BASE
}];

/// Label of a field.
fn label(field: &FieldName) -> String {
    sale_label(field.as_str()).map_or_else(|| clean_line(field.as_str()).into_owned(), str::to_owned)
}

impl Kind for CsvImport {
    fn items(&self) -> Vec<Item> {
        vec![Subject::File(self.digest.as_str().into()).into()]
    }

    fn call(&self, _: &[Item]) -> Call {
        imports::Create {
            file: Upload {
                path: self.path.clone(),
                file_name: self.file_name.clone(),
                content_type: "text/csv",
                written: self.written.clone(),
                digest: Some(self.digest.clone()),
            },
            columns: self.columns.clone(),
            skip_rows: self.skip_rows,
            casing_mode: Some(self.casing),
            update_casing_for_existing: self.update_casing.then_some(true),
        }
        .call()
    }

    fn said(&self, _: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        Ok(Said::made(imports::Create::decode(body)?.value.import_id.get()))
    }

    fn what(&self) -> String {
        clean_line(&self.file_name).into_owned()
    }

    fn why_not(&self, _: &Grounds<'_>, _: Timestamp) -> Option<String> {
        match self.bytes {
            0 => Some("The file is empty.".to_owned()),
            bytes if bytes > CSV_BYTES => Some("The file is larger than 16 MB, the limit of the service.".to_owned()),
            _ => None,
        }
    }

    fn reads_first<'a>(&'a self, _: &Grounds<'a>, _: &[Item]) -> Vec<ReadAgain<'a>> {
        let file = Probe::File(self.path.clone(), self.written.clone());
        let mut names: Vec<DomainName> = self.over.iter().filter_map(|edit| edit.subject.name()).collect();
        names.dedup();
        let values = (!names.is_empty()).then_some(Probe::OwnSettings(names));
        let tells =
            self.currency.is_some().then(|| [Probe::answer(&settings::Get {}), Probe::answer(&profile::Get {})]);
        let probes = [Some(Probe::NewestImport), Some(file), values].into_iter().flatten();
        probes.chain(tells.into_iter().flatten()).map(ReadAgain::always).collect()
    }

    fn compare(&self, _: &Target, found: &Found) -> Compared {
        let why = match found {
            Found::OwnSettings(_) => return self.compare_values(found),
            Found::File(Some(digest)) if *digest == self.digest => return Compared::Same,
            Found::File(Some(_)) => "the file changed after it was checked; check it again",
            Found::File(None) => "the file can no longer be read",
            _ => return Compared::Same,
        };
        Compared::Out(why.to_owned())
    }

    fn probe(&self, entry: &Entry, items: &[Item]) -> Option<Probe> {
        let input = || Input::File(self.digest.clone());
        import_probe(entry, items, || items.iter().map(|file| (file.clone(), input())).collect())
    }

    fn reading(&self, entry: &Entry, item: &Item, found: &Found) -> Reading {
        import_reading(entry, item, found)
    }
}
