//! What is passed over is what `serde_json` takes for JSON: every short text of some alphabets, and many long ones,
//! whole and spoilt.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::*;

/// The members of an object as `serde_json` reads them.
#[derive(Debug, PartialEq)]
struct Members<'a>(Vec<(String, &'a str)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor;
        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
                    members.push((key, value.get()));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(MembersVisitor)
    }
}

fn value(text: &str) -> Option<&str> {
    let mut scan = Scan::new(text);
    let value = scan.value().ok()?;
    scan.end().ok().map(|()| value)
}

fn members(text: &str) -> Option<Members<'_>> {
    let mut scan = Scan::new(text);
    let mut members = Vec::new();
    scan.enter().ok()?;
    while let Some(key) = scan.member().ok()? {
        let span = scan.span().ok()?;
        members.push((key.into_owned(), &text[span]));
    }
    scan.end().ok().map(|()| Members(members))
}

/// Whether it is JSON, as both say.
fn agreed(text: &str) -> bool {
    let theirs = serde_json::from_str::<&RawValue>(text).ok();
    assert_eq!(value(text), theirs.map(RawValue::get), "{text:?}");
    assert_eq!(members(text), serde_json::from_str(text).ok(), "{text:?}");
    theirs.is_some()
}

/// Every text of up to `length` of these, between `before` and `after`.
fn every(alphabet: &[&str], length: u32, before: &str, after: &str) {
    let (mut good, mut bad) = (0, 0);
    for count in 0..=length {
        for number in 0..alphabet.len().pow(count) {
            let mut text = before.to_owned();
            let mut rest = number;
            for _ in 0..count {
                text.push_str(alphabet[rest % alphabet.len()]);
                rest /= alphabet.len();
            }
            text.push_str(after);
            match agreed(&text) {
                true => good += 1,
                false => bad += 1,
            }
        }
    }
    assert!(good > 5 && bad > 100, "{good} good and {bad} bad texts");
}

#[test]
fn every_short_text_is_judged_alike() {
    every(&["{", "}", "[", "]", "\"", ",", ":", "0", " "], 5, "", "");
    every(&["\"a\"", ":", ",", "{", "}", "[]", "1"], 6, "{", "}");
}

#[test]
fn every_short_number_is_judged_alike() {
    let alphabet = ["0", "1", "9", "-", "+", ".", "e", "E", " "];
    every(&alphabet, 5, "", "");
    every(&alphabet, 4, "[", "]");
}

#[test]
fn every_short_string_is_judged_alike() {
    let alphabet = [
        "\\", "\"", "u", "d83d", "de00", "00e", "n", "é", "\u{1f}", "\u{7f}",
    ];
    every(&alphabet, 4, "\"", "\"");
    every(&alphabet, 4, "{\"", "\":1}");
}

#[test]
fn every_short_word_is_judged_alike() {
    every(
        &["true", "false", "null", "n", "\u{c}", "\r", "\t", ",", "x"],
        4,
        "[",
        "]",
    );
}

/// Numbers that look random, and are the same each time.
struct Dice(u64);

impl Dice {
    /// One of `0..sides`, by splitmix64.
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) >> 33).expect("31 bits") % sides
    }

    fn pick<'a>(&mut self, these: &[&'a str]) -> &'a str {
        these[self.roll(these.len())]
    }

    fn space(&mut self, out: &mut String) {
        out.push_str(self.pick(&["", "", "", " ", "\n", "\r\n\t"]));
    }

    fn string(&mut self, out: &mut String) {
        out.push('"');
        for _ in 0..self.roll(6) {
            out.push_str(self.pick(&[
                "a",
                "name",
                "params",
                "0123456789abcdef",
                "ü",
                "日本",
                "\\n",
                "\\\"",
                "\\\\",
                "\\/",
                "\\u00e9",
                "\\ud83d\\ude00",
                "{",
                "]",
                ":",
                ",",
            ]));
        }
        out.push('"');
    }

    fn json(&mut self, depth: usize, out: &mut String) {
        self.space(out);
        match self.roll(if depth == 0 { 4 } else { 8 }) {
            0 => out.push_str(self.pick(&["true", "false", "null"])),
            1 => out
                .push_str(self.pick(&["0", "-0", "1", "-17", "3.25", "1e9", "-2.5E-3", "1e+999"])),
            2 | 3 => self.string(out),
            4 | 5 => {
                out.push('[');
                for index in 0..self.roll(4) {
                    out.push_str(if index > 0 { "," } else { "" });
                    self.json(depth - 1, out);
                }
                out.push(']');
            }
            _ => self.object(depth, out),
        }
        self.space(out);
    }

    fn object(&mut self, depth: usize, out: &mut String) {
        out.push('{');
        for index in 0..self.roll(4) {
            out.push_str(if index > 0 { "," } else { "" });
            self.space(out);
            self.string(out);
            self.space(out);
            out.push(':');
            self.json(depth - 1, out);
        }
        self.space(out);
        out.push('}');
    }

    /// Takes out, doubles or replaces a character.
    fn spoil(&mut self, text: &str) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        let at = self.roll(chars.len());
        match self.roll(4) {
            0 => drop(chars.remove(at)),
            1 => chars.insert(at, chars[at]),
            2 => chars.truncate(at),
            _ => {
                let others = [
                    "{", "}", "[", "]", "\"", "\\", ",", ":", "0", "-", "u", "\u{0}",
                ];
                chars[at] = self.pick(&others).chars().next().expect("one each");
            }
        }
        chars.into_iter().collect()
    }
}

#[test]
fn long_texts_are_judged_alike_whole_and_spoilt() {
    let mut dice = Dice(1);
    let (mut good, mut bad) = (0, 0);
    for _ in 0..3_000 {
        let mut text = String::new();
        dice.object(5, &mut text);
        assert!(agreed(&text), "{text:?}");
        for _ in 0..5 {
            let spoilt = dice.spoil(&text);
            match agreed(&spoilt) {
                true => good += 1,
                false => bad += 1,
            }
        }
    }
    assert!(
        good > 1_000 && bad > 1_000,
        "{good} good and {bad} bad texts"
    );
}

// S-SEC-16
#[test]
fn depth_is_no_matter() {
    for (begin, middle, end) in [
        ("[", "1", "]"),
        ("{\"a\":", "{}", "}"),
        ("[{\"a\":", "[]", "}]"),
    ] {
        let whole = format!("{}{middle}{}", begin.repeat(50_000), end.repeat(50_000));
        assert!(agreed(&whole), "{begin}");
        assert!(!agreed(&whole[..whole.len() - 1]), "{begin}");
        assert!(!agreed(&format!("{whole}{end}")), "{begin}");
    }
}

#[test]
fn a_key_is_read_and_a_value_is_not() {
    assert_eq!(
        members(r#"{"\u0061":"\ud83d"}"#).expect("passed over").0,
        [("a".to_owned(), r#""\ud83d""#)]
    );
    assert_eq!(members(r#"{"\ud83d":1}"#), None);
    assert_eq!(value(r#" {"\ud83d":1} "#), Some(r#"{"\ud83d":1}"#));
}

#[test]
fn null_is_told_from_a_value() {
    let read = |text| Scan::new(text).unless_null(|scan| scan.value().map(str::to_owned));
    assert_eq!(read(" null"), Ok(None));
    assert_eq!(read(" {}"), Ok(Some("{}".to_owned())));
    assert_eq!(read("nil"), Err(Broken));
}
