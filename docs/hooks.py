"""The pages of the site that lie above this folder: the README and the changelog."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

ABOVE = {"README.md": "overview.md", "CHANGELOG.md": "changes.md"}


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Return the files of the site, with those from above."""
    for name, page in ABOVE.items():
        text = (Path(config.docs_dir).parent / name).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=re.sub(r'(\]\(|src=")docs/', r"\1", text)))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return the text of a page, its links to the files above turned into links to their pages."""
    for name, page in ABOVE.items():
        markdown = re.sub(rf"\]\((?:\.\./)?{re.escape(name)}(#[\w-]+)?\)", rf"]({page}\1)", markdown)
    return markdown
