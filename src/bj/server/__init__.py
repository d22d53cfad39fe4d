"""The language server: what ``bj.editor`` finds, in the protocol of editors."""
