use lessons::Lesson;

use super::further;
use crate::words::LessonWords;

pub(super) const ALL: LessonWords = LessonWords {
    title: "All six",
    operations: "one program, lesson after lesson",
    text: "Every rank runs the six lessons in one program, one after the other.",
};

pub(super) fn lesson(lesson: Lesson) -> LessonWords {
    match lesson {
        Lesson::SendRecv => LessonWords {
            title: "Send and receive",
            operations: "send · recv",
            text: "Ranks stand in a row like the stages of a pipeline. Each hands its activation to the right under tag 10 and \
                   gets a gradient back from the right under tag 20. A send here ends only when a receive has taken it, so \
                   who calls first on which side is part of the program.",
        },
        Lesson::Root => LessonWords {
            title: "One root",
            operations: "broadcast · scatter · gather · reduce",
            text: "Rank 0 is the root. Broadcast copies its tensor to everyone, scatter deals out one part each, gather \
                   collects the parts again, and reduce adds them up. Only the root holds the result of gather and \
                   reduce: what reduce leaves in the others' buffers is undefined.",
        },
        Lesson::AllMembers => LessonWords {
            title: "All members",
            operations: "reduce_scatter · all_gather · all_reduce",
            text: "No root: everyone gives and everyone gets. Reduce-scatter sums the inputs and leaves rank r with part r; \
                   all-gather puts the parts together on every rank. The two in a row equal one all-reduce, here to the \
                   last bit, because both add in the order of ranks.",
        },
        Lesson::Moe => LessonWords {
            title: "Mixture of experts",
            operations: "all_to_all · all_reduce(max)",
            text: "A router sends every token to the rank of its expert, and the loads differ. So the ranks first exchange \
                   counts, agree on the largest, and pad every block to it; then one all-to-all of equal blocks carries the \
                   tokens out and a second one carries them home. Experts multiply by ten, so a token that got lost would show.",
        },
        Lesson::Groups => LessonWords {
            title: "Groups of ranks",
            operations: "new_group · all_reduce",
            text: "The ranks form a mesh with tp columns. A row is a tensor-parallel group, a column a data-parallel one, \
                   and each rank is in one of both. Reducing the same tensor in the one and in the other gives two sums.",
        },
        Lesson::Program => LessonWords {
            title: "Your own program",
            operations: "any call, given as JSON",
            text: "Every rank makes the calls that your program lists for it, one line after the other. A call that \
                   fails or waits in vain is named with its rank and what it waits for.",
        },
        Lesson::DdpZero2 => LessonWords {
            title: "DDP and ZeRO-2",
            operations: "all_reduce · reduce_scatter · all_gather",
            text: "One step of SGD, taken twice. DDP all-reduces the gradient and keeps all 64 elements on every rank; \
                   ZeRO-2 reduce-scatters it, updates a shard, and all-gathers the parameters. Both send the same bytes \
                   (plus padding where 64 is not divisible by W), but they do not hold the same.",
        },
        lesson => {
            let [title, operations] = further::lesson(lesson);
            LessonWords { title, operations, text: "" }
        }
    }
}
