//! Temporary.
fn rss() -> String {
    std::fs::read_to_string("/proc/self/status")
        .unwrap()
        .lines()
        .filter(|l| l.starts_with("VmRSS") || l.starts_with("RssAnon") || l.starts_with("RssFile"))
        .map(|l| l.replace('\t', " "))
        .collect::<Vec<_>>()
        .join("; ")
}
fn main() {
    let b = wayfare_gazetteer::BuiltIn::new();
    println!("{}", rss());
    let t = std::time::Instant::now();
    b.load();
    println!("{} {:?}", rss(), t.elapsed());
}
