//! The steps and what was typed in them.

use crate::client::{ClientConfig, Secret};
use crate::ui::widgets::form::{Field, Form, Kind};
use crate::ui::widgets::page::PageView;
use crate::ui::{Args, Cx, Effect, Keep, Login, Outcome};

use super::words;

/// Pages of the first run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Step {
    /// Connect or look around.
    #[default]
    Choose,
    /// Address, token, where it is kept.
    Fill,
    /// The read that tries it is on its way.
    Trying,
    /// It worked, and the abilities of the token are being tested.
    Signed,
}

/// The screen.
#[derive(Debug)]
pub struct Welcome {
    pub step: Step,
    pub form: Form,
    /// Places the token can be kept in, in the order of the choice.
    pub places: Vec<Keep>,
    /// The file it would go to, as the runtime named it.
    pub file: String,
    /// The account that is set up beside others, and the one that was open before.
    pub beside: Option<(String, Option<String>)>,
    /// Ending of the token that was tried last; the token itself is never shown.
    pub tried: Option<String>,
    /// Failure of the last try that belongs to no field.
    pub problem: Option<String>,
    /// The page of what the token may do.
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
        address.rule = Some(|text| ClientConfig::check_base_url(text).map(drop));
        let mut token = Field::new("token", "Token", Kind::Secret, "");
        token.rule = Some(words::check_token);
        token.help = "Create one on the service's site; input is hidden".into();
        token.required = true;
        let mut keep = Field::new("keep", "Save in", Kind::Choice(places), &first);
        keep.help = "←/→ choose, enter to test the token".into();
        Form::new(vec![address, token, keep])
    }

    /// Takes from the runtime what this machine offers.
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

    /// Place of the token as chosen now.
    pub fn keep(&self) -> Keep {
        let chosen = self.form.value("keep");
        self.places.iter().copied().find(|place| words::place(*place) == chosen).unwrap_or(Keep::File)
    }

    /// Sends the filled form off; what is wrong with it stands beside its field.
    pub fn try_it(&mut self, cx: &mut Cx<'_>) -> Outcome {
        self.problem = None;
        let base_url = match ClientConfig::check_base_url(&self.form.value("address")) {
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

    /// The runtime could not sign in: what was typed stays, the sentence stands beside the field it is about.
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
