"""Matches one after the other, and the menu between them: who plays what next, and what people do there besides."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.batches.plan import Plan
from referee.match.series import Sitting
from referee.reports.history import find_resumable
from referee.storage.archive import open_archive
from referee.storage.saved_match import SavedMatch
from referee.support.limits import draw_seed
from referee.table.next_match import MENU, NextMatch
from referee.table.session import play_session

if TYPE_CHECKING:
    from pathlib import Path

    from referee.support.settings import Settings
    from referee.table.fullscreen.menu_form import MenuChoice
    from referee.table.fullscreen.menu_lists import MenuErrand


def play_matches(first: NextMatch, wanted: Settings, file: Path | None = None) -> None:
    """Play a match, and then others as long as people choose to, from the menu too.

    file  where the records of all of them are written.

    Raises SpecError if what is wanted cannot be.
    """
    sitting, plan = Sitting(), first.plan
    while play_session(first, wanted, sitting, file) == MENU:
        choice = choose_match(first.series.game if first.series else plan.game, wanted)
        if choice is None:
            return
        if isinstance(choice, SavedMatch):
            first = NextMatch(replace(choice.plan(), person=wanted.name), choice, choice.series)
        else:
            seed = draw_seed()
            first = NextMatch(Plan(choice.game, choice.players, seed, plan.control, person=plan.person))
        plan = first.plan


def choose_match(game: str, wanted: Settings, *, pick: bool = True) -> MenuChoice | SavedMatch | None:
    """Return what people choose in the menu to play, or to go on with; None if they leave.

    Matches of the past that they look at meanwhile are shown. For game and pick see `menu.choose`.
    """
    from referee.table.fullscreen.menu import choose
    from referee.table.fullscreen.menu_lists import MenuErrand

    while isinstance(choice := choose(game, wanted, pick=pick), MenuErrand):
        if isinstance(kept := run_errand(choice, wanted), SavedMatch):
            return kept
        pick = True
    return choice


def run_errand(errand: MenuErrand, wanted: Settings) -> SavedMatch | None:
    """Return a match that is to be continued; show any other, with its review if that is wanted."""
    from referee.table import replay

    with closing(open_archive()) as archive:
        if errand.verb == "resume":
            return find_resumable(archive, str(errand.number))
        replay.show(archive, str(errand.number), None, wanted, reviewed=errand.verb == "review")
    return None
