//! The tools.

use std::io;

use mcp_server::{Choice, Ctx, Form, Result, server};
use schemars::JsonSchema;
use serde::Serialize;

use super::Probe;

/// The tools, and what is seen of them from behind.
pub(crate) struct Stage {
    probe: Probe,
}

/// What a parcel weighs.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Weight {
    /// What is on the label.
    label: String,
    /// Weight in grams.
    grams: u32,
    /// What the scales say besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<String>,
}

/// How a parcel travels.
#[derive(Clone, Copy, Choice)]
pub(crate) enum Speed {
    /// By ship.
    Slow,
    /// By air.
    Fast,
}

/// Paper to wrap a parcel in.
#[derive(Form)]
pub(crate) struct Paper {
    /// Its colour.
    colour: String,
    /// How many sheets.
    #[form(min = 1, max = 9)]
    sheets: u8,
}

/// Why a parcel is not taken.
#[derive(Debug, thiserror::Error)]
#[error("parcels over {limit} g are not taken; pack two")]
pub(crate) struct TooHeavy {
    limit: u32,
}

impl Stage {
    pub(crate) fn new(probe: Probe) -> Self {
        Self { probe }
    }
}

#[server]
impl Stage {
    /// Weigh a parcel.
    #[tool(read_only, title = "Scales")]
    fn weigh(
        &self,
        /// What is on the label.
        #[arg(len = 3..=8)]
        label: String,
        /// How often to weigh.
        #[arg(min = 1, max = 9, default = 1)]
        times: u32,
        /// How it travels.
        speed: Option<Speed>,
    ) -> Weight {
        Weight {
            grams: 250 * times,
            remark: speed.map(|speed| format!("travels {speed}")),
            label,
        }
    }

    /// Count the parcels.
    #[tool(read_only)]
    fn count(&self) -> u32 {
        3
    }

    /// Greet whoever is there.
    #[tool(read_only)]
    fn greet(&self) -> &'static str {
        "Good morning."
    }

    /// Send a parcel off, after the user has agreed.
    #[tool(destructive)]
    async fn send(&self, ctx: Ctx, label: String) -> String {
        ctx.confirm(format!("Send {label}?")).await;
        self.probe.sent.add();
        format!("{label} is on its way")
    }

    /// Wrap a parcel in paper of the user's choice.
    #[tool(additive)]
    async fn wrap(&self, ctx: Ctx) -> String {
        let paper: Option<Paper> = ctx.elicit("Which paper?").await;
        match paper {
            Some(Paper { colour, sheets }) => format!("{sheets} sheets of {colour} paper"),
            None => "no paper".to_owned(),
        }
    }

    /// Pack a parcel, step by step.
    #[tool(additive)]
    async fn steps(&self, ctx: Ctx) -> &'static str {
        let progress = ctx.progress(3.0);
        progress.step("folding").await;
        progress.step("filling").await;
        progress.step("closing").await;
        "packed"
    }

    /// Drop a parcel.
    #[tool(destructive)]
    fn boom(&self) -> String {
        panic!("the secret is 4711")
    }

    /// Read the scales, which are broken.
    #[tool(read_only)]
    fn leak(&self) -> Result<String> {
        Err(io::Error::other("scales at 10.0.0.7 do not answer"))?
    }

    /// Take in a parcel that is too heavy.
    #[tool(additive)]
    fn refuse(&self) -> Result<String, TooHeavy> {
        Err(TooHeavy { limit: 20_000 })
    }

    /// Wait for a parcel that never comes.
    #[tool(read_only)]
    async fn wait(&self) -> String {
        self.probe.wait().await
    }
}
