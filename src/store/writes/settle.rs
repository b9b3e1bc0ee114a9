//! Reads the outcome of a write until it is clear. Without side effects: from the time and the results of readings it
//! tells when to read next and what the readings prove. All times are of the program's own steady clock,
//! because a wrong `Date` of the service could end the wait at once, or never.

use crate::base::Timestamp;
use crate::store::subject::Item;

/// Seconds from the failure of a write to each reading; further readings follow every [`THEN`] seconds.
pub const SCHEDULE: [i64; 6] = [0, 2, 5, 15, 30, 60];
/// [`SCHEDULE`] for more than [`FEW`] things, which take many requests to read.
pub const SCHEDULE_OF_MANY: [i64; 6] = [0, 15, 30, 60, 120, 180];
/// Number of things up to which a write is read by [`SCHEDULE`].
pub const FEW: usize = 20;
/// [`SCHEDULE`] for work the service does in the background.
pub const WATCHED: [i64; 6] = [2, 5, 12, 22, 32, 60];
/// Seconds between readings after those of the schedule.
pub const THEN: i64 = 60;
/// Seconds after which the program stops reading and calls the outcome undetermined.
pub const UNTIL: i64 = 600;
/// [`UNTIL`] for writes that no reading can disprove.
pub const UNTIL_UNTOLD: i64 = 60;
/// Seconds that must lie between two equal readings for them to prove that nothing was done.
pub const WINDOW: i64 = 10;
/// Multiple of the time background work has taken so far, for which readings must show no change before the work
/// counts as over. Rows that were as wanted before pass without a visible change, so a short pause proves nothing.
pub const STILL_TIMES: i64 = 3;
/// Longest time in seconds without a change that is required before background work counts as over.
pub const STILL: i64 = 120;
/// Seconds after the failure before which no reading proves a write not done: a stuck proxy may deliver it 20 s late.
pub const NOT_BEFORE: i64 = 25;

/// Reason why an outcome is unknown; it decides what a reading that finds the target not done proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// The answer was lost, and the write may yet be carried out.
    Lost,
    /// The service answered without naming the targets it left out. Nothing changes later, so one reading is enough.
    Answered,
    /// The service works in the background, which is over when readings stop changing.
    Queued,
    /// The answer was lost, and no reading can show that the write was not done.
    NoReading,
    /// The write was done; only the number of the thing made is looked for.
    Naming,
}

impl Manner {
    /// True if no reading can prove that the write was not done.
    fn is_one_sided(self) -> bool {
        matches!(self, Self::NoReading | Self::Naming)
    }
}

/// Result of a reading for one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As wanted; with the number of the thing made, if it made one.
    Done(Option<i64>),
    /// As wanted only because a list does not have the thing, which may be an error while rows of the list move.
    Seems,
    /// Not as wanted.
    Not,
    /// The thing does not exist any more.
    Gone,
    /// Neither the value before nor the wanted one: somebody else has changed it.
    Other,
    /// No answer, or one that does not show the state.
    Failed,
}

/// Outcome of a target, as the readings so far prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Applied {
        evidence: String,
        made: Option<i64>,
    },
    NotApplied(String),
    /// Undetermined; the user can have it read again by a key.
    GivenUp(String),
}

/// Target whose outcome is still open.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Left {
    item: Item,
    /// Number of readings that showed its state.
    clear: usize,
    /// First of the readings in a row that found the target not as wanted; `now_against` is true if the last reading
    /// was such a one.
    against: Option<ReadTime>,
    now_against: bool,
    /// First of the readings in a row with [`Reading::Seems`].
    seems: Option<ReadTime>,
}

/// Begin and end of a reading. Reading many things takes time: each was read at some moment between the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ReadTime {
    begun: Timestamp,
    ended: Timestamp,
}

impl ReadTime {
    /// True if this reading began at least [`WINDOW`] seconds after the end of the earlier one.
    fn apart(self, earlier: Self) -> bool {
        self.begun.0 - earlier.ended.0 >= WINDOW
    }
}

/// Targets of one write that are read together until their outcomes are clear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settling {
    manner: Manner,
    /// Time the write failed; after a restart, the time reading began.
    failed: Timestamp,
    step: usize,
    /// True if there were more than [`FEW`] targets at first.
    many: bool,
    left: Vec<Left>,
    /// Last reading that found another target done: it shows that the service is at work, even if the answer was lost.
    /// The wait for the end of that work begins here.
    moved: Option<ReadTime>,
    next: Option<Timestamp>,
    /// Time the current reading began.
    running: Option<Timestamp>,
}

impl Settling {
    /// Targets to be read first at the time of failure, or, for background work, shortly after.
    pub fn new(manner: Manner, items: impl IntoIterator<Item = Item>, failed: Timestamp) -> Self {
        let left = |item| Left { item, clear: 0, against: None, now_against: false, seems: None };
        let left: Vec<Left> = items.into_iter().map(left).collect();
        let mut settling =
            Self { manner, failed, step: 0, many: left.len() > FEW, left, moved: None, next: None, running: None };
        settling.next = Some(Timestamp(failed.0 + settling.schedule()[0]));
        settling
    }

    /// Time of the next reading; `None` during a reading and once all targets are settled.
    pub fn due(&self) -> Option<Timestamp> {
        if self.running.is_some() || self.left.is_empty() { None } else { self.next }
    }

    /// Number of readings begun.
    pub fn readings(&self) -> usize {
        self.step
    }

    /// True if the write is known to be done, and only the number of the thing made is looked for.
    pub fn is_naming(&self) -> bool {
        self.manner == Manner::Naming
    }

    /// Targets whose outcome is still open.
    pub fn left(&self) -> impl ExactSizeIterator<Item = &Item> {
        self.left.iter().map(|left| &left.item)
    }

    /// Number of open targets that no reading has found as wanted.
    pub fn to_do(&self) -> usize {
        self.left.iter().filter(|left| left.seems.is_none()).count()
    }

    /// True if no target is open.
    pub fn is_over(&self) -> bool {
        self.left.is_empty()
    }

    /// Removes a target whose outcome became known in another way.
    pub fn forget(&mut self, item: &Item) {
        self.left.retain(|left| left.item != *item);
    }

    /// Notes that a reading begins.
    pub fn begin(&mut self, now: Timestamp) {
        self.running = Some(now);
        self.step += 1;
    }

    fn schedule(&self) -> [i64; 6] {
        match self.manner {
            Manner::Queued => WATCHED,
            Manner::Lost if self.many => SCHEDULE_OF_MANY,
            _ => SCHEDULE,
        }
    }

    /// Takes the result of a reading. Returns the targets whose outcome is now clear.
    pub fn reading(&mut self, now: Timestamp, read: impl Fn(&Item) -> Reading) -> Vec<(Item, Verdict)> {
        let at = ReadTime { begun: self.running.take().unwrap_or(now), ended: now };
        let mut clear = Vec::new();
        let mut open = Vec::with_capacity(self.left.len());
        let mut moves = false;
        for mut left in std::mem::take(&mut self.left) {
            let reading = read(&left.item);
            let seemed = left.seems.is_some();
            let verdict = Self::one(&mut left, at, &reading);
            moves |= !seemed && (verdict.is_some() || left.seems.is_some());
            if let Some(verdict) = verdict {
                clear.push((left.item, verdict));
            } else {
                open.push(left);
            }
        }
        self.left = open;
        if moves {
            self.moved = Some(at);
        }
        self.disprove(at, &mut clear);
        self.plan_next(now, &mut clear);
        clear
    }

    fn one(left: &mut Left, now: ReadTime, reading: &Reading) -> Option<Verdict> {
        left.now_against = *reading == Reading::Not;
        match reading {
            Reading::Done(made) => {
                let evidence = readings(left.clear + 1);
                return Some(Verdict::Applied { evidence, made: *made });
            }
            Reading::Seems => {
                left.clear += 1;
                left.against = None;
                if now.apart(*left.seems.get_or_insert(now)) {
                    return Some(Verdict::Applied { evidence: readings(left.clear), made: None });
                }
            }
            Reading::Not => {
                left.clear += 1;
                left.seems = None;
                left.against.get_or_insert(now);
            }
            Reading::Gone => return Some(Verdict::GivenUp("it is no longer there".to_owned())),
            // Somebody else has set a third value, whether or not ours was there before it.
            Reading::Other => return Some(Verdict::NotApplied("changed since".to_owned())),
            Reading::Failed => {}
        }
        None
    }

    /// Settles targets as not done once the write can no longer be carried out for them.
    fn disprove(&mut self, now: ReadTime, clear: &mut Vec<(Item, Verdict)>) {
        let manner = self.manner;
        let late = now.begun.0 - self.failed.0 >= NOT_BEFORE;
        // Background work has begun, and for long enough no reading has found another target done.
        let still =
            self.moved.is_some_and(|moved| now.apart(moved)) && self.still_at().is_some_and(|at| at <= now.begun.0);
        let at_work = self.moved.is_some() && !still;
        let is_over = |left: &Left| match (manner, left.against.filter(|_| left.now_against)) {
            (_, None) | (Manner::NoReading | Manner::Naming, _) => false,
            (Manner::Answered, Some(_)) => true,
            (Manner::Lost, Some(first)) => late && now.apart(first) && !at_work,
            (Manner::Queued, Some(_)) => still,
        };
        let words = |left: &Left| match manner {
            Manner::Queued | Manner::Answered => with_readings(PASSED_OVER, left.clear),
            Manner::Lost | Manner::NoReading | Manner::Naming => with_readings("", left.clear),
        };
        let over = self.left.extract_if(.., |left| is_over(left));
        clear.extend(over.map(|left| {
            let verdict = Verdict::NotApplied(words(&left));
            (left.item, verdict)
        }));
    }

    /// Time at which background work counts as over if no reading shows more of it; `None` if none has shown any.
    fn still_at(&self) -> Option<i64> {
        let moved = self.moved?.ended.0;
        Some(moved + ((moved - self.failed.0) * STILL_TIMES).clamp(WINDOW, STILL))
    }

    fn plan_next(&mut self, now: Timestamp, clear: &mut Vec<(Item, Verdict)>) {
        let schedule = self.schedule();
        let wait = match schedule.get(self.step) {
            Some(seconds) => seconds - schedule[self.step.saturating_sub(1)],
            None => THEN,
        };
        let since = if matches!(self.manner, Manner::Queued | Manner::Lost) {
            self.moved.map_or(self.failed, |moved| moved.ended)
        } else {
            self.failed
        };
        let until = if self.manner.is_one_sided() { UNTIL_UNTOLD } else { UNTIL };
        if now.0 - since.0 + wait > until {
            let manner = self.manner;
            let why = |left: &Left| match (manner, left.clear) {
                (Manner::NoReading, _) => "not visible in what the service shows; it may have been done".to_owned(),
                (_, 0) => "the service could not be read for 10 minutes".to_owned(),
                (Manner::Queued, _) => "the service had not finished after 10 minutes".to_owned(),
                _ => "the readings differed for 10 minutes".to_owned(),
            };
            clear.extend(self.left.drain(..).map(|left| {
                let verdict = Verdict::GivenUp(why(&left));
                (left.item, verdict)
            }));
        }
        if self.left.is_empty() {
            self.next = None;
            return;
        }
        // Counted from the failure, so that slow answers do not delay later readings; at least a second from now.
        let planned = match schedule.get(self.step) {
            Some(seconds) => self.failed.0 + seconds,
            // After the schedule readings are rare, so the deciding one is made as early as possible.
            None => self.decides_at().filter(|at| *at > now.0).map_or(now.0 + THEN, |at| at.min(now.0 + THEN)),
        };
        self.next = Some(Timestamp(planned.max(now.0 + 1)));
    }

    /// Earliest time at which one more reading like the last would settle all open targets; `None` if the last reading
    /// did not show the state of one of them, or the service is not known to be done.
    fn decides_at(&self) -> Option<i64> {
        let after = |at: ReadTime| at.ended.0 + WINDOW;
        let of = |left: &Left| match (left.seems, left.against.filter(|_| left.now_against)) {
            (Some(first), _) => Some(after(first)),
            (None, Some(first)) if self.manner == Manner::Lost => {
                let still = self.still_at().unwrap_or(i64::MIN);
                Some(after(first).max(self.failed.0 + NOT_BEFORE).max(still))
            }
            (None, Some(_)) if self.manner == Manner::Queued => self.still_at(),
            _ => None,
        };
        self.left.iter().map(of).try_fold(i64::MIN, |latest, at| Some(latest.max(at?)))
    }
}

/// Number of readings in words: `read back once`, `read back 3 times`.
fn readings(n: usize) -> String {
    if n == 1 { format!("{READ_BACK} once") } else { format!("{READ_BACK} {n} times") }
}

/// Reason for targets that the answer to a bulk call counts as unchanged without naming them.
pub const PASSED_OVER: &str = "passed over by the service";
/// Beginning of the evidence for an outcome that was read back.
pub const READ_BACK: &str = "read back";

/// Reason with the number of readings: `passed over by the service (read back 4 times)`.
fn with_readings(reason: &str, n: usize) -> String {
    format!("{reason} ({})", readings(n))
}

/// Reason without the number of readings.
pub fn reason(evidence: &str) -> &str {
    let end = evidence.rfind(&format!(" ({READ_BACK} ")).filter(|_| evidence.ends_with(')'));
    end.map_or(evidence, |end| &evidence[..end]).trim()
}
