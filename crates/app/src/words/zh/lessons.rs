use lessons::Lesson;

use super::further;
use crate::words::LessonWords;

pub(super) const ALL: LessonWords = LessonWords {
    title: "全部六课",
    operations: "一个程序，逐课运行",
    text: "每个 rank 在同一个程序里依次跑完六课。",
};

pub(super) fn lesson(lesson: Lesson) -> LessonWords {
    match lesson {
        Lesson::SendRecv => LessonWords {
            title: "点对点收发",
            operations: "send · recv",
            text: "各个 rank 排成一行，像流水线的各级。每一级用 tag 10 把激活交给右边，再用 tag 20 从右边取回梯度。\
                   这里的 send 要等对方的 recv 取走才算完成，所以两边谁先调用什么，本身就是程序的一部分。",
        },
        Lesson::Root => LessonWords {
            title: "一个 root",
            operations: "broadcast · scatter · gather · reduce",
            text: "rank 0 是 root。broadcast 把它的张量复制给所有人，scatter 给每人发一份，gather 把各份收回来，reduce 把它们加起来。\
                   gather 和 reduce 的结果只在 root 手里；reduce 之后别人缓冲区里剩下什么，没有定义。",
        },
        Lesson::AllMembers => LessonWords {
            title: "人人参与",
            operations: "reduce_scatter · all_gather · all_reduce",
            text: "没有 root，人人都给，人人都得。reduce-scatter 把所有输入求和，rank r 留下第 r 份；all-gather 再在每个 rank 上把各份拼齐。\
                   两步连做等于一次 all-reduce——在这里一位不差，因为两条路都按 rank 的顺序相加。",
        },
        Lesson::Moe => LessonWords {
            title: "混合专家",
            operations: "all_to_all · all_reduce(max)",
            text: "路由把每个 token 送到它的专家所在的 rank，各处的数量并不一样。所以大家先交换数量，商定其中最大的一个，把每块都补齐到这么长；\
                   这样一次等长的 all-to-all 就能把 token 送出去，再一次把结果送回来。专家只做一件事：乘以十——哪个 token 丢了，一眼就能看出来。",
        },
        Lesson::Groups => LessonWords {
            title: "通信组",
            operations: "new_group · all_reduce",
            text: "所有 rank 排成一张有 tp 列的网格：一行是一个张量并行组，一列是一个数据并行组，每个 rank 两种各属于一个。\
                   同一个张量，在这个组里归约和在那个组里归约，得到两个不同的和。",
        },
        Lesson::Program => LessonWords {
            title: "自己的程序",
            operations: "任意调用，用 JSON 写成",
            text: "每个 rank 逐行执行程序为它列出的调用。哪个调用出错，或者白等一场，都会指明是哪个 rank、在等什么。",
        },
        Lesson::DdpZero2 => LessonWords {
            title: "DDP 与 ZeRO-2",
            operations: "all_reduce · reduce_scatter · all_gather",
            text: "同一步 SGD 走两遍。DDP 对梯度做 all-reduce，64 个元素每个 rank 都留全份；ZeRO-2 对梯度做 reduce-scatter，只更新自己那一份，再用 all-gather 拼回参数。\
                   两者发送的字节一样多（64 不能被 W 整除时多出补齐的部分），留在手里的却不一样多。",
        },
        lesson => {
            let [title, operations] = further::lesson(lesson);
            LessonWords { title, operations, text: "" }
        }
    }
}
