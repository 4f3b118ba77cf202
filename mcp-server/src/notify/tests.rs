//! Counted: who is told what, how often, and when.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex, OnceLock};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, advance, sleep, timeout};

use super::listener::WINDOW;
use super::watch::Hook;
use super::{Deliver, Event, EventBus, Hooks, Hub, LONGEST, Listener};

fn hub() -> Hub {
    Hub::new(Hooks::default(), None)
}

fn updated(uri: &str) -> Event {
    Event::ResourceUpdated { uri: uri.into() }
}

fn extension(number: usize) -> Event {
    Event::Extension {
        method: format!("x/{number}"),
        params: serde_json::Map::new(),
    }
}

/// Whether there is nothing to fetch, now or a window later.
async fn is_silent(listener: &mut Listener) -> bool {
    timeout(2 * WINDOW, listener.next()).await.is_err()
}

/// Fetches to the end.
fn collect(mut listener: Listener) -> JoinHandle<Vec<Vec<Event>>> {
    tokio::spawn(async move {
        let mut batches = Vec::new();
        while let Some(batch) = listener.next().await {
            batches.push(batch);
        }
        batches
    })
}

#[tokio::test(start_paused = true)]
async fn spaced_events_are_told_one_by_one_to_each_of_eight() {
    let hub = hub();
    let listeners: Vec<_> = (0..8).map(|_| collect(hub.listen(|_| true))).collect();
    for _ in 0..100 {
        hub.publish(Event::ToolsChanged);
        sleep(WINDOW).await;
    }
    drop(hub);
    for listener in listeners {
        assert_eq!(listener.await.unwrap(), vec![[Event::ToolsChanged]; 100]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_storm_is_told_at_its_beginning_and_after_its_end() {
    let hub = hub();
    let listeners: Vec<_> = (0..8).map(|_| collect(hub.listen(|_| true))).collect();
    hub.publish(Event::ToolsChanged);
    tokio::task::yield_now().await;
    for _ in 0..999 {
        hub.publish(Event::ToolsChanged);
    }
    sleep(4 * WINDOW).await;
    drop(hub);
    for listener in listeners {
        assert_eq!(listener.await.unwrap().len(), 2);
    }
}

#[tokio::test(start_paused = true)]
async fn a_long_storm_is_told_once_a_window() {
    let hub = hub();
    let listener = collect(hub.listen(|_| true));
    for _ in 0..1000 {
        hub.publish(Event::ToolsChanged);
        sleep(Duration::from_millis(1)).await;
    }
    drop(hub);
    let batches = listener.await.unwrap().len();
    assert!((20..=21).contains(&batches), "{batches}");
}

// From several threads, with the clock of the machine: what is told last is
// told after the last change.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_change_goes_untold() {
    const CHANGES: usize = 4 * 250;
    let hub = hub();
    let changes = Arc::new(AtomicUsize::new(0));
    let listeners: Vec<_> = (0..8)
        .map(|_| {
            let (mut listener, changes) = (hub.listen(|_| true), Arc::clone(&changes));
            tokio::spawn(async move {
                let (mut batches, mut seen) = (0, 0);
                while let Some(batch) = listener.next().await {
                    assert_eq!(batch, [Event::ToolsChanged]);
                    batches += 1;
                    seen = changes.load(Ordering::SeqCst);
                }
                (batches, seen)
            })
        })
        .collect();
    let publishers: Vec<_> = (0..4)
        .map(|_| {
            let (hub, changes) = (hub.clone(), Arc::clone(&changes));
            std::thread::spawn(move || {
                for _ in 0..CHANGES / 4 {
                    changes.fetch_add(1, Ordering::SeqCst);
                    hub.publish(Event::ToolsChanged);
                }
            })
        })
        .collect();
    for publisher in publishers {
        publisher.join().unwrap();
    }
    drop(hub);
    for listener in listeners {
        let (batches, seen) = listener.await.unwrap();
        assert_eq!(seen, CHANGES);
        assert!((1..100).contains(&batches), "{batches}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_batch_is_a_set_in_a_fixed_order() {
    let hub = hub();
    let mut listener = hub.listen(|_| true);
    let events = [
        extension(2),
        updated("b:2"),
        Event::ResourcesChanged,
        updated("a:1"),
        extension(1),
        Event::PromptsChanged,
        updated("b:2"),
        Event::ToolsChanged,
        extension(1),
        Event::ResourcesChanged,
    ];
    events.into_iter().for_each(|event| hub.publish(event));
    let expected = [
        Event::ToolsChanged,
        Event::PromptsChanged,
        Event::ResourcesChanged,
        updated("a:1"),
        updated("b:2"),
        extension(2),
        extension(1),
        extension(1),
    ];
    assert_eq!(listener.next().await.unwrap(), expected);
    assert!(is_silent(&mut listener).await);
}

#[tokio::test(start_paused = true)]
async fn the_first_event_leaves_at_once_and_the_next_batch_a_window_later() {
    let hub = hub();
    let mut listener = hub.listen(|_| true);
    let begun = Instant::now();
    hub.publish(Event::ToolsChanged);
    listener.next().await.unwrap();
    assert_eq!(begun.elapsed(), Duration::ZERO);
    advance(WINDOW / 2).await;
    hub.publish(Event::PromptsChanged);
    hub.publish(Event::ToolsChanged);
    let batch = listener.next().await.unwrap();
    assert_eq!(batch, [Event::ToolsChanged, Event::PromptsChanged]);
    let late = begun.elapsed();
    assert!(late >= WINDOW && late < WINDOW + WINDOW / 2, "{late:?}");
    // After a pause, at once again.
    advance(WINDOW).await;
    let begun = Instant::now();
    hub.publish(Event::ToolsChanged);
    listener.next().await.unwrap();
    assert_eq!(begun.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn waiting_may_be_given_up_at_any_time() {
    let hub = hub();
    let mut listener = hub.listen(|_| true);
    for _ in 0..20 {
        assert!(timeout(WINDOW, listener.next()).await.is_err());
        hub.publish(Event::ToolsChanged);
        listener.next().await.unwrap();
        hub.publish(Event::PromptsChanged);
        for _ in 0..4 {
            assert!(timeout(WINDOW / 8, listener.next()).await.is_err());
        }
        assert_eq!(listener.next().await.unwrap(), [Event::PromptsChanged]);
    }
}

#[tokio::test(start_paused = true)]
async fn each_listener_has_what_interests_it() {
    let hub = hub();
    let mut tools = hub.listen(|event| *event == Event::ToolsChanged);
    let mut order = hub.listen(|event| *event == updated("orders://1"));
    hub.publish(updated("orders://2"));
    assert!(is_silent(&mut order).await);
    hub.publish(updated("orders://1"));
    hub.publish(Event::ToolsChanged);
    assert_eq!(order.next().await.unwrap(), [updated("orders://1")]);
    assert_eq!(tools.next().await.unwrap(), [Event::ToolsChanged]);
    assert!(is_silent(&mut order).await && is_silent(&mut tools).await);
}

#[tokio::test(start_paused = true)]
async fn a_filter_that_panics_costs_nobody_else_an_event() {
    let hub = hub();
    let mut before = hub.listen(|_| true);
    let mut listener = hub.listen(|event| {
        assert_ne!(*event, extension(1), "a test says so");
        true
    });
    let mut after = hub.listen(|_| true);
    hub.publish(extension(1));
    hub.publish(extension(2));
    assert_eq!(listener.next().await.unwrap(), [extension(2)]);
    for other in [&mut before, &mut after] {
        let both = [extension(1), extension(2)];
        assert_eq!(other.next().await.unwrap(), both);
    }
}

// S-RES-13: after unsubscribing nothing is told, not even what has gathered.
#[tokio::test(start_paused = true)]
async fn interest_that_has_gone_is_not_served() {
    let hub = hub();
    let wanted = Arc::new(Mutex::new(true));
    let mut listener = hub.listen({
        let wanted = Arc::clone(&wanted);
        move |event| *wanted.lock().unwrap() || *event == Event::ToolsChanged
    });
    hub.publish(updated("orders://1"));
    *wanted.lock().unwrap() = false;
    assert!(is_silent(&mut listener).await);
    hub.publish(Event::ToolsChanged);
    assert_eq!(listener.next().await.unwrap(), [Event::ToolsChanged]);
}

#[tokio::test(start_paused = true)]
async fn what_is_put_back_comes_again_before_what_is_new() {
    let hub = hub();
    let mut listener = hub.listen(|_| true);
    for event in [extension(1), extension(2), updated("a:1")] {
        hub.publish(event);
    }
    let batch = listener.next().await.unwrap();
    hub.publish(extension(3));
    hub.publish(updated("a:1"));
    listener.put_back(batch);
    let again = [updated("a:1"), extension(1), extension(2), extension(3)];
    assert_eq!(listener.next().await.unwrap(), again);
    assert!(is_silent(&mut listener).await);
}

#[tokio::test(start_paused = true)]
async fn an_unpolled_listener_costs_bounded_memory() {
    let hub = hub();
    let mut listener = hub.listen(|_| true);
    for number in 0..20_000 {
        hub.publish(updated(&format!("a:{number}")));
        hub.publish(extension(number));
        hub.publish(Event::ToolsChanged);
    }
    let batch = listener.next().await.unwrap();
    assert_eq!(batch.len(), 1 + 4096 + 1024);
    assert_eq!(batch[1 + 4096], extension(20_000 - 1024));
    assert_eq!(batch.last(), Some(&extension(19_999)));
    // Nor does giving back make it more.
    hub.publish(extension(0));
    listener.put_back(batch);
    assert_eq!(listener.next().await.unwrap().len(), 1 + 4096 + 1024);
}

// S-SUBS-12, S-SUBS-13: nothing of a listener survives it.
#[tokio::test]
async fn a_dropped_listener_is_freed_at_once() {
    let hub = hub();
    let alive = Arc::new(());
    let listeners: Vec<_> = (0..8)
        .map(|_| {
            let alive = Arc::clone(&alive);
            hub.listen(move |_| Arc::strong_count(&alive) > 0)
        })
        .collect();
    assert_eq!((hub.open(), Arc::strong_count(&alive)), (8, 9));
    hub.publish(Event::ToolsChanged);
    drop(listeners);
    assert_eq!((hub.open(), Arc::strong_count(&alive)), (0, 1));
    hub.publish(Event::ToolsChanged);
}

#[tokio::test(start_paused = true)]
async fn the_end_of_the_hub_wakes_everybody_and_loses_nothing() {
    let hub = hub();
    let idle = collect(hub.listen(|_| true));
    let mut early = hub.listen(|_| true);
    hub.publish(Event::ToolsChanged);
    early.next().await.unwrap();
    hub.publish(Event::PromptsChanged);
    tokio::task::yield_now().await;
    let begun = Instant::now();
    drop(hub);
    // Not even the window is waited for.
    assert_eq!(early.next().await.unwrap(), [Event::PromptsChanged]);
    assert_eq!(early.next().await, None);
    assert_eq!(early.next().await, None);
    assert_eq!(begun.elapsed(), Duration::ZERO);
    let told: Vec<_> = idle.await.unwrap().concat();
    assert_eq!(told, [Event::ToolsChanged, Event::PromptsChanged]);
}

#[tokio::test]
async fn listeners_end_with_the_last_hub() {
    let (hub, watched) = (hub(), hub());
    let (mut listener, watch) = (watched.listen(|_| true), watched.watch("a:1"));
    drop(hub);
    let clone = watched.clone();
    drop(watched);
    clone.publish(Event::ToolsChanged);
    assert_eq!(listener.next().await.unwrap(), [Event::ToolsChanged]);
    drop(clone);
    assert_eq!(listener.next().await, None);
    drop(watch);
}

/// What the hooks were told, in order.
type Told = Arc<Mutex<Vec<String>>>;

fn hooked() -> (Hub, Told) {
    let told = Told::default();
    let hook = |sign: char| {
        let told = Arc::clone(&told);
        Hook::new(move |uri: &str| {
            told.lock().unwrap().push(format!("{sign}{uri}"));
        })
    };
    let hooks = Hooks {
        on_subscribe: vec![hook('+')],
        on_unsubscribe: vec![hook('-')],
    };
    (Hub::new(hooks, None), told)
}

// P87: hooks when the first listener of a URI comes and the last goes.
#[test]
fn hooks_run_for_the_first_and_the_last() {
    let (hub, told) = hooked();
    let first = hub.watch("a:1");
    let second = hub.watch("a:1");
    let other = hub.watch("a:2");
    assert_eq!((hub.listeners("a:1"), hub.listeners("a:3")), (2, 0));
    drop(first);
    assert_eq!(hub.listeners("a:1"), 1);
    drop((second, other));
    assert_eq!(hub.listeners("a:1"), 0);
    drop(hub.watch("a:1"));
    let expected = ["+a:1", "+a:2", "-a:1", "-a:2", "+a:1", "-a:1"];
    assert_eq!(*told.lock().unwrap(), expected);
}

#[test]
fn what_is_listened_for_is_bounded_and_given_back() {
    let hub = hub();
    let uri = format!("a:{}", "x".repeat(LONGEST - 2));
    assert!(hub.has_room(&uri));
    assert!(!hub.has_room(&format!("{uri}x")), "too long");
    let mut watches = Vec::new();
    while hub.has_room(&uri) {
        watches.push(hub.watch(&uri));
        assert!(watches.len() < 10_000, "it never ends");
    }
    assert!(watches.len() > 1000, "{}", watches.len());
    watches.pop();
    assert!(hub.has_room(&uri));
}

#[test]
fn hooks_alternate_when_clients_race() {
    let (hub, told) = hooked();
    let start = Arc::new(Barrier::new(8));
    let racers: Vec<_> = (0..8)
        .map(|_| {
            let (hub, start) = (hub.clone(), Arc::clone(&start));
            std::thread::spawn(move || {
                start.wait();
                for _ in 0..500 {
                    drop(hub.watch("a:1"));
                }
            })
        })
        .collect();
    for racer in racers {
        racer.join().unwrap();
    }
    assert_eq!(hub.listeners("a:1"), 0);
    let told = told.lock().unwrap();
    assert!(!told.is_empty());
    for (index, word) in told.iter().enumerate() {
        assert_eq!(word, ["+a:1", "-a:1"][index % 2]);
    }
    assert_eq!(told.last().unwrap(), "-a:1");
}

#[test]
fn hooks_may_use_the_hub_and_may_panic() {
    let hub = Arc::new(OnceLock::<Hub>::new());
    let counts = Arc::new(Mutex::new(Vec::new()));
    let on_subscribe = {
        let (hub, counts) = (Arc::clone(&hub), Arc::clone(&counts));
        Hook::new(move |uri: &str| {
            let hub = hub.get().unwrap();
            drop(hub.watch(uri));
            drop(hub.watch("other:1")); // runs the hook within the hook
            hub.publish(updated(uri));
            counts.lock().unwrap().push(hub.listeners(uri));
            panic!("a test says so");
        })
    };
    let hooks = Hooks {
        on_subscribe: vec![on_subscribe],
        on_unsubscribe: Vec::new(),
    };
    let hub = hub.get_or_init(|| Hub::new(hooks, None));
    let first = hub.watch("a:1");
    let second = hub.watch("a:1");
    assert_eq!(*counts.lock().unwrap(), [1, 1]);
    drop((first, second));
    assert_eq!(hub.listeners("a:1"), 0);
    drop(hub.watch("a:1"));
    assert_eq!(*counts.lock().unwrap(), [1, 1, 1, 1]);
}

/// Replicas of one process that share a table of handles.
#[derive(Clone, Default)]
struct Broker(Arc<Mutex<Vec<(usize, Deliver)>>>);

struct Replica {
    own: usize,
    broker: Broker,
}

impl EventBus for Replica {
    fn publish(&self, event: &Event) {
        let others = self.broker.0.lock().unwrap().clone();
        for (_, deliver) in others.iter().filter(|(own, _)| *own != self.own) {
            deliver.event(event.clone());
        }
        assert_ne!(*event, updated("panic:1"), "a test says so");
    }

    fn start(&self, deliver: Deliver) {
        self.broker.0.lock().unwrap().push((self.own, deliver));
    }
}

// S-SUBS-17: a change made on one replica reaches the streams of the others.
#[tokio::test(start_paused = true)]
async fn a_bus_carries_events_to_other_replicas_once() {
    let broker = Broker::default();
    let hubs: Vec<_> = (0..3)
        .map(|own| {
            let broker = broker.clone();
            let hub = Hub::new(Hooks::default(), Some(Box::new(Replica { own, broker })));
            hub.start();
            hub.start();
            hub
        })
        .collect();
    assert_eq!(broker.0.lock().unwrap().len(), 3);
    let listeners: Vec<_> = hubs.iter().map(|hub| hub.listen(|_| true)).collect();
    hubs[0].publish(extension(1));
    hubs[2].publish(extension(2));
    hubs[1].publish(updated("panic:1"));
    for mut listener in listeners {
        let expected = [updated("panic:1"), extension(1), extension(2)];
        assert_eq!(listener.next().await.unwrap(), expected);
        assert!(is_silent(&mut listener).await);
    }
    let deliver = broker.0.lock().unwrap()[0].1.clone();
    assert!(deliver.event(Event::ToolsChanged));
    drop(hubs);
    assert!(!deliver.event(Event::ToolsChanged));
}

#[test]
fn events_pass_through_a_broker_as_text() {
    let mut params = serde_json::Map::new();
    params.insert("id".into(), 7.into());
    let events = [
        (Event::ToolsChanged, r#"{"event":"toolsChanged"}"#),
        (Event::PromptsChanged, r#"{"event":"promptsChanged"}"#),
        (Event::ResourcesChanged, r#"{"event":"resourcesChanged"}"#),
        (updated("a:1"), r#"{"event":"resourceUpdated","uri":"a:1"}"#),
        (
            Event::Extension {
                method: "x/y".into(),
                params,
            },
            r#"{"event":"extension","method":"x/y","params":{"id":7}}"#,
        ),
    ];
    for (event, text) in events {
        assert_eq!(serde_json::to_string(&event).unwrap(), text);
        assert_eq!(serde_json::from_str::<Event>(text).unwrap(), event);
    }
    assert!(serde_json::from_str::<Event>(r#"{"event":"later"}"#).is_err());
}

#[test]
fn handles_go_between_threads() {
    fn check<T: Send + Sync + 'static>() {}
    check::<Hub>();
    check::<Listener>();
    check::<Deliver>();
    check::<super::Watch>();
}
