//! After any interleaving of fetches, writes, failures, readings and restarts the store ends equal to the service.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

const ROWS: i64 = 3;

#[derive(Clone, Debug)]
enum Act {
    /// The user sets or clears a mark of some rows.
    Plan {
        rows: u8,
        mark: usize,
        to: bool,
    },
    Undo,
    Redo,
    /// The oldest sendable write is sent, with this outcome.
    Send(Fate),
    /// A list is asked for; `Arrive` brings the answer.
    Ask,
    Arrive,
    /// Somebody else sets or clears a mark.
    Elsewhere {
        row: u8,
        mark: usize,
    },
    /// Time passes, and due readings are made; they fail unless `readable`.
    Wait {
        seconds: u16,
        readable: bool,
    },
    Restart,
}

#[derive(Clone, Copy, Debug)]
enum Fate {
    Applied,
    Refused,
    NotSent,
    /// No answer; `Some` if the service carried the write out, with the seconds until it did.
    Silent(Option<u8>),
    /// The program is killed after sending; true if the service carried the write out.
    Killed(bool),
}

type Marks = [bool; 4];

struct World {
    service: BTreeMap<i64, Marks>,
    store: Store,
    now: i64,
    /// Answers not yet taken in: the store's clock when each was asked for, and its content.
    answers: Vec<(u64, BTreeMap<i64, Marks>)>,
    /// Writes that a stuck proxy delivers later.
    late: Vec<(i64, i64, usize, bool)>,
    applied: BTreeMap<(EntryId, i64), u32>,
}

impl World {
    fn new() -> Self {
        let service: BTreeMap<i64, Marks> = (1..=ROWS).map(|n| (n, [false; 4])).collect();
        let mut world = Self {
            service,
            store: Store::new("test"),
            now: 0,
            answers: Vec::new(),
            late: Vec::new(),
            applied: BTreeMap::new(),
        };
        world.fetch(&world.service.clone(), 0);
        world
    }

    fn fetch(&mut self, answer: &BTreeMap<i64, Marks>, began: u64) {
        let rows: Vec<_> = answer.iter().map(|(n, marks)| row(*n, *n, *marks, "")).collect();
        self.store.index.inquiries.absorb(&rows, began);
    }

    fn change(&mut self, entry: EntryId, n: i64, mark: usize, to: bool) {
        *self.applied.entry((entry, n)).or_default() += 1;
        self.service.get_mut(&n).expect("a row")[mark] = to;
    }

    fn pass(&mut self, seconds: i64) {
        self.now += seconds;
        let now = self.now;
        let due: Vec<_> = self.late.iter().filter(|late| late.0 <= now).copied().collect();
        self.late.retain(|late| late.0 > now);
        for (_, n, mark, to) in due {
            self.service.get_mut(&n).expect("a row")[mark] = to;
        }
    }

    fn send(&mut self, fate: Fate) {
        self.store.review(Timestamp(self.now));
        let Some((entry, target)) = self.store.sendable().first().cloned() else { return };
        let (mark, to) = self.store.journal().get(entry).and_then(Entry::mark).expect("a mark");
        let (n, mark) = (target.inquiry().expect("an inquiry").get(), mark as usize);
        self.store.begin_send(entry, &target.into(), Timestamp(self.now), Box::new(|_| {}));
        let outcome = match fate {
            Fate::Applied => {
                self.change(entry, n, mark, to);
                WriteStep::Applied { marks: None }
            }
            Fate::Refused => WriteStep::Refused(failure(FailureKind::Refused)),
            Fate::NotSent => WriteStep::NotSent,
            Fate::Silent(None) => WriteStep::Unknown(failure(FailureKind::Broken)),
            Fate::Silent(Some(0)) => {
                self.change(entry, n, mark, to);
                WriteStep::Unknown(failure(FailureKind::Broken))
            }
            Fate::Silent(Some(seconds)) => {
                *self.applied.entry((entry, n)).or_default() += 1;
                self.late.push((self.now + i64::from(seconds), n, mark, to));
                WriteStep::Unknown(failure(FailureKind::Timeout))
            }
            Fate::Killed(done) => {
                if done {
                    self.change(entry, n, mark, to);
                }
                return self.restart();
            }
        };
        step(&mut self.store, entry, n, outcome, self.now);
    }

    fn read_due(&mut self, readable: bool) {
        for (check, ids) in due(&self.store, Timestamp(self.now)) {
            self.store.begin_reading(check, Timestamp(self.now));
            let began = self.store.clock();
            let now = Timestamp(self.now);
            let told = ids.iter().map(|id| (id.get(), Some(row(id.get(), id.get(), self.service[&id.get()], ""))));
            let found = if readable { found(told) } else { Found::Nothing };
            self.store.reading(check, &found, began, now);
        }
    }

    /// Restarts after a kill, with only the rows of the cache and the journal.
    fn restart(&mut self) {
        self.answers.clear();
        self.store = self.store.after_kill(Timestamp(self.now));
    }

    fn act(&mut self, act: &Act) {
        let now = Timestamp(self.now);
        match act {
            Act::Plan { rows, mark, to } => {
                let ids: Vec<i64> = (1..=ROWS).filter(|n| rows & (1 << n) != 0).collect();
                let _ = self.store.plan(super::mark(&ids, Mark::ALL[*mark], *to), now);
            }
            Act::Undo => {
                if let [act] = self.store.journal().undo_order(1, None).acts[..] {
                    self.store.reverse(act, now).expect("what can be undone is");
                }
            }
            Act::Redo => {
                if let [undo] = self.store.journal().redo_order(1)[..] {
                    self.store.reverse(undo, now).expect("what can be redone is");
                }
            }
            Act::Send(fate) => self.send(*fate),
            Act::Ask => self.answers.push((self.store.clock(), self.service.clone())),
            Act::Arrive => {
                if !self.answers.is_empty() {
                    let (began, answer) = self.answers.remove(0);
                    self.fetch(&answer, began);
                }
            }
            Act::Elsewhere { row, mark } => {
                let marks = self.service.get_mut(&(i64::from(*row) % ROWS + 1)).expect("a row");
                marks[*mark] = !marks[*mark];
            }
            Act::Wait { seconds, readable } => {
                self.pass(i64::from(*seconds));
                self.read_due(*readable);
            }
            Act::Restart => self.restart(),
        }
    }

    /// Sends and reads everything, without failures.
    fn calm_down(&mut self) {
        for _ in 0..400 {
            self.send(Fate::Applied);
            self.pass(1);
            self.read_due(true);
            let stuck: Vec<EntryId> = self
                .store
                .journal()
                .entries()
                .filter(|e| e.targets.iter().any(|t| t.state == State::GivenUp))
                .map(|e| e.id)
                .collect();
            for entry in stuck {
                self.store.check_again(entry, Timestamp(self.now));
            }
        }
        self.answers.clear();
        let began = self.store.clock();
        self.fetch(&self.service.clone(), began);
    }

    fn shown(&self) -> BTreeMap<i64, Marks> {
        let of = |n: i64| Mark::ALL.map(|mark| self.store.inquiries().shown(id(n), mark).expect("known"));
        (1..=ROWS).map(|n| (n, of(n))).collect()
    }
}

fn act() -> impl Strategy<Value = Act> {
    let fate = prop_oneof![
        4 => Just(Fate::Applied),
        2 => Just(Fate::Refused),
        1 => Just(Fate::NotSent),
        2 => prop_oneof![Just(None), Just(Some(0)), (1_u8..22).prop_map(Some)].prop_map(Fate::Silent),
        1 => any::<bool>().prop_map(Fate::Killed),
    ];
    prop_oneof![
        4 => (1_u8..15, 0_usize..4, any::<bool>()).prop_map(|(rows, mark, to)| Act::Plan { rows: rows << 1, mark, to }),
        2 => Just(Act::Undo),
        1 => Just(Act::Redo),
        5 => fate.prop_map(Act::Send),
        2 => Just(Act::Ask),
        2 => Just(Act::Arrive),
        1 => (any::<u8>(), 0_usize..4).prop_map(|(row, mark)| Act::Elsewhere { row, mark }),
        2 => (0_u16..90, any::<bool>()).prop_map(|(seconds, readable)| Act::Wait { seconds, readable }),
        1 => Just(Act::Restart),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 160, ..ProptestConfig::default() })]

    #[test]
    fn every_interleaving_ends_equal_to_the_service(acts in proptest::collection::vec(act(), 1..40)) {
        let mut world = World::new();
        let mut elsewhere = false;
        for act in &acts {
            world.act(act);
            elsewhere |= matches!(act, Act::Elsewhere { .. });
        }
        world.calm_down();
        prop_assert_eq!(world.shown(), world.service.clone());
        prop_assert!(world.store.inquiries().view(&spec(Tab::All, "")).len() == ROWS as usize);
        for entry in world.store.journal().entries() {
            for target in &entry.targets {
                prop_assert!(target.state.ended() && !target.state.blocks(), "{:?}", target);
                let applied = world.applied.get(&(entry.id, target.subject.inquiry().expect("an inquiry").get())).copied().unwrap_or(0);
                // If others changed the mark, they may have undone the write before it was read. Otherwise the verdict
                // agrees with the service, except for a write of the value that was there already: it counts as done
                // even if it never arrived.
                if !elsewhere && target.before.as_ref() != Some(&target.after) {
                    prop_assert_eq!(target.state.applied(), applied > 0, "{:?}", target);
                    prop_assert!(applied <= 1, "sent once");
                }
            }
        }
    }

    #[test]
    fn undoing_all_acts_restores_every_mark(
        start in proptest::collection::vec(any::<[bool; 4]>(), ROWS as usize),
        intents in proptest::collection::vec((1_u8..8, 0_usize..4, any::<bool>(), any::<bool>()), 1..12),
    ) {
        let mut world = World::new();
        world.service = (1..).zip(start).collect();
        world.fetch(&world.service.clone(), 0);
        let before = world.service.clone();
        for (rows, mark, to, applied) in intents {
            world.act(&Act::Plan { rows: rows << 1, mark, to });
            while !world.store.sendable().is_empty() {
                world.send(if applied { Fate::Applied } else { Fate::Refused });
            }
        }
        for _ in 0..30 {
            world.act(&Act::Undo);
            while !world.store.sendable().is_empty() {
                world.send(Fate::Applied);
            }
        }
        prop_assert_eq!(world.service.clone(), before.clone());
        prop_assert_eq!(world.shown(), before);
    }
}
