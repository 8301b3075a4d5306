"""How the page of a tournament looks: its style sheet, in the colours of the theme that suits all kinds of eyes."""

from referee.themes import THEMES

ACCENT = THEMES["safe"].style("first").fg  # of what is won
OTHER = THEMES["safe"].style("second").fg  # of what is lost

LIGHT = "--ground: #ffffff; --panel: #f7f6f2; --ink: #1d2227; --faint: #59626b; --rule: #dcd9d0; --strong: #0b5c8f;"
DARK = "--ground: #14181b; --panel: #1c2125; --ink: #e8e6e1; --faint: #a3abb3; --rule: #343b41; --strong: #7cc0ec;"
TINTS = (8, 16, 26, 36)  # per cent of a colour in the ground of a cell, by how far the result is from even


def style() -> str:
    """The style sheet."""
    return COLOURS + SHEET + "\n".join(tinted(kind, at) for kind in ("won", "lost") for at in range(len(TINTS)))


def tinted(kind: str, at: int) -> str:
    """The rule for a cell of that ground."""
    red, green, blue = (int((ACCENT if kind == "won" else OTHER)[place : place + 2], 16) for place in (1, 3, 5))
    return f".{kind}-{at} {{ background: rgba({red}, {green}, {blue}, {TINTS[at] / 100}) }}"


COLOURS = f"""
:root {{ color-scheme: light dark; {LIGHT} --bar: {ACCENT}; --bad: #a84300; }}
@media (prefers-color-scheme: dark) {{ :root {{ {DARK} --bar: #2f8fcb; --bad: #f08a4b; }} }}
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
.place { color: var(--faint); padding-left: 0; width: 1% }
.player-name { text-align: left; white-space: normal; width: 40%; min-width: 8rem }
.player-name bdi, .spec {
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; line-clamp: 4; overflow: hidden
}
.spec { color: var(--faint); font-size: .8125rem; font-weight: 400; line-height: 1.3 }
td.points { font-weight: 600 }
.faint { color: var(--faint) }
.bad { color: var(--bad) }
.standings tr > :last-child { padding-right: 0 }
.standings tr.leader .player-name { font-weight: 650 }
.chart { display: block; overflow: visible }
.chart-room { padding: 0 1.25rem }
.chart text { font-size: 13px; fill: var(--ink) }
.chart text.tick, .chart text.zero { text-anchor: middle; fill: var(--faint); font-size: 12px }
.chart text.zero { fill: var(--ink); font-weight: 600 }
.chart text.rating { text-anchor: end; paint-order: stroke; stroke: var(--ground);
  stroke-width: 6px; stroke-linejoin: round }
.chart .name bdi { background: var(--ground); padding-right: .4em }
.chart line.tick { stroke: var(--rule); stroke-width: 1 }
.chart line.zero { stroke: var(--faint); stroke-width: 1.5 }
.chart line.interval { stroke: var(--bar); stroke-width: 3 }
.chart path { fill: none; stroke: var(--bar); stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round }
.chart .value { fill: var(--bar); stroke: var(--ground); stroke-width: 2 }
.chart .guess { fill: var(--ground); stroke: var(--bar) }
.chart .name { font-size: 14px; line-height: 24px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.chart .leader .name, .chart .leader .rating { font-weight: 650 }
.scroll {
  overflow-x: auto; width: max-content; min-width: 100%; max-width: calc(100vw - 2.5rem);
  position: relative; left: 50%; transform: translateX(-50%);
}
.scroll:focus-visible { outline: 2px solid var(--strong); outline-offset: 4px }
.cross { width: auto; min-width: 60% }
.cross th, .cross td { text-align: center; padding: .4rem .55rem; line-height: 1.25 }
.cross tbody th { text-align: left; padding-left: 0; position: sticky; left: 0; background: var(--ground) }
.cross tbody th bdi { display: inline-block; max-width: min(14rem, 34vw); overflow: hidden; text-overflow: ellipsis;
  vertical-align: bottom }
.cross thead td { border-bottom: 1px solid var(--ink) }
abbr { text-decoration: none }
.cross .letter { display: inline-block; min-width: 1.6em; color: var(--faint) }
.cross td small { display: block; font-size: .75rem; color: var(--ink) }
.cross td b { font-weight: 600 }
.self { color: var(--faint) }
ul { margin: 0; padding: 0; list-style: none; max-width: 42rem }
li { padding: .5rem 0 }
li + li { border-top: 1px solid var(--rule) }
.how { background: var(--panel); border-radius: .6rem; padding: 1.4rem 1.5rem 1rem }
.how p { font-size: .9375rem }
footer { color: var(--faint); font-size: .8125rem; padding-block: 2.5rem 3rem }
@media (max-width: 40rem) {
  section { margin-top: 2.5rem }
  .standings thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden }
  .standings, .standings tbody { display: block }
  .standings tr { display: flex; flex-wrap: wrap; column-gap: .75rem; position: relative;
    padding: .7rem 0 .7rem 2.25rem }
  .standings tbody tr + tr { border-top: 1px solid var(--rule) }
  .standings tbody tr + tr > * { border: 0 }
  .standings th, .standings td { padding: 0; font-size: .875rem }
  .standings .place { position: absolute; left: 0; font-size: 1rem }
  .standings .player-name { flex: 1 1 calc(100% - 7.5rem); width: auto; min-width: 0; font-size: 1rem }
  .standings .points { font-size: 1rem }
  .standings [data-unit]::after { content: "\\00a0" attr(data-unit); font-weight: 400; color: var(--faint) }
  .standings .rating { flex-basis: 100%; text-align: left; order: 1 }
  .standings :is(.games, .wins, .draws, .losses, .forfeits, .seconds) { order: 2; font-size: .8125rem }
  .standings .empty { display: none }
  .chart-room { padding: 0 .5rem }
}
@media print {
  :root { --ground: #ffffff; --panel: #ffffff; --ink: #000000; --faint: #444444; --rule: #bbbbbb; --strong: #000000 }
  body { font-size: 10pt }
  header { padding-top: 0 }
  tr, li, .how, .facts, .chart { break-inside: avoid }
  h2 { break-after: avoid }
  .scroll { overflow: visible }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact }
}
"""
