"""A server that makes ``bj.editor`` available to editors over the Language Server Protocol (LSP)."""
