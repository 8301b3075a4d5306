"""A page as one file of HTML that needs nothing beside itself and runs no script."""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape

from games.notation import printable


def document(title: str, sheet: str, header: str, main: str, pictures: bool = False) -> str:
    """The page of that style sheet, with a line end at the end.

    title  a text;  header, main  HTML;  pictures  whether there are some in it as data.
    """
    return f"""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy(sheet, pictures)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="referee">
<title>{text(title)}</title>
<style>{sheet}</style>
</head>
<body>
{header}
<main>
{main}
</main>
<footer>Made by referee.</footer>
</body>
</html>
"""


def policy(sheet: str, pictures: bool = False) -> str:
    """What a browser may load for the page: that style sheet, pictures that stand in the page itself, nothing else."""
    digest = b64encode(sha256(sheet.encode()).digest()).decode()
    drawn = " img-src data:;" if pictures else ""
    return f"default-src 'none';{drawn} style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def heading(kind: str, title: str, lead: str, facts: Mapping[str, str]) -> str:
    """The top of a page: HTML for its kind, its title and the sentence that comes first, and facts, which are texts."""
    pairs = "\n".join(f"<div><dt>{term}</dt><dd>{text(fact)}</dd></div>" for term, fact in facts.items() if fact)
    return f"""\
<header>
<p class="kind">{kind}</p>
<h1>{title}</h1>
<p class="lead">{lead}</p>
<dl class="facts">
{pairs}
</dl>
</header>"""


def text(words: str) -> str:
    """The words as HTML that shows just them."""
    return escape(printable(words))


def unbroken(html: str) -> str:
    """The same with no number parted from its sign for per cent."""
    return html.replace(" %", "&nbsp;%")


def marked(other: str) -> str:
    """A text of others, such as a name, whose direction of writing is its own."""
    return f"<bdi>{text(other)}</bdi>"


def section(identity: str, title: str, *content: str) -> str:
    """A part of the page below its title."""
    body = "\n".join(content)
    return f'<section aria-labelledby="{identity}">\n<h2 id="{identity}">{title}</h2>\n{body}\n</section>'
