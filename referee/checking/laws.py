"""The laws of a game in the order of checking, causes first, and which faults may follow from which."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import is_dataclass
from typing import TYPE_CHECKING

from games.adapters.undo import has_unmake
from games.base.numeric import is_countable, is_whole
from games.base.rule_values import MUST, STATED, describe_kind
from games.capabilities import hides_information
from games.game import CHANCE, Game
from games.laws import positions as position_laws
from games.laws.hidden import find_position_copied_otherwise
from games.laws.keys import equal_positions_have_one_key
from games.laws.purity import looking_changes_nothing
from games.laws.scene import is_over, key_of, observe
from games.picture import Picture
from referee.drawing.text_width import is_uneven

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.laws.scene import Law, Scene

    Reach = Callable[["Line"], Game]  # makes a new game after the moves

Line = tuple[int, ...]  # moves from the start
SEEN_TWICE = 150  # positions imagined twice from the same rng; then ever fewer


def seats_and_stakes_are_stated(scene: Scene) -> Iterator[str]:
    """Yield wrong values of seats, stakes and the like."""
    for name, fits in STATED.items():
        if not fits(given := getattr(scene.game, name)):
            yield f"{name} is {given!r}, but must {MUST[name]}"


def the_rules_answer_in_kind(scene: Scene) -> Iterator[str]:
    """Yield return values of the wrong type."""
    game = scene.game
    moves = game.moves()
    if type(moves) is not list:
        yield f"moves() returns {describe_kind(moves)}, not a list"
        return
    if wrong := [move for move in moves if not is_whole(move) or not 0 <= move < 1 << 31]:
        yield f"moves() lists {wrong[0]!r}, which is not an int from 0 to 2**31 - 1"
    if game.turn == CHANCE and moves and not are_pairs(chances := game.chances()):
        yield f"chances() returns {chances!r:.60}, not a list of pairs, (move, weight)"
    if not isinstance(game.show(), Picture):
        yield f"show() returns {describe_kind(game.show())}, not a str or a picture"
    for move in moves[:3]:
        if type(text := game.text(move)) is not str:
            yield f"text({move!r}) returns {describe_kind(text)}, not a str"
        if not are_pairs(cells := game.cells(move)):
            yield f"cells({move!r}) returns {cells!r:.40}, not pairs, (row, column)"
    yield from bounds_and_reasons_in_kind(game)
    twins = {"copy()": game.copy(), "imagine(0, rng)": game.imagine(0, scene.rng)}
    for asked, twin in twins.items():
        if not isinstance(twin, Game):
            yield f"{asked} returns {describe_kind(twin)}, not a game"


def are_pairs(given: object) -> bool:
    """Return whether `given` is a list or tuple of pairs."""
    return isinstance(given, list | tuple) and all(isinstance(each, list | tuple) and len(each) == 2 for each in given)


def bounds_and_reasons_in_kind(game: Game) -> Iterator[str]:
    """Yield wrong types of scores, their bounds, and the reason of the end."""
    for name, value in (("at_least()", game.at_least()), ("at_most()", game.at_most())):
        if not is_whole(value):
            yield f"{name} is {value!r}, not a whole number"
    if (score := game.score()) is not None and not is_countable(score):
        yield f"score() returns {score!r:.40}, not None or a whole number"
    elif score is not None:
        if not isinstance(reason := game.reason(), str):
            yield f"reason() returns {describe_kind(reason)}, not a str"
        if (winning := getattr(game, "winning_cells", None)) and not are_pairs(cells := winning()):
            yield f"winning_cells() returns {cells!r:.40}, not pairs, (row, column)"


def imagined_worlds_repeat(scene: Scene) -> Iterator[str]:
    """Yield seats whose worlds differ, for the same rng, between positions that look alike to them."""
    for seat in (0, 1) if hides_information(scene.game) and not scene.spares("repeats", SEEN_TWICE) else ():
        if find_position_copied_otherwise(scene, seat) is not None:
            yield (
                f"imagine({seat}) deals as it should, but with the same rng a position that looks alike to seat {seat} "
                "is dealt in another order"
            )


def words_of(shown: object) -> Counter[str]:
    """Return how often each word stands in what is shown."""
    return Counter(word for word in re.findall(r"\w+", str(shown)) if word not in ("True", "False", "None"))


def players_do_not_see_more_than_is_shown(scene: Scene) -> Iterator[str]:
    """Yield a seat that is not shown all, in a game that hides nothing from players."""
    game = scene.game
    for seat in (0, 1) if not hides_information(game) and not is_over(game) else ():
        if words_of(game.show()) - words_of(game.show(seat)):  # not if a seat sees the board from its side
            yield f"show({seat}) leaves something out, but players are handed the whole position"


def terminals_draw_pictures_alike(scene: Scene) -> Iterator[str]:
    """Yield texts of a picture that terminals draw in different widths."""
    for seat in (None, 0, 1):
        for text in filter(is_uneven, texts(scene.game.show(seat))):
            yield f"show({seat}) holds {text!r}, which some terminals draw wider than others: lines do not meet"


def texts(shown: object) -> Iterator[str]:
    """Yield the texts in a picture."""
    if isinstance(shown, str):
        yield from shown.splitlines()
    elif isinstance(shown, (tuple, list)):
        for each in shown:
            yield from texts(each)
    elif is_dataclass(shown):
        yield from texts(list(vars(shown).values()))


# The laws of the moves that lead to a position.


def the_same_moves_lead_to_the_same_position(reach: Reach, line: Line) -> Iterator[str]:
    """Yield a difference after the same moves are made again."""
    one, other = reach(line), reach(line)
    if observe(one) != observe(other):
        yield "the same moves led to another position when they were made again"
    elif key_of(one) != key_of(other):
        yield "key() is another one when the same moves are made again"


def unmake_goes_back_to_the_start(reach: Reach, line: Line) -> Iterator[str]:
    """Yield a difference when all moves are taken back one by one."""
    game = reach(())
    if not has_unmake(game):
        return
    passed = []
    for move in line:
        passed.append(observe(game))
        game.make(move)
    for count, (move, before) in enumerate(zip(reversed(line), reversed(passed), strict=True), 1):
        game.unmake(move)
        if observe(game) != before:
            last = "move" if count == 1 else f"{count} moves"
            yield f"unmaking the last {last} led to another position"
            return


LINE_LAWS = (the_same_moves_lead_to_the_same_position, unmake_goes_back_to_the_start)
FIRST: tuple[Law, ...] = (seats_and_stakes_are_stated, the_rules_answer_in_kind, looking_changes_nothing)
POSITION_LAWS = (
    *FIRST, *(law for law in position_laws.LAWS if law not in FIRST), equal_positions_have_one_key,
    imagined_worlds_repeat, players_do_not_see_more_than_is_shown, terminals_draw_pictures_alike,
)  # fmt: skip

BEGINNING = "a_new_game_can_be_played"
ERRORS = "the_rules_raise_no_error"
STUCK = "the_rules_come_back"
CHANCY = "the_same_moves_lead_to_the_same_position"
SILENT = "the_rules_print_nothing"
SHARING = "two_games_share_nothing"
DICE = "the_rules_draw_no_numbers"
RETURNS = "make_changes_the_game_itself"
DEAF = "the_move_matters"
END = "a_game_ends"
TURNS = "both_seats_have_turns"
SIDES = "the_score_is_that_of_seat_0"
SEES = "imagine_is_a_copy_as_the_seat_sees_it"
LEARNS = "a_seat_learns_what_it_may_know_and_no_more"
TRUTH = "the_truth_is_imagined_as_chance_would"
WORLDS = "imagined_worlds_are_possible"
TOLD = "a_seat_is_told_no_more_than_it_may_know"
SIGN = "the_estimate_is_that_of_seat_0"
TURNED = "the_estimate_goes_with_the_score"
SIZE = "estimates_stay_where_searches_tell_them_apart"
SLOW = "the_rules_are_quick"
SOLVED = "solve_finds_what_best_play_brings"
OPTIONS = "every_option_can_be_played"
UNUSED = "options_matter"
ALIASED = "each_row_is_a_list_of_its_own"
SHUFFLED = "imagined_worlds_repeat"
OPEN = "players_do_not_see_more_than_is_shown"
STRAIGHT = "terminals_draw_pictures_alike"

GROUPS: dict[str, tuple[str, ...]] = {
    "the rules answer": (
        BEGINNING, ERRORS, STUCK, "seats_and_stakes_are_stated", "the_rules_answer_in_kind", RETURNS,
        OPTIONS, UNUSED,
    ),
    "games of their own": (SHARING, ALIASED, DICE, CHANCY, SILENT),
    "turns and moves": (
        "a_turn_is_a_seats_or_chances", "moves_end_with_the_game", DEAF, TURNS,
        "forcing_moves_are_moves", "ranked_moves_are_moves", "no_win_is_left_out",
        "no_best_move_is_left_out", "playout_moves_are_moves", "a_skipped_turn_is_taken_back",
    ),
    "the end and the score": (
        END, "scores_are_within_stakes", SIDES, "bounds_hold_to_the_end", "theory_says_what_best_play_brings", SOLVED,
    ),
    "looking": ("looking_changes_nothing", "estimates_and_keys_are_whole_numbers", SIGN, TURNED, SIZE),
    "texts of moves": (
        "texts_are_distinct_words", "moves_are_said_as_they_are_heard", "parse_inverts_text",
        "parse_refuses_what_is_no_move", "refusals_are_explained",
    ),
    "copies and moves taken back": (
        "a_copy_is_equal_and_shares_nothing", "unmake_restores_everything", "unmake_goes_back_to_the_start",
    ),
    "positions as texts": ("a_position_is_read_back", "an_arrangement_begins_with_the_position"),
    "keys": ("one_key_means_one_future", "one_board_key_means_one_turn", "equal_positions_have_one_key"),
    "dice and hidden cards": (
        "chances_have_weights", TOLD, SEES, LEARNS, WORLDS, TRUTH, SHUFFLED, OPEN,
    ),
    "pictures": ("pictures_can_be_drawn", "cells_lie_on_the_board", "pieces_walk_from_where_they_stand", STRAIGHT),
}  # fmt: skip

FOUNDATIONS = (  # if one of these is broken, later laws cannot be judged
    BEGINNING, STUCK, "seats_and_stakes_are_stated", SHARING, DICE, "the_rules_answer_in_kind", ERRORS, RETURNS,
    "looking_changes_nothing", CHANCY, "a_copy_is_equal_and_shares_nothing",
)  # fmt: skip
CAUSES: dict[str, tuple[str, ...]] = {
    "parse_inverts_text": ("texts_are_distinct_words",),
    "moves_are_said_as_they_are_heard": ("texts_are_distinct_words", TOLD),
    "parse_refuses_what_is_no_move": ("parse_inverts_text",),
    "refusals_are_explained": ("parse_refuses_what_is_no_move",),
    "unmake_goes_back_to_the_start": ("unmake_restores_everything", TURNS, DEAF),
    "unmake_restores_everything": (TURNS, DEAF, "a_turn_is_a_seats_or_chances"),
    "a_position_is_read_back": ("a_copy_is_equal_and_shares_nothing", "one_key_means_one_future", TOLD),
    "an_arrangement_begins_with_the_position": ("a_position_is_read_back", "pictures_can_be_drawn"),
    "theory_says_what_best_play_brings": ("scores_are_within_stakes", "moves_end_with_the_game"),
    "pieces_walk_from_where_they_stand": ("cells_lie_on_the_board", "pictures_can_be_drawn"),
    "cells_lie_on_the_board": ("pictures_can_be_drawn",),
    TOLD: (),
    SEES: (TOLD,),
    LEARNS: (TOLD, SEES, "chances_have_weights"),
    WORLDS: (LEARNS, TOLD, SEES, "chances_have_weights"),
    TRUTH: (WORLDS, TOLD, SEES, LEARNS, "chances_have_weights"),
    SHUFFLED: (LEARNS, WORLDS, TRUTH, TOLD, SEES, "chances_have_weights"),
    "equal_positions_have_one_key": (
        "pictures_can_be_drawn", "cells_lie_on_the_board", "pieces_walk_from_where_they_stand",
        "one_key_means_one_future", LEARNS,
    ),
    "no_win_is_left_out": ("ranked_moves_are_moves", "scores_are_within_stakes"),
    "no_best_move_is_left_out": ("no_win_is_left_out", "ranked_moves_are_moves", "scores_are_within_stakes"),
    "bounds_hold_to_the_end": ("scores_are_within_stakes",),
    STRAIGHT: ("pictures_can_be_drawn",),
    "one_key_means_one_future": ("estimates_and_keys_are_whole_numbers", "scores_are_within_stakes"),
    END: (DEAF, "moves_end_with_the_game", "a_turn_is_a_seats_or_chances"),
    TURNS: ("a_turn_is_a_seats_or_chances", DEAF),
    SIDES: (TURNS, DEAF),
    SIGN: ("estimates_and_keys_are_whole_numbers", "scores_are_within_stakes"),
    TURNED: ("estimates_and_keys_are_whole_numbers", "scores_are_within_stakes"),
    DEAF: (),
    "moves_end_with_the_game": (),
    SILENT: (),
    "scores_are_within_stakes": ("a_turn_is_a_seats_or_chances",),
    "a_turn_is_a_seats_or_chances": (),
    "texts_are_distinct_words": ("moves_end_with_the_game",),
    "chances_have_weights": (),
}  # fmt: skip
HINTS = (ALIASED, UNUSED, SIDES, SLOW, SHUFFLED, OPEN, STRAIGHT, TURNED, SIZE, "equal_positions_have_one_key")


def rank_laws(laws: list[str]) -> list[str]:
    """Return the laws sorted, causes first."""
    order = [*FOUNDATIONS, *CAUSES]
    return sorted(laws, key=lambda law: order.index(law) if law in order else len(order))


def find_cause(law: str, found: list[str]) -> str:
    """Return a law of `found` from which a violation of `law` may follow; "" if there is none.

    A foundation follows only from the foundations before it; every other law from all of them and from its CAUSES.
    """
    below = FOUNDATIONS[: FOUNDATIONS.index(law)] if law in FOUNDATIONS else FOUNDATIONS
    return next((each for each in (*CAUSES.get(law, ()), *below) if each in found and each not in (law, SILENT)), "")
