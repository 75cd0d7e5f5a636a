//! Counts the allocations and the peak heap of every contender: a process of its own, because the counting slows down
//! most who allocates most.

use mcp_model_benches::all;

fn main() {
    for case in all() {
        let case = case();
        for contender in &case.contenders {
            let info = allocation_counter::measure(|| contender.run());
            let (who, way) = (contender.who.name(), contender.way);
            println!("{}\t{who}\t{way:?}\t{}\t{}", case.name, info.count_total, info.bytes_max);
        }
    }
}
