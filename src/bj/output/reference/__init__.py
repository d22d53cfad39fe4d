"""The reference of the language in Markdown, made from the models and tables that define it."""

from bj.output.reference.document import make_reference

__all__ = ["make_reference"]
