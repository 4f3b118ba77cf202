//! Streams that can be read on after their connection broke
//! (specification 2025-11-25, "Resumability and redelivery").
//!
//! A stream keeps what it said ([`Talk::remember`]); here is the list of those
//! streams, by the names that are part of their event ids. What is kept is
//! bounded in number, size and time, and for no client a promise.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::{Budget, Talk};

/// How long a stream that has ended is kept.
const KEPT: Duration = Duration::from_secs(300);

/// How many streams that have ended are kept.
const ENDED: usize = 1024;

/// The streams of an endpoint that can be read on.
pub(crate) struct Replay {
    /// Tells the names of this process from those of others: sessions may
    /// outlive it.
    salt: u64,
    budget: Arc<Budget>,
    streams: Mutex<Streams>,
}

#[derive(Default)]
struct Streams {
    named: HashMap<u64, Stream>,
    last: u64,
    /// The numbers of those that have ended, the oldest first.
    ended: VecDeque<u64>,
}

struct Stream {
    session: Box<str>,
    sort: Sort,
    talk: Arc<Talk>,
    ended: Option<Instant>,
}

/// How a stream was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// By a POST: it carries the answer to a request, and ends with it.
    Post,
    /// By a GET: it carries what belongs to no request.
    Get,
}

/// The name of a stream: unique among all of an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    sort: Sort,
    salt: u64,
    number: u64,
}

/// What a `Last-Event-ID` leads to.
pub(crate) enum Found {
    /// Read on here, after the event of this number.
    Stream(Name, Arc<Talk>, u64),
    /// The stream is gone, and a new one does as well: it was opened by GET.
    Anew,
    /// Another took the place of that stream and is read: were this one to
    /// take its place in turn, two readers would chase each other for ever.
    Replaced,
    /// Nothing of this session, or nothing any more.
    Nothing,
}

impl Replay {
    /// Keeps so many bytes in all; with 0 nothing can be read on.
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            // Random for each `RandomState`. It need not be secret: a name is
            // good for nothing outside of its session.
            salt: RandomState::new().build_hasher().finish(),
            budget: Budget::new(bytes),
            streams: Mutex::default(),
        }
    }

    /// Whether nothing can be read on: events have no ids then.
    pub(crate) fn is_off(&self) -> bool {
        self.budget.is_none()
    }

    /// Names a stream of a session, and has it remember what it says.
    pub(crate) fn open(&self, session: &str, sort: Sort, talk: &Arc<Talk>) -> Name {
        if !self.is_off() {
            talk.remember(&self.budget);
        }
        let mut streams = self.streams();
        streams.last += 1;
        let number = streams.last;
        let stream = Stream {
            session: session.into(),
            sort,
            talk: Arc::clone(talk),
            ended: None,
        };
        streams.named.insert(number, stream);
        Name {
            sort,
            salt: self.salt,
            number,
        }
    }

    /// A stream has ended. One that carries an answer is kept for a while.
    pub(crate) fn end(&self, name: Name) {
        let now = Instant::now();
        let mut streams = self.streams();
        match (name.sort, streams.named.get_mut(&name.number)) {
            (_, None) => {}
            (Sort::Get, _) => {
                streams.named.remove(&name.number);
            }
            (Sort::Post, Some(stream)) => {
                stream.ended = Some(now);
                streams.ended.push_back(name.number);
            }
        }
        while let Some(number) = streams.ended.front().copied() {
            let too_much = streams.ended.len() > ENDED || self.budget.is_tight();
            let stream = streams.named.get(&number);
            if !too_much && stream.is_some_and(|stream| !stream.is_late(now)) {
                return;
            }
            streams.ended.pop_front();
            streams.named.remove(&number);
        }
    }

    /// What the event id leads to that a client of this session heard last.
    pub(crate) fn find(&self, session: &str, event: &str) -> Found {
        let Some((name, told)) = Name::read(event) else {
            return Found::Nothing;
        };
        let streams = self.streams();
        if name.salt == self.salt {
            match streams.named.get(&name.number) {
                Some(stream) if *stream.session != *session || stream.sort != name.sort => {
                    return Found::Nothing;
                }
                Some(stream) if !stream.is_over() => {
                    return Found::Stream(name, Arc::clone(&stream.talk), told);
                }
                None if !(1..=streams.last).contains(&name.number) => return Found::Nothing,
                _ => {}
            }
        }
        match name.sort {
            Sort::Get if streams.has_standing(session) => Found::Replaced,
            Sort::Get => Found::Anew,
            Sort::Post => Found::Nothing,
        }
    }

    /// Ends the stream that a session opened by GET. A client that opens
    /// another has lost it, whether or not we have noticed.
    pub(crate) fn end_standing(&self, session: &str) {
        for stream in self.streams().named.values() {
            if stream.sort == Sort::Get && *stream.session == *session {
                stream.talk.close();
            }
        }
    }

    /// Ends the streams opened by GET that nobody reads: others want their
    /// places, and who lost its connection can open another.
    pub(crate) fn end_unread(&self) {
        for stream in self.streams().named.values() {
            if stream.sort == Sort::Get && !stream.talk.is_read() {
                stream.talk.close();
            }
        }
    }

    /// Forgets what a session that has ended was told.
    pub(crate) fn end_session(&self, session: &str) {
        self.end_standing(session);
        self.streams()
            .named
            .retain(|_, stream| *stream.session != *session);
    }

    fn streams(&self) -> MutexGuard<'_, Streams> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Streams {
    /// Whether the stream that a session opened by GET is being read.
    fn has_standing(&self, session: &str) -> bool {
        self.named.values().any(|stream| {
            stream.sort == Sort::Get && *stream.session == *session && stream.talk.is_read()
        })
    }
}

impl Stream {
    /// Whether nothing can be read of it any more.
    fn is_over(&self) -> bool {
        self.is_late(Instant::now()) || self.talk.is_closed()
    }

    /// Whether it has been kept long enough.
    fn is_late(&self, now: Instant) -> bool {
        self.ended
            .is_some_and(|ended| now.duration_since(ended) >= KEPT)
    }
}

impl Name {
    /// Reads an event id.
    fn read(event: &str) -> Option<(Self, u64)> {
        let (name, told) = event.split_once('-')?;
        let sort = match name.get(..1)? {
            "p" => Sort::Post,
            "g" => Sort::Get,
            _ => return None,
        };
        let (salt, number) = name[1..].split_once('.')?;
        let name = Self {
            sort,
            salt: u64::from_str_radix(salt, 16).ok()?,
            number: u64::from_str_radix(number, 16).ok()?,
        };
        Some((name, told.parse().ok()?))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sort = match self.sort {
            Sort::Post => 'p',
            Sort::Get => 'g',
        };
        write!(f, "{sort}{:x}.{:x}", self.salt, self.number)
    }
}
