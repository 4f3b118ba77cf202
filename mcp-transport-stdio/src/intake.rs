//! What comes in, message by message.

use std::sync::Arc;

use bytes::BytesMut;

use crate::batch::{Batch, Message, Messages};
use crate::frame::{Line, Lines};
use crate::outlet::RequestOutlet;

/// The input of a connection; whoever has it takes the next message.
pub(crate) struct Intake {
    lines: Lines,
    /// The line that is being taken, where it holds several messages.
    batch: Option<Messages>,
    /// The outlet used last.
    outlet: Arc<RequestOutlet>,
    finished: bool,
}

/// What is taken at once.
pub(crate) enum Piece {
    Line(Line),
    Message(Message),
}

impl Intake {
    pub(crate) fn new(max_line: usize, outlet: Arc<RequestOutlet>) -> Self {
        Self {
            lines: Lines::new(max_line),
            batch: None,
            outlet,
            finished: false,
        }
    }

    /// The buffer to read into.
    pub(crate) fn space(&mut self) -> &mut BytesMut {
        self.lines.space()
    }

    /// The next piece that is complete.
    pub(crate) fn next(&mut self) -> Option<Piece> {
        if let Some(batch) = &mut self.batch {
            match batch.next() {
                Some(message) => return Some(Piece::Message(message)),
                None => self.batch = None,
            }
        }
        self.lines.next().map(Piece::Line)
    }

    /// Takes the messages of a batch before the next line.
    pub(crate) fn open(&mut self, batch: Messages) {
        self.batch = Some(batch);
    }

    /// Nothing more can be read; a last line may lack its newline.
    pub(crate) fn finish(&mut self) {
        self.lines.finish();
        self.finished = true;
    }

    /// Whether nothing comes when there is no next piece.
    pub(crate) fn is_finished(&self) -> bool {
        self.finished
    }

    /// An outlet for the next message: the last one where nobody holds it.
    pub(crate) fn outlet(&mut self, batch: Option<Arc<Batch>>) -> &Arc<RequestOutlet> {
        RequestOutlet::renew(&mut self.outlet, batch);
        &self.outlet
    }
}
