use crate::words::CompareWords;

pub(super) const COMPARE: CompareWords = CompareWords {
    hint: "先保留这次运行，改一项设置再运行一次：两次运行就会并排显示，停在同一时刻。",
    keep: "保留这次运行，用来对比",
    forget: "不再对比",
    differences: "不同的设置",
    same: "两次运行的设置相同：改一项再运行。",
    this: "这次运行",
    kept: "保留的运行",
    not_there: "保留的那次运行没有这一课。",
    derived: "默认",
};
