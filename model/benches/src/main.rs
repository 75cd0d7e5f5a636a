//! Prints the table: see README.md.

mod counts;
mod goals;
mod table;
mod time;

fn main() {
    let counts = counts::measure();
    time::settle_heap();
    let times: Vec<_> = mcp_model_benches::all().into_iter().map(|case| time::measure(&case())).collect();
    print!("{}", table::render(&times, &counts));
    print!("{}", goals::render(&times));
}
