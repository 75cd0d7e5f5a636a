//! Times in interleaved rounds: whatever slows the machine down for a while slows all contenders. What counts is the
//! processor's time of this thread, so that a busy machine tells nearly the same as a quiet one.

use mcp_model_benches::{Case, Contender, Way, Who};
use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;
use std::process::Command;
use std::time::Duration;
use std::{env, fmt};

/// Odd, so that the median is one of them.
const ROUNDS: usize = 21;
/// As long as one contender works in one round, at least.
const SLICE: Duration = Duration::from_millis(6);

/// How long the contenders took, as multiples of the pass over the same text in the same round.
pub struct Times {
    /// The case's name.
    pub case: String,
    /// The size of its largest message.
    pub largest: usize,
    ratios: Vec<(Who, Way, f64)>,
}

impl Times {
    /// The median of the rounds.
    pub fn ratio(&self, who: Who, way: Way) -> Option<f64> {
        let found = self.ratios.iter().find(|time| (time.0, time.1) == (who, way));
        found.map(|time| time.2)
    }

    /// Reads what `Display` writes.
    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let (case, largest) = lines.next()?.split_once('\t')?;
        let ratios = lines.map(|line| {
            let (whose, ratio) = line.rsplit_once('\t')?;
            let mut both = Who::ALL.into_iter().flat_map(|who| Way::ALL.map(|way| (who, way)));
            let (who, way) = both.find(|(who, way)| whose == column(*who, *way))?;
            Some((who, way, ratio.parse().ok()?))
        });
        Some(Self { case: case.to_owned(), largest: largest.parse().ok()?, ratios: ratios.collect::<Option<_>>()? })
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\t{}", self.case, self.largest)?;
        self.ratios.iter().try_for_each(|(who, way, ratio)| writeln!(f, "{}\t{ratio}", column(*who, *way)))
    }
}

fn column(who: Who, way: Way) -> String {
    format!("{}\t{}", who.name(), way.name())
}

/// Frees one large block, after which glibc keeps what is freed, as it does in any process that has run for a while. Else
/// the kernel would take back and clear anew the pages of every large value, and its work would drown what is compared.
pub fn settle_heap() {
    drop(black_box(vec![1_u8; 24 << 20]));
}

/// Has another process, which runs nothing else, measure the case of this number: the heap that one case leaves behind would
/// slow down those of the next that ask for many small pieces of it.
pub fn measure_apart(number: usize) -> Times {
    let program = env::current_exe().expect("this program lies somewhere");
    let run = Command::new(program).arg(number.to_string()).output().expect("this program can be started");
    let text = String::from_utf8_lossy(&run.stdout);
    Times::parse(&text).unwrap_or_else(|| panic!("the measuring failed: {}", String::from_utf8_lossy(&run.stderr)))
}

/// Runs all contenders of a case, round by round.
pub fn measure(case: &Case) -> Times {
    let repeats: Vec<u32> = case.contenders.iter().map(repeats).collect();
    let mut rounds: Vec<Vec<f64>> = vec![Vec::new(); case.contenders.len()];
    for _ in 0..ROUNDS {
        let seconds: Vec<f64> = case.contenders.iter().zip(&repeats).map(|(c, n)| seconds(c, *n)).collect();
        for (index, contender) in case.contenders.iter().enumerate() {
            rounds[index].push(seconds[index] / seconds[pass(case, contender.way)]);
        }
    }
    let ratios = case.contenders.iter().zip(rounds);
    let ratios = ratios.map(|(contender, rounds)| (contender.who, contender.way, median(rounds))).collect();
    Times { case: case.name.to_owned(), largest: case.largest, ratios }
}

/// Where the pass over the same text is.
fn pass(case: &Case, way: Way) -> usize {
    let is_pass = |c: &Contender| c.who == Who::Pass && c.way.is_message() == way.is_message();
    case.contenders.iter().position(is_pass).expect("every case has its passes")
}

fn repeats(contender: &Contender) -> u32 {
    let mut repeats = 1;
    while seconds(contender, repeats) * f64::from(repeats) < SLICE.as_secs_f64() {
        repeats *= 2;
    }
    repeats
}

/// Seconds for doing the work once, when it has just been done.
fn seconds(contender: &Contender, repeats: u32) -> f64 {
    contender.run();
    let start = worked();
    for _ in 0..repeats {
        contender.run();
    }
    worked().saturating_sub(start).as_secs_f64() / f64::from(repeats)
}

fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.try_into().expect("time worked is not negative")
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
