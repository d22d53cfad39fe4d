"""The language server: gives the answers of ``bj.editor`` in the protocol of editors."""
