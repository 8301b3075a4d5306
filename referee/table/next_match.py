"""What follows a match that is over: what people may do on its page, and which match is played next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

import games
import players
from games.dataclass import dataclass
from games.game import IllegalMove
from games.names.catalogue import SpecError
from players.entry import LEVEL as LEVEL_NUMBER
from players.entry import ask_for_level
from players.player import Unplayable
from referee.match.events import How
from referee.match.record import replay_texts
from referee.storage.saved_match import SavedMatch, is_persons

if TYPE_CHECKING:
    from players.level import LevelPlayer
    from referee.batches.plan import Plan
    from referee.match.record import Recorder
    from referee.match.series import Series
    from referee.table.fullscreen.match_front import FullScreenFront
    from referee.table.fullscreen.view import View


AGAIN, SWAPPED, BACK, MENU, LEVEL = "again", "swapped", "back", "menu", "level"  # what a page may be left for
POSITION = "position"  # and, with its text after it, for a game that begins there

LEVELS = range(LEVEL_NUMBER.least or 1, (LEVEL_NUMBER.most or 10) + 1)

Choice = tuple[str, str, str]  # a key, and what it does in a word and in a few


def choices(view: View) -> list[Choice]:
    """Return the possible actions after the end of the match. In a series the players stay, and the seats alternate."""
    person = any(moved.seat >= 0 and view.people[moved.seat] for _, moved in view.timeline.steps())
    alone, levels = view.series is None and not view.remote, players.CATALOGUE.find("level") is not None
    found: list[tuple[bool, Choice]] = [
        (view.remote and view.viewer is not None, ("n", "rematch", "ask for a rematch")),
        (not (view.follows or view.remote), ("n", "again", "play again")),
        (view.follows, ("n", "next game", "play the next game of the series")),
        (True, ("v", "review", "review this match")),
        (person and alone, ("u", "take back", "take back your last move")),
        (alone, ("s", "swap", "play again, seats swapped")),
        (sum(view.people) == 1 and alone and levels, ("l", "level", "play another level")),
        (not view.remote, ("g", "games", "choose another game")),
        (view.writes and not view.remote, ("e", "share", "save it as an animation")),
        (True, ("q", "leave", "leave the table")),
    ]
    return [choice for offered, choice in found if offered]


def ask_level(front: FullScreenFront, asks: bool = True) -> None:
    """Ask which level to play in the next match, or stop asking."""
    front.asks_level = asks
    front.buffer.reset()


def answer_level(front: FullScreenFront) -> None:
    """Leave the page for a match against the level that was typed; anything else gets a message."""
    text = front.buffer.text.strip()
    front.buffer.reset()
    if not text:
        return
    try:
        cast("LevelPlayer", players.load(ask_for_level(text).spec)).check_game(front.view.timeline.last.game)
    except (IllegalMove, SpecError, Unplayable) as error:
        front.view.say(f"{error}.")
    else:
        front.leave_for(f"{LEVEL} {text}")


@dataclass(frozen=True)
class NextMatch:
    """A match to be played.

    kept    the part of it that was played before, and where that is kept.
    series  the series as it stands before the match, if it is part of one.
    """

    plan: Plan
    kept: SavedMatch | None = None
    series: Series | None = None

    @property
    def round(self) -> int:
        """Its number among the matches of its plan."""
        return self.kept.heading.number if self.kept else 0


def choose_next(now: NextMatch, minutes: Recorder, after: Series | None, choice: str) -> NextMatch:
    """Return what is played next by those who sit here.

    minutes  the moves of the match now;  after  how its series stands after it, if it is over.
    choice   `again`, `swapped` with the seats changed, `back` before the last move, `level casual` against that, or
             `position xo1/3/3 x` from there.

    In a series it is its next game, and seats alternate; after the last one a series like it begins.
    """
    word, _, rest = choice.partition(" ")
    if word == BACK:
        kept = taken_back(now, minutes)
        return NextMatch(replace(kept.plan(), guard=now.plan.guard, person=now.plan.person), kept)
    one, two = minutes.heading.players
    names = minutes.heading.names
    goes_on = after is not None and not after.over
    series = after if goes_on else now.series and now.series.anew()
    if word == LEVEL:
        one, two = (spec if is_persons(spec) else ask_for_level(rest).spec for spec in (one, two))
    changed = goes_on or word == SWAPPED
    keep_names = goes_on or (is_persons(one) and is_persons(two))
    plan = replace(
        now.plan,
        game=series.spec if series else now.plan.game,
        seed=now.plan.seed + 1,
        players=(two, one) if changed else (one, two),
        control=now.plan.control.swapped if changed else now.plan.control,
        called=None if not keep_names else (names[1], names[0]) if changed else names,
    )
    if word == POSITION:
        plan = replace(plan, game=games.with_position(plan.game, rest), opening=(), openings=())
    return NextMatch(plan, series=series)


def taken_back(now: NextMatch, minutes: Recorder) -> SavedMatch:
    """Return the match before the last move of a person, or where it stood if it did not end by a move."""
    plan = now.plan
    opening = tuple(minutes.texts[: len(replay_texts(plan.game, plan.opening_of(now.round)))])
    past = minutes.moves[len(opening) :]

    def persons_move(seat: int) -> bool:
        return seat >= 0 and is_persons(minutes.heading.players[seat])

    by_move = minutes.end is None or minutes.end.how is How.PLAYED_OUT
    if by_move or (past and not persons_move(past[-1].game.turn)):
        own = [place for place, moved in enumerate(past) if persons_move(moved.seat)]
        past = past[: own[-1]] if own else []
    return SavedMatch(minutes.heading, plan.control, opening, tuple((each.text, each.left) for each in past))
