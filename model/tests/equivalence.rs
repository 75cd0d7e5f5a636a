//! The generated schema, the published one and the strict pass give the same verdict on instances and their mutations.

use jsonschema::Validator;
use mcp_model::strategy::Source;
use mcp_model::{DEFINITIONS, Definition};
use serde_json::{Value, json};

mod mutation;
mod upstream;

use mutation::{Chance, mutate};

/// For each of the definitions; 145 of them make more than 200,000.
const MUTATIONS: usize = 1400;

/// The definition where numbers with fractions are held to be right against the published schema.
const FRACTIONS: &str = "ElicitResult";

#[derive(Debug, Default)]
struct Tally {
    accepted: usize,
    refused: usize,
    stricter: usize,
    fractions: usize,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.accepted += other.accepted;
        self.refused += other.refused;
        self.stricter += other.stricter;
        self.fractions += other.fractions;
    }
}

struct Judges<'a> {
    definition: &'a Definition,
    ours: Validator,
    theirs: Validator,
}

impl<'a> Judges<'a> {
    fn new(definition: &'a Definition, ours: &Value, theirs: &Value) -> Self {
        let validator = |schema: &Value| {
            let mut schema = schema.clone();
            schema["$ref"] = json!(format!("#/$defs/{}", definition.name));
            jsonschema::validator_for(&schema).expect("the schema is one")
        };
        Self { definition, ours: validator(ours), theirs: validator(theirs) }
    }

    fn judge(&self, value: &Value, tally: &mut Tally) {
        let name = self.definition.name;
        let (ours, theirs) = (self.ours.is_valid(value), self.theirs.is_valid(value));
        let strict = self.definition.check(value.to_string().as_bytes());
        if ours != theirs {
            assert!(name == FRACTIONS && ours, "{name}: ours {ours}, theirs {theirs}: {value}");
            tally.fractions += 1;
            return;
        }
        assert!(ours || strict.is_err(), "{name}: the strict pass is too lenient: {value}");
        tally.accepted += usize::from(ours);
        tally.refused += usize::from(!ours);
        tally.stricter += usize::from(ours && strict.is_err());
    }

    fn judge_many(&self, chance: &mut Chance) -> Tally {
        let mut tally = Tally::default();
        for _ in 0..MUTATIONS {
            let bytes: Vec<u8> = (0..chance.below(96)).map(|_| chance.byte()).collect();
            let built = self.definition.generate(&mut Source::new(bytes));
            let Ok(mut value) = built.to_value() else { panic!("no tree holds {built}") };
            assert!(self.ours.is_valid(&value), "{}: built and refused: {value}", self.definition.name);
            for _ in 0..=chance.below(2) {
                mutate(&mut value, chance);
            }
            self.judge(&value, &mut tally);
        }
        tally
    }
}

fn judge_share(definitions: &[Definition], theirs: &Value) -> Tally {
    let ours = mcp_model::schema();
    let mut tally = Tally::default();
    for definition in definitions {
        let mut chance = Chance::new(definition.name);
        tally.add(&Judges::new(definition, &ours, theirs).judge_many(&mut chance));
    }
    tally
}

#[test]
fn both_schemas_and_the_strict_pass_agree() {
    let Some(theirs) = upstream::schema() else { return };
    let (first, second) = DEFINITIONS.split_at(DEFINITIONS.len() / 2);
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        let shares = [first, second].map(|share| scope.spawn(|| judge_share(share, &theirs)));
        for share in shares {
            tally.add(&share.join().expect("a verdict differs"));
        }
    });
    let judged = tally.accepted + tally.refused + tally.fractions;
    assert!(judged >= 200_000, "{tally:?}");
    assert!(tally.accepted * 5 >= judged && tally.refused * 5 >= judged, "{tally:?}");
    assert!(tally.stricter * 100 <= tally.accepted, "the strict pass refuses too much that is valid: {tally:?}");
    assert!(tally.fractions > 0, "no number with a fraction came up: {tally:?}");
}
