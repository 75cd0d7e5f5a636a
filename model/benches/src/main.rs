//! Prints the table: see README.md.

mod counts;
mod goals;
mod table;
mod time;

use std::env;

fn main() {
    let cases = mcp_model_benches::all();
    if let Some(number) = env::args().nth(1) {
        let number: usize = number.parse().expect("a case is told by its number");
        time::settle_heap();
        print!("{}", time::measure(&cases[number]()));
        return;
    }
    let counts = counts::measure();
    let times: Vec<_> = (0..cases.len()).map(time::measure_apart).collect();
    print!("{}", table::render(&times, &counts));
    print!("{}", goals::render(&times));
}
