//! The thread that answers the requests of a tab, one after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::message::{AnswerJson, Code, Fault, PageReply};
use super::request_queue::{Next, Parked, RequestQueue, Task};
use super::services::{Handling, Step};
use super::tab::{Caller, ServerState, Tab};
use crate::base::CancelToken;

/// Answers requests until the page is gone.
pub(crate) fn work(queue: &RequestQueue, server: Arc<ServerState>) {
    let mut worker = Worker {
        queue,
        tab: Tab::new(server),
    };
    loop {
        match queue.next() {
            Next::Task(task) => worker.run(task),
            Next::Parked(parked, stop) => worker.go_on(parked, &stop),
            Next::End => return,
        }
    }
}

struct Worker<'a> {
    queue: &'a RequestQueue,
    tab: Tab,
}

impl Worker<'_> {
    /// Answers a request, or keeps it for later if it is background work.
    fn run(&mut self, task: Task) {
        let Task {
            service,
            fields,
            caller,
        } = task;
        tracing::debug!(service = service.name, id = caller.id, "request");
        match service.work {
            Handling::AtOnce(run) => {
                let result = self.guarded(|tab| run(tab, fields, &caller));
                self.end(&caller, result);
            }
            Handling::InBackground(start) => match self.guarded(|tab| start(tab, fields)) {
                Ok(work) => self.park(Parked { work, caller }),
                Err(fault) => self.end(&caller, Err(fault)),
            },
        }
    }

    /// Goes on with background work until it is done, or until something else waits.
    fn go_on(&mut self, mut parked: Parked, stop: &CancelToken) {
        let result = self.guarded(|tab| parked.work.go_on(tab, &parked.caller, stop));
        let result = match result {
            Ok(Step::Paused) => return self.park(parked),
            Ok(Step::Done(answer)) => Ok(answer),
            Err(fault) => Err(fault),
        };
        self.end(&parked.caller, result);
    }

    /// Keeps background work, and ends what this replaces.
    fn park(&self, parked: Parked) {
        if let Some(ended) = self.queue.park(parked) {
            send(&ended.caller, Err(Fault::cancelled()));
        }
    }

    fn end(&self, caller: &Caller, result: Result<AnswerJson, Fault>) {
        if self.queue.done() {
            send(caller, Err(Fault::cancelled()));
        } else {
            send(caller, result);
        }
    }

    /// Runs an action. A panic becomes an error, and the engine begins anew.
    fn guarded<T>(
        &mut self,
        action: impl FnOnce(&mut Tab) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let tab = &mut self.tab;
        catch_unwind(AssertUnwindSafe(|| action(tab))).unwrap_or_else(|_| {
            tracing::error!(
                "panic while a request was answered; the engine of the tab begins anew"
            );
            let server = Arc::clone(&self.tab.server);
            self.tab = Tab::new(server);
            Err(Fault::new(
                Code::Failed,
                "an error of the program; please report it",
            ))
        })
    }
}

/// Sends the end of a request.
fn send(caller: &Caller, result: Result<AnswerJson, Fault>) {
    let text = match result {
        Ok(answer) => answer.message(caller.id),
        Err(fault) => PageReply::Error(&fault).text(Some(caller.id)),
    };
    caller.outbox.send(text);
}
