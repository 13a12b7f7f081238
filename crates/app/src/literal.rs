//! Tensors as torch reads them: `torch.tensor([[1.0, 2.0]], dtype=torch.float32)`.

use lessons::Value;
use tensor::Values;

use crate::figures::figure;

/// `value` as Python builds it again, exactly; `None` where there is none.
pub fn literal(value: &Value) -> Option<String> {
    match value {
        Value::None | Value::Text(_) => None,
        Value::Number(number) => Some(tensor(&[], &Values::of(&[*number]))),
        Value::Numbers(numbers) => Some(tensor(&[numbers.len()], &Values::of(numbers))),
        Value::Tensor(shape, values) => Some(tensor(shape, values)),
    }
}

/// A tensor of `shape` with `values` in row-major order.
pub fn tensor(shape: &[usize], values: &Values) -> String {
    let dtype = values.dtype();
    // Nested brackets cannot tell every shape without elements.
    if shape.contains(&0) {
        return format!("torch.empty({shape:?}, dtype=torch.{dtype})");
    }
    let mut text = String::from("torch.tensor(");
    nested(&mut text, shape, values, 0);
    text.push_str(&format!(", dtype=torch.{dtype})"));
    text
}

fn nested(text: &mut String, shape: &[usize], values: &Values, start: usize) {
    let Some((&size, inner)) = shape.split_first() else {
        // The shortest text that reads back as the same number.
        let exact = figure(values, start).exact;
        match exact.as_str() {
            "NaN" => text.push_str("float(\"nan\")"),
            "inf" | "-inf" => text.push_str(&format!("float(\"{exact}\")")),
            finite => text.push_str(finite),
        }
        return;
    };
    let stride: usize = inner.iter().product();
    text.push('[');
    for index in 0..size {
        if index > 0 {
            text.push_str(", ");
        }
        nested(text, inner, values, start + index * stride);
    }
    text.push(']');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_nest_and_types_are_named() {
        let floats = Values::of(&[1.0_f32, 2.0, 0.1, -3.5e-9]);
        assert_eq!(
            tensor(&[2, 2], &floats),
            "torch.tensor([[1.0, 2.0], [0.1, -3.5e-9]], dtype=torch.float32)"
        );
        assert_eq!(
            tensor(&[1, 2, 1], &Values::of(&[true, false])),
            "torch.tensor([[[True], [False]]], dtype=torch.bool)"
        );
        let one = Value::Tensor(vec![], Values::of(&[tensor::bf16::from_f32(0.5)]));
        assert_eq!(literal(&one).as_deref(), Some("torch.tensor(0.5, dtype=torch.bfloat16)"));
        assert_eq!(
            literal(&Value::Number(-7)).as_deref(),
            Some("torch.tensor(-7, dtype=torch.int64)")
        );
        assert_eq!(literal(&Value::None), None);
    }

    #[test]
    fn what_is_empty_keeps_its_shape() {
        let none = Values::of::<i64>(&[]);
        assert_eq!(tensor(&[0, 2], &none), "torch.empty([0, 2], dtype=torch.int64)");
        assert_eq!(tensor(&[2, 0], &none), "torch.empty([2, 0], dtype=torch.int64)");
        assert_eq!(
            literal(&Value::Numbers(Vec::new())).as_deref(),
            Some("torch.empty([0], dtype=torch.int64)")
        );
    }

    #[test]
    fn what_is_no_number_is_what_python_calls_it() {
        let odd = Values::of(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0]);
        assert_eq!(
            tensor(&[4], &odd),
            "torch.tensor([float(\"nan\"), float(\"inf\"), float(\"-inf\"), -0.0], dtype=torch.float64)"
        );
    }

    /// Python reads a literal as float64, and torch rounds that to the tensor's type.
    #[test]
    fn every_float_comes_back_with_its_bits() {
        let mut state = 1u64;
        for _ in 0..200_000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let single = f32::from_bits((state >> 32) as u32);
            let double = f64::from_bits(state ^ (state << 31));
            let read = |values: Values| -> f64 {
                let text = tensor(&[], &values);
                let number = text.trim_start_matches("torch.tensor(").split(',').next();
                number.and_then(|number| number.parse().ok()).unwrap_or(f64::NAN)
            };
            if single.is_finite() {
                let back = read(Values::of(&[single])) as f32;
                assert_eq!(back.to_bits(), single.to_bits());
            }
            if double.is_finite() {
                let back = read(Values::of(&[double]));
                assert_eq!(back.to_bits(), double.to_bits());
            }
        }
    }
}
