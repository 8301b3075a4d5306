"""The Go Text Protocol, version 2 (G. Farneback, draft 2 of 2002), for go, hex, othello and gomoku."""

from __future__ import annotations

import math
import re
import sys
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, process_time
from typing import TYPE_CHECKING

from games.boards.board_text import write_rows
from games.game import Game, IllegalMove
from games.go.notation import handicap_places, hoshi
from games.names.catalogue import SpecError
from referee.dialects import gtp
from referee.dialects.spoken_games import name_of
from referee.match.clocks import UNLIMITED, ByoYomi, Control, SeatClock
from referee.serving.server import Allowance, ProtocolServer, ServedClocks
from referee.serving.stand import Stand, reopened
from referee.support.build import version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from referee.serving.contestant import Decision

    Place = gtp.Place
    Command = Callable[["GtpServer", Sequence[str]], str]  # answers the words after the command, or raises GtpRefusal

WHOLE = re.compile(r"\d{1,9}", re.ASCII)
SYNTAX = "syntax error"
SIZES = {"go": ("size",), "othello": ("size",), "hex": ("size", "rows"), "gomoku": ("columns", "rows")}
WIDE = 200  # columns of a picture
UNFIT_SIZE = "unacceptable size"
ILLEGAL = "illegal move"
PLACELESS = "invalid color or coordinate"
KINDS = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}  # numbers that follow each kind of time
UNFIT = "invalid number of stones"
OCCUPIED = "board not empty"
STATES = ("alive", "seki", "dead")
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
NUMBERED = re.compile(r"(\d+)(?: +|$)(.*)", re.ASCII)


class GtpRefusal(Exception):
    """A command that cannot be obeyed; the message follows the question mark."""


def take(words: Sequence[str], least: int, most: int | None = None) -> Sequence[str]:
    """Return the words if there are `least` to `most` of them. Raises GtpRefusal."""
    if not least <= len(words) <= (least if most is None else most):
        raise GtpRefusal(SYNTAX)
    return words


def read_whole(word: str) -> int:
    """Return the whole number, at least 0. Raises GtpRefusal."""
    if not WHOLE.fullmatch(word):
        raise GtpRefusal(SYNTAX)
    return int(word)


def read_number(word: str) -> float:
    """Return the finite number. Raises GtpRefusal."""
    try:
        found = float(word)
    except ValueError:
        raise GtpRefusal(SYNTAX) from None
    if not math.isfinite(found):
        raise GtpRefusal(SYNTAX)
    return found


def read_seat(word: str) -> int:
    """Return the seat of a colour. Raises GtpRefusal."""
    try:
        return gtp.read_colour(word)
    except gtp.NotAPoint:
        raise GtpRefusal(PLACELESS) from None


def set_size(server: GtpServer, words: Sequence[str]) -> str:
    """Begin a game on a board of this size, or with columns and rows if there are two numbers."""
    sizes = [read_whole(word) for word in take(words, 1, 2)]
    names = SIZES[name_of(server.stand.start)]
    if len(set(sizes)) > len(names):
        raise GtpRefusal(UNFIT_SIZE)
    try:
        server.stand.vary(**dict(zip(names, (sizes[0], sizes[-1]), strict=False)))
    except ValueError:
        raise GtpRefusal(UNFIT_SIZE) from None
    begin(server)
    return ""


def clear_board(server: GtpServer, words: Sequence[str]) -> str:
    """Begin a game on an empty board."""
    server.stand.begin(server.stand.fresh())
    begin(server)
    return ""


def begin(server: GtpServer) -> None:
    """Let new players sit down, and restart the clocks."""
    server.contestant.leave()
    server.clocks.restart()


def set_komi(server: GtpServer, words: Sequence[str]) -> str:
    """Set the komi; the stones stay where they are."""
    komi = read_number(take(words, 1)[0])
    if name_of(server.stand.start) != "go":
        if komi:
            raise GtpRefusal("only go has a komi")
        return ""
    try:
        server.stand.retune(komi=komi)
    except ValueError as error:
        raise GtpRefusal(str(error)) from None
    return ""


def play(server: GtpServer, words: Sequence[str]) -> str:
    """Make a move of a colour."""
    colour, point = take(words, 2)
    seat = read_seat(colour)
    try:
        with turn_of(server.stand, seat):
            server.stand.tell(point, gtp.read_move)
    except gtp.NotAPoint:
        raise GtpRefusal(PLACELESS) from None
    except IllegalMove:
        raise GtpRefusal(ILLEGAL) from None
    return ""


@contextmanager
def turn_of(stand: Stand, seat: int) -> Iterator[None]:
    """Give the seat the turn for this block, in which one move may be made; without a move nothing changes.

    Raises IllegalMove if it is the other's turn, and the game does not allow that.
    """
    before, made = stand.game, len(stand.past)
    if before.turn != seat:
        stand.game = turned(before, seat)
    try:
        yield
    finally:
        if len(stand.past) == made:
            stand.game = before
        else:
            stand.past[made] = before, stand.past[made][1]


def turned(game: Game, seat: int) -> Game:
    """Return a copy in which it is the seat's turn: the other passes, or in go is skipped. Raises IllegalMove."""
    twin, moves = game.copy(), game.moves()
    if name_of(game) == "go":
        twin.set_position(f"{game.position().split()[0]} {'bw'[seat]}")
    elif len(moves) == 1 and game.text(moves[0]) == "pass":
        twin.make(moves[0])
    if twin.turn != seat:
        raise IllegalMove(f"it is the turn of {gtp.COLOURS[game.turn]}")
    return twin


def undo(server: GtpServer, words: Sequence[str]) -> str:
    """Take back the last move."""
    if not server.stand.undo():
        raise GtpRefusal("cannot undo")
    return ""


def show_board(server: GtpServer, words: Sequence[str]) -> str:
    """Return the board as people read it."""
    from referee.drawing.glyphs import ASCII
    from referee.drawing.picture import draw

    rows = ["".join(span.text for span in line).rstrip() for line in draw(server.stand.game.show(), ASCII, WIDE)]
    return "\n".join(["", *filter(None, rows)])  # an empty line would end the answer


def load_file(server: GtpServer, words: Sequence[str]) -> str:
    """Set the position to the end of the file's first game, or before the move with a given number."""
    from referee.formats.formats import find_game

    name, *number = take(words, 1, 2)
    try:
        record = find_game(Path(name), 0, name_of(server.stand.start)).record
        stand = Stand(record.game)
        texts = record.moves.split()
        stand.tell_all(texts[: max(read_whole(number[0]) - 1, 0)] if number else texts, read_text)
    except (ValueError, OSError):
        raise GtpRefusal("cannot load file") from None
    stand.options.pop("handicap", None)  # it holds for this game alone
    server.stand = stand
    begin(server)
    return ""


def read_text(game: Game, text: str) -> int:
    """Return the legal move of a text of ours. Raises IllegalMove."""
    return game.parse(text)


def tell_score(server: GtpServer, words: Sequence[str]) -> str:
    """Return the winner and margin; in go the board is counted as it stands, dead stones too."""
    game = server.stand.game.copy()
    if name_of(game) == "go":
        game = reopened(game) or game
        while moves := game.moves():
            game.make(moves[-1])  # a pass
    score = game.score()
    if score is None:
        raise GtpRefusal("cannot score")
    rest = 0.5 if name_of(game) == "go" and gtp.komi(game) % 1 else 0  # the score is in whole points
    return f"{'BW'[score < 0]}+{abs(score) - rest:g}" if score else "0"


BOARD_COMMANDS: dict[str, Command] = {
    "boardsize": set_size,
    "clear_board": clear_board,
    "komi": set_komi,
    "play": play,
    "undo": undo,
    "showboard": show_board,
    "loadsgf": load_file,
    "final_score": tell_score,
}


def make_choice(server: GtpServer, words: Sequence[str]) -> str:
    """Make the player's move for a colour: a point, `pass`, or `resign` if it did something wrong."""
    return choose(server, read_seat(take(words, 1)[0]), makes=True)


def show_choice(server: GtpServer, words: Sequence[str]) -> str:
    """Return the player's move for a colour without making it."""
    return choose(server, read_seat(take(words, 1)[0]), makes=False)


def choose(server: GtpServer, seat: int, makes: bool) -> str:
    """Return what the player chooses for a seat. Raises GtpRefusal."""
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


def set_time(server: GtpServer, words: Sequence[str]) -> str:
    """Set the main time, and the seconds and stones of a period."""
    main, period, stones = (read_whole(word) for word in take(words, 3))
    server.clocks = ServedClocks(make_control(main, period, stones=stones))
    return ""


def set_kind_of_time(server: GtpServer, words: Sequence[str]) -> str:
    """Set the time as servers do: `none`, `absolute 300`, `byoyomi 300 30 5`, `canadian 300 300 25`."""
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
    """Return the control with a main time and periods for `stones` each; a period of 0 seconds is none.

    Without stones or without periods, a period means in GTP that there is no limit.
    """
    if not period:
        return Control(total=main)
    return Control(total=main, byo_yomi=ByoYomi(period, periods, stones)) if stones and periods else UNLIMITED


def tell_time(server: GtpServer, words: Sequence[str]) -> str:
    """Set the time on a colour's clock, and the stones or periods left; 0 in the main time."""
    colour, *numbers = take(words, 3)
    seconds, count = map(read_whole, numbers)
    server.clocks.show(read_seat(colour), make_clock(server.clocks.control, seconds, count))
    return ""


def make_clock(control: Control, seconds: int, count: int) -> SeatClock:
    """Return a clock that shows `seconds` of the main time, or of a period if `count` is not 0 and periods follow.

    count  the stones to place in the period; if each period is for one stone, the periods left with this one.
    """
    byo_yomi = control.byo_yomi
    if byo_yomi is None:
        return SeatClock(seconds)
    if not count:
        return SeatClock(seconds, periods=byo_yomi.periods).run(0.0, byo_yomi)
    if byo_yomi.counted:
        return SeatClock(seconds, moves=count, periods=1, byo_yomi=True)
    return SeatClock(seconds, periods=count, byo_yomi=True)


MOVE_COMMANDS: dict[str, Command] = {
    "genmove": make_choice,
    "reg_genmove": show_choice,
    "time_settings": set_time,
    "kgs-time_settings": set_kind_of_time,
    "time_left": tell_time,
}


def fix_handicap(server: GtpServer, words: Sequence[str]) -> str:
    """Put stones on the star points, and return these."""
    number, size = read_whole(take(words, 1)[0]), gtp.size(server.stand.start)[0]
    if not 2 <= number <= len(hoshi(size)):
        raise GtpRefusal(UNFIT)
    return lay(server, [(size - 1 - row, column) for row, column in handicap_places(size, number)])


def place_handicap(server: GtpServer, words: Sequence[str]) -> str:
    """Put stones on good points, at most as many as there are star points, and return these."""
    number, size = read_whole(take(words, 1)[0]), gtp.size(server.stand.start)[0]
    if number < 2 or not hoshi(size):
        raise GtpRefusal(UNFIT)
    return fix_handicap(server, [str(min(number, len(hoshi(size))))])


def set_handicap(server: GtpServer, words: Sequence[str]) -> str:
    """Put stones on the given points."""
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


def lay(server: GtpServer, places: list[Place]) -> str:
    """Begin with Black's stones on `places`, White to move; return the points. Raises GtpRefusal on a used board."""
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


def list_stones(server: GtpServer, words: Sequence[str]) -> str:
    """Return the stones of a state, a chain a line. All are alive, as dead ones have to be captured."""
    (state,) = take(words, 1)
    if state not in STATES:
        raise GtpRefusal(SYNTAX)
    game = server.stand.game
    lines = (" ".join(gtp.write_point(game, place) for place in chain) for chain in chains(game))
    return "\n".join(lines) if state == "alive" else ""


def chains(game: Game) -> Iterable[list[Place]]:
    """Yield the places of each chain of stones, from the top."""
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


HANDICAP_COMMANDS: dict[str, Command] = {
    "fixed_handicap": fix_handicap,
    "place_free_handicap": place_handicap,
    "set_free_handicap": set_handicap,
    "final_status_list": list_stones,
}


class GtpServer(ProtocolServer):
    """Answers the commands of GTP, one after the other."""

    def __init__(self, game: str, player: str, say: Callable[[str], None]):
        super().__init__(game, player, say)
        if not gtp.is_spoken(self.stand.start):
            raise SpecError(f"GTP has no words for {game}, only for {', '.join(gtp.GAMES)}; take --protocol uci")
        if self.stand.options.get("handicap"):
            raise SpecError(f"{game}: in GTP the other program sets the stones of a handicap; leave handicap= out")
        alone = HANDICAP_COMMANDS if name_of(self.stand.start) == "go" else {}
        self.commands = {**COMMANDS, **BOARD_COMMANDS, **MOVE_COMMANDS, **alone}
        self.clocks = ServedClocks()
        self.decision: Decision | None = None  # of the last search
        self.goes_on = True

    def handle(self, line: str) -> bool:
        text = CONTROLS.sub("", line.partition("#")[0].replace("\t", " ")).strip()
        if not text:
            return True
        numbered = NUMBERED.fullmatch(text)
        number, text = numbered.groups() if numbered else ("", text)
        name, *words = text.split() or [""]
        try:
            found, sign = self.commands.get(name, refuse_unknown)(self, words), "="
        except GtpRefusal as refusal:
            found, sign = str(refusal), "?"
        self.say(f"{sign}{number} {found}".rstrip(" ") + "\n")
        return self.goes_on

    def tell_choice(self, game: Game, decision: Decision) -> None:
        self.decision = decision


def refuse_unknown(server: GtpServer, words: Sequence[str]) -> str:
    """Refuse an unknown command. Raises GtpRefusal."""
    raise GtpRefusal("unknown command")


def tell_version(server: GtpServer, words: Sequence[str]) -> str:
    """Return the version of the protocol."""
    return "2"


def tell_name(server: GtpServer, words: Sequence[str]) -> str:
    """Return the name of this program, and of the player."""
    return f"referee {server.contestant.spec}"


def tell_own_version(server: GtpServer, words: Sequence[str]) -> str:
    """Return the version of this program."""
    return version()


def knows_command(server: GtpServer, words: Sequence[str]) -> str:
    """Return whether there is such a command."""
    (name,) = take(words, 1)
    return str(name in server.commands).lower()


def list_commands(server: GtpServer, words: Sequence[str]) -> str:
    """Return all commands, one a line."""
    return "\n".join(sorted(server.commands))


def tell_seconds(server: GtpServer, words: Sequence[str]) -> str:
    """Return the seconds that the processor has worked for this program."""
    return f"{process_time():.2f}"


def end(server: GtpServer, words: Sequence[str]) -> str:
    """End after this answer."""
    server.goes_on = False
    return ""


COMMANDS: dict[str, Command] = {
    "protocol_version": tell_version,
    "name": tell_name,
    "version": tell_own_version,
    "known_command": knows_command,
    "list_commands": list_commands,
    "cputime": tell_seconds,
    "quit": end,
}
