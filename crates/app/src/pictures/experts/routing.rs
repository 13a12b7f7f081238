use lessons::{Config, Lesson, Report};

use crate::state::Sight;

/// Where every token goes: by rank, then by token.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Routing {
    /// Each rank's router.
    pub table: Vec<Vec<usize>>,
}

/// One token on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Whose it is.
    pub rank: usize,
    /// Its number there.
    pub index: usize,
    /// The rank of its expert.
    pub expert: usize,
}

fn router(sight: &Sight, rank: usize) -> Option<Vec<usize>> {
    let numbers = sight.known(rank, "router")?.numbers.into_iter();
    Some(numbers.map(|expert| (expert as usize).min(sight.world_size() - 1)).collect())
}

impl Routing {
    /// The routers of a run; `None` where a rank's is not known.
    pub fn of(sight: &Sight) -> Option<Routing> {
        let table =
            (0..sight.world_size()).map(|rank| router(sight, rank)).collect::<Option<_>>()?;
        Some(Routing { table })
    }

    /// The routers that `config` is about to run: fixed ones, and those of `last` where `config` draws the same.
    pub fn to_come(config: &Config, last: Option<&Report>) -> Option<Routing> {
        let drawn = |rank: usize| {
            let then = &last?.config;
            let same = then.world_size() == config.world_size()
                && then.n_tok(rank) == config.n_tok(rank)
                && then.d() == config.d()
                && then.router_seed(rank) == config.router_seed(rank)
                && then.fixed_router(rank).is_none();
            if same { router(&Sight::end(last?, Lesson::Moe), rank) } else { None }
        };
        let router = |rank| config.fixed_router(rank).or_else(|| drawn(rank));
        let table = (0..config.world_size()).map(router).collect::<Option<_>>()?;
        Some(Routing { table })
    }

    /// All tokens, rank by rank.
    pub fn tokens(&self) -> Vec<Token> {
        let mut tokens = Vec::new();
        for (rank, router) in self.table.iter().enumerate() {
            let there = router.iter().enumerate().filter(|(_, expert)| **expert < self.table.len());
            tokens.extend(there.map(|(index, &expert)| Token { rank, index, expert }));
        }
        tokens
    }

    /// How many tokens `rank` sends to each expert.
    pub fn counts(&self, rank: usize) -> Vec<usize> {
        let mut counts = vec![0; self.table.len()];
        for &expert in self.table.get(rank).into_iter().flatten() {
            if let Some(count) = counts.get_mut(expert) {
                *count += 1;
            }
        }
        counts
    }

    /// The largest count, and the first that has it: rank, expert. Every block is padded to it.
    pub fn capacity(&self) -> (usize, usize, usize) {
        let mut largest = (0, 0, 0);
        for rank in 0..self.table.len() {
            for (expert, count) in self.counts(rank).into_iter().enumerate() {
                if count > largest.0 {
                    largest = (count, rank, expert);
                }
            }
        }
        largest
    }

    /// Tokens of all ranks.
    pub fn len(&self) -> usize {
        self.table.iter().map(Vec::len).sum()
    }

    /// Whether no rank has a token.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// As the `router` setting is written: `2,0;1,1`.
    pub fn text(&self) -> String {
        let row = |router: &Vec<usize>| {
            router.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
        };
        self.table.iter().map(row).collect::<Vec<_>>().join(";")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use collective::{Context, simulator};
    use lessons::Raw;

    fn config(settings: &[(&str, &str)]) -> Config {
        let raw: Vec<_> = settings.iter().map(|(key, text)| (*key, Raw::flat(text))).collect();
        Config::from_settings(&raw).unwrap()
    }

    #[test]
    fn tokens_are_counted_by_rank_and_expert() {
        let routing = Routing { table: vec![vec![2, 0, 2], vec![], vec![1, 1, 1]] };
        let tokens: Vec<_> = routing.tokens().iter().map(|t| (t.rank, t.index, t.expert)).collect();
        assert_eq!(tokens, [(0, 0, 2), (0, 1, 0), (0, 2, 2), (2, 0, 1), (2, 1, 1), (2, 2, 1)]);
        assert_eq!(routing.counts(0), [1, 0, 2]);
        assert_eq!((routing.capacity(), routing.len()), ((3, 2, 1), 6));
        assert_eq!(routing.text(), "2,0,2;;1,1,1");
    }

    #[test]
    fn a_table_reads_back_as_the_same_routers() {
        for table in
            [vec![vec![1, 0], vec![], vec![2]], vec![vec![], vec![], vec![]], vec![vec![0]]]
        {
            let routing = Routing { table };
            let w = routing.table.len().to_string();
            let config = config(&[("world_size", &w), ("router", &routing.text())]);
            assert_eq!(Routing::to_come(&config, None), Some(routing));
        }
    }

    #[test]
    fn a_drawn_router_is_known_from_the_run_that_drew_it() {
        let then = config(&[("lesson", "moe")]);
        let program = async |context: Context| lessons::run(context, &then).await.0;
        let ranks = simulator::run(4, simulator::Options::default(), program);
        let records = ranks.into_iter().map(Result::unwrap).collect();
        let report = Report::new("one-thread", then.clone(), records);
        let drawn = Routing::of(&Sight::end(&report, Lesson::Moe)).unwrap();
        assert_eq!(drawn.len(), 8);
        assert_eq!(Routing::to_come(&then, Some(&report)), Some(drawn));
        assert_eq!(Routing::to_come(&config(&[("router_seed", "7")]), Some(&report)), None);
        assert_eq!(Routing::to_come(&then, None), None);
        let fixed = Routing::to_come(&config(&[("preset", "balanced")]), None).unwrap();
        assert_eq!(fixed.table[3], [3, 0]);
    }
}
