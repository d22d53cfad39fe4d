"""Configuration of Sphinx for the site; `python docs/build.py` builds it."""

from __future__ import annotations

import bj

project = "bj"
version = release = bj.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
default_role = "code"
highlight_language = "text"
suppress_warnings = [
    "misc.highlighting_failure",  # the bad examples of codes are bad on purpose
]

myst_heading_anchors = 4
myst_links_external_new_tab = True

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80

copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = f"bj {bj.__version__}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_theme_options = {"navigation_with_keys": True}
