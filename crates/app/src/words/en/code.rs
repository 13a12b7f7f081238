use crate::words::CodeWords;

pub(super) const CODE: CodeWords = CodeWords {
    heading: "Program",
    hint: "Ranks are marked at the line they stand at. A click on a line goes to when the next rank comes to it.",
    language: "Written in",
    lines: "Lines of the program",
    standing: |lines| match lines {
        [] => "No rank has begun.".to_owned(),
        lines => {
            let lines: Vec<String> =
                lines.iter().map(|(line, ranks)| format!("line {line}: rank {ranks}")).collect();
            format!("At {}.", lines.join(" · "))
        }
    },
};
