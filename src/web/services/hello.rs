//! What the server is.

use super::service::{Handling, Service, answer, read};
use crate::board::Rules;
use crate::sgf::MAX_TREE_NODES;
use crate::web::message::{Code, Fault, Fields, Hello, HelloAsk, LimitsText, RulesText, VERSION};
use crate::web::tab::Tab;

pub(super) const TABLE: &[Service] = &[Service {
    name: "hello",
    work: Handling::AtOnce(|tab, fields, _| answer(&hello(tab, fields)?)),
}];

fn hello(tab: &Tab, fields: Fields) -> Result<Hello, Fault> {
    let ask: HelloAsk = read(fields)?;
    if ask.version != VERSION {
        let message = format!(
            "the page speaks version {}, the server version {VERSION}: reload the page",
            ask.version
        );
        return Err(Fault::new(Code::Version, message));
    }
    let server = &tab.server;
    let limits = &server.limits;
    let network = server.settings.engine.network.source.as_ref();
    // Of several names for the same rules, the first is enough.
    let rules = Rules::names().filter_map(|name| Some((name, Rules::named(name).ok()?)));
    let rules = rules.filter(|(name, rules)| rules.name() == Some(name));
    Ok(Hello {
        version: VERSION,
        program: format!("Tedomari {}", env!("CARGO_PKG_VERSION")),
        network: network.map(|source| source.short_name().into_owned()),
        folder: server.folder.is_some(),
        open: server.open.clone(),
        rules: rules
            .map(|(name, rules)| RulesText {
                name,
                komi: rules.komi.points(),
                scoring: rules.scoring,
            })
            .collect(),
        limits: LimitsText {
            message_bytes: limits.message_bytes,
            record_bytes: limits.record_bytes,
            nodes: MAX_TREE_NODES,
            seconds: limits.time.as_secs_f64(),
            waiting: limits.waiting,
        },
    })
}
