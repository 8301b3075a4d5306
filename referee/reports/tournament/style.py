"""How the page of a tournament looks: its style sheet."""

from referee.drawing import html_style
from referee.drawing.html_style import ACCENT, OTHER

TINTS = (8, 16, 26, 36)  # per cent of a colour in the ground of a cell, by how far the result is from even


def style() -> str:
    """The style sheet."""
    tints = "\n".join(tint_rule(kind, at) for kind in ("won", "lost") for at in range(len(TINTS)))
    return html_style.style(f"{SHEET}{tints}\n")


def tint_rule(kind: str, at: int) -> str:
    """The rule for a cell of that ground."""
    red, green, blue = (int((ACCENT if kind == "won" else OTHER)[place : place + 2], 16) for place in (1, 3, 5))
    return f".{kind}-{at} {{ background: rgba({red}, {green}, {blue}, {TINTS[at] / 100}) }}"


SHEET = """\
.place { color: var(--faint); padding-left: 0; width: 1% }
.player-name { text-align: left; white-space: normal; width: 40%; min-width: 8rem }
.player-name bdi, .spec {
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; line-clamp: 4; overflow: hidden
}
.spec { color: var(--faint); font-size: .8125rem; font-weight: 400; line-height: 1.3 }
td.points { font-weight: 600 }
.standings tr > :last-child { padding-right: 0 }
.standings tr.leader .player-name { font-weight: 650 }
.chart text.rating { text-anchor: end; paint-order: stroke; stroke: var(--ground);
  stroke-width: 6px; stroke-linejoin: round }
.chart .name bdi { background: var(--ground); padding-right: .4em }
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
@media (max-width: 40rem) {
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
}
@media print { .scroll { overflow: visible } }
"""
