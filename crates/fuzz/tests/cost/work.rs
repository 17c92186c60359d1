//! Measures work by allocations, and by the processor's time for loops that allocate nothing.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use nix::time::{ClockId, clock_gettime};
use stats_alloc::Region;

use crate::ALLOCATOR;

/// How often a size doubles.
const DOUBLINGS: usize = 3;
/// The greatest growth of allocations and their bytes for an input of double size: 30 % to spare.
const MAX_GROWTH: f64 = 2.0 * 1.3;
/// What any measurement may allocate besides, such as the server's own tasks.
const BASE_ALLOCATIONS: usize = 2_000;
const BASE_BYTES: usize = 512 * 1_024;
/// The greatest growth of the processor's time from the first to the last size, which is 8 times
/// the first. Linear work grows by 8, quadratic work by 64; caches and other programs disturb it.
const MAX_TIME_GROWTH: f64 = 16.0;
/// Time below this is not judged: it is noise.
const MIN_TIME: Duration = Duration::from_millis(40);
/// How often the time is measured before a case fails.
const ATTEMPTS: usize = 3;

/// One test measures at a time, since allocations and time are those of the process.
static ALONE: Mutex<()> = Mutex::new(());

#[derive(Debug, Clone, Copy)]
struct Work {
    allocations: usize,
    bytes: usize,
    time: Duration,
}

fn processor_time() -> Duration {
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID)
        .unwrap()
        .into()
}

fn measure(run: impl FnOnce()) -> Work {
    let (start, region) = (processor_time(), Region::new(ALLOCATOR));
    run();
    let used = region.change();
    Work {
        allocations: used.allocations + used.reallocations,
        bytes: used.bytes_allocated,
        time: processor_time() - start,
    }
}

/// The cases of a test that grow too fast.
#[derive(Default)]
pub(crate) struct Report(Vec<String>);

impl Report {
    /// Measures `run` with what `make` makes of each size.
    pub(crate) fn case<T>(
        &mut self,
        name: &str,
        first: usize,
        make: impl Fn(usize) -> T,
        run: impl Fn(&T),
    ) {
        let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let inputs: Vec<T> = (0..=DOUBLINGS).map(|step| make(first << step)).collect();
        let mut fault = None;
        for _ in 0..ATTEMPTS {
            let works: Vec<Work> = inputs.iter().map(|input| measure(|| run(input))).collect();
            fault = fault_of(&works);
            if fault.is_none() {
                break;
            }
        }
        if let Some(fault) = fault {
            self.fault(format!("{name}: {fault}"));
        }
    }

    /// Adds a case that fails.
    pub(crate) fn fault(&mut self, fault: String) {
        println!("{fault}");
        self.0.push(fault);
    }

    /// Fails if a case grows too fast.
    pub(crate) fn finish(self) {
        assert!(self.0.is_empty(), "not linear:\n{}", self.0.join("\n"));
    }
}

/// Says what of the work grows too fast.
fn fault_of(works: &[Work]) -> Option<String> {
    // The last doubling: before it, something of a fixed size may begin.
    let [.., half, whole] = works else {
        return None;
    };
    let grows = |get: fn(&Work) -> usize, base: usize| {
        to_f64(get(whole)) > to_f64(get(half) + base) * MAX_GROWTH
    };
    let figures = |get: fn(&Work) -> usize| works.iter().map(get).collect::<Vec<_>>();
    if grows(|work| work.allocations, BASE_ALLOCATIONS) {
        return Some(format!(
            "allocations {:?}",
            figures(|work| work.allocations)
        ));
    }
    if grows(|work| work.bytes, BASE_BYTES) {
        return Some(format!("bytes {:?}", figures(|work| work.bytes)));
    }
    let times: Vec<Duration> = works.iter().map(|work| work.time).collect();
    let (first, last) = (times.first()?, times.last()?);
    let growth = last.as_secs_f64() / first.max(&(MIN_TIME / 8)).as_secs_f64();
    (*last > MIN_TIME && growth > MAX_TIME_GROWTH).then(|| format!("time {times:.1?}"))
}

fn to_f64(number: usize) -> f64 {
    u32::try_from(number).map_or(f64::MAX, f64::from)
}
