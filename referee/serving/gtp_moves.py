"""The commands of GTP by which the player chooses moves, and those that tell it the time."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING

from games.game import IllegalMove
from referee.dialects import gtp
from referee.serving.gtp_board import turn_of
from referee.serving.gtp_clock import BYOYOMI, CANADIAN, GtpClock
from referee.serving.gtp_words import SYNTAX, GtpRefusal, read_seat, read_whole, take

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.serving.gtp_desk import Command, GtpDesk

KINDS = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}  # and how many numbers follow each


def make_choice(server: GtpDesk, words: Sequence[str]) -> str:
    """Make the player's move of that colour: a point, `pass`, or `resign` where it did something wrong."""
    return choose(server, read_seat(take(words, 1)[0]), makes=True)


def show_choice(server: GtpDesk, words: Sequence[str]) -> str:
    """The player's move of that colour, which is not made."""
    return choose(server, read_seat(take(words, 1)[0]), makes=False)


def choose(server: GtpDesk, seat: int, makes: bool) -> str:
    """What the player chooses for that seat. Raises GtpRefusal."""
    stand, began = server.stand, monotonic()
    try:
        with turn_of(stand, seat):
            game = stand.to_think_on()
            if not game.moves():
                raise GtpRefusal("the game is over")
            server.start_search(server.clock.allowance(seat)).join()
            server.clock.spend(seat, monotonic() - began)
            decision = server.decision
            if decision is None or decision.move is None:
                print(server.contestant.spec, decision and decision.wrong, file=sys.stderr, flush=True)
                return "resign"
            word = gtp.write_move(game, decision.move)
            if makes:
                stand.tell(word, gtp.read_move)
            return word
    except IllegalMove as error:
        raise GtpRefusal(str(error)) from None


def set_time(server: GtpDesk, words: Sequence[str]) -> str:
    """Main time, and then periods of so many seconds for so many stones."""
    main, period, stones = (read_whole(word) for word in take(words, 3))
    server.clock = GtpClock(main, period, stones)
    server.clock.reset()
    return ""


def set_kind_of_time(server: GtpDesk, words: Sequence[str]) -> str:
    """As servers tell it: `none`, `absolute 300`, `byoyomi 300 30 5`, `canadian 300 300 25`."""
    kind, *rest = words or [""]
    if len(rest) != KINDS.get(kind):
        raise GtpRefusal(SYNTAX)
    main, period, stones = [*map(read_whole, rest), 0, 0][:3] if rest else (None, 0, 0)
    server.clock = GtpClock(main, period, stones, BYOYOMI if kind == BYOYOMI else CANADIAN)
    server.clock.reset()
    return ""


def tell_time(server: GtpDesk, words: Sequence[str]) -> str:
    """What is left on the clock of a colour, and how many stones it is for; 0 in the main time."""
    colour, seconds, stones = take(words, 3)
    server.clock.tell(read_seat(colour), read_whole(seconds), read_whole(stones))
    return ""


COMMANDS: dict[str, Command] = {
    "genmove": make_choice,
    "reg_genmove": show_choice,
    "time_settings": set_time,
    "kgs-time_settings": set_kind_of_time,
    "time_left": tell_time,
}
