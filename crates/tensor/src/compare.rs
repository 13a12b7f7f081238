//! Comparing whole tensors.

use crate::convert::round;
use crate::{DType, Result, Tensor};

/// Whether `|a - b| <= 1e-8 + 1e-5 |b|` everywhere, in tensors of one shape and type: [`allclose_with`] with torch's
/// defaults.
/// Follows [`torch.allclose`](https://docs.pytorch.org/docs/stable/generated/torch.allclose.html).
///
/// ```
/// # use tensor::*;
/// let a = Tensor::from_slice(&[100_f32, 0.]);
/// assert!(allclose(&a, &Tensor::from_slice(&[100.0005_f32, 0.]))?);
/// assert!(!allclose(&a, &Tensor::from_slice(&[100_f32, 1e-7]))?); // nothing but 1e-8 is close to 0
/// # Ok::<(), Box<TensorError>>(())
/// ```
///
/// # Errors
/// Where shapes or element types differ, or a tensor is pending or undefined.
pub fn allclose(a: &Tensor, b: &Tensor) -> Result<bool> {
    allclose_with(a, b, 1e-5, 1e-8)
}

/// Whether `|a - b| <= atol + rtol |b|` everywhere, in tensors of one shape and type; an infinity is close to itself only,
/// NaN to nothing.
/// Follows [`torch.allclose`](https://docs.pytorch.org/docs/stable/generated/torch.allclose.html) without broadcasting.
///
/// ```
/// # use tensor::*;
/// let close = |a, b| allclose_with(&Tensor::from_slice(&[a]), &Tensor::from_slice(&[b]), 0.1, 0.);
/// assert_eq!((close(9_f32, 10.)?, close(10_f32, 9.)?), (true, false)); // a tenth of b
/// assert_eq!((close(1_f32, f32::INFINITY)?, close(f32::INFINITY, f32::INFINITY)?), (false, true));
/// # Ok::<(), Box<TensorError>>(())
/// ```
///
/// float64 is compared in float64 arithmetic, 16-bit floats in their own (difference and tolerance are rounded to 16 bits,
/// so only neighbours of tiny numbers are close under the defaults), the rest in float32: integers too, unless both
/// tolerances are 0.
///
/// # Errors
/// Where shapes or element types differ, or a tensor is pending or undefined.
pub fn allclose_with(a: &Tensor, b: &Tensor, rtol: f64, atol: f64) -> Result<bool> {
    const OP: &str = "allclose";
    a.expect_same_shape(OP, b)?;
    a.expect_dtype(OP, b.0.dtype)?;
    // Rounding a float64 that came of float32s gives the bits of float32 arithmetic.
    let float32 = a.0.dtype != DType::Float64;
    let round = |x: f64| if float32 { f64::from(round(a.0.dtype, x as f32)) } else { x };
    let rtol = if float32 { f64::from(rtol as f32) } else { rtol };
    let atol = round(atol);
    // No error is below 0: without a tolerance only what is equal is close, whatever rounding does to large integers.
    let limit = if rtol + atol > 0.0 { f64::INFINITY } else { 0.0 };
    Ok(core::iter::zip(&a.scalars()?, &b.scalars()?).all(|(&x, &y)| {
        let (a, b) = (round(x.to_f64()), round(y.to_f64()));
        let error = round(a - b).abs();
        let allowed = round(atol + round(rtol * b).abs());
        x == y || (error <= allowed && error < limit)
    }))
}

/// Whether shapes and all values are equal (0 equals -0, NaN nothing).
/// Follows [`torch.equal`](https://docs.pytorch.org/docs/stable/generated/torch.equal.html).
///
/// ```
/// # use tensor::*;
/// let x = Tensor::from_slice(&[0_f32, 1.]);
/// assert!(equal(&x, &Tensor::from_slice(&[-0_f32, 1.]))?);
/// assert!(!equal(&x, &x.view(&[2, 1])?)?);
/// let nan = Tensor::from_slice(&[f32::NAN]);
/// assert!(!equal(&nan, &nan)?);
/// # Ok::<(), Box<TensorError>>(())
/// ```
///
/// # Errors
/// Where element types differ (torch compares them), or a tensor is pending or undefined.
pub fn equal(a: &Tensor, b: &Tensor) -> Result<bool> {
    a.expect_dtype("equal", b.0.dtype)?;
    Ok(a.shape() == b.shape() && a.scalars()? == b.scalars()?)
}
