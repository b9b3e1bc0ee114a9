//! Messages of the corpus, cut, flipped and spliced: reading them never panics and gives clean text.
