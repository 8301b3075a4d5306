"""What a person may type, and what a line means: moves, a request to the match, a command, or none of these."""

import re
from collections.abc import Callable, Iterable

from games.base.notation import MORE, fold, listing
from games.base.rule_values import shorten, text_of, why_not
from games.dataclass import dataclass
from games.game import Game, IllegalMove
from games.option import Whole, nearest
from players.listing import LEVEL_WORDS
from players.player import AgreeDead, OfferDraw, Quit, Redo, Replace, Resigned, Swap, TakeBack

BLANK = "Type a move; ? lists the legal ones, help says what else you can do."
LISTS = "Type ? for the legal moves."
LEVEL = Whole(least=1, most=10)
LEVELS = f"type level N, from {LEVEL.least} (easiest) to {LEVEL.most}, or at chess level elo=N"
SHORT = 2  # letters: words this short resemble too many others
ANSWERS = {"yes": True, "y": True, "no": False, "n": False}


@dataclass(frozen=True)
class Word:
    """A word that may be typed instead of a move.

    does     what it does;  after  what follows it, in brackets if optional.
    request  makes the request to the match from what follows the word; None for a command of the prompt.
    aliases  other words for it.
    doubt    the question to confirm with yes or no before it is done; "" for none.
    key      the key that does the same on a page;  brief  its name in the line of keys.
    working  what a page says while the word is at work.
    """

    name: str
    does: str
    after: str = ""
    request: Callable[..., Exception] | None = None
    aliases: tuple[str, ...] = ()
    doubt: str = ""
    key: str = ""
    brief: str = ""
    working: str = ""

    @property
    def usage(self) -> str:
        return f"{self.name} {self.after}".rstrip()

    @property
    def names(self) -> tuple[str, ...]:
        return self.name, *self.aliases

    def takes(self, rest: str) -> bool:
        """Return whether `rest` may follow the word; "" is nothing."""
        return bool(self.after) if rest else self.after[:1] in ("", "[")


@dataclass(frozen=True)
class Moves:
    """The moves of one turn, at least one."""

    text: str
    moves: tuple[int, ...]


@dataclass(frozen=True)
class Request:
    """A request to the match: a PlayerRequest, or Resigned."""

    text: str
    word: Word
    request: Exception


@dataclass(frozen=True)
class Command:
    """A command of the prompt, and what followed the word."""

    text: str
    word: Word
    rest: str


@dataclass(frozen=True)
class Unknown:
    """A line without a meaning; `why` explains it to the person."""

    text: str
    why: str


Entry = Moves | Request | Command | Unknown  # `text` is the stripped line


def ask_for_level(text: str) -> Replace:
    """Return the request for a program of level `text`: `3`, `casual` or `elo=1300`. Raises IllegalMove if none is."""
    word = re.sub("^level[=:]?", "", fold(text))
    if word in LEVEL_WORDS:
        return Replace(word)
    found = re.fullmatch("(elo[=:]?)?([0-9]{1,9})", word)
    if not found or not (found[1] or LEVEL.fits(int(found[2]))):
        raise IllegalMove(f"There is no level {shorten(text)!r}: {LEVELS}")
    return Replace(f"level:elo={int(found[2])}" if found[1] else f"level:{int(found[2])}")


LEGAL = Word("?", "the legal moves", key="F6", brief="moves")
UNDO = Word(
    "undo", "take back your last move and the answer to it; again: the move before", request=TakeBack,
    aliases=("takeback",), key="F3", brief="undo",
)  # fmt: skip
REDO = Word("redo", "make again the moves that were taken back", request=Redo, key="F4", brief="redo")
SWAP = Word("swap", "change seats with the other player", request=Swap)
NEW_LEVEL = Word(
    "level",
    "play on against a program of that level: 1 to 10, casual, elo=1300",
    "N",
    ask_for_level,
    working="Starting another program",
)
DRAW = Word("draw", "offer a draw", request=OfferDraw, working="Offering a draw")
DEAD = Word(
    "dead", "in go, after a pass: end the game without the dead chains there, if the other agrees", "[POINTS]",
    AgreeDead, working="Looking at the chains",
)  # fmt: skip
RESIGN = Word(
    "resign", "give up this game", request=Resigned, aliases=("surrender", "concede"),
    doubt="Give up this game, yes or no?",
)  # fmt: skip
HELP = Word("help", "show this text", key="F1", brief="help")
QUIT = Word(
    "quit", "leave the table", request=Quit, aliases=("exit", "q", ":q", ":q!", ":quit", "leave"), key="F10",
    brief="quit",
)  # fmt: skip
WORDS = (LEGAL, UNDO, REDO, SWAP, NEW_LEVEL, DRAW, DEAD, RESIGN, QUIT, HELP)


def parse(game: Game, line: str, words: Iterable[Word] = WORDS) -> Entry:
    """Return what the line means to the person whose turn it is. If it may be a move, it is a move."""
    text = line.strip()
    try:
        return Moves(text, tuple(parse_turn(game, text)))
    except IllegalMove as error:
        why = address(game, str(error))
        why = f"{why}; {LEGAL.name} lists all" if why.endswith(MORE) else why
    return find_word(game, text, why, words) if text else Unknown(text, BLANK)


def find_word(game: Game, text: str, why: str, words: Iterable[Word]) -> Entry:
    """Return what a line means that is no move; `why` says so, and counts if no word is near."""
    name, _, rest = text.partition(" ")
    asked = name.casefold().rstrip("?.!") or name  # people also type `score?`
    word, rest = next((word for word in words if asked in word.names), None), rest.strip()
    if word is None:
        near = "" if len(name) <= SHORT or why_not(game, text) else nearest(name, suggestions(game, words))
        return Unknown(text, f"{shorten(text)!r} is not a legal move here{near} {LISTS}" if near else why)
    rest = "" if word.name == HELP.name else rest
    if not word.takes(rest):
        alone = "" if word.after else " alone"
        return Unknown(text, f"{shorten(text)!r} is not understood; type {word.usage}{alone}: {word.does}")
    if word.request is None:
        return Command(text, word, rest)
    try:
        return Request(text, word, word.request(rest) if rest else word.request())
    except IllegalMove as error:
        return Unknown(text, str(error))


def address(game: Game, refusal: str) -> str:
    """Return a refusal as the person to move reads it: `you cannot castle` for White cannot castle."""
    for verb, yours in (("cannot", "cannot"), ("has", "have")):
        refusal = refusal.replace(f": {game.seats[game.turn]} {verb} ", f": you {yours} ", 1)
    return refusal


def is_question(text: str) -> bool:
    """Return whether the text asks for an answer out of ANSWERS instead of a move."""
    return text.endswith("yes or no?")


def legal_moves(game: Game) -> str:
    """Return the number of legal moves and all of them: `9 legal moves: 1 to 9`."""
    texts = [text_of(game, move) for move in game.moves()]
    if not texts:
        return "The game is over."
    return f"{len(texts)} legal {'move' if len(texts) == 1 else 'moves'}: {listing(texts, None)}"


def suggestions(game: Game, words: Iterable[Word]) -> list[str]:
    """Return what a mistyped line may have meant: the words, and the legal moves that are words."""
    moves = (game.text(move) for move in game.moves())
    return [*(name for word in words for name in word.names), *(text for text in moves if text.isalpha())]


def parse_turn(game: Game, text: str) -> list[int]:
    """Return the moves in `text`, all of one turn. Raises IllegalMove if one of them is not legal."""
    twin, moves = game.copy(), list[int]()
    for single in game.singles(text):
        if twin.turn != game.turn:
            raise IllegalMove(f"{text!r} is more than one turn: it is over before {single!r}")
        moves.append(twin.parse(single))
        twin.make(moves[-1])
    if not moves:
        raise IllegalMove(f"{text!r} is not a move")
    return moves


def help_lines(words: Iterable[Word], keys: bool = False) -> list[str]:
    """Return what may be typed, a line each, below a heading; with the page's keys if `keys`."""
    rows = [(word.usage, f"{word.key:<4}" if keys else "", word.does) for word in words]
    wide = max(len(usage) for usage, _, _ in rows)
    return ["Type a move, or one of", *(f"  {usage:<{wide}}  {key}{does}" for usage, key, does in rows)]
