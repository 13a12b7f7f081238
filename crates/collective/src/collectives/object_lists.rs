//! Lists of any values that serde knows, from one rank to another: first a message of their encodings' sizes, then one of
//! the encodings.

use std::future::Future;
use std::panic::Location;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tensor::{DType, Tensor};

use super::encoding::{chain, encode, sizes_of};
use crate::error::Result;
use crate::group::ProcessGroup;
use crate::member::Member;

/// The tag of both messages, as torch has it.
const TAG: u32 = 0;

impl ProcessGroup {
    /// Sends `objects` to rank `dst`, which must ask for as many. Over when it has taken them.
    /// Follows [`torch.distributed.send_object_list`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.send_object_list).
    ///
    /// ```
    /// # use collective::simulator;
    /// # let ranks = simulator::run(2, simulator::Options::default(), async |context: collective::Context| {
    /// let (world, names) = (context.world(), ["a".to_owned(), "b".to_owned()]);
    /// if context.rank() == 0 {
    ///     return world.send_object_list(&names, 1).await;
    /// }
    /// let (got, sender) = world.recv_object_list::<String>(2, 0).await?;
    /// assert_eq!((got, sender), (names.to_vec(), 0));
    /// # Ok(())
    /// # });
    /// # assert!(ranks.into_iter().all(|rank| rank == Ok(Ok(()))));
    /// ```
    ///
    /// # Errors
    /// A value that cannot be encoded; and those of [`send`](Self::send).
    #[track_caller]
    pub fn send_object_list<T: Serialize>(
        &self,
        objects: &[T],
        dst: impl Into<Member>,
    ) -> impl Future<Output = Result<()>> {
        let (group, dst) = (self.at(Location::caller().line()), dst.into());
        async move {
            const CALL: &str = "send_object_list";
            if group.rank().is_none() {
                return Ok(());
            }
            let encoded = objects.iter().map(|object| encode(CALL, object));
            let encoded = encoded.collect::<Result<Vec<_>>>()?;
            let sizes: Vec<i64> = encoded.iter().map(|bytes| bytes.len() as i64).collect();
            group.send(&Tensor::from_slice(&sizes), dst, TAG).await?;
            group.send(&Tensor::from_slice(&encoded.concat()), dst, TAG).await
        }
    }

    /// Receives the `count` objects that rank `src` sends by [`send_object_list`](Self::send_object_list); gives them and
    /// the sender's global rank.
    /// Follows [`torch.distributed.recv_object_list`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.recv_object_list).
    ///
    /// ```
    /// # use collective::{Member, simulator};
    /// # let ranks = simulator::run(2, simulator::Options::default(), async |context: collective::Context| {
    /// # let world = context.world();
    /// # if context.rank() == 1 {
    /// #     return world.send_object_list(&[Some(3), None], 0).await;
    /// # }
    /// let (got, sender) = world.recv_object_list::<Option<i32>>(2, Member::Group(1)).await?;
    /// assert_eq!((got, sender), (vec![Some(3), None], 1));
    /// # Ok(())
    /// # });
    /// # assert!(ranks.into_iter().all(|rank| rank == Ok(Ok(()))));
    /// ```
    ///
    /// # Errors
    /// A list of another length; encodings that make no `T`; a caller outside the group; and those of [`recv`](Self::recv).
    #[track_caller]
    pub fn recv_object_list<T: DeserializeOwned>(
        &self,
        count: usize,
        src: impl Into<Member>,
    ) -> impl Future<Output = Result<(Vec<T>, usize)>> {
        self.at(Location::caller().line()).received_objects(count, Some(src.into()))
    }

    /// Receives objects as [`recv_object_list`](Self::recv_object_list) does, from whichever rank sends first; gives them
    /// and that global rank. Both messages are then that rank's.
    /// Follows [`torch.distributed.recv_object_list`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.recv_object_list)
    /// without a source.
    ///
    /// ```
    /// # use collective::simulator;
    /// # let ranks = simulator::run(3, simulator::Options::default(), async |context: collective::Context| {
    /// # let (rank, world) = (context.rank(), context.world());
    /// # if rank > 0 {
    /// #     return world.send_object_list(&[rank, 10 * rank], 0).await;
    /// # }
    /// for _ in 0..2 {
    ///     let (got, sender) = world.recv_object_list_any_source::<usize>(2).await?;
    ///     assert_eq!(got, [sender, 10 * sender]);
    /// }
    /// # Ok(())
    /// # });
    /// # assert!(ranks.into_iter().all(|rank| rank == Ok(Ok(()))));
    /// ```
    ///
    /// # Errors
    /// As those of [`recv_object_list`](Self::recv_object_list).
    #[track_caller]
    pub fn recv_object_list_any_source<T: DeserializeOwned>(
        &self,
        count: usize,
    ) -> impl Future<Output = Result<(Vec<T>, usize)>> {
        self.at(Location::caller().line()).received_objects(count, None)
    }

    async fn received_objects<T: DeserializeOwned>(
        self,
        count: usize,
        src: Option<Member>,
    ) -> Result<(Vec<T>, usize)> {
        const CALL: &str = "recv_object_list";
        self.own_rank(CALL)?;
        let sizes = Tensor::empty(&[count], DType::Int64)?;
        let sender = match src {
            Some(src) => {
                self.recv(&sizes, src, TAG).await?;
                self.ranks()[self.member(CALL, "src", src)?]
            }
            None => self.recv_any_source(&sizes, TAG).await?,
        };
        let (sizes, sum) = sizes_of(CALL, &sizes)?;
        let bytes = Tensor::empty(&[sum], DType::Uint8)?;
        self.recv(&bytes, sender, TAG).await?;
        Ok((chain(CALL, &bytes, &sizes)?, sender))
    }
}
