//! The known name that a misspelt one was meant to be.

/// The known name closest to `given`, if it is close enough to be a slip.
pub(crate) fn nearest<'a>(
    given: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let most = (given.chars().count() / 3).max(1) + 1;
    known
        .into_iter()
        .map(|name| (distance(given, name), name))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// How many characters must be added, dropped or changed (Levenshtein), with
/// case and underscores not counting.
fn distance(left: &str, right: &str) -> usize {
    let plain = |name: &str| -> Vec<char> {
        name.chars()
            .filter(|c| *c != '_')
            .flat_map(char::to_lowercase)
            .collect()
    };
    let (left, right) = (plain(left), plain(right));
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, l) in left.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, r) in right.iter().enumerate() {
            let change = diagonal + usize::from(l != r);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[track_caller]
    fn check(given: &str, expect: Option<&str>) {
        assert_eq!(
            nearest(given, ["description", "destructive", "amount_cents", "id"]),
            expect
        );
    }

    #[test]
    fn slips_are_recognised_and_strangers_are_not() {
        check("descripton", Some("description"));
        check("amountCents", Some("amount_cents"));
        check("amout_cents", Some("amount_cents"));
        check("ids", Some("id"));
        check("colour", None);
    }
}
