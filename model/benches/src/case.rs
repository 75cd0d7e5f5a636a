//! A row group of the table.

use crate::contender::{Contender, Way, Who, pass};

/// The same text for all contenders.
pub struct Case {
    /// The name in the table.
    pub name: &'static str,
    /// The size of the message, or of the largest of several.
    pub largest: usize,
    /// Who takes part.
    pub contenders: Vec<Contender>,
}

impl Case {
    /// A case of one text: `direct` is what the direct ways read, `message` what the message types read.
    pub fn new(name: &'static str, direct: String, message: String, contenders: Contenders) -> Self {
        let (direct, message): (&'static [u8], &'static [u8]) = (direct.leak().as_bytes(), message.leak().as_bytes());
        let mut all = vec![pass(Way::DecodeDirect, direct), pass(Way::DecodeMessage, message)];
        all.extend(contenders(direct, message));
        Self { name, largest: message.len(), contenders: all }
    }

    /// All texts of the cases in one.
    pub fn mixed(name: &'static str, cases: impl IntoIterator<Item = Self>) -> Self {
        let mut mixed = Self { name, largest: 0, contenders: Vec::new() };
        for case in cases {
            mixed.largest = mixed.largest.max(case.largest);
            for contender in case.contenders {
                mixed.take_in(contender);
            }
        }
        mixed
    }

    fn take_in(&mut self, contender: Contender) {
        match self.contenders.iter_mut().find(|ours| (ours.who, ours.way) == (contender.who, contender.way)) {
            Some(ours) => ours.append(contender),
            None => self.contenders.push(contender),
        }
    }

    /// The one who does it that way.
    pub fn find(&self, who: Who, way: Way) -> Option<&Contender> {
        self.contenders.iter().find(|contender| (contender.who, contender.way) == (who, way))
    }
}

/// Who takes part, given the direct text and the message.
pub type Contenders = fn(&'static [u8], &'static [u8]) -> Vec<Contender>;
