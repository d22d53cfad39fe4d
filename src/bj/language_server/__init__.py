"""The language server: serves the answers of ``bj.editor`` over the Language Server Protocol (LSP)."""
