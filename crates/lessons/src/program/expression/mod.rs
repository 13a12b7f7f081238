//! Numbers that depend on the rank: `"rank + 1"`, `"(rank - 1) % world_size"`, `"rank < 2 and rank != 0"`. The operators
//! and their order are Python's; `rank` and `world_size`, `inf` and `nan`, `True` and `False` are the only names.

mod arithmetic;

pub(crate) use arithmetic::too_large;
use arithmetic::{compare, computed, divisor, floor_div, floor_mod, quotient, remainder};
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
    Parser::over(text, place).map(|(value, _)| value)
}

/// As [`evaluate`], where a condition may stand: a comparison, or what `and`, `or` and `not` join, is true or false.
pub(crate) fn evaluate_condition(text: &str, place: Place) -> Evaluated {
    let (value, is_condition) = Parser::over(text, place)?;
    Ok(if is_condition { Scalar::Bool(truth(value)) } else { value })
}

/// Brackets within brackets: a limit, so that no text can use up the stack.
const DEEPEST: usize = 32;

struct Parser<'a> {
    rest: &'a str,
    place: Place,
    depth: usize,
    /// How many operands stand around here whose value does not count, since another has decided.
    idle: usize,
    /// What was read last is joined by `and` or `or`.
    is_joined: bool,
}

fn truth(value: Scalar) -> bool {
    value.to_f64() != 0.0
}

impl<'a> Parser<'a> {
    /// The value of the whole of `text`, and whether it is joined by `and` or `or`.
    fn over(text: &'a str, place: Place) -> Result<(Scalar, bool), String> {
        let mut parser = Parser { rest: text, place, depth: 0, idle: 0, is_joined: false };
        let value = parser.any()?;
        match parser.rest.trim_start() {
            "" => Ok((value, parser.is_joined)),
            rest => Err(format!("nothing in an expression begins with {rest:?}")),
        }
    }

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
        self.joined("or", Self::all, |left| !truth(left))
    }

    fn all(&mut self) -> Evaluated {
        self.joined("and", Self::negated, truth)
    }

    /// Operands with `token` between them: the first one after which the next would not count, else the last.
    fn joined(
        &mut self,
        token: &str,
        operand: fn(&mut Self) -> Evaluated,
        goes_on: fn(Scalar) -> bool,
    ) -> Evaluated {
        let mut left = operand(self)?;
        while self.takes(token) {
            let is_idle = !goes_on(left);
            self.idle += usize::from(is_idle);
            let right = operand(self)?;
            self.idle -= usize::from(is_idle);
            left = if is_idle { left } else { right };
            self.is_joined = true;
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
        for token in ["==", "!=", "<=", ">=", "<", ">"] {
            if self.takes(token) {
                let right = self.sum()?;
                return Ok(Scalar::Bool(compare(token, left, right)));
            }
        }
        Ok(left)
    }

    fn sum(&mut self) -> Evaluated {
        let mut left = self.product()?;
        loop {
            let made = if self.takes("+") {
                computed(left, self.product()?, i64::checked_add, |a, b| a + b)
            } else if self.takes("-") {
                computed(left, self.product()?, i64::checked_sub, |a, b| a - b)
            } else {
                return Ok(left);
            };
            left = self.counted(made)?;
        }
    }

    fn product(&mut self) -> Evaluated {
        let mut left = self.signed()?;
        loop {
            let made = if self.takes("*") {
                computed(left, self.signed()?, i64::checked_mul, |a, b| a * b)
            } else if self.takes("//") {
                let right = self.signed()?;
                divisor(right).and_then(|right| computed(left, right, floor_div, quotient))
            } else if self.takes("/") {
                let right = self.signed()?;
                divisor(right).map(|right| Scalar::F64(left.to_f64() / right.to_f64()))
            } else if self.takes("%") {
                let right = self.signed()?;
                divisor(right).and_then(|right| computed(left, right, floor_mod, remainder))
            } else {
                return Ok(left);
            };
            left = self.counted(made)?;
        }
    }

    /// What arithmetic has made, or why it could not: that is nothing to tell where the value does not count.
    fn counted(&mut self, made: Evaluated) -> Evaluated {
        self.is_joined = false;
        if self.idle > 0 { made.or(Ok(Scalar::I64(0))) } else { made }
    }

    fn signed(&mut self) -> Evaluated {
        let (mut negative, mut is_signed) = (false, false);
        loop {
            let is_minus = self.takes("-");
            if !is_minus && !self.takes("+") {
                break;
            }
            (negative, is_signed) = (negative != is_minus, true);
        }
        // The lowest whole number has no counterpart without its sign.
        if self.rest.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            return self.number(negative);
        }
        let value = self.single()?;
        if !is_signed {
            return Ok(value);
        }
        let sign = Scalar::I64(if negative { -1 } else { 1 });
        let made = computed(sign, value, i64::checked_mul, |a, b| a * b);
        self.counted(made)
    }

    fn single(&mut self) -> Evaluated {
        self.is_joined = false;
        let (rank, world_size) = (self.place.rank as i64, self.place.world_size as i64);
        for (name, value) in [
            ("rank", Scalar::I64(rank)),
            ("world_size", Scalar::I64(world_size)),
            ("inf", Scalar::F64(f64::INFINITY)),
            ("nan", Scalar::F64(f64::NAN)),
            ("True", Scalar::Bool(true)),
            ("true", Scalar::Bool(true)),
            ("False", Scalar::Bool(false)),
            ("false", Scalar::Bool(false)),
        ] {
            if self.takes(name) {
                return Ok(value);
            }
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
        self.number(false)
    }

    fn number(&mut self, negative: bool) -> Evaluated {
        self.is_joined = false;
        let rest = self.rest.trim_start();
        let exponent = |at: usize| rest[..at].ends_with(['e', 'E']);
        let part = |&(at, c): &(usize, char)| {
            c.is_ascii_digit()
                || matches!(c, '.' | 'e' | 'E')
                || (matches!(c, '-' | '+') && exponent(at))
        };
        let length = rest.char_indices().take_while(part).count();
        let (digits, behind) = rest.split_at(length);
        let signed = if negative { format!("-{digits}") } else { digits.to_owned() };
        let value = signed.parse().map(Scalar::I64).or_else(|_| signed.parse().map(Scalar::F64));
        let value = value.map_err(|_| {
            let found = rest.split_whitespace().next().unwrap_or("nothing");
            format!("{found} is no number: rank, world_size, numbers, + - * // / % and comparisons are known")
        })?;
        if matches!(value, Scalar::F64(_)) && digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(too_large(&signed));
        }
        self.rest = behind;
        Ok(value)
    }
}

#[cfg(test)]
mod tests;
