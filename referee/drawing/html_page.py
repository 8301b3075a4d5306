"""A page as one file of HTML that needs nothing beside itself and runs no script."""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256

from referee.drawing.markup import Markup, block, element, lines, text


def document(title: str, sheet: str, header: Markup, *main: Markup) -> str:
    """The page of that style sheet, with a line end at the end; of its sections empty ones are left out."""
    return f"""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{content_policy(sheet)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="referee">
<title>{text(title)}</title>
<style>{sheet}</style>
</head>
<body>
{header}
{block("main", *filter(None, main))}
<footer>Made by referee.</footer>
</body>
</html>
"""


def content_policy(sheet: str) -> str:
    """What a browser may load for the page: that style sheet, which stands in it, and nothing else."""
    digest = b64encode(sha256(sheet.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def heading(kind: str, title: str, lead: str, facts: Mapping[str, str]) -> Markup:
    """The top of a page: its kind, its title, the sentence that comes first, and facts, without empty ones."""
    pairs = (element("div", element("dt", term), element("dd", fact)) for term, fact in facts.items() if fact)
    return block(
        "header",
        element("p", kind, class_="kind"),
        element("h1", title),
        element("p", lead, class_="lead"),
        block("dl", lines(*pairs), class_="facts"),
    )


def keep_percent_together(words: str) -> Markup:
    """The text, or the markup, with no number parted from its sign for per cent."""
    return Markup(text(words).replace(" %", "&nbsp;%"))


def bidi_text(other: str) -> Markup:
    """A text of others, such as a name, whose direction of writing is its own."""
    return element("bdi", other)


def section(identity: str, title: str, *content: Markup) -> Markup:
    """A part of the page below its title."""
    return block("section", element("h2", title, id=identity), *content, aria_labelledby=identity)
