"""The commands of GTP that only go has: stones of a handicap, and which stones are alive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.boards.board_text import write_rows
from games.go.notation import handicap_places, hoshi
from referee.dialects import gtp
from referee.serving.gtp_board import PLACELESS
from referee.serving.gtp_words import SYNTAX, GtpRefusal, read_whole, take

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.game import Game
    from referee.serving.gtp_desk import Command, GtpDesk

    Place = gtp.Place

UNFIT = "invalid number of stones"
OCCUPIED = "board not empty"
STATES = ("alive", "seki", "dead")


def fix_handicap(server: GtpDesk, words: Sequence[str]) -> str:
    """Put so many stones on the star points, and tell which these are."""
    number, size = read_whole(take(words, 1)[0]), gtp.size(server.stand.start)[0]
    if not 2 <= number <= len(hoshi(size)):
        raise GtpRefusal(UNFIT)
    return lay(server, [(size - 1 - row, column) for row, column in handicap_places(size, number)])


def place_handicap(server: GtpDesk, words: Sequence[str]) -> str:
    """Put so many stones where they are good, and tell where: on the star points, at most as many as there are."""
    number, size = read_whole(take(words, 1)[0]), gtp.size(server.stand.start)[0]
    if number < 2 or not hoshi(size):
        raise GtpRefusal(UNFIT)
    return fix_handicap(server, [str(min(number, len(hoshi(size))))])


def set_handicap(server: GtpDesk, words: Sequence[str]) -> str:
    """Put stones on these points."""
    try:
        places = [gtp.read_point(server.stand.start, word) for word in words]
    except gtp.NotAPoint:
        raise GtpRefusal(PLACELESS) from None
    if not 2 <= len(places) < gtp.size(server.stand.start)[0] ** 2:
        raise GtpRefusal(UNFIT)
    if len(set(places)) < len(places):
        raise GtpRefusal("repeated vertex")
    lay(server, places)
    return ""


def lay(server: GtpDesk, places: list[Place]) -> str:
    """Begin with stones of Black's there, White to move; the points. Raises GtpRefusal unless the board is empty."""
    if gtp.stones(server.stand.game) or server.stand.past:
        raise GtpRefusal(OCCUPIED)
    size, start = gtp.size(server.stand.start)[0], server.stand.fresh()
    rows = [["b" if (row, column) in places else "" for column in range(size)] for row in range(size)]
    try:
        start.set_position(f"{write_rows(rows)} w")
    except ValueError:
        raise GtpRefusal(UNFIT) from None
    server.stand.begin(start)
    return " ".join(gtp.write_point(start, place) for place in places)


def list_stones(server: GtpDesk, words: Sequence[str]) -> str:
    """The stones of that state, a chain a line. All are alive: what is dead has to be captured, as area counts."""
    (state,) = take(words, 1)
    if state not in STATES:
        raise GtpRefusal(SYNTAX)
    game = server.stand.game
    lines = (" ".join(gtp.write_point(game, place) for place in chain) for chain in chains(game))
    return "\n".join(lines) if state == "alive" else ""


def chains(game: Game) -> Iterable[list[Place]]:
    """The places of each chain of stones, from the top."""
    owners = {
        (row, column): cell.seat
        for row, line in enumerate(gtp.rows_of(game))
        for column, cell in enumerate(line)
        if cell.seat is not None
    }
    seen: set[Place] = set()
    for first, seat in owners.items():
        chain = [] if first in seen else [first]
        seen.add(first)
        for row, column in chain:
            for place in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if owners.get(place) == seat and place not in seen:
                    seen.add(place)
                    chain.append(place)
        if chain:
            yield chain


COMMANDS: dict[str, Command] = {
    "fixed_handicap": fix_handicap,
    "place_free_handicap": place_handicap,
    "set_free_handicap": set_handicap,
    "final_status_list": list_stones,
}
