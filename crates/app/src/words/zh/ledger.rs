use crate::words::LedgerWords;

pub(super) const WORDS: LedgerWords = LedgerWords {
    costs: "本课的公式与实测",
    costs_note: "按各算法的闭式，全部 rank 一共发送多少个元素，再乘以每个元素的字节数和调用次数；W 是参与的 rank 数，n 是一个 rank 那一份的元素数。",
    cost_columns: ["调用", "次数", "W", "n", "每元素 B", "发送元素数", "公式 B", "实测 B", "结论"],
    agrees: "一致",
    differs: "不一致",
    no_formula: "没有闭式",
    resident: "驻留 B",
    resident_note: "发送和接收统计整次运行；驻留是记录里这一课命名张量的存储，共用同一存储的视图只算一次。",
    compare: "DDP 与 ZeRO-2 并排",
    compare_columns: ["项目", "DDP", "ZeRO-2", "结论"],
    sent: "全部 rank 发送 B",
    by_formula: "公式：2·(W−1)·64·4 与 2·(W−1)·W·⌈64/W⌉·4",
    padding: "其中补齐 B",
    gradient: "更新时每个 rank 上驻留的梯度 B",
    optimizer: "带一个状态槽的优化器还要再占这么多（这里跑的是普通 SGD，没有状态）B",
};
