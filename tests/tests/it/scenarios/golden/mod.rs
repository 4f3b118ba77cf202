//! Whole conversations, compared with files that are reviewed like code.
//!
//! Every carrier says the same, but for what a peer on a network does not get to read, and for what a connection says by
//! its end; each answer goes the whole way through the writer of its revision, and each message fits the schema that the
//! specification publishes for it.

mod beyond;
mod offers;
mod told;
mod while_it_runs;

use std::path::Path;

use tests::Client;

pub(crate) use beyond::{batches, extension};
pub(crate) use offers::{completion, for_guests, for_the_staff, pages, prompts, resources, tools};
pub(crate) use told::{changes, the_end};
pub(crate) use while_it_runs::{alive, asking, everybody_asked, given_up, reports, withdrawn};

use super::Cell;

/// Compares what was said about a feature with its file. Here the client keeps to its revision, too.
fn compare(cell: &Cell, feature: &str, mut client: Client) {
    client.carrier().insist();
    let side = match cell.via.is_remote() {
        true => "remote",
        false => "local",
    };
    let file = format!("wire/{feature}.{}.{side}.jsonl", cell.version);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    client.transcript().assert_is(&file);
}
