//! Views against a naive model: a list of positions in the storage beside a shape.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use proptest::prelude::*;
use tensor::{DType, Tensor, TensorError};

/// What a view should be: for each of its elements in row-major order, where it lies in the storage.
#[derive(Clone, Debug)]
struct Model {
    shape: Vec<usize>,
    positions: Vec<usize>,
}

/// Every index of a shape in row-major order.
fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![vec![]], |prefixes, &size| {
        let extend = |prefix: Vec<usize>| (0..size).map(move |i| [&prefix[..], &[i]].concat());
        prefixes.into_iter().flat_map(extend).collect()
    })
}

impl Model {
    fn new(shape: &[usize]) -> Model {
        Model { shape: shape.to_vec(), positions: (0..shape.iter().product()).collect() }
    }

    fn at(&self, index: &[usize]) -> usize {
        let flat = index.iter().zip(&self.shape).fold(0, |flat, (i, size)| flat * size + i);
        self.positions[flat]
    }

    /// Whether some strides give these positions. There must be elements.
    fn is_strided(&self) -> bool {
        let origin = self.positions[0];
        let step = |dim: usize| {
            let mut unit = vec![0; self.shape.len()];
            unit[dim] = usize::from(self.shape[dim] > 1);
            self.at(&unit).wrapping_sub(origin)
        };
        let strides: Vec<usize> = (0..self.shape.len()).map(step).collect();
        indices(&self.shape).iter().all(|index| {
            let jumps = index.iter().zip(&strides).map(|(i, s)| i.wrapping_mul(*s));
            self.at(index) == jumps.fold(origin, usize::wrapping_add)
        })
    }

    /// The model whose element at an index is this one's at `map(index)`.
    fn pull(&self, shape: Vec<usize>, map: impl Fn(&[usize]) -> Vec<usize>) -> Model {
        let positions = indices(&shape).iter().map(|i| self.at(&map(i))).collect();
        Model { shape, positions }
    }
}

#[derive(Clone, Debug)]
enum Step {
    Narrow(usize, usize, usize),
    Select(usize, usize),
    Transpose(usize, usize),
    Reshape(usize, usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let number = 0..64_usize;
    let step = prop_oneof![
        (number.clone(), number.clone(), number.clone())
            .prop_map(|(d, s, l)| Step::Narrow(d, s, l)),
        (number.clone(), number.clone()).prop_map(|(d, i)| Step::Select(d, i)),
        (number.clone(), number.clone()).prop_map(|(a, b)| Step::Transpose(a, b)),
        (number.clone(), number).prop_map(|(d, by)| Step::Reshape(d, by)),
    ];
    prop::collection::vec(step, 0..7)
}

/// Takes a step where it is possible; `reshape` counts only where it is a view.
fn take(step: &Step, view: Tensor, model: Model) -> (Tensor, Model) {
    let dims = model.shape.len();
    if dims == 0 {
        return (view, model);
    }
    let mut shape = model.shape.clone();
    match *step {
        Step::Narrow(dim, start, length) => {
            let dim = dim % dims;
            let start = start % (shape[dim] + 1);
            shape[dim] = length % (shape[dim] - start + 1);
            let view = view.narrow(dim, start, shape[dim]).unwrap();
            let model = model.pull(shape, |index| {
                let mut index = index.to_vec();
                index[dim] += start;
                index
            });
            (view, model)
        }
        Step::Select(dim, index) if shape[dim % dims] > 0 => {
            let dim = dim % dims;
            let at = index % shape[dim];
            shape.remove(dim);
            let view = view.select(dim, at).unwrap();
            let model = model.pull(shape, |index| {
                let mut index = index.to_vec();
                index.insert(dim, at);
                index
            });
            (view, model)
        }
        Step::Select(..) => (view, model),
        Step::Transpose(a, b) => {
            let (a, b) = (a % dims, b % dims);
            shape.swap(a, b);
            let view = view.transpose(a, b).unwrap();
            let model = model.pull(shape, |index| {
                let mut index = index.to_vec();
                index.swap(a, b);
                index
            });
            (view, model)
        }
        // Splits one dimension, or merges two.
        Step::Reshape(dim, by) => {
            let dim = dim % dims;
            if by % 2 == 0 && dim + 1 < dims {
                let merged = shape[dim] * shape.remove(dim + 1);
                shape[dim] = merged;
            } else {
                let divisors: Vec<usize> =
                    (1..=shape[dim]).filter(|&d| shape[dim].is_multiple_of(d)).collect();
                if let Some(&inner) = divisors.get(by % divisors.len().max(1)) {
                    shape[dim] /= inner;
                    shape.insert(dim + 1, inner);
                }
            }
            let sizes: Vec<isize> = shape.iter().map(|&size| size as isize).collect();
            match view.view(&sizes) {
                Ok(viewed) => {
                    let positions = model.positions;
                    (viewed, Model { shape, positions })
                }
                Err(error) if matches!(*error, TensorError::NotViewable { .. }) => {
                    let positions = model.positions.clone();
                    assert!(!Model { shape: shape.clone(), positions }.is_strided());
                    let copy = view.reshape(&sizes).unwrap();
                    assert_ne!(copy.storage_id(), view.storage_id());
                    assert_eq!(copy.to_vec::<i64>().unwrap(), view.to_vec::<i64>().unwrap());
                    assert_eq!(copy.shape(), shape);
                    (view, model)
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
}

fn view_and_model() -> impl Strategy<Value = (Tensor, Tensor, Model)> {
    (prop::collection::vec(0..5_usize, 0..5), steps()).prop_map(|(shape, steps)| {
        let model = Model::new(&shape);
        let sizes: Vec<isize> = shape.iter().map(|&size| size as isize).collect();
        let base = Tensor::arange(model.positions.len(), DType::Int64).unwrap();
        let mut view = (base.reshape(&sizes).unwrap(), model);
        for step in &steps {
            view = take(step, view.0, view.1);
        }
        (base, view.0, view.1)
    })
}

proptest! {
    /// The storage counts up, so what a view reads is where its elements lie.
    #[test]
    fn reads_where_the_model_says((base, view, model) in view_and_model()) {
        let positions: Vec<i64> = model.positions.iter().map(|&p| p as i64).collect();
        prop_assert_eq!(view.shape(), &model.shape[..]);
        prop_assert_eq!(view.storage_id(), base.storage_id());
        prop_assert_eq!(view.to_vec::<i64>().unwrap(), positions.clone());
        prop_assert_eq!(view.deep_clone().unwrap().to_vec::<i64>().unwrap(), positions.clone());
        prop_assert_eq!(view.flatten().unwrap().to_vec::<i64>().unwrap(), positions);
        let dense = model.positions.windows(2).all(|pair| pair[1] == pair[0] + 1);
        prop_assert_eq!(view.is_contiguous(), dense);
    }

    #[test]
    fn writes_where_the_model_says((base, view, model) in view_and_model(), at in 0..64_usize, length in 0..64_usize) {
        let mut expected = base.to_vec::<i64>().unwrap();
        let count = model.positions.len();
        let at = at % (count + 1);
        let length = length % (count - at + 1);
        let values: Vec<i64> = (0..length as i64).map(|i| 1000 + i).collect();
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        view.write_bytes(at, &bytes).unwrap();
        for (value, &position) in values.iter().zip(&model.positions[at..]) {
            expected[position] = *value;
        }
        prop_assert_eq!(base.to_vec::<i64>().unwrap(), expected.clone());
        let mut back = vec![0; bytes.len()];
        view.read_bytes(at, &mut back).unwrap();
        prop_assert_eq!(back, bytes);

        view.mul_(3).unwrap();
        view.add_tensor_(&view).unwrap();
        for &position in &model.positions {
            expected[position] *= 6;
        }
        prop_assert_eq!(base.to_vec::<i64>().unwrap(), expected);
    }

    #[test]
    fn bytes_past_the_end_are_refused((_, view, model) in view_and_model(), past in 1..9_usize) {
        let count = model.positions.len();
        let out_of_range = view.write_bytes(count, &vec![0; past * 8]);
        prop_assert!(matches!(&out_of_range, Err(error) if matches!(**error, TensorError::RangeOutOfRange { .. })), "{:?}", out_of_range);
        let huge = view.write_bytes(usize::MAX, &[0; 8]);
        prop_assert_eq!(huge.unwrap_err().code(), "range_out_of_range");
        if past < 8 {
            let partial = view.write_bytes(0, &vec![0; past]);
            prop_assert_eq!(partial.unwrap_err().code(), "partial_element");
        }
    }
}

#[test]
fn overlapping_copy_reads_before_it_writes() {
    let x = Tensor::arange(5, DType::Int64).unwrap();
    x.narrow(0, 1, 4).unwrap().copy_(&x.narrow(0, 0, 4).unwrap()).unwrap();
    assert_eq!(x.to_vec::<i64>().unwrap(), [0, 0, 1, 2, 3]);
}

#[test]
fn reshape_fills_in_one_open_size() {
    let x = Tensor::zeros(&[2, 6], DType::Uint8).unwrap();
    assert_eq!(x.reshape(&[3, -1]).unwrap().shape(), [3, 4]);
    let empty = Tensor::zeros(&[0, 6], DType::Uint8).unwrap();
    assert_eq!(empty.reshape(&[-1, 3]).unwrap().shape(), [0, 3]);
    for refused in [&[5, -1][..], &[-1, -1], &[-2, -6], &[13], &[0, -1]] {
        let error = x.reshape(refused).unwrap_err();
        assert!(matches!(*error, TensorError::BadReshape { .. }), "{refused:?}");
    }
    // -1 beside a 0 could be anything.
    assert!(empty.reshape(&[-1, 0]).is_err());
}

#[test]
fn dimensions_and_indices_are_checked() {
    let x = Tensor::zeros(&[2, 3], DType::Float32).unwrap();
    assert!(
        matches!(x.narrow(2, 0, 1), Err(error) if matches!(*error, TensorError::NoSuchDim { dim: 2, dims: 2, .. }))
    );
    assert!(
        matches!(x.narrow(0, 1, 2), Err(error) if matches!(*error, TensorError::RangeOutOfRange { .. }))
    );
    assert!(
        matches!(x.narrow(0, usize::MAX, 2), Err(error) if matches!(*error, TensorError::RangeOutOfRange { .. }))
    );
    assert!(
        matches!(x.select(1, 3), Err(error) if matches!(*error, TensorError::IndexOutOfRange { index: 3, size: 3, .. }))
    );
    assert!(
        matches!(x.transpose(0, 2), Err(error) if matches!(*error, TensorError::NoSuchDim { .. }))
    );
    assert!(Tensor::zeros(&[1, 1, 1], DType::Int32).unwrap().t().is_err());
}

#[test]
fn clone_is_a_handle_and_deep_clone_is_not() {
    let x = Tensor::zeros(&[2], DType::Float32).unwrap();
    let (handle, copy) = (x.clone(), x.deep_clone().unwrap());
    x.fill_(1).unwrap();
    assert_eq!(handle.to_vec::<f32>().unwrap(), [1.0, 1.0]);
    assert_eq!(copy.to_vec::<f32>().unwrap(), [0.0, 0.0]);
    assert_eq!(handle.storage_id(), x.storage_id());
    assert_ne!(copy.storage_id(), x.storage_id());
}
