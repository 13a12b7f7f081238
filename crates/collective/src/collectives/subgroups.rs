use std::future::Future;
use std::panic::Location;

use crate::error::{CollectiveError, Result};
use crate::group::ProcessGroup;

impl ProcessGroup {
    /// This group in equal parts of `group_size` consecutive ranks: the caller's own, and all of them.
    /// Follows [`torch.distributed.new_subgroups`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.new_subgroups).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(4, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let (own, all) = world.new_subgroups(2).await?;
    /// assert_eq!((own.ranks(), all.len()), ([&[0, 1], &[2, 3]][rank / 2].as_slice(), 2));
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// A size that does not divide the group's; and those of [`new_group`](Self::new_group).
    #[track_caller]
    pub fn new_subgroups(
        &self,
        group_size: usize,
    ) -> impl Future<Output = Result<(ProcessGroup, Vec<ProcessGroup>)>> {
        let group = self.at(Location::caller().line());
        async move {
            let call = "new_subgroups";
            let rank = group.own_rank(call)?;
            let (given, world_size) = (group_size, group.size());
            if group_size == 0 || !world_size.is_multiple_of(group_size) {
                return Err(Box::new(CollectiveError::WrongGroupSize { call, given, world_size }));
            }
            let lists: Vec<Vec<usize>> =
                group.ranks().chunks(group_size).map(<[usize]>::to_vec).collect();
            let (_, all) = group.new_groups(&lists).await?;
            Ok((all[rank / group_size].clone(), all))
        }
    }

    /// Groups by lists of global ranks, none of which may stand in two: the caller's own, if any, and all of them.
    /// Follows [`torch.distributed.new_subgroups_by_enumeration`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.new_subgroups_by_enumeration).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let (own, all) = world.new_subgroups_by_enumeration(&[vec![0, 2]]).await?;
    /// assert_eq!((own.is_some(), all[0].ranks()), (rank != 1, &[0, 2][..]));
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// A rank in two lists; and those of [`new_group`](Self::new_group).
    #[track_caller]
    pub fn new_subgroups_by_enumeration(
        &self,
        ranks_per_subgroup: &[Vec<usize>],
    ) -> impl Future<Output = Result<(Option<ProcessGroup>, Vec<ProcessGroup>)>> {
        let group = self.at(Location::caller().line());
        async move {
            for (position, second) in ranks_per_subgroup.iter().enumerate() {
                for &rank in second {
                    let mut before = ranks_per_subgroup[..position].iter();
                    if let Some(first) = before.find(|list| list.contains(&rank)) {
                        let (first, second) = (first.clone(), second.clone());
                        return Err(Box::new(CollectiveError::DuplicateRank {
                            rank,
                            first,
                            second,
                        }));
                    }
                }
            }
            group.new_groups(ranks_per_subgroup).await
        }
    }

    /// The part of this group that the caller belongs to, if any; `split_ranks` are lists of this group's own ranks.
    /// Follows [`torch.distributed.split_group`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.split_group).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let own = world.split_group(&[vec![0, 1], vec![2]]).await?;
    /// assert_eq!(own.map(|group| group.size()), Some([2, 2, 1][rank]));
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// A rank out of range or in two lists; and those of [`new_group`](Self::new_group).
    #[track_caller]
    pub fn split_group(
        &self,
        split_ranks: &[Vec<usize>],
    ) -> impl Future<Output = Result<Option<ProcessGroup>>> {
        let group = self.at(Location::caller().line());
        async move {
            let global = |list: &Vec<usize>| {
                let mut ranks: Vec<usize> =
                    list.iter().map(|&rank| group.global_rank(rank)).collect::<Result<_>>()?;
                ranks.sort_unstable();
                Ok(ranks)
            };
            let lists: Vec<Vec<usize>> = split_ranks.iter().map(global).collect::<Result<_>>()?;
            let (own, _) = group.new_subgroups_by_enumeration(&lists).await?;
            Ok(own)
        }
    }

    async fn new_groups(
        &self,
        lists: &[Vec<usize>],
    ) -> Result<(Option<ProcessGroup>, Vec<ProcessGroup>)> {
        let (mut own, mut all) = (None, Vec::with_capacity(lists.len()));
        for ranks in lists {
            let group = self.new_group(ranks).await?;
            if group.rank().is_some() {
                own = Some(group.clone());
            }
            all.push(group);
        }
        Ok((own, all))
    }
}
