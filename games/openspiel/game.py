"""OpenSpiel's games: those for two seats that are zero-sum and played in turn are games like our own.

`openspiel:amazons` is OpenSpiel's amazons, `openspiel:go:board_size=9` its go on nine lines. The options after the name
are OpenSpiel's own parameters. openspiel/catalogue.py knows which games there are, and why others are refused.

    moves        OpenSpiel's actions, with its numbers
    texts        its action strings, without blanks: `X_From_(7,1)`
    pictures     its text of the state; with hidden information, what it shows the seat, until the game is over
    scores       what player 0 has won, in OpenSpiel's utility, or in parts of a point if that may be a fraction
    turn         its current player: 0, 1 or chance; player 0 need not move first
    chances      its chance outcomes; weights are whole numbers in proportion to its probabilities
    known        what the seat has seen, move by move (openspiel/worlds.py). In the games of ONE_LOOK_TELLS_ALL
                 OpenSpiel's information state holds all that at once, and is its name
    imagine      one of the worlds that fit
    heard        another's move: its text if the seat sees it; otherwise that something was done

A position is OpenSpiel's state, which searches copy: copying one takes about as long as undoing a move. The text of a
position is the texts of all moves so far, like OpenSpiel's own serialization. Positions with hidden information have no
text.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache, lru_cache
from hashlib import blake2b
from math import lcm
from typing import TYPE_CHECKING, Any

from games.base.notation import fold
from games.base.positions import START, make_all
from games.base.rule_values import refusal
from games.game import CHANCE, Game, IllegalMove
from games.openspiel.catalogue import (
    NAME,
    LoadedGame,
    describe,
    find,
    is_hidden,
    load_rules,
    options_of_game,
    playable,
    type_of,
)
from games.openspiel.worlds import Trail, follow, look, sight, start_trail, worlds_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from games.option import Option

__all__ = ["OpenSpiel", "class_of", "find", "playable", "restore"]

HIDDEN_CHANCE, HIDDEN_MOVE = "something hidden", "a hidden move"
# Games that hide only what chance deals: each seat hears the other's moves.
OPEN_MOVES = frozenset({
    "kuhn_poker", "leduc_poker", "liars_dice", "liars_dice_ir", "repeated_leduc_poker", "universal_poker",
})  # fmt: skip
# Among them, games with an information state that on a seat's turn holds all that the seat has seen.
ONE_LOOK_TELLS_ALL = frozenset({"kuhn_poker", "leduc_poker", "liars_dice", "universal_poker"})
# Games with a text that tells everything about the future. In others a key holds the whole past, so searches meet no
# position twice; then it does not matter whether a game looks back, and looks_back stays False.
TEXT_TELLS_ALL = frozenset({
    "breakthrough", "clobber", "connect_four", "dots_and_boxes", "gomoku", "hex", "kuhn_poker", "leduc_poker",
    "liars_dice", "mnk", "nim", "othello", "pentago", "tic_tac_toe", "ultimate_tic_tac_toe",
})  # fmt: skip
COLOURS = re.compile("\N{ESCAPE}\\[[0-9;]*m")  # signs by which some games write in colours
LIGHTEST = 1 << 30  # the sum of weights that are no exact fractions
NEAR = 1e-9  # how far a probability may be from the fraction that it stands for

# The names of player 0 and player 1, if OpenSpiel's pictures and moves have words for them.
BLACK_WHITE, WHITE_BLACK, X_O, O_X = ("Black", "White"), ("White", "Black"), ("X", "O"), ("O", "X")
SEATS = {
    "antichess": BLACK_WHITE, "breakthrough": BLACK_WHITE, "chess": BLACK_WHITE, "crazyhouse": BLACK_WHITE,
    "cursor_go": BLACK_WHITE, "go": BLACK_WHITE, "gomoku": BLACK_WHITE, "othello": BLACK_WHITE, "shogi": BLACK_WHITE,
    "hive": WHITE_BLACK, "nine_mens_morris": WHITE_BLACK, "amazons": X_O, "backgammon": X_O, "connect_four": X_O,
    "dark_hex": X_O, "dark_hex_ir": X_O, "hex": X_O, "latent_ttt": X_O, "lines_of_action": X_O, "mnk": X_O,
    "phantom_ttt": X_O, "phantom_ttt_ir": X_O, "tic_tac_toe": X_O, "twixt": X_O, "ultimate_tic_tac_toe": X_O,
    "checkers": O_X, "clobber": O_X,
}  # fmt: skip
NUMBERED = ("Player 0", "Player 1")  # as OpenSpiel calls them


class OpenSpiel(Game):
    """A game of OpenSpiel; each has a class of its own, made by `class_of`.

    name    OpenSpiel's name of it.
    rules   the game with its options.
    given   these options.
    state   OpenSpiel's state, which is the position.
    trails  for each seat what it has seen so far; filled on demand.
    """

    __slots__ = ("given", "rules", "seats", "stakes", "state", "trails")
    name = ""
    options: Mapping[str, Option] = {}

    rules: LoadedGame
    given: dict[str, Any]
    state: Any
    trails: list[Trail | None]

    def __init__(self, **given: Any):
        self.given = given
        self.rules = load_rules(self.name, tuple(sorted(given.items())))
        self.seats = SEATS.get(self.name, NUMBERED)
        self.stakes = self.rules.stakes
        self.put(self.rules.game.new_initial_state(), [None, None])

    def put(self, state: Any, trails: list[Trail | None]) -> None:
        """Make `state` the position."""
        self.state, self.trails = state, trails
        self.turn = max(CHANCE, state.current_player())

    # The rules.

    def moves(self) -> list[int]:
        return [] if self.state.is_terminal() else list(self.state.legal_actions())

    def make(self, move: int) -> None:
        self.state.apply_action(move)
        self.turn = max(CHANCE, self.state.current_player())

    def score(self) -> int | None:
        if not self.state.is_terminal():
            return None
        won: float = self.state.returns()[0] * self.rules.parts
        if abs(won - round(won)) > 1e-6:
            raise ValueError(f"OpenSpiel's {self.name} ended with {won}, which is not a whole number")
        return round(won)

    def chances(self) -> list[tuple[int, int]]:
        moves, shares = zip(*self.state.chance_outcomes(), strict=True)
        return list(zip(moves, weights_of(shares), strict=True))

    def has_chance(self) -> bool:
        """Return whether this game has chance."""
        return self.rules.lucky

    def key(self) -> int:
        whole = str(self.state) if self.name in TEXT_TELLS_ALL else self.past()
        return int.from_bytes(blake2b(f"{self.turn} {whole}".encode(), digest_size=8).digest(), "little")

    def copy(self) -> OpenSpiel:
        return self.twin(self.state.clone(), self.trails[:])

    def twin(self, state: Any, trails: list[Trail | None]) -> OpenSpiel:
        """Return a game with the same rules in that position."""
        twin = type(self).__new__(type(self))
        twin.given, twin.rules, twin.seats, twin.stakes = self.given, self.rules, self.seats, self.stakes
        twin.put(state, trails)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (self.name, self.given, self.state.history())

    def past(self) -> str:
        """Return the numbers of all moves so far."""
        return " ".join(map(str, self.state.history()))

    # Texts and pictures.

    def text(self, move: int) -> str:
        return word_of(self.state.action_to_string(self.state.current_player(), move))

    def parse(self, entry: str) -> int:
        found = find_move(entry, {self.text(move): move for move in self.moves()})
        if found is None:
            raise IllegalMove(refusal(self, entry))
        return found

    def show(self, seat: int | None = None) -> str:
        return self.picture(self.state, seat)

    def picture(self, state: Any, seat: int | None) -> str:
        """Return what `seat` (None: all) sees of a state."""
        if seat is None or not self.rules.hides or state.is_terminal():
            return picture_of(str(state))
        told = state.observation_string if self.rules.game.get_type().provides_observation_string else None
        return picture_of(told(seat) if told else sight(state, seat))

    def reason(self) -> str:
        longest = self.rules.game.max_game_length()
        made = sum(each.player != CHANCE for each in self.state.full_history())
        return f"after {made} moves, the most that there may be" if made >= longest and self.score() == 0 else ""

    # What each seat may know.

    def hides_information(self) -> bool:
        """Return whether this game hides something from a seat."""
        return self.rules.hides

    def trail(self, seat: int) -> Trail:
        """Return what the seat has seen so far."""
        found, past = self.trails[seat], self.state.full_history()
        if found is not None and found.length == len(past):
            return found
        state = self.rules.game.new_initial_state()
        found = found or start_trail(state, seat)
        for place, (mover, move) in enumerate((each.player, each.action) for each in past):
            state.apply_action(move)
            if place >= found.length:
                found = follow(found, look(state, seat), move if mover == seat else -1)
        self.trails[seat] = found
        return found

    def known(self, seat: int) -> str:
        if not self.rules.hides or self.state.is_terminal():
            return f"{in_one_line(str(self.state))} ({self.past()})"
        seen = in_one_line(sight(self.state, seat))
        if self.name not in ONE_LOOK_TELLS_ALL:
            return f"{seen} ({self.trail(seat).digest.hex()})"
        return seen if self.turn == seat else f"{seen} ({len(self.state.history())})"

    def imagine(self, seat: int, rng: Random) -> OpenSpiel:
        if not self.rules.hides or self.state.is_terminal():
            return self.copy()
        trails: list[Trail | None] = [None, None]
        trails[seat] = trail = self.trail(seat)
        return self.twin(worlds_of(trail, self.rules.game.new_initial_state(), seat).draw(rng.random()), trails)

    def heard(self, move: int, seat: int) -> str:
        if not self.rules.hides or self.turn == seat or (self.turn != CHANCE and self.name in OPEN_MOVES):
            return self.text(move)
        after = self.state.child(move)
        if after.is_terminal():
            return self.text(move)
        if self.turn == CHANCE:
            return self.text(move) if self.shows_in(after, move, seat) else HIDDEN_CHANCE
        before, now = self.picture(self.state, seat), self.picture(after, seat)
        return HIDDEN_MOVE if before == now else f"{HIDDEN_MOVE}; now {self.seats[seat]} sees {in_one_line(now)}"

    def shows_in(self, after: Any, move: int, seat: int) -> bool:
        """Return whether the seat sees in the state `after` which move chance made: no other outcome looks the same."""
        seen, others = look(after, seat), [other for other in self.moves() if other != move]
        return bool(others) and all(look(self.state.child(other), seat) != seen for other in others)


class OpenPosition(OpenSpiel):
    """A game of OpenSpiel without hidden information, whose positions have texts."""

    __slots__ = ()

    def position(self, seat: int | None = None) -> str:
        if self.rules.hides:  # a game of another game, which hides something
            raise ValueError(f"positions of {self.rules.game} have no text, as they hide something")
        game = class_of(self.name)(**self.given)
        texts: list[str] = []
        for move in self.state.history():
            texts.append(game.text(move))
            game.make(move)
        return " ".join(texts) or START

    def set_position(self, text: str) -> None:
        game = class_of(self.name)(**self.given)
        make_all(game, text)
        self.put(game.state, [None, None])


@cache
def class_of(name: str) -> type[OpenSpiel]:
    """Return the class of OpenSpiel's game of that name. Raises SpecError if there is none."""
    own = {
        "__slots__": (), "__doc__": describe(name), "__module__": __name__, "__qualname__": f"{NAME}:{name}",
        "name": name, "options": options_of_game(name),
    }  # fmt: skip
    parent = OpenSpiel if is_hidden(type_of(name)) else OpenPosition
    return type(f"{NAME}:{name}", (parent,), own)


def restore(name: str, given: dict[str, Any], past: list[int]) -> OpenSpiel:
    """Return the game after these moves, as unpickled in another process."""
    game = class_of(name)(**given)
    for move in past:
        game.make(move)
    return game


# Texts, odds and moves, as they are shown here.


@lru_cache(maxsize=4096)
def word_of(text: str) -> str:
    """Return OpenSpiel's text of a move without blanks: those after a comma are dropped, others become underscores."""
    return "_".join(re.sub(r",\s+", ",", COLOURS.sub("", text)).split())


def in_one_line(text: str) -> str:
    """Return the lines of a text behind each other, with single blanks."""
    return " / ".join(" ".join(line.split()) for line in COLOURS.sub("", text).splitlines() if line.strip())


def picture_of(text: str) -> str:
    """Return OpenSpiel's text of a state as lines, without colours and without empty lines at its ends."""
    lines = [line.rstrip() for line in COLOURS.sub("", text).splitlines()]
    filled = [place for place, line in enumerate(lines) if line]
    return "\n".join(lines[filled[0] : filled[-1] + 1]) if filled else ""


def find_move(entry: str, texts: Mapping[str, int]) -> int | None:
    """Return the move whose text equals the entry, exactly, or without case, or folded; None if not just one does."""
    for tidy in (str.strip, lambda text: text.strip().casefold(), fold):
        meant = [move for text, move in texts.items() if tidy(text) == tidy(entry)]
        if meant:
            return meant[0] if len(meant) == 1 else None
    return None


@lru_cache(maxsize=256)
def weights_of(shares: tuple[float, ...]) -> tuple[int, ...]:
    """Return whole numbers from 1 in proportion to the probabilities.

    They are exact for fractions with a small denominator, as for dice and cards.
    """
    if max(shares) - min(shares) < NEAR / len(shares):
        return (1,) * len(shares)
    exact = [Fraction(share).limit_denominator(10_000) for share in shares]
    whole = lcm(*(share.denominator for share in exact))
    near = all(each > 0 and abs(float(each) - share) < NEAR for each, share in zip(exact, shares, strict=True))
    if whole > LIGHTEST or not near:
        return tuple(max(1, round(share * LIGHTEST)) for share in shares)
    return tuple(int(share * whole) for share in exact)
