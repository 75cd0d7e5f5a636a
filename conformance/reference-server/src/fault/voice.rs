//! One party's side of one conversation: what it says and hears, with everything that goes wrong in it.

use std::sync::Arc;

use serde_json::Value;

use super::{
    asked::{Asked, method},
    message::Message,
    occasion::{Fault, Moment, Occasion, is_method},
    reference::AtHand,
    step::Until,
};

/// One party's side of one conversation.
///
/// The faults lie round the party like skins, the last of them outermost: what it says passes the first one first, what
/// it hears the last one.
#[derive(Debug)]
pub(super) struct Voice {
    faults: Arc<[Fault]>,
    /// How many occasions of each fault there were.
    seen: Vec<u64>,
    asked: Asked,
    held: Vec<Out>,
}

/// What comes of it when something is said or heard.
#[derive(Debug, Clone)]
pub(super) enum Out {
    /// The party says this.
    Say(Message),
    /// This reaches the party.
    Reach(Message),
    /// A line on standard error.
    Stderr(String),
    /// The process ends.
    Exit(u8),
}

impl Voice {
    pub(super) fn new(faults: &[Fault]) -> Self {
        Self { faults: faults.into(), seen: vec![0; faults.len()], asked: Asked::default(), held: Vec::new() }
    }

    /// The party says something.
    pub(super) fn says(&mut self, bytes: &[u8]) -> Vec<Out> {
        self.speak(0, Message::read(bytes))
    }

    /// Something is on its way to the party.
    pub(super) fn hears(&mut self, bytes: &[u8]) -> Vec<Out> {
        let message = Message::read(bytes);
        self.asked.hears(message.json.as_ref());
        let method = self.asked.method_of(&message);
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut passing = vec![message.clone()];
        for (at, fault) in self.faults.clone().iter().enumerate().rev() {
            let Occasion::Hears(wanted) = &fault.occasion else { continue };
            let mut passed = Vec::new();
            for heard in passing {
                let asked = self.asked.of_the_party(&heard);
                let fits = is_method(wanted, &method) && fault.narrow.fits(heard.json.as_ref(), asked.as_ref());
                if !fits || !fault.step.can_answer(&heard) || !fault.narrow.counts(&mut self.seen[at]) {
                    passed.push(heard);
                    continue;
                }
                let at_hand = AtHand { this: heard.json.as_ref(), asked: heard.json.as_ref(), nth: self.seen[at] };
                before.extend(self.aside(fault));
                before.extend(self.speak_all(at + 1, fault.step.before(at_hand)));
                after.splice(0..0, self.speak_all(at + 1, fault.step.after(at_hand)));
                passed.extend(fault.step.bend(heard.clone(), at_hand));
            }
            passing = passed;
        }
        let released = self.released(|until| matches!(until, Until::Hears(wanted) if is_method(wanted, &method)));
        let passing: Vec<_> = passing.into_iter().filter_map(|message| self.hold(Out::Reach(message))).collect();
        before.into_iter().chain(passing).chain(after).chain(released).collect()
    }

    /// A moment that brings no message; whether the party stays.
    pub(super) fn comes_to(&mut self, moment: Moment) -> (Vec<Out>, bool) {
        let (mut outs, mut lingers) = (Vec::new(), false);
        for (at, fault) in self.faults.clone().iter().enumerate().filter(|(_, fault)| fault.is_at(moment)) {
            let latest = self.asked.latest.clone();
            let at_hand = AtHand { this: latest.as_ref(), asked: latest.as_ref(), nth: 1 };
            outs.extend(self.speak_all(at + 1, fault.step.after(at_hand)));
            outs.extend(self.aside(fault));
            lingers |= fault.step.linger;
        }
        (outs, lingers)
    }

    fn speak_all(&mut self, from: usize, messages: Vec<Message>) -> Vec<Out> {
        messages.into_iter().flat_map(|message| self.speak(from, message)).collect()
    }

    /// What is said passes the faults from that one on.
    fn speak(&mut self, from: usize, message: Message) -> Vec<Out> {
        let (mut saying, mut asides) = (vec![message], Vec::new());
        for (at, fault) in self.faults.clone().iter().enumerate().skip(from) {
            saying = saying.into_iter().flat_map(|message| self.bend(at, fault, message, &mut asides)).collect();
        }
        let mut outs = Vec::new();
        for message in saying {
            let release = self.release_by(&message);
            outs.extend(self.hold(Out::Say(message)));
            outs.extend(release);
        }
        outs.extend(asides);
        outs
    }

    fn bend(&mut self, at: usize, fault: &Fault, message: Message, asides: &mut Vec<Out>) -> Vec<Message> {
        let asked = self.asked.of_the_peer(&message);
        if !self.is_said(fault, &message, asked.as_ref()) || !fault.narrow.counts(&mut self.seen[at]) {
            return vec![message];
        }
        asides.extend(self.aside(fault));
        let at_hand = AtHand {
            this: message.json.as_ref(),
            asked: asked.as_ref().or(self.asked.latest.as_ref()),
            nth: self.seen[at],
        };
        let (mut said, after) = (fault.step.before(at_hand), fault.step.after(at_hand));
        said.extend(fault.step.bend(message.clone(), at_hand));
        said.extend(after);
        said
    }

    fn is_said(&self, fault: &Fault, message: &Message, asked: Option<&Value>) -> bool {
        let said = match &fault.occasion {
            Occasion::Says(wanted) => message.method().is_some_and(|method| is_method(wanted, method)),
            Occasion::Answers(wanted) => message.is_response() && is_method(wanted, method(asked)),
            _ => false,
        };
        said && fault.narrow.fits(message.json.as_ref(), asked.or(self.asked.latest.as_ref()))
    }

    /// What a fault does beside the messages.
    #[expect(clippy::unused_self, reason = "reads as the others do")]
    fn aside(&self, fault: &Fault) -> Vec<Out> {
        let line = fault.step.stderr.clone().map(Out::Stderr);
        line.into_iter().chain(fault.step.exit.map(Out::Exit)).collect()
    }

    /// Keeps what is to come later, and hands on what is not.
    fn hold(&mut self, out: Out) -> Option<Out> {
        if let Out::Say(message) = &out {
            self.asked.says(message);
        }
        let (Out::Say(message) | Out::Reach(message)) = &out else { return Some(out) };
        if message.until.is_none() {
            return Some(out);
        }
        self.held.push(out);
        None
    }

    fn release_by(&mut self, said: &Message) -> Vec<Out> {
        let asked = self.asked.of_the_peer(said);
        let own = said.method().map(str::to_owned);
        self.released(|until| match until {
            Until::Says(wanted) => own.as_ref().is_some_and(|method| is_method(wanted, method)),
            Until::Answers(wanted) => own.is_none() && is_method(wanted, method(asked.as_ref())),
            Until::Hears(_) => false,
        })
    }

    fn released(&mut self, comes: impl Fn(&Until) -> bool) -> Vec<Out> {
        let (released, held) = std::mem::take(&mut self.held).into_iter().partition(|out| match out {
            Out::Say(message) | Out::Reach(message) => message.until.as_ref().is_some_and(&comes),
            _ => false,
        });
        self.held = held;
        released
    }
}
