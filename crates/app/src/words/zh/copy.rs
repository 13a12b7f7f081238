use crate::words::CopyWords;

pub(super) const WORDS: CopyWords = CopyWords {
    button: |name, rank| format!("把 rank {rank} 的 {name} 复制为 torch.tensor 字面量"),
    copied: |name| format!("{name} 已作为 torch.tensor 字面量复制到剪贴板。"),
    refused: "浏览器不让页面写剪贴板：请允许，或用 HTTPS 打开页面。",
    nothing: "此刻没有可以复制的值。",
    summarised: "记录里只留了开头的元素，完整的值在“结果”视图里。",
};
