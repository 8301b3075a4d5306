"""The commands of GTP by which the player chooses moves, and those that tell it the time."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING

from games.game import IllegalMove
from referee.dialects import gtp
from referee.match.clocks import UNLIMITED, ByoYomi, Control, SeatClock
from referee.serving.allowance import Allowance, ServedClocks
from referee.serving.gtp_board import turn_of
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
            server.start_search(Allowance(server.clocks.allotted(seat))).join()
            server.clocks.spend(seat, monotonic() - began)
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
    server.clocks = ServedClocks(make_control(main, period, stones=stones))
    return ""


def set_kind_of_time(server: GtpDesk, words: Sequence[str]) -> str:
    """As servers tell it: `none`, `absolute 300`, `byoyomi 300 30 5`, `canadian 300 300 25`."""
    kind, *rest = words or [""]
    if len(rest) != KINDS.get(kind):
        raise GtpRefusal(SYNTAX)
    numbers = [read_whole(word) for word in rest]
    match kind:
        case "none":
            control = UNLIMITED
        case "byoyomi":
            main, period, periods = numbers
            control = make_control(main, period, periods=periods)
        case _:
            control = make_control(*numbers)
    server.clocks = ServedClocks(control)
    return ""


def make_control(main: int, period: int = 0, stones: int = 1, periods: int = 1) -> Control:
    """Main time, and so many periods for so many stones each; a period of 0 seconds is none.

    Periods of some seconds that are for no stones, or no periods of them, mean in GTP that there is no limit.
    """
    if not period:
        return Control(total=main)
    return Control(total=main, byo_yomi=ByoYomi(period, periods, stones)) if stones and periods else UNLIMITED


def tell_time(server: GtpDesk, words: Sequence[str]) -> str:
    """What is left on the clock of a colour, and how many stones or periods that is for; 0 in the main time."""
    colour, *numbers = take(words, 3)
    seconds, count = map(read_whole, numbers)
    server.clocks.show(read_seat(colour), make_clock(server.clocks.control, seconds, count))
    return ""


def make_clock(control: Control, seconds: int, count: int) -> SeatClock:
    """A clock that shows so many seconds: in the main time where `count` is 0 or no periods follow, else in a period.

    count  the stones to be placed in the period; where each is for one stone, the periods left with this one.
    """
    byo_yomi = control.byo_yomi
    if byo_yomi is None:
        return SeatClock(seconds)
    if not count:
        return SeatClock(seconds, periods=byo_yomi.periods).run(0.0, byo_yomi)
    if byo_yomi.counted:
        return SeatClock(seconds, moves=count, periods=1, byo_yomi=True)
    return SeatClock(seconds, periods=count, byo_yomi=True)


COMMANDS: dict[str, Command] = {
    "genmove": make_choice,
    "reg_genmove": show_choice,
    "time_settings": set_time,
    "kgs-time_settings": set_kind_of_time,
    "time_left": tell_time,
}
