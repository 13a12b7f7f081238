use crate::words::CopyWords;

pub(super) const WORDS: CopyWords = CopyWords {
    button: |name, rank| format!("Copy {name} of rank {rank} as a torch.tensor literal"),
    copied: |name| format!("{name} is in the clipboard, as a torch.tensor literal."),
    refused: "The browser did not let the page write to the clipboard: allow it, or open the page over HTTPS.",
    nothing: "it has no value here that could be copied.",
    summarised: "the record keeps only its first elements; the Result view has all of it.",
};
