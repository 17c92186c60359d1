use super::*;

#[test]
fn counters_are_described_by_the_name_of_their_samples() {
    let open = "# HELP jobs_started Started jobs.\n# TYPE jobs_started counter\n\
                jobs_started_total{kind=\"# TYPE x counter\"} 7\n# HELP size Size.\n\
                # TYPE size gauge\n# UNIT size bytes\nsize 3\n# EOF\n";
    let expected = "# HELP jobs_started_total Started jobs.\n# TYPE jobs_started_total counter\n\
                    jobs_started_total{kind=\"# TYPE x counter\"} 7\n# HELP size Size.\n\
                    # TYPE size gauge\nsize 3\n";
    assert_eq!(prometheus_text(open), expected);
}
