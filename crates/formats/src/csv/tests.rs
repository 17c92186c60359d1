use super::harmless;

#[test]
fn no_cell_is_a_formula() {
    for start in ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"] {
        let cell = format!("{start}1+1");
        assert_eq!(harmless(&cell), format!("'{cell}"));
    }
    for text in ["", "1+1", "a=b", "'=1"] {
        assert_eq!(harmless(text), text);
    }
}
