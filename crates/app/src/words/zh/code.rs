use crate::words::CodeWords;

pub(super) const CODE: CodeWords = CodeWords {
    heading: "程序",
    hint: "每个 rank 都标在它所在的那一行。点一行，就跳到下一个 rank 走到这一行的时刻。",
    language: "语言",
    lines: "程序的各行",
    standing: |lines| match lines {
        [] => "还没有 rank 开始。".to_owned(),
        lines => {
            let lines: Vec<String> =
                lines.iter().map(|(line, ranks)| format!("第 {line} 行：rank {ranks}")).collect();
            lines.join(" · ")
        }
    },
};
