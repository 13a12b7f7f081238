#![allow(clippy::expect_used, reason = "a test says what went wrong by panicking")]

use super::*;

fn at(text: &str, rank: usize) -> Result<Scalar, String> {
    evaluate(text, Place { rank, world_size: 4 })
}

#[test]
fn it_computes_as_python_does() {
    for (text, value) in [
        ("rank", Scalar::I64(3)),
        ("rank + 1", Scalar::I64(4)),
        ("(rank + 1) % world_size", Scalar::I64(0)),
        ("(rank - 5) % world_size", Scalar::I64(2)),
        ("-7 // 2", Scalar::I64(-4)),
        ("7 // -2", Scalar::I64(-4)),
        ("-7 % 3", Scalar::I64(2)),
        ("7 % -3", Scalar::I64(-2)),
        ("rank / 2", Scalar::F64(1.5)),
        ("2 * rank - 1 - 1", Scalar::I64(4)),
        ("1e-3 * 2", Scalar::F64(0.002)),
        ("--rank", Scalar::I64(3)),
        ("rank == 3", Scalar::Bool(true)),
        ("rank != 3 or rank < 1", Scalar::Bool(false)),
        ("rank - 3 or 5", Scalar::I64(5)),
        ("rank or 5", Scalar::I64(3)),
        ("rank and 5", Scalar::I64(5)),
        ("rank - 3 and 5", Scalar::I64(0)),
        ("rank == 3 or 1 / 0", Scalar::Bool(true)),
        ("0 and (1 // 0 + 9223372036854775807 * 2) or 7", Scalar::I64(7)),
        ("+1 - +2", Scalar::I64(-1)),
        ("-+-rank", Scalar::I64(3)),
        ("-True", Scalar::I64(-1)),
        ("+False", Scalar::I64(0)),
        ("true", Scalar::Bool(true)),
        ("1e+3", Scalar::F64(1000.0)),
        ("-.5", Scalar::F64(-0.5)),
        ("-9223372036854775808", Scalar::I64(i64::MIN)),
        ("5 % inf", Scalar::F64(5.0)),
        ("-5 % inf", Scalar::F64(f64::INFINITY)),
        ("5 // inf", Scalar::F64(0.0)),
        ("-5 // inf", Scalar::F64(-1.0)),
        ("-7.5 % 2", Scalar::F64(0.5)),
        ("7.5 // -2", Scalar::F64(-4.0)),
        ("not rank == 0 and rank >= 2", Scalar::Bool(true)),
        ("not not rank", Scalar::Bool(true)),
        ("-inf", Scalar::F64(f64::NEG_INFINITY)),
    ] {
        assert_eq!(at(text, 3), Ok(value), "{text}");
    }
}

#[test]
fn what_and_or_or_joins_is_a_condition_and_what_is_computed_is_none() {
    for (text, value) in [
        ("rank and world_size > 2", Scalar::Bool(true)),
        ("rank and 5", Scalar::Bool(true)),
        ("(rank - 3 and 5)", Scalar::Bool(false)),
        ("(rank or 1) - 1", Scalar::I64(2)),
        ("1 + (rank and 1)", Scalar::I64(2)),
        ("rank", Scalar::I64(3)),
    ] {
        let place = Place { rank: 3, world_size: 4 };
        assert_eq!(evaluate_condition(text, place), Ok(value), "{text}");
    }
}

#[test]
fn what_is_no_expression_is_told() {
    for (text, word) in [
        ("", "nothing"),
        ("rank +", "nothing"),
        ("ranks", "ranks"),
        ("(rank", ") is missing"),
        ("rank rank", "\"rank\""),
        ("1 / 0", "zero"),
        ("rank % (rank - 3)", "zero"),
        ("9223372036854775807 + 1", "64 bits"),
        ("9223372036854775808", "9223372036854775808 does not fit into 64 bits"),
        ("-9223372036854775809", "-9223372036854775809 does not fit into 64 bits"),
        ("--9223372036854775808", "does not fit into 64 bits"),
        ("1 and 1 / 0", "zero"),
        ("0 or 1 / 0", "zero"),
        ("é", "é"),
        ("1é", "é"),
        // Python chains comparisons; that is refused rather than done otherwise.
        ("rank > 1 == 1", "=="),
    ] {
        let told = at(text, 3).expect_err(text);
        assert!(told.contains(word), "{text}: {told}");
    }
    assert!(at(&"(".repeat(100_000), 0).is_err());
    assert!(at(&"-".repeat(100_001), 0).is_err());
}
