//! Frames in order: what waits for its reader, and what is kept for another.

use std::collections::VecDeque;

use bytes::Bytes;

/// Numbered frames. The first that is ever pushed has the number 1.
#[derive(Default)]
pub(super) struct Ring {
    frames: VecDeque<Bytes>,
    /// How many frames have gone for good: the number before the first here.
    gone: u64,
    /// How many of those here the reader has been handed.
    read: usize,
    /// The highest number that any reader was handed.
    told: u64,
    bytes: usize,
    /// How many of them wait for a reader.
    waiting: usize,
}

/// Frames that follow each other.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The number of the first.
    pub(super) first: u64,
    pub(super) frames: Vec<Bytes>,
}

impl Ring {
    pub(super) fn push(&mut self, frame: Bytes) {
        self.bytes += frame.len();
        self.waiting += frame.len();
        self.frames.push_back(frame);
    }

    /// How many frames wait for a reader.
    pub(super) fn waiting(&self) -> usize {
        self.frames.len() - self.read
    }

    /// How many bytes wait for a reader.
    pub(super) fn waiting_bytes(&self) -> usize {
        self.waiting
    }

    /// How many bytes are held, read or not.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Hands out what waits, and holds nothing of it.
    pub(super) fn take(&mut self) -> Run {
        self.forget(0, 0);
        let first = self.gone + 1;
        let frames = Vec::from(std::mem::take(&mut self.frames));
        self.gone += frames.len() as u64;
        self.told = self.told.max(self.gone);
        self.bytes = 0;
        self.waiting = 0;
        Run { first, frames }
    }

    /// Hands out what waits; it is still held, as read.
    pub(super) fn read(&mut self) -> Run {
        let first = self.gone + self.read as u64 + 1;
        let frames = self.frames.range(self.read..).cloned().collect();
        self.read = self.frames.len();
        self.waiting = 0;
        self.told = self.told.max(self.gone + self.read as u64);
        Run { first, frames }
    }

    /// Lets go of the oldest that were read until no more than so much is held.
    pub(super) fn forget(&mut self, frames: usize, bytes: usize) {
        while self.read > 0 && (self.frames.len() > frames || self.bytes > bytes) {
            let Some(frame) = self.frames.pop_front() else {
                return;
            };
            self.bytes -= frame.len();
            self.read -= 1;
            self.gone += 1;
        }
    }

    /// Reads on after a frame, as far as later ones are held. `false` where
    /// nobody was ever handed a frame of this number; 0 is what comes before
    /// the first.
    pub(super) fn seek(&mut self, number: u64) -> bool {
        if number > self.told {
            return false;
        }
        // Within what is held: `told` never exceeds its end.
        self.read = usize::try_from(number.saturating_sub(self.gone)).unwrap_or(self.read);
        self.waiting = self.frames.range(self.read..).map(Bytes::len).sum();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(frames: &[&'static str]) -> Ring {
        let mut ring = Ring::default();
        for frame in frames {
            ring.push(Bytes::from_static(frame.as_bytes()));
        }
        ring
    }

    #[track_caller]
    fn check(run: Run, first: u64, frames: &[&str]) {
        assert_eq!((run.first, run.frames.len()), (first, frames.len()));
        for (found, expected) in run.frames.iter().zip(frames) {
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn what_is_read_is_read_once() {
        let mut ring = ring(&["a", "b"]);
        assert_eq!((ring.waiting(), ring.bytes()), (2, 2));
        assert_eq!(ring.waiting_bytes(), 2);
        check(ring.read(), 1, &["a", "b"]);
        check(ring.read(), 3, &[]);
        ring.push(Bytes::from_static(b"c"));
        check(ring.read(), 3, &["c"]);
    }

    #[test]
    fn what_is_held_is_read_again() {
        let mut ring = ring(&["a", "b", "c"]);
        ring.read();
        assert!(ring.seek(1));
        assert!(ring.seek(2), "forward again, without a reading between");
        assert!(ring.seek(1));
        check(ring.read(), 2, &["b", "c"]);
        ring.forget(1, usize::MAX);
        assert!(ring.seek(0));
        assert_eq!(ring.waiting_bytes(), 1);
        check(ring.read(), 3, &["c"]);
        assert_eq!(ring.waiting_bytes(), 0);
        assert!(ring.seek(3));
        check(ring.read(), 4, &[]);
    }

    #[test]
    fn what_is_taken_is_not_held() {
        let mut ring = ring(&["a", "b"]);
        ring.read();
        ring.push(Bytes::from_static(b"c"));
        check(ring.take(), 3, &["c"]);
        assert_eq!((ring.waiting(), ring.bytes()), (0, 0));
        assert_eq!(ring.waiting_bytes(), 0);
        assert!(ring.seek(1));
        ring.push(Bytes::from_static(b"d"));
        check(ring.take(), 4, &["d"]);
    }

    #[test]
    fn what_was_not_read_is_never_forgotten() {
        let mut ring = ring(&["aa", "b", "c"]);
        ring.forget(0, 0);
        assert_eq!(ring.waiting(), 3);
        ring.read();
        ring.push(Bytes::from_static(b"d"));
        ring.forget(usize::MAX, 2);
        assert_eq!((ring.waiting(), ring.bytes()), (1, 2));
        ring.forget(0, 0);
        assert_eq!((ring.waiting(), ring.bytes()), (1, 1));
        check(ring.read(), 4, &["d"]);
    }

    #[test]
    fn nobody_reads_on_after_what_nobody_was_told() {
        let mut ring = ring(&["a", "b"]);
        assert!(ring.seek(0) && !ring.seek(1));
        ring.read();
        ring.forget(0, 0);
        ring.push(Bytes::from_static(b"c"));
        assert!(!ring.seek(3) && !ring.seek(u64::MAX));
        assert!(ring.seek(1));
        check(ring.read(), 3, &["c"]);
    }
}
