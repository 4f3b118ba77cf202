//! Guesses which name was meant.

/// The candidate that most likely was meant by `wanted`.
pub(crate) fn nearest<'a>(
    wanted: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let scored = candidates
        .into_iter()
        .map(|candidate| (likeness(wanted, candidate), candidate));
    let (score, candidate) = scored.fold((0.0, None), |best, (score, candidate)| {
        // The first of equals wins, so the order of declaration decides.
        if score > best.0 {
            (score, Some(candidate))
        } else {
            best
        }
    });
    candidate.filter(|_| score >= ENOUGH)
}

/// Below this, a guess would more often mislead than help.
const ENOUGH: f64 = 0.8;

/// Names that models use for one another, without separators.
const SYNONYMS: [&[&str]; 2] = [
    &[
        "limit",
        "max",
        "count",
        "n",
        "top",
        "topk",
        "size",
        "pagesize",
        "perpage",
        "maxresults",
        "maxitems",
        "numresults",
    ],
    &[
        "query",
        "q",
        "search",
        "searchquery",
        "searchtext",
        "searchterm",
        "term",
        "text",
        "words",
        "keywords",
    ],
];

#[cfg(test)]
thread_local! {
    static COMPARISONS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// How often names were compared on this thread.
#[cfg(test)]
pub(super) fn comparisons() -> usize {
    COMPARISONS.get()
}

/// How alike two names are, from 0 to 1.
fn likeness(one: &str, other: &str) -> f64 {
    #[cfg(test)]
    COMPARISONS.set(COMPARISONS.get() + 1);
    // A name this long is not a misspelling, and comparing costs the product of the lengths.
    const LONGEST: usize = 100;
    if one.len() > LONGEST || other.len() > LONGEST {
        return 0.0;
    }
    let (first, second) = (words_of(one), words_of(other));
    let (joined, other_joined) = (first.concat(), second.concat());
    if joined.is_empty() || other_joined.is_empty() {
        return 0.0;
    }
    if joined == other_joined {
        return 1.0;
    }
    let same = |words: &&[&str]| words.contains(&&*joined) && words.contains(&&*other_joined);
    if SYNONYMS.iter().any(same) {
        return 0.9;
    }
    // `id` for `order_id`, `price ascending` for `price_asc`: one name is a part of the other.
    let within = |some: &[String], others: &[String]| {
        let meets = |word: &String| others.iter().any(|other| same_word(word, other));
        some.iter().all(meets)
    };
    let part = within(&first, &second) || within(&second, &first);
    let spelling = strsim::normalized_damerau_levenshtein(&joined, &other_joined);
    let beginning = strsim::jaro_winkler(&joined, &other_joined);
    // A common beginning alone is weak evidence (`max_price`, `max_weight`).
    let close = if spelling >= 0.6 {
        spelling.max(beginning * 0.95)
    } else {
        spelling
    };
    if part { close.max(0.9) } else { close }
}

/// Whether two words are the same, or one is cut short: `ref` for `reference`.
fn same_word(one: &str, other: &str) -> bool {
    let cut = one.starts_with(other) || other.starts_with(one);
    one == other || (cut && one.len().min(other.len()) >= 3)
}

/// `orderId`, `order_id`, `order-id` → `["order", "id"]`.
fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut fresh = true;
    let mut after_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            fresh = true;
            continue;
        }
        if fresh || (after_lower && c.is_uppercase()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
        fresh = false;
        after_lower = !c.is_uppercase();
    }
    words
}
