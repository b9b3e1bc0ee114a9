//! Steps of the first run, and what was typed in them.

use crate::client::{ClientConfig, Secret};
use crate::ui::widgets::form::{Field, Form, Kind};
use crate::ui::widgets::page::PageView;
use crate::ui::{Args, Cx, Effect, Keep, Login, Outcome};

use super::words;

/// Pages of the first run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Step {
    /// Choice between connecting and the demo.
    #[default]
    Choose,
    /// Form for address, token, and where to keep it.
    Fill,
    /// The token is being tried by a read.
    Trying,
    /// The token worked, and its abilities are being tested.
    Signed,
}

#[derive(Debug)]
pub struct Welcome {
    pub step: Step,
    pub form: Form,
    /// Places the token can be kept in, in the order of the choice.
    pub places: Vec<Keep>,
    /// File the token would be saved in, as the runtime named it.
    pub file: String,
    /// Name of a further account being set up, and the account that was open before.
    pub beside: Option<(String, Option<String>)>,
    /// Last characters of the token tried last; the token itself is never shown.
    pub tried: Option<String>,
    /// Failure of the last try that belongs to no field.
    pub problem: Option<String>,
    /// Scroll position of the page with the token's abilities.
    pub page: PageView,
}

impl Default for Welcome {
    fn default() -> Self {
        let mut new = Self {
            step: Step::Choose,
            form: Form::default(),
            places: vec![Keep::File, Keep::ThisRun],
            file: String::new(),
            beside: None,
            tried: None,
            problem: None,
            page: PageView::default(),
        };
        new.form = new.fields();
        new
    }
}

impl Welcome {
    fn fields(&self) -> Form {
        let places: Vec<String> = self.places.iter().map(|place| words::place(*place).to_owned()).collect();
        let first = places.first().cloned().unwrap_or_default();
        let mut address = Field::new("address", "Address", Kind::Text, "");
        address.help = "Where the service is, like https://parking.example.com".into();
        address.required = true;
        address.rule = Some(|text| ClientConfig::typed_base_url(text).map(drop));
        let mut token = Field::new("token", "Token", Kind::Secret, "");
        token.rule = Some(words::check_token);
        token.help = "Create one on the service's site; input is hidden".into();
        token.required = true;
        let mut keep = Field::new("keep", "Save in", Kind::Choice(places), &first);
        keep.help = "←/→ choose, enter to test the token".into();
        Form::new(vec![address, token, keep])
    }

    /// Takes the arguments from the runtime: what this machine offers.
    pub fn offers(&mut self, args: &Args) {
        if let Some(file) = args.words.first() {
            self.file.clone_from(file);
        }
        if let [_, name, before @ ..] = &args.words[..] {
            self.beside = Some((name.clone(), before.first().cloned()));
            self.step = Step::Fill;
        }
        if args.options.iter().any(|option| option == "keyring") && !self.places.contains(&Keep::Keyring) {
            self.places.insert(0, Keep::Keyring);
            if !self.form.changed() {
                self.form = self.fields();
            }
        }
    }

    /// Place for the token, as chosen now.
    pub fn keep(&self) -> Keep {
        let chosen = self.form.value("keep");
        self.places.iter().copied().find(|place| words::place(*place) == chosen).unwrap_or(Keep::File)
    }

    /// Submits the form; mistakes are shown beside their fields.
    pub fn try_it(&mut self, cx: &mut Cx<'_>) -> Outcome {
        self.problem = None;
        let base_url = match ClientConfig::typed_base_url(&self.form.value("address")) {
            Ok(url) => url.to_string(),
            Err(why) => return self.wrong("address", why),
        };
        let typed = self.form.value("token");
        if let Err(why) = words::check_token(&typed) {
            return self.wrong("token", why);
        }
        let token = Secret::new(typed);
        self.tried = Some(token.last4());
        self.step = Step::Trying;
        cx.done(Effect::Login(Box::new(Login { base_url, token, keep: self.keep() })))
    }

    /// Returns to the form because signing in failed. What was typed stays, and the sentence is shown beside its field.
    pub fn failed(&mut self, field: &str, why: &str) {
        self.step = Step::Fill;
        if !self.form.set_error(field, why) {
            self.problem = Some(why.to_owned());
        }
    }

    fn wrong(&mut self, field: &str, why: String) -> Outcome {
        self.form.set_error(field, why.clone());
        Outcome::Refused(why)
    }
}
