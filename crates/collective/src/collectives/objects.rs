//! Collectives of any values that serde knows: each exchanges the sizes of their encodings, then the encodings, padded to
//! the largest. Values are encoded by postcard.

use std::future::Future;
use std::panic::Location;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tensor::{DType, Tensor};

use super::encoding::{decode, encode, padded, parts, size};
use crate::error::{CollectiveError, Result};
use crate::group::ProcessGroup;
use crate::member::Member;

impl ProcessGroup {
    /// Every rank gets rank `src`'s `object`; the other ranks give `None`.
    /// Follows [`torch.distributed.broadcast_object_list`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.broadcast_object_list).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let told = world.broadcast_object((rank == 0).then_some(&"all of you".to_owned()), 0).await?;
    /// assert_eq!(told, "all of you");
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// No object on the source, or an encoding that makes no `T`; and those of [`broadcast`](Self::broadcast).
    #[track_caller]
    pub fn broadcast_object<T: Serialize + DeserializeOwned>(
        &self,
        object: Option<&T>,
        src: impl Into<Member>,
    ) -> impl Future<Output = Result<T>> {
        let (group, src) = (self.at(Location::caller().line()), src.into());
        async move {
            const CALL: &str = "broadcast_object_list";
            let is_root = group.is_root(CALL, "src", src)?;
            let encoded = match object {
                Some(object) if is_root => encode(CALL, object)?,
                None if is_root => return Err(misplaced(CALL, "object_list")),
                _ => Vec::new(),
            };
            let told = Tensor::from_slice(&[encoded.len() as i64]);
            group.broadcast(&told, src).await?;
            let bytes = padded(&encoded, size(CALL, told.item()?)?)?;
            group.broadcast(&bytes, src).await?;
            decode(CALL, &bytes.to_vec::<u8>()?)
        }
    }

    /// Every rank gets every rank's `object`, by group rank.
    /// Follows [`torch.distributed.all_gather_object`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.all_gather_object).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let all = world.all_gather_object(&"ho ".repeat(rank)).await?;
    /// assert_eq!(all, ["", "ho "]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// An encoding that makes no `T`; and those of [`all_gather`](Self::all_gather).
    #[track_caller]
    pub fn all_gather_object<T: Serialize + DeserializeOwned>(
        &self,
        object: &T,
    ) -> impl Future<Output = Result<Vec<T>>> {
        let group = self.at(Location::caller().line());
        async move {
            const CALL: &str = "all_gather_object";
            group.own_rank(CALL)?;
            let (sizes, mine) = group.exchange_sizes(CALL, encode(CALL, object)?).await?;
            let all = Tensor::empty(&[group.size() * mine.numel()], DType::Uint8)?;
            group.all_gather_into_tensor(&all, &mine).await?;
            parts(CALL, &all, &sizes)
        }
    }

    /// Rank `dst` gets every rank's `object`, by group rank; the others get `None`, those outside the group too.
    /// Follows [`torch.distributed.gather_object`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.gather_object).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let all = world.gather_object(&(rank, true), 1).await?;
    /// assert_eq!(all, (rank == 1).then(|| vec![(0, true), (1, true)]));
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// An encoding that makes no `T`; and those of [`gather`](Self::gather).
    #[track_caller]
    pub fn gather_object<T: Serialize + DeserializeOwned>(
        &self,
        object: &T,
        dst: impl Into<Member>,
    ) -> impl Future<Output = Result<Option<Vec<T>>>> {
        let (group, dst) = (self.at(Location::caller().line()), dst.into());
        async move {
            const CALL: &str = "gather_object";
            if group.rank().is_none() {
                return Ok(None);
            }
            let is_root = group.is_root(CALL, "dst", dst)?;
            let (sizes, mine) = group.exchange_sizes(CALL, encode(CALL, object)?).await?;
            if !is_root {
                group.gather(&mine, None, dst).await?;
                return Ok(None);
            }
            let (count, all) = (mine.numel(), group.size() * mine.numel());
            let all = Tensor::empty(&[all], DType::Uint8)?;
            let places: Result<Vec<Tensor>, _> =
                (0..group.size()).map(|rank| all.narrow(0, rank * count, count)).collect();
            group.gather(&mine, Some(&places?), dst).await?;
            parts(CALL, &all, &sizes).map(Some)
        }
    }

    /// Rank `i` of the group gets the `i`th of rank `src`'s `objects`; the other ranks give `None`.
    /// Follows [`torch.distributed.scatter_object_list`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.scatter_object_list).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let list = ["a".to_owned(), "b".to_owned()];
    /// let mine = world.scatter_object((rank == 0).then_some(&list[..]), 0).await?;
    /// assert_eq!(mine, list[rank]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// A list missing or of the wrong length on the source; an encoding that makes no `T`; and those of
    /// [`scatter`](Self::scatter).
    #[track_caller]
    pub fn scatter_object<T: Serialize + DeserializeOwned>(
        &self,
        objects: Option<&[T]>,
        src: impl Into<Member>,
    ) -> impl Future<Output = Result<T>> {
        let (group, src) = (self.at(Location::caller().line()), src.into());
        async move {
            const CALL: &str = "scatter_object_list";
            let is_root = group.is_root(CALL, "src", src)?;
            let encoded = match objects {
                Some(objects) if is_root => {
                    let (given, expected) = (objects.len(), group.size());
                    if given != expected {
                        let (call, argument) = (CALL, "scatter_object_input_list");
                        return Err(Box::new(CollectiveError::WrongListLength {
                            call,
                            argument,
                            given,
                            expected,
                        }));
                    }
                    let encoded = objects.iter().map(|object| encode(CALL, object));
                    encoded.collect::<Result<Vec<_>>>()?
                }
                None if is_root => return Err(misplaced(CALL, "scatter_object_input_list")),
                _ => Vec::new(),
            };
            let largest = encoded.iter().map(Vec::len).max().unwrap_or(0);
            let told = Tensor::from_slice(&[largest as i64]);
            group.broadcast(&told, src).await?;
            let largest = size(CALL, told.item()?)?;
            let list: Result<Vec<Tensor>> =
                encoded.into_iter().map(|bytes| padded(&bytes, largest)).collect();
            let (list, mine) = (list?, Tensor::empty(&[largest], DType::Uint8)?);
            group.scatter(&mine, is_root.then_some(&list), src).await?;
            decode(CALL, &mine.to_vec::<u8>()?)
        }
    }

    fn is_root(&self, call: &'static str, argument: &'static str, root: Member) -> Result<bool> {
        let own = self.own_rank(call)?;
        Ok(self.member(call, argument, root)? == own)
    }

    /// Every rank's encoded size, and this rank's encoding padded to the largest.
    async fn exchange_sizes(
        &self,
        call: &'static str,
        encoded: Vec<u8>,
    ) -> Result<(Vec<i64>, Tensor)> {
        let told = Tensor::from_slice(&[encoded.len() as i64]);
        let sizes = Tensor::empty(&[self.size()], DType::Int64)?;
        self.all_gather_into_tensor(&sizes, &told).await?;
        let sizes = sizes.to_vec::<i64>()?;
        let largest = sizes.iter().copied().max().unwrap_or(0);
        Ok((sizes, padded(&encoded, size(call, largest)?)?))
    }
}

fn misplaced(call: &'static str, argument: &'static str) -> Box<CollectiveError> {
    Box::new(CollectiveError::ListMisplaced { call, argument, given: false })
}
