"""A page as one file of HTML that needs no other file and runs no script; the look of pages and charts."""

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256

from referee.drawing.markup import Markup, block, element, lines, text
from referee.drawing.themes import THEMES

ACCENT = THEMES["safe"].style("first").fg  # of what is won, and of seat 0
OTHER = THEMES["safe"].style("second").fg  # of what is lost, and of seat 1
LIGHT = {
    "ground": "#ffffff", "panel": "#f7f6f2", "ink": "#1d2227", "faint": "#59626b", "rule": "#dcd9d0",
    "strong": "#0b5c8f", "bar": ACCENT, "other": OTHER, "bad": "#a84300",
    "good": "#00704a",
}  # fmt: skip
DARK = {
    "ground": "#14181b", "panel": "#1c2125", "ink": "#e8e6e1", "faint": "#a3abb3", "rule": "#343b41",
    "strong": "#7cc0ec", "bar": "#2f8fcb", "other": OTHER, "bad": "#f08a4b",
    "good": "#5bc8a0",
}  # fmt: skip
CHART = """\
.chart { display: block; overflow: visible }
.chart-room { padding: 0 1.25rem }
.chart text { font-size: 13px; fill: var(--ink) }
.chart text.tick, .chart text.zero { text-anchor: middle; fill: var(--faint); font-size: 12px }
.chart text.zero { fill: var(--ink); font-weight: 600 }
.chart line.tick { stroke: var(--rule); stroke-width: 1 }
.chart line.zero { stroke: var(--faint); stroke-width: 1.5 }
"""


def style(own: str = "") -> str:
    """Return the style sheet of a page, with its own rules."""
    return f"{COLOURS}{SHEET}{CHART}{own}{MEDIA}"


def colour_variables(colours: Mapping[str, str]) -> str:
    """Return the colours as variables of a style sheet."""
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


def resolve_variables(rules: str) -> str:
    """Return the rules with each colour in place of its variable: not all viewers of pictures know variables."""

    def filled(colours: Mapping[str, str]) -> str:
        return re.sub(r"var\(--(\w+)\)", lambda found: colours[found[1]], rules)

    return f"{filled(LIGHT)}@media (prefers-color-scheme: dark) {{\n{filled(DARK)}}}\n"


COLOURS = f"""
:root {{ color-scheme: light dark; {colour_variables(LIGHT)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {colour_variables(DARK)} }} }}
"""
SHEET = """\
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  font-variant-numeric: tabular-nums lining-nums; overflow-wrap: anywhere;
}
header, main, footer { max-width: 52rem; margin: 0 auto; padding: 0 1.25rem }
header { padding-top: clamp(1.75rem, 6vw, 4rem) }
h1, h2 {
  font-family: Charter, "Bitstream Charter", "Iowan Old Style", "Sitka Text", Cambria, Georgia, serif;
  font-weight: 600; line-height: 1.15; letter-spacing: -.01em; text-wrap: balance; margin: 0;
}
h1 { font-size: clamp(2rem, 7vw, 3.1rem) }
h2 { font-size: 1.4rem; margin-bottom: .9rem }
section { margin-top: 3.25rem }
p { margin: .6rem 0; max-width: 42rem; text-wrap: pretty }
.kind { margin: 0 0 .5rem; color: var(--faint); font-size: .875rem; letter-spacing: .02em }
.lead { font-size: 1.2rem; line-height: 1.45; margin-top: .8rem }
sup { line-height: 0 }
.note { color: var(--faint); font-size: .875rem }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .9rem 1.5rem;
  margin: 1.6rem 0 0; padding: 1rem 0; border-block: 1px solid var(--rule) }
.facts dt { color: var(--faint); font-size: .8125rem }
.facts dd { margin: 0; font-weight: 600 }
table { border-collapse: collapse; width: 100% }
th, td { padding: .55rem .5rem; text-align: right; vertical-align: baseline; font-weight: 400; white-space: nowrap }
thead th, thead .bad { color: var(--faint); font-size: .8125rem; border-bottom: 1px solid var(--ink) }
tbody tr + tr > * { border-top: 1px solid var(--rule) }
.faint { color: var(--faint) }
.bad { color: var(--bad) }
ul { margin: 0; padding: 0; list-style: none; max-width: 42rem }
li { padding: .5rem 0 }
li + li { border-top: 1px solid var(--rule) }
.how { background: var(--panel); border-radius: .6rem; padding: 1.4rem 1.5rem 1rem }
.how p { font-size: .9375rem }
footer { color: var(--faint); font-size: .8125rem; padding-block: 2.5rem 3rem }
"""
MEDIA = """
@media (max-width: 40rem) {
  section { margin-top: 2.5rem }
  .chart-room { padding: 0 .5rem }
}
@media print {
  :root { --ground: #ffffff; --panel: #ffffff; --ink: #000000; --faint: #444444; --rule: #bbbbbb; --strong: #000000 }
  body { font-size: 10pt }
  header { padding-top: 0 }
  tr, li, .how, .facts, .chart { break-inside: avoid }
  h2 { break-after: avoid }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact }
}
"""


def document(title: str, sheet: str, header: Markup, *main: Markup, script: str = "", again: int = 0) -> str:
    """Return a page with its style sheet; empty sections are left out.

    script  runs in the page, and may ask the server of the page;  again  seconds after which a browser without scripts
            loads the page again.
    """
    ending = f"<script>{script}</script>\n" if script else ""
    refresh = f'<noscript><meta http-equiv="refresh" content="{again}"></noscript>\n' if again else ""
    return f"""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{content_policy(sheet, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="referee">
<title>{text(title)}</title>
{refresh}<style>{sheet}</style>
</head>
<body>
{header}
{block("main", *filter(None, main))}
<footer>Made by referee.</footer>
{ending}</body>
</html>
"""


def content_policy(sheet: str, script: str = "") -> str:
    """Return what a browser may load for the page: its own style sheet and script, and nothing else."""
    runs = f"script-src '{source_of(script)}'; connect-src 'self'; " if script else ""
    return f"default-src 'none'; style-src '{source_of(sheet)}'; {runs}base-uri 'none'; form-action 'none'"


def source_of(content: str) -> str:
    """Return the digest by which a policy knows a style sheet or a script."""
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"


def heading(kind: str, title: str, lead: str, facts: Mapping[str, str]) -> Markup:
    """Return the top of a page: its kind, its title, the first sentence, and the facts that are not empty."""
    pairs = (element("div", element("dt", term), element("dd", fact)) for term, fact in facts.items() if fact)
    return block(
        "header",
        element("p", kind, class_="kind"),
        element("h1", title),
        element("p", lead, class_="lead"),
        block("dl", lines(*pairs), class_="facts"),
    )


def keep_percent_together(words: str) -> Markup:
    """Return text or markup in which no number is separated from its percent sign."""
    return Markup(text(words).replace(" %", "&nbsp;%"))


def bidi_text(other: str) -> Markup:
    """Return text of other people, such as a name, with a direction of writing of its own."""
    return element("bdi", other)


def section(identity: str, title: str, *content: Markup) -> Markup:
    """Return a part of the page below its title."""
    return block("section", element("h2", title, id=identity), *content, aria_labelledby=identity)


def titled_table(identity: str, titles: Markup, rows: Iterable[Markup], role: str | None = None) -> Markup:
    """Return the table of the section `identity`: a row of titles, and the `rows` below it."""
    parts = element("thead", titles), block("tbody", *rows)
    return block("table", *parts, class_=identity, role=role, aria_labelledby=identity)
