//! What the compiler says: one case for each message.

#[test]
fn every_mistake_has_its_message() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
}
