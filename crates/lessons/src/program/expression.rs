//! Numbers that depend on the rank: `"rank + 1"`, `"(rank - 1) % world_size"`, `"rank < 2 and rank != 0"`. The operators
//! and their order are Python's; `rank` and `world_size`, `inf` and `nan` are the only names.

use tensor::Scalar;

/// What the names in an expression stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub rank: usize,
    pub world_size: usize,
}

type Evaluated = Result<Scalar, String>;

/// The value of `text` on a rank.
pub(crate) fn evaluate(text: &str, place: Place) -> Evaluated {
    let mut parser = Parser { rest: text, place, depth: 0 };
    let value = parser.any()?;
    match parser.rest.trim_start() {
        "" => Ok(value),
        rest => Err(format!("nothing in an expression begins with {rest:?}")),
    }
}

/// Brackets within brackets: a limit, so that no text can use up the stack.
const DEEPEST: usize = 32;

struct Parser<'a> {
    rest: &'a str,
    place: Place,
    depth: usize,
}

fn truth(value: Scalar) -> bool {
    value.to_f64() != 0.0
}

impl Parser<'_> {
    /// Whether `token` comes next, which is then behind us. A word ends where no letter follows.
    fn takes(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start();
        let Some(behind) = rest.strip_prefix(token) else { return false };
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        if token.ends_with(is_word) && behind.starts_with(is_word) {
            return false;
        }
        self.rest = behind;
        true
    }

    fn any(&mut self) -> Evaluated {
        let mut left = self.all()?;
        while self.takes("or") {
            let right = self.all()?;
            left = Scalar::Bool(truth(left) || truth(right));
        }
        Ok(left)
    }

    fn all(&mut self) -> Evaluated {
        let mut left = self.negated()?;
        while self.takes("and") {
            let right = self.negated()?;
            left = Scalar::Bool(truth(left) && truth(right));
        }
        Ok(left)
    }

    fn negated(&mut self) -> Evaluated {
        let mut negations = 0;
        while self.takes("not") {
            negations += 1;
        }
        let value = self.compared()?;
        Ok(if negations == 0 { value } else { Scalar::Bool(truth(value) == (negations % 2 == 0)) })
    }

    fn compared(&mut self) -> Evaluated {
        let left = self.sum()?;
        type Holds = fn(std::cmp::Ordering) -> bool;
        let comparisons: [(&str, Holds); 6] = [
            ("==", |order| order.is_eq()),
            ("!=", |order| order.is_ne()),
            ("<=", |order| order.is_le()),
            (">=", |order| order.is_ge()),
            ("<", |order| order.is_lt()),
            (">", |order| order.is_gt()),
        ];
        for (token, holds) in comparisons {
            if self.takes(token) {
                let right = self.sum()?;
                let order = match (left, right) {
                    (Scalar::F64(_), _) | (_, Scalar::F64(_)) => {
                        left.to_f64().partial_cmp(&right.to_f64())
                    }
                    _ => Some(left.to_i64().cmp(&right.to_i64())),
                };
                return Ok(Scalar::Bool(order.map_or(token == "!=", holds)));
            }
        }
        Ok(left)
    }

    fn sum(&mut self) -> Evaluated {
        let mut left = self.product()?;
        loop {
            left = if self.takes("+") {
                computed(left, self.product()?, i64::checked_add, |a, b| a + b)?
            } else if self.takes("-") {
                computed(left, self.product()?, i64::checked_sub, |a, b| a - b)?
            } else {
                return Ok(left);
            };
        }
    }

    fn product(&mut self) -> Evaluated {
        let mut left = self.signed()?;
        loop {
            left = if self.takes("*") {
                computed(left, self.signed()?, i64::checked_mul, |a, b| a * b)?
            } else if self.takes("//") {
                let right = divisor(self.signed()?)?;
                computed(left, right, floor_div, |a, b| (a / b).floor())?
            } else if self.takes("/") {
                let right = divisor(self.signed()?)?;
                Scalar::F64(left.to_f64() / right.to_f64())
            } else if self.takes("%") {
                let right = divisor(self.signed()?)?;
                computed(left, right, floor_mod, |a, b| a - b * (a / b).floor())?
            } else {
                return Ok(left);
            };
        }
    }

    fn signed(&mut self) -> Evaluated {
        let mut negative = false;
        while self.takes("-") {
            negative = !negative;
        }
        let value = self.single()?;
        match value {
            _ if !negative => Ok(value),
            Scalar::F64(value) => Ok(Scalar::F64(-value)),
            value => computed(Scalar::I64(0), value, i64::checked_sub, |a, b| a - b),
        }
    }

    fn single(&mut self) -> Evaluated {
        if self.takes("rank") {
            return Ok(Scalar::I64(self.place.rank as i64));
        }
        if self.takes("world_size") {
            return Ok(Scalar::I64(self.place.world_size as i64));
        }
        if self.takes("inf") {
            return Ok(Scalar::F64(f64::INFINITY));
        }
        if self.takes("nan") {
            return Ok(Scalar::F64(f64::NAN));
        }
        if self.takes("(") {
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err(format!("brackets may stand {DEEPEST} deep"));
            }
            let value = self.any()?;
            self.depth -= 1;
            return if self.takes(")") { Ok(value) } else { Err("a ) is missing".to_owned()) };
        }
        self.number()
    }

    fn number(&mut self) -> Evaluated {
        let rest = self.rest.trim_start();
        let exponent = |at: usize| rest[..at].ends_with(['e', 'E']);
        let part = |&(at, c): &(usize, char)| {
            c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E') || (c == '-' && exponent(at))
        };
        let length = rest.char_indices().take_while(part).count();
        let (digits, behind) = rest.split_at(length);
        let value = digits.parse().map(Scalar::I64).or_else(|_| digits.parse().map(Scalar::F64));
        let value = value.map_err(|_| {
            let found = rest.split_whitespace().next().unwrap_or("nothing");
            format!("{found} is no number: rank, world_size, numbers, + - * // / % and comparisons are known")
        })?;
        self.rest = behind;
        Ok(value)
    }
}

fn divisor(value: Scalar) -> Evaluated {
    if truth(value) { Ok(value) } else { Err("it divides by zero".to_owned()) }
}

fn floor_div(a: i64, b: i64) -> Option<i64> {
    Some(a.checked_div(b)? - i64::from(a.checked_rem(b)? != 0 && (a < 0) != (b < 0)))
}

fn floor_mod(a: i64, b: i64) -> Option<i64> {
    let rest = a.checked_rem(b)?;
    Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

fn computed(
    left: Scalar,
    right: Scalar,
    whole: impl Fn(i64, i64) -> Option<i64>,
    float: impl Fn(f64, f64) -> f64,
) -> Evaluated {
    match (left, right) {
        (Scalar::F64(_), _) | (_, Scalar::F64(_)) => {
            Ok(Scalar::F64(float(left.to_f64(), right.to_f64())))
        }
        _ => whole(left.to_i64(), right.to_i64())
            .map(Scalar::I64)
            .ok_or_else(|| "its value does not fit into 64 bits".to_owned()),
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test says what went wrong by panicking")]
mod tests {
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
            ("not rank == 0 and rank >= 2", Scalar::Bool(true)),
            ("not not rank", Scalar::Bool(true)),
            ("-inf", Scalar::F64(f64::NEG_INFINITY)),
        ] {
            assert_eq!(at(text, 3), Ok(value), "{text}");
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
}
