//! What may be read and written when.
#![allow(missing_docs, clippy::unwrap_used)]

use tensor::{DType, Generator, State, Tensor, TensorError, Undefined, allclose, equal};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Every way to read `x` (a 1-d int64 tensor of 2).
fn reads(x: &Tensor) -> Vec<Result<(), Box<TensorError>>> {
    let other = Tensor::from_slice(&[0_i64, 1]);
    let index = Tensor::from_slice(&[0_i64]);
    let square = x.reshape(&[1, 2]).unwrap();
    vec![
        x.to_vec::<i64>().map(drop),
        x.narrow(0, 0, 1).unwrap().item::<i64>().map(drop),
        x.values().map(drop),
        x.to_bytes().map(drop),
        x.deep_clone().map(drop),
        x.to(DType::Float32).map(drop),
        other.copy_(x),
        other.add(x).map(drop),
        x.add(&other).map(drop),
        x.mul_scalar(2).map(drop),
        other.add_tensor_(x),
        square.matmul(&other.reshape(&[2, 1]).unwrap()).map(drop),
        other.reshape(&[1, 2]).unwrap().matmul(&square.t().unwrap()).map(drop),
        x.sum().map(drop),
        x.max().map(drop),
        x.bincount(0).map(drop),
        x.eq_scalar(0).map(drop),
        x.nonzero().map(drop),
        x.index_rows(&index).map(drop),
        other.index_rows(x).map(drop),
        other.set_rows_(&index, &x.narrow(0, 0, 1).unwrap()),
        allclose(x, &other).map(drop),
        equal(&other, x).map(drop),
        // In place, but reading what it changes.
        x.add_(1),
        x.add_tensor_(&other),
    ]
}

#[test]
fn undefined_is_not_read() {
    for why in [
        Undefined::Uninitialised,
        Undefined::ReduceNonRoot { root: 3 },
        Undefined::Other("its work failed"),
    ] {
        let x = Tensor::empty(&[2], DType::Int64).unwrap();
        assert_eq!(x.state(), State::Undefined(Undefined::Uninitialised));
        x.set_state(State::Undefined(why));
        for (i, read) in reads(&x).into_iter().enumerate() {
            assert_eq!(read, Err(TensorError::ReadUndefined(why).into()), "read {i}");
        }
        assert_eq!(x.state(), State::Undefined(why));
    }
}

#[test]
fn pending_is_not_read() {
    let x = Tensor::zeros(&[2], DType::Int64).unwrap();
    x.set_state(State::Pending { work: 7, read: true });
    let reads = reads(&x);
    let (reads, in_place) = reads.split_at(reads.len() - 2);
    for (i, read) in reads.iter().enumerate() {
        assert_eq!(*read, Err(TensorError::ReadPending { work: 7 }.into()), "read {i}");
    }
    for write in in_place {
        assert_eq!(*write, Err(TensorError::WritePending { work: 7 }.into()));
    }
}

#[test]
fn what_a_work_has_read_is_written_by_it_only() {
    let x = Tensor::zeros(&[2], DType::Float32).unwrap();
    let view = x.narrow(0, 1, 1).unwrap();
    x.set_state(State::Pending { work: 7, read: true });
    let ones = Tensor::full(&[2], 1, DType::Float32).unwrap();
    let index = Tensor::from_slice(&[0_i64, 1]);
    let mut generator = Generator::manual_seed(0).unwrap();
    let refused = Err(TensorError::WritePending { work: 7 }.into());
    assert_eq!(view.fill_(1), refused);
    assert_eq!(x.copy_(&ones), refused);
    assert_eq!(x.set_rows_(&index, &ones), refused);
    assert_eq!(generator.uniform_(&x, 0.0, 1.0), refused);

    view.write_bytes(0, &5_f32.to_le_bytes()).unwrap();
    assert_eq!(x.state(), State::Pending { work: 7, read: true });
    let mut bytes = [0; 4];
    x.read_bytes(1, &mut bytes).unwrap();
    assert_eq!(f32::from_le_bytes(bytes), 5.0);
    view.set_state(State::Ready);
    assert_eq!(x.to_vec::<f32>().unwrap(), [0.0, 5.0]);
}

#[test]
fn what_a_work_is_yet_to_read_may_be_written() {
    type Write = fn(&Tensor) -> Result<(), Box<TensorError>>;
    let other = |values: [f32; 2]| Tensor::from_slice(&values);
    let writes: [(Write, [f32; 2]); 7] = [
        (|x| x.add_tensor_(x), [2.0, 4.0]),
        (|x| x.fill_(3), [3.0, 3.0]),
        (|x| x.add_(1), [2.0, 3.0]),
        (|x| x.mul_tensor_(&Tensor::from_slice(&[5_f32, 7.0])), [5.0, 14.0]),
        (|x| x.copy_(&Tensor::from_slice(&[8_i64, 9])), [8.0, 9.0]),
        // Not contiguous: the first column of one row.
        (|x| x.reshape(&[1, 2])?.t()?.narrow(0, 0, 1)?.sub_(1), [0.0, 2.0]),
        (|x| x.set_rows_(&Tensor::from_slice(&[1_i64]), &Tensor::from_slice(&[6_f32])), [1.0, 6.0]),
    ];
    let pending = State::Pending { work: 7, read: false };
    for (write, expected) in writes {
        let x = other([1.0, 2.0]);
        x.set_state(pending);
        let before = x.version();
        write(&x).unwrap();
        assert_eq!((x.state(), x.version()), (pending, before + 1));
        assert_eq!(x.to_vec::<f32>(), Err(TensorError::ReadPending { work: 7 }.into()));
        assert_eq!(other([0.0; 2]).copy_(&x), Err(TensorError::ReadPending { work: 7 }.into()));
        x.set_state(State::Ready);
        assert_eq!(x.to_vec::<f32>().unwrap(), expected);
    }
}

#[test]
fn any_write_makes_an_undefined_storage_ready() {
    type Write = fn(&Tensor) -> Result<(), Box<TensorError>>;
    let writes: [Write; 5] = [
        |x| x.select(0, 1)?.fill_(1),
        |x| x.copy_(&Tensor::zeros(&[2], DType::Int32)?),
        |x| x.set_rows_(&Tensor::from_slice(&[1_i64]), &Tensor::from_slice(&[2_f32])),
        |x| x.write_bytes(1, &[0; 4]),
        |x| Generator::manual_seed(0)?.uniform_(x, 0.0, 1.0),
    ];
    for write in writes {
        let x = Tensor::empty(&[2], DType::Float32).unwrap();
        write(&x).unwrap();
        assert_eq!(x.state(), State::Ready);
        x.to_vec::<f32>().unwrap();
    }
}

#[test]
fn writing_nothing_defines_nothing_and_reading_nothing_is_fine() {
    let x = Tensor::empty(&[2, 3], DType::Float32).unwrap();
    let none = x.narrow(0, 1, 0).unwrap();
    none.fill_(1).unwrap();
    x.write_bytes(6, &[]).unwrap();
    x.set_rows_(&Tensor::from_slice::<i64>(&[]), &Tensor::zeros(&[0, 3], DType::Float32).unwrap())
        .unwrap();
    assert!(matches!(x.state(), State::Undefined(_)));
    assert!(none.to_vec::<f32>().unwrap().is_empty());
    let empty = Tensor::empty(&[0, 3], DType::Float32).unwrap();
    assert!(allclose(&empty, &Tensor::zeros(&[0, 3], DType::Float32).unwrap()).unwrap());
}

#[test]
fn messages_say_what_and_what_to_do() {
    let x = Tensor::empty(&[1], DType::Float32).unwrap();
    let sentence = |x: &Tensor| x.item::<f32>().unwrap_err().to_string();
    assert_eq!(
        sentence(&x),
        "the tensor is undefined: it was made by `empty` and nothing has been written to it yet; \
         write to it before reading"
    );
    x.set_state(State::Undefined(Undefined::ReduceNonRoot { root: 2 }));
    assert_eq!(
        sentence(&x),
        "the tensor is undefined: it took part in a reduce whose result is on rank 2 only; \
         write to it before reading"
    );
    x.set_state(State::Pending { work: 4, read: true });
    assert_eq!(
        sentence(&x),
        "the tensor is still pending: work 4 will fill it; wait for that work before reading"
    );
}
