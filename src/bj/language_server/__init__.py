"""The language server: the answers of ``bj.editor`` in the protocol of editors."""
