"""Programs in any language as players: lines of plain words or of JSON, as docs/any-language.md describes them."""

from __future__ import annotations

import json
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

import games
from games.base.notation import printable
from games.base.rule_values import not_legal
from games.game import CHANCE, Game, IllegalMove
from games.names import user_files
from games.names.spec import clip, split_rest
from games.option import Number, Option, Whole, YesNo, check
from players.player import Resigned
from referee.dialects.spoken_games import name_of
from referee.engines.engine import LATE, OPTIONS, EnginePlayer
from referee.engines.process import quote
from referee.match.events import Forfeit, How

if TYPE_CHECKING:
    from collections.abc import Collection

    from referee.engines.process import EngineProcess
    from referee.match.adjudication import Adjudication
    from referee.match.events import PlayedMove


SEATS: dict[int, int | str] = {0: 0, 1: 1, CHANCE: "chance"}  # their names in the protocol
COMMENT = "#"  # begins lines for people
LISTED = 300  # characters of the list of legal moves in a message
LEAST = 0.001  # seconds that the program hears at least
ENDING = 1.0  # seconds to find out how a program has ended
RESIGN = "resign"  # the answer of a program that gives up the game
ONE_LINE = f"It must answer each question with one line, the move alone; other lines must begin with {COMMENT}."


class PlainWords:
    """`heard 0 e2e4`: a word that says what follows, and its arguments after blanks."""

    end, quit = "end", "quit"

    def begin(self, name: str, seat: int) -> str:
        return f"begin {name} {seat}"

    def heard(self, seat: int, text: str) -> str:
        return f"heard {SEATS[seat]} {printable(text)}"

    def choose(self, position: str | None, moves: list[str] | None, seconds: float | None) -> str:
        shown = [] if position is None else [f"position {printable(position)}"]
        listed = [] if moves is None else [f"moves {' '.join(map(printable, moves))}"]
        limit = "" if seconds is None else f" {write_seconds(seconds)}"
        return "\n".join([*shown, *listed, f"choose{limit}"])

    def illegal(self, answer: str, why: str) -> str:
        return f"illegal {printable(answer)}: {printable(why)}"


class JsonWords(PlainWords):
    """`{"do": "heard", "seat": 0, "move": "e2e4"}`: an object whose `do` says what it is about."""

    end, quit = json.dumps({"do": "end"}), json.dumps({"do": "quit"})

    def begin(self, name: str, seat: int) -> str:
        return json.dumps({"do": "begin", "game": name, "seat": seat})

    def heard(self, seat: int, text: str) -> str:
        return json.dumps({"do": "heard", "seat": SEATS[seat], "move": text})

    def choose(self, position: str | None, moves: list[str] | None, seconds: float | None) -> str:
        listed = {} if moves is None else {"moves": moves}
        shown = {} if position is None else {"position": position}
        limit = {} if seconds is None else {"seconds": round(seconds, 3)}
        return json.dumps({"do": "choose", **listed, **shown, **limit})

    def illegal(self, answer: str, why: str) -> str:
        return json.dumps({"do": "illegal", "move": answer, "why": why})


def write_seconds(seconds: float) -> str:
    """Return the seconds with three decimals at most."""
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


def name_game(spec: str, game: Game) -> str:
    """Return the name of the game with the options of its spec by name, without blanks: `chips:chips=31,rule=last`.

    A game in a file, or without a spec, has the name of its class. The starting position is left out: it may reveal
    what a
    seat must not know.
    """
    if not spec:
        return name_of(game) or type(game).__name__
    spec = split_rest(spec, games.CATALOGUE.rest)[0]
    name, _ = games.CATALOGUE.require_name(spec)
    options, given = games.CATALOGUE.options(name), games.CATALOGUE.check(spec)
    called = user_files.split_file_spec(name)[1] if user_files.is_file_spec(name) else name
    text = ",".join(f"{key}={options[key].write(value)}" for key, value in given.items())
    return "".join(f"{called}{':' if text else ''}{text}".split())


def read_json(line: str) -> str:
    """Return the move in a JSON answer, `{"move": "5"}` or `"5"`. Raises ValueError, with words about the answer."""
    try:
        found = json.loads(line)
    except RecursionError:
        found = None
    except ValueError:
        raise ValueError("which is not JSON") from None
    if isinstance(found, str):
        return found
    if not isinstance(found, dict) or "move" not in found:
        raise ValueError('which has no "move"')
    move = found["move"]
    if type(move) is int:
        return str(move)
    if isinstance(move, str):
        return move
    raise ValueError(f'whose "move" is {clip(json.dumps(move))}, not a text or a whole number')


class NotMove(Forfeit):
    """Raised for an answer that is not a legal move.

    answer  the line, "" if it was empty;  why  it is none, in a clause that follows it.
    """

    def __init__(self, answer: str, why: str, how: How, trace: str):
        what = f"answered {quote(answer)}, {why}" if answer else "answered with an empty line"
        super().__init__(how, what, trace)
        self.answer, self.why = clip(answer, LISTED), why.removeprefix("which is ") or "an empty line"


class ProgramPlayer(EnginePlayer):
    """A program in any language, which reads lines and answers with moves: `program:./MyBot`, `program:node bot.js`.

    It hears what its seat knows and nothing else: the moves as the seat hears of them, and the position as it sees
    it. No game is played along here, so that it does not matter what is hidden.
    """

    options: ClassVar[dict[str, Option]] = {
        **OPTIONS,
        "seconds": Number(None, note="for a move without a time control", least=LEAST, most=3600),
        "json": YesNo(False, note="tells it everything in JSON objects"),
        "lasting": YesNo(True, note="plays all games in one process; no: starts it anew for each"),
        "moves": YesNo(True, note="tells it the legal moves; no: it must know the rules"),
        "retries": Whole(0, note="how often for a move it may answer again after an illegal one", least=0, most=1000),
    }

    def __init__(
        self,
        command: str,
        json: bool = False,
        lasting: bool = True,
        moves: bool = True,
        retries: int = 0,
        **common: Any,
    ):
        super().__init__(command, **common)
        check(self.options, json=json, lasting=lasting, moves=moves, retries=retries)
        self.speech = JsonWords() if json else PlainWords()
        self.stays = lasting  # after a game
        self.lists, self.retries = moves, retries
        self.news: list[str] = []  # the lines about the moves of this game
        self.told = 0  # how many of them the program has heard

    # What the match calls.

    def prepare(self, spec: str, start: Game, seed: int, rules: Adjudication | None) -> None:
        super().prepare(spec, start, seed, rules)
        self.illegal = 0

    def begin(self, game: Game, seat: int) -> None:
        self.news = []
        super().begin(game, seat)

    def hear(self, made: PlayedMove, seat: int) -> None:
        self.heard(made.heard[seat], made.seat)

    def heard(self, text: str, seat: int) -> None:
        self.news.append(self.speech.heard(seat, text))

    def end(self) -> None:
        if self.engine is not None:
            self.engine.send("\n".join([*self.take_news(), self.speech.end]), monotonic() + LATE)
        super().end()
        if not self.stays:
            self.close()

    # The protocol.

    def follows(self, game: Game) -> bool:
        return self.start is not None

    def take_news(self) -> list[str]:
        """Return the lines about moves that the program has not heard."""
        news, self.told = self.news[self.told :], len(self.news)
        return news

    def shake_hands(self, engine: EngineProcess) -> None:
        """Say nothing: the game is the first that it hears."""

    def say_goodbye(self, engine: EngineProcess) -> None:
        engine.send(self.speech.quit, monotonic() + LATE)

    def begin_game(self, engine: EngineProcess, start: Game) -> None:
        """Tell the program about the game, and wait until it has read that: then it is ready."""
        self.told, deadline = 0, self.patience()
        ready = engine.await_reading(deadline)
        if ready:
            engine.send(self.speech.begin(name_game(self.game_spec, start), self.seat), deadline)
            ready = engine.await_reading(deadline)
        if not ready:
            patience = monotonic() + (ENDING if engine.is_gone() else 0.0)
            engine.overhear()  # so that the message quotes it
            engine.wait_for(lambda _: None, patience, self.describe_silence("read its first line"))
        if self.on_trial:
            self.check_unasked(engine)

    def answer(self, game: Game, deadline: float) -> int:
        engine, legal = self.running, {game.text(move): move for move in game.moves()}
        self.check_unasked(engine)
        position, listed = self.describe_position(game), list(legal) if self.lists else None
        seconds, news = self.tell_seconds(), self.take_news()
        self.start_clock()
        began, left = monotonic(), self.retries
        while True:
            told = None if seconds is None else max(seconds - (monotonic() - began), LEAST)
            engine.send("\n".join([*news, self.speech.choose(position, listed, told)]), deadline)
            line = self.hear_answer(engine, legal, deadline)
            try:
                return legal[line] if line in legal else self.understand(game, line, list(legal))
            except NotMove as wrong:
                self.illegal += self.retries > 0
                if not left:
                    raise
                left, news, deadline = left - 1, [self.speech.illegal(wrong.answer, wrong.why)], self.latest()

    def hear_answer(self, engine: EngineProcess, legal: Collection[str], deadline: float) -> str:
        """Return the line with the program's answer. Raises Forfeit."""

        def find(line: str) -> str | None:
            return line if line in legal or not line.startswith(COMMENT) else None

        try:
            return self.wait_for_move(find, deadline)
        except Forfeit as forfeit:
            raise Forfeit(forfeit.how, f"{forfeit}{self.advise(engine, forfeit.how)}", forfeit.trace) from None

    def check_unasked(self, engine: EngineProcess) -> None:
        """Raise Forfeit if the program has said something that is neither an answer nor a comment."""
        while (line := engine.overhear()) is not None:
            if not line.startswith(COMMENT):
                self.check_protocol()
                what = f"said {quote(line)} before it was asked for a move"
                raise Forfeit(How.NO_MOVE, what, f"{ONE_LINE}\n{engine.printed()}")

    def describe_position(self, game: Game) -> str | None:
        """Return the position as the seat knows it; None if the game writes none."""
        try:
            return game.position(self.seat)
        except ValueError:
            return None

    def tell_seconds(self) -> float | None:
        """Return the seconds that the program hears at most; with a clock, its share of the clock's time."""
        if self.time.has_clock(self.seat) and self.share < inf:
            return max(self.hold_back(self.share - monotonic()), LEAST)
        return self.budget()

    def advise(self, engine: EngineProcess, how: How) -> str:
        """Return a guess at why a program was silent, to follow a sentence about it."""
        if how is not How.HUNG or engine.is_gone():
            return ""
        if not engine.has_read():
            return "; it did not read the question"
        if engine.last:
            return ""
        if advice := self.name_protocol():
            return f"; it {advice}"
        return "" if engine.process.received else ": does it flush its output after each line?"

    def understand(self, game: Game, line: str, legal: list[str]) -> int:
        """Return the legal move of an answer that is not exactly its text. Raises NotMove, and Resigned."""
        word = line.removeprefix("\ufeff").strip()
        if line[:1] in ("{", "[", '"'):
            try:
                word = read_json(line)
            except ValueError as error:
                raise NotMove(line, f"{error}", How.NO_MOVE, self.running.printed()) from None
        if not word:
            raise NotMove("", "", How.NO_MOVE, self.running.printed())
        try:
            return game.parse(word)
        except IllegalMove:
            if word.casefold() == RESIGN:
                raise Resigned from None
        hint = f"{ONE_LINE}\n" if len(word.split()) > 1 else ""
        told = f"{hint}The legal moves were: {clip(' '.join(legal), LISTED)}\n{self.running.printed()}"
        raise NotMove(line, f"which is {not_legal(game, word)}", How.ILLEGAL_MOVE, told)
