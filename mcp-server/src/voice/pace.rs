//! How often something may be said.

use std::time::Duration;

use tokio::time::Instant;

/// At most one message per `every` in the long run, and `burst` at once after
/// a pause (the generic cell rate algorithm).
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    burst: u32,
    every: Duration,
}

/// When the next message would be due at an even pace.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Paced(Option<Instant>);

impl Pace {
    pub(super) const fn new(burst: u32, every: Duration) -> Self {
        Self { burst, every }
    }

    /// When the next message may go out.
    pub(super) fn next(self, paced: Paced, now: Instant) -> Instant {
        let lead = self.every * (self.burst - 1);
        paced
            .0
            .and_then(|due| due.checked_sub(lead))
            .map_or(now, |at| at.max(now))
    }

    /// Whether a message may go out now; counts it if so.
    pub(super) fn take(self, paced: &mut Paced, now: Instant) -> bool {
        let free = self.next(*paced, now) <= now;
        if free {
            let due = paced.0.map_or(now, |due| due.max(now));
            paced.0 = Some(due + self.every);
        }
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace::new(3, Duration::from_millis(100));

    #[test]
    fn a_burst_then_an_even_pace() {
        let (start, mut paced) = (Instant::now(), Paced::default());
        let at = |millis| start + Duration::from_millis(millis);
        let gone: Vec<u64> = (0..1000)
            .filter(|millis| PACE.take(&mut paced, at(*millis)))
            .collect();
        assert_eq!(gone[..5], [0, 1, 2, 100, 200]);
        assert_eq!(gone.len(), 12);
    }

    #[test]
    fn a_pause_earns_another_burst_and_no_more() {
        let (start, mut paced) = (Instant::now(), Paced::default());
        assert!((0..3).all(|_| PACE.take(&mut paced, start)));
        assert_eq!(PACE.next(paced, start), start + Duration::from_millis(100));
        let later = start + Duration::from_secs(60);
        assert_eq!((0..9).filter(|_| PACE.take(&mut paced, later)).count(), 3);
    }
}
