"""The option in which a clock is typed: it loads what reads a clock once there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.option import Option

if TYPE_CHECKING:
    from referee.match.clocks import Control


class ClockOption(Option):
    """A clock, or a budget instead, read from text as a Control.

    examples  what completion offers: one of each kind.
    """

    examples = ("5m", "5m+3s", "5m+d3s", "40/5m", "5m/10x20s", "5m/25/10m", "5m,1m", "nodes=10000", "depth=6")

    @property
    def allowed(self) -> str:
        from referee.match.clock_text import ALLOWED

        return ALLOWED

    def read(self, text: str) -> Control:
        from referee.match.clock_text import read_clock

        return read_clock(text)

    def fits(self, value: Any) -> bool:
        from dataclasses import replace

        from referee.match.clocks import UNLIMITED, Control

        return isinstance(value, Control) and replace(value, second=None) != UNLIMITED
