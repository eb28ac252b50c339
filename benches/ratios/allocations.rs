//! That reading an address asks for no memory. Its counting allocator is that of the whole program.

use crate::classify::ADDRESSES;
use crate::report::Report;
use fieldwright::expression::Expression;
use fieldwright::limits::Limits;
use std::hint::black_box;

/// Panics if an address of up to eight plain steps takes memory from the heap.
pub fn count(report: &mut Report) {
    let mut all = 0;
    for text in ADDRESSES {
        let count = allocation_counter::measure(|| {
            let read = Expression::parse(black_box(text), &Limits::DEFAULT);
            assert!(matches!(read, Ok(Expression::Address(_))), "{text}");
        });
        assert_eq!(count.count_total, 0, "{text} allocates");
        all += count.count_total;
    }
    report.count("heap allocations of reading six addresses", all);
}
