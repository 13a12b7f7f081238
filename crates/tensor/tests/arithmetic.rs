//! Arithmetic, conversion, reductions, rows.
#![allow(missing_docs, clippy::unwrap_used)]

use tensor::{DType, Scalar, Tensor, TensorError, Values, allclose, equal};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[test]
fn a_scalar_is_rounded_to_the_element_type_first() {
    let g = Tensor::from_slice(&[3.0_f32, 7.0]);
    assert_eq!(g.mul_scalar(0.1).unwrap().to_vec::<f32>().unwrap(), [3.0 * 0.1_f32, 7.0 * 0.1_f32]);
    let wide = Tensor::from_slice(&[3.0_f64]);
    assert_eq!(wide.mul_scalar(0.1_f64).unwrap().item::<f64>().unwrap(), 3.0 * 0.1);
}

#[test]
fn integers_wrap() {
    let x = Tensor::from_slice(&[i32::MAX, 2]);
    x.add_(1).unwrap();
    assert_eq!(x.to_vec::<i32>().unwrap(), [i32::MIN, 3]);
    let x = Tensor::from_slice(&[250_u8, 3]);
    x.mul_tensor_(&Tensor::from_slice(&[2_u8, 2])).unwrap();
    assert_eq!(x.to_vec::<u8>().unwrap(), [244, 6]);
    x.sub_(250).unwrap();
    assert_eq!(x.to_vec::<u8>().unwrap(), [250, 12]);
    let x = Tensor::from_slice(&[i64::MIN]);
    assert_eq!(x.sub(&Tensor::from_slice(&[1_i64])).unwrap().item::<i64>().unwrap(), i64::MAX);
    assert_eq!(Tensor::from_slice(&[i64::MAX, 1]).sum().unwrap(), Scalar::I64(i64::MIN));
}

#[test]
fn integers_meet_fractions_as_in_torch() {
    let x = Tensor::from_slice(&[3_i64, -4]);
    assert!(
        matches!(x.mul_(0.5), Err(error) if matches!(*error, TensorError::UnsupportedDType { .. }))
    );
    assert!(
        matches!(x.div_(2), Err(error) if matches!(*error, TensorError::UnsupportedDType { .. }))
    );
    assert_eq!(x.mul_scalar(0.5).unwrap().to_vec::<f32>().unwrap(), [1.5, -2.0]);
    assert_eq!(x.div_scalar(2).unwrap().to_vec::<f32>().unwrap(), [1.5, -2.0]);
    x.fill_(2.9).unwrap();
    assert_eq!(x.to_vec::<i64>().unwrap(), [2, 2]);
}

#[test]
fn true_is_added_but_not_subtracted() {
    let x = Tensor::from_slice(&[3_i64]);
    assert_eq!(x.add_scalar(true).unwrap().item::<i64>().unwrap(), 4);
    for refused in [x.sub_scalar(true).map(drop), x.sub_(true)] {
        assert_eq!(refused.unwrap_err().code(), "unsupported_dtype");
    }
    assert_eq!(x.item::<i64>().unwrap(), 3);
}

#[test]
fn a_scalar_out_of_range_is_refused() {
    let refused = |value: Scalar, dtype| {
        let full = Tensor::full(&[1], value, dtype);
        assert!(
            matches!(full, Err(error) if matches!(*error, TensorError::ScalarRange { .. })),
            "{value:?} {dtype}"
        );
    };
    refused(1e39.into(), DType::Float32);
    refused((1_i64 << 31).into(), DType::Int32);
    refused((-2_147_483_649.0).into(), DType::Int32);
    refused(9_223_372_036_854_775_808.0.into(), DType::Int64);
    refused(f64::NAN.into(), DType::Int64);
    refused(256.into(), DType::Uint8);
    refused((-256).into(), DType::Uint8);
    let taken = |value: Scalar, dtype| Tensor::full(&[1], value, dtype).unwrap().values().unwrap();
    assert_eq!(taken((-1).into(), DType::Uint8), Values::of(&[255_u8]));
    assert_eq!(taken(2_147_483_647.9.into(), DType::Int32), Values::of(&[i32::MAX]));
    assert_eq!(taken((-9_223_372_036_854_775_808.0).into(), DType::Int64), Values::of(&[i64::MIN]));
    assert_eq!(taken(f64::INFINITY.into(), DType::Float32), Values::of(&[f32::INFINITY]));
    assert!(Tensor::arange(300, DType::Uint8).is_err());
    assert_eq!(Tensor::arange(256, DType::Uint8).unwrap().numel(), 256);
}

#[test]
fn scalar_blocks_cover_every_element() {
    for count in [0, 1, 511, 512, 513, 1025] {
        let x = Tensor::arange(count, DType::Int32).unwrap();
        x.add_(1).unwrap();
        let expected: Vec<i32> = (1..=count as i32).collect();
        assert_eq!(x.to_vec::<i32>().unwrap(), expected);
    }
}

#[test]
fn shapes_and_types_must_agree() {
    let x = Tensor::zeros(&[2, 1], DType::Float32).unwrap();
    let turned = Tensor::zeros(&[1, 2], DType::Float32).unwrap();
    let wide = Tensor::zeros(&[2, 1], DType::Float64).unwrap();
    assert!(
        matches!(x.add(&turned), Err(error) if matches!(*error, TensorError::ShapeMismatch { .. }))
    );
    assert!(
        matches!(x.copy_(&turned), Err(error) if matches!(*error, TensorError::ShapeMismatch { .. }))
    );
    assert!(
        matches!(x.sub_tensor_(&wide), Err(error) if matches!(*error, TensorError::DTypeMismatch { .. }))
    );
    assert!(
        matches!(allclose(&x, &wide), Err(error) if matches!(*error, TensorError::DTypeMismatch { .. }))
    );
    assert!(
        matches!(allclose(&x, &turned), Err(error) if matches!(*error, TensorError::ShapeMismatch { .. }))
    );
    assert!(
        matches!(x.to_vec::<f64>(), Err(error) if matches!(*error, TensorError::DTypeMismatch { .. }))
    );
    assert!(
        matches!(x.item::<f32>(), Err(error) if matches!(*error, TensorError::NotOneElement { numel: 2 }))
    );
    assert!(
        matches!(x.matmul(&x), Err(error) if matches!(*error, TensorError::ShapeMismatch { .. }))
    );
    assert!(
        matches!(Tensor::from_vec(vec![1_u8], &[2]), Err(error) if matches!(*error, TensorError::WrongCount { .. }))
    );
    assert_eq!(equal(&x, &turned), Ok(false));
}

#[test]
fn conversions() {
    let x = Tensor::from_slice(&[1.9_f64, -1.9, 300.0]);
    assert_eq!(x.to(DType::Int64).unwrap().to_vec::<i64>().unwrap(), [1, -1, 300]);
    assert_eq!(x.to(DType::Uint8).unwrap().to_vec::<u8>().unwrap(), [1, 255, 44]);
    let odd = Tensor::from_slice(&[(1_i64 << 24) + 1, (1 << 62) + (1 << 38) + 1]);
    // Once, to nearest: by way of float64 the second would end on the even neighbour.
    assert_eq!(
        odd.to(DType::Float32).unwrap().to_vec::<f32>().unwrap(),
        [16_777_216.0, 4.611_686_6e18]
    );
    assert_eq!(x.to(DType::Float64).unwrap().storage_id(), x.storage_id());
}

#[test]
fn too_large_is_an_error() {
    for shape in [&[usize::MAX][..], &[usize::MAX / 2, 3], &[usize::MAX / 8]] {
        assert!(
            matches!(Tensor::zeros(shape, DType::Float64), Err(error) if matches!(*error, TensorError::TooLarge { .. }))
        );
    }
    let zero = Tensor::zeros(&[usize::MAX, 0, usize::MAX], DType::Float64).unwrap();
    assert_eq!((zero.numel(), zero.nbytes()), (0, 0));
    assert!(zero.is_contiguous());
    assert!(matches!(
        Tensor::from_slice(&[i64::MAX]).bincount(0),
        Err(error) if matches!(*error, TensorError::TooLarge { .. })
    ));
}

#[test]
fn matmul_by_hand() {
    let a = Tensor::arange(6, DType::Int64).unwrap().reshape(&[2, 3]).unwrap();
    let product = a.matmul(&a.t().unwrap()).unwrap();
    assert_eq!(product.to_vec::<i64>().unwrap(), [5, 14, 14, 50]);
    let product = a.t().unwrap().matmul(&a).unwrap();
    assert_eq!(product.to_vec::<i64>().unwrap(), [9, 12, 15, 12, 17, 22, 15, 22, 29]);
    for (n, k, m) in [(0, 3, 2), (2, 0, 2), (2, 3, 0)] {
        let a = Tensor::full(&[n, k], 1, DType::Float32).unwrap();
        let product = a.matmul(&Tensor::full(&[k, m], 1, DType::Float32).unwrap()).unwrap();
        assert_eq!(product.shape(), [n, m]);
        assert_eq!(product.to_vec::<f32>().unwrap(), vec![0.0; n * m]);
    }
}

#[test]
fn reductions() {
    let x = Tensor::from_slice(&[1.5_f32, f32::NAN, 9.0]);
    assert!(x.max().unwrap().to_f64().is_nan());
    assert_eq!(x.narrow(0, 2, 1).unwrap().max().unwrap(), Scalar::F64(9.0));
    let big = Tensor::from_slice(&[i64::MAX - 1, i64::MAX]);
    assert_eq!(big.max().unwrap(), Scalar::I64(i64::MAX));
    let none = Tensor::zeros(&[0], DType::Int64).unwrap();
    assert_eq!(none.max(), Err(TensorError::Empty { op: "max" }.into()));
    assert_eq!(none.sum(), Ok(Scalar::I64(0)));
    assert_eq!(none.bincount(3).unwrap().to_vec::<i64>().unwrap(), [0, 0, 0]);
    let router = Tensor::from_slice(&[3_i64, 0, 3]);
    assert_eq!(router.bincount(2).unwrap().to_vec::<i64>().unwrap(), [1, 0, 0, 2]);
    assert!(Tensor::from_slice(&[-1_i64]).bincount(2).is_err());
    assert!(Tensor::from_slice(&[1_f32]).bincount(2).is_err());
    // 2^24 + 1 + 1 in float32 loses both ones if rounded each time.
    let sum = Tensor::from_slice(&[16_777_216.0_f32, 1.0, 1.0]).sum().unwrap();
    assert_eq!(sum, Scalar::F64(16_777_218.0));
}

#[test]
fn rows_by_mask_and_index() {
    let x = Tensor::arange(12, DType::Float32).unwrap().reshape(&[2, 3, 2]).unwrap();
    let x = x.transpose(0, 1).unwrap();
    assert_eq!(x.shape(), [3, 2, 2]);
    let router = Tensor::from_slice(&[1_i64, 0, 1]);
    let mask = router.eq_scalar(1).unwrap();
    assert_eq!(mask.to_vec::<bool>().unwrap(), [true, false, true]);
    let rows = x.masked_rows(&mask).unwrap();
    assert_eq!(rows.shape(), [2, 2, 2]);
    assert_eq!(rows.to_vec::<f32>().unwrap(), [0., 1., 6., 7., 4., 5., 10., 11.]);

    let back = Tensor::empty(&[3, 2, 2], DType::Float32).unwrap().transpose(1, 2).unwrap();
    for expert in 0..2 {
        let index = router.eq_scalar(expert).unwrap().nonzero().unwrap();
        back.set_rows_(&index, &x.index_rows(&index).unwrap()).unwrap();
    }
    assert!(equal(&back, &x).unwrap());

    let nobody = router.eq_scalar(9).unwrap();
    assert_eq!(x.masked_rows(&nobody).unwrap().shape(), [0, 2, 2]);
    assert_eq!(nobody.nonzero().unwrap().numel(), 0);
    let last = x.index_rows(&Tensor::from_slice(&[-1_i64])).unwrap();
    assert!(equal(&last, &x.narrow(0, 2, 1).unwrap()).unwrap());
    for index in [3_i64, -4, i64::MIN, i64::MAX] {
        let error = x.index_rows(&Tensor::from_slice(&[index])).unwrap_err();
        assert!(matches!(*error, TensorError::IndexOutOfRange { size: 3, .. }));
    }
    assert!(x.masked_rows(&Tensor::from_slice(&[1_u8])).is_err());
    let no_rows = Tensor::zeros(&[0, 2], DType::Float32).unwrap();
    assert_eq!(no_rows.masked_rows(&Tensor::from_slice::<u8>(&[])).unwrap().shape(), [0, 2]);
    assert!(no_rows.index_rows(&Tensor::from_slice(&[0_i64])).is_err());
}

#[test]
fn dtypes_have_stable_names_and_codes() {
    let names =
        ["float32", "float64", "int64", "int32", "uint8", "bool", "int8", "float16", "bfloat16"];
    for (code, name) in names.into_iter().enumerate() {
        let dtype = DType::from_code(code as u8).unwrap();
        assert_eq!((dtype.name(), dtype.code()), (name, code as u8));
        assert_eq!(DType::from_name(name), Some(dtype));
        assert_eq!(serde_json::to_string(&dtype).unwrap(), format!("\"{name}\""));
    }
    assert_eq!(DType::from_code(9), None);
    assert_eq!(DType::from_name("Float32"), None);
}

#[test]
fn values_round_trip() {
    let values = Tensor::from_slice(&[1.5_f32, -0.25]).values().unwrap();
    let json = serde_json::to_string(&values).unwrap();
    assert_eq!(json, r#"{"dtype":"float32","bytes":[0,0,192,63,0,0,128,190]}"#);
    assert_eq!(serde_json::from_str::<Values>(&json).unwrap(), values);
    assert_eq!((values.len(), values.to_f64(1), values.to_f64(2)), (2, Some(-0.25), None));
}
