//! Prints the table: see README.md.

mod counts;
mod goals;
mod table;
mod time;

fn main() {
    let cases = mcp_model_benches::all();
    let counts = counts::measure();
    let times: Vec<_> = cases.iter().map(time::measure).collect();
    print!("{}", table::render(&cases, &times, &counts));
    print!("{}", goals::render(&cases, &times));
}
