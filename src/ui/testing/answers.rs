//! The service of a story: its answers, which go through the real decoder.

use std::any::Any;
use std::sync::Arc;

use super::super::Tone;
use super::Story;
use crate::api::{Call, Request};
use crate::client::Failure;
use crate::store::{Reply, Wants};

/// Answers in decoded form, as the store took them. What many stories begin with can be decoded once and given again.
#[derive(Default)]
pub struct Answers(Vec<(Call, Taken)>);

/// Decoded answer, or its failure.
type Taken = Result<Arc<dyn Any + Send + Sync>, Failure>;

impl Story {
    /// Answers a request with this JSON.
    pub fn answer<R: Request>(&mut self, request: &R, body: &str) -> &mut Self {
        let result = R::decode(body.as_bytes()).unwrap_or_else(|error| panic!("{}: {body}", error.message));
        self.reply(request, Ok(Arc::new(result)))
    }

    /// Answers a request with these bytes, decoded by the want of the screen in front.
    pub fn answer_wanted<R: Request>(&mut self, request: &R, body: &[u8]) -> &mut Self {
        let (mut wants, key) = (Wants::default(), request.call().key());
        self.shell.wants(&self.world(), &mut wants);
        let want = wants.queries.into_iter().find(|want| want.key == key);
        let want = want.unwrap_or_else(|| panic!("{key} is not wanted"));
        let result = (want.decode)(body).unwrap_or_else(|error| panic!("{}", error.message));
        self.reply(request, Ok(result))
    }

    /// Answers every wanted request without an answer yet with what `service` returns for it, decoded by the want.
    pub fn serve(&mut self, service: impl Fn(&Call) -> Option<Vec<u8>>) -> &mut Self {
        let mut wants = Wants::default();
        self.shell.wants(&self.world(), &mut wants);
        for want in wants.queries {
            let is_known = self.store.generation(&want.key) > 0;
            let Some(body) = (!is_known).then(|| service(&want.call)).flatten() else { continue };
            let result = (want.decode)(&body).unwrap_or_else(|error| panic!("{}: {}", want.key, error.message));
            self.store.mark_loading(&want.key, 1);
            self.store.accept(Reply {
                key: want.key,
                generation: 1,
                call: want.call,
                at: self.now,
                body: None,
                result: Ok(result),
            });
        }
        self.sync()
    }

    /// Makes a request fail.
    pub fn fail<R: Request>(&mut self, request: &R, failure: Failure) -> &mut Self {
        self.reply(request, Err(failure))
    }

    /// All answers given so far, for [`Story::give`].
    pub fn given(self) -> Answers {
        self.given
    }

    /// Gives the answers of another story, with one frame after the last.
    pub fn give(&mut self, answers: &Answers) -> &mut Self {
        self.quietly(|story| {
            for (call, taken) in &answers.0 {
                story.take_answer(call.clone(), taken.clone());
            }
        })
    }

    fn reply<R: Request>(&mut self, request: &R, result: Taken) -> &mut Self {
        self.take_answer(request.call(), result)
    }

    fn take_answer(&mut self, call: Call, result: Taken) -> &mut Self {
        self.given.0.push((call.clone(), result.clone()));
        let key = call.key();
        let generation = self.store.generation(&key) + 1;
        self.store.mark_loading(&key, generation);
        let changes = self.store.accept(Reply { key, generation, call, at: self.now, body: None, result });
        if let Some(ended) = crate::store::lists::jobs::Ended::together(&changes.ended) {
            self.shell.tell(Tone::Good, ended.words, self.ms);
        }
        self.sync()
    }
}
