"""The laws that every game obeys in each of its positions.

A law looks at one position and says in a sentence what is wrong there, if anything.
"""

from collections.abc import Iterator
from random import Random

from games.adapters.python_adapter import become_unchecked, unmake_unchecked
from games.adapters.undo import can_become, can_skip, can_unmake, draws_playouts, has_unmake, ranks_moves
from games.base.numeric import is_countable, is_whole
from games.base.rule_values import are_weights
from games.capabilities import hides_information, theories_after, theory_of
from games.game import CHANCE, writes
from games.laws.hidden import (
    a_mover_hears_its_move,
    all_is_shown_at_the_end,
    imagine_goes_by_what_is_known,
    looks_are_known_apart,
)
from games.laws.keys import one_key_means_one_future
from games.laws.leaks import a_seat_is_told_no_more_than_it_may_know
from games.laws.move_texts import (
    RUBBISH,
    old_texts_are_read_safely,
    phrases_are_sentence_parts,
    phrases_tell_what_is_heard,
    refusals_say_why,
    rubbish_is_refused,
    texts_are_read_back,
)
from games.laws.notation import arranged_as_it_is, texts_lead_back, texts_tell_what_is_known
from games.laws.pictures import cells_off_the_board, starts_without_piece
from games.laws.purity import looking_changes_nothing
from games.laws.scene import Law, Scene, is_over, key_of, observe
from games.laws.search_hints import bounds_hold_to_the_end, no_best_move_is_left_out, no_win_is_left_out
from games.picture import flaws

HIGHEST = 10_000  # of the ranks of moves
COPIES = 150  # that are compared after some moves with what these moves lead to from the start; then ever fewer
OLD = 3  # moves made before whose texts are asked about
SAID = 8  # moves whose phrases are looked at

# The laws of one position.


def a_turn_is_a_seats_or_chances(scene: Scene) -> Iterator[str]:
    if scene.game.score() is None and scene.game.turn not in (0, 1, CHANCE):
        yield f"turn is {scene.game.turn!r}, not 0, 1 or CHANCE"


def moves_end_with_the_game(scene: Scene) -> Iterator[str]:
    moves, score = scene.game.moves(), scene.game.score()
    if score is None and not moves:
        yield "there is no move though the game is not over"
    if score is not None and moves:
        yield f"there are moves though the game is over with {score}"
    if any(not is_whole(move) or not 0 <= move < 1 << 31 for move in moves):
        yield "a move is not an int from 0 to 2**31 - 1"
    if len(set(moves)) < len(moves):
        yield "a move is listed twice"


def scores_are_within_stakes(scene: Scene) -> Iterator[str]:
    score, stakes = scene.game.score(), scene.game.stakes
    if score is not None and (not is_countable(score) or abs(score) > stakes):
        yield f"the score is {score!r}, not a whole number from {-stakes} to {stakes}"


def estimates_and_keys_are_whole_numbers(scene: Scene) -> Iterator[str]:
    estimate, key = scene.game.estimate(), scene.game.key()
    if not is_whole(estimate) or abs(estimate) >= 1 << 31:
        yield f"the estimate is {estimate!r}, not a whole number of at most 31 bits"
    if not is_whole(key) or not 0 <= key < 1 << 64:
        yield f"the key is {key!r}, not a whole number from 0 to 2**64 - 1"


def texts_are_distinct_words(scene: Scene) -> Iterator[str]:
    texts = [scene.game.text(move) for move in scene.game.moves()]
    if len(set(texts)) < len(texts):
        yield f"two moves have the same text {max(texts, key=texts.count)!r}"
    for text in texts:
        if not text or text.split() != [text]:
            yield f"the text {text!r} of a move is empty or holds a blank"


def moves_are_said_as_they_are_heard(scene: Scene) -> Iterator[str]:
    moves = scene.game.moves()[:SAID]
    yield from phrases_are_sentence_parts(scene.game, moves)
    if writes(scene.game, "say") and writes(scene.game, "heard"):
        for seat in (0, 1):
            yield from phrases_tell_what_is_heard(scene.game, moves, seat)


def parse_inverts_text(scene: Scene) -> Iterator[str]:
    yield from texts_are_read_back(scene.game, scene.some())


def parse_refuses_what_is_no_move(scene: Scene) -> Iterator[str]:
    yield from rubbish_is_refused(scene.game)
    if writes(scene.game, "parse"):
        yield from old_texts_are_read_safely(scene.game, scene.some())


def refusals_are_explained(scene: Scene) -> Iterator[str]:
    if writes(scene.game, "why_not") and not is_over(scene.game):
        made = list(scene.way())
        older = scene.rng.sample(made, min(len(made), OLD))
        yield from refusals_say_why(scene.game, (RUBBISH, "", " ", "0", *older))


def a_copy_is_equal_and_shares_nothing(scene: Scene) -> Iterator[str]:
    before = observe(scene.game)
    twin = scene.game.copy()
    if type(twin) is not type(scene.game) or (observe(twin), key_of(twin)) != (before, key_of(scene.game)):
        yield "a copy differs from its original"
    made: list[int] = []
    while len(made) < 3 and not is_over(twin):
        made.append(scene.rng.choice(twin.moves()))
        twin.make(made[-1])
    if made and not scene.spares("copies", COPIES) and observe(twin) != observe(scene.fresh(*made)):
        yield "the same moves lead a copy to another position than its original"
    if observe(scene.game) != before:
        yield "moves made in a copy changed the original"
    if can_become(twin):
        become_unchecked(twin, scene.game)
        if (observe(twin), key_of(twin)) != (before, key_of(scene.game)):
            yield "a copy that moved on and became its original again differs from it"


def unmake_restores_everything(scene: Scene) -> Iterator[str]:
    if not has_unmake(scene.game):
        return
    before, key = observe(scene.game), key_of(scene.game)
    for move in scene.some():
        text = scene.game.text(move)
        scene.game.make(move)
        scene.game.unmake(move)
        if (observe(scene.game), key_of(scene.game)) != (before, key):
            yield f"making and unmaking {text} changed the position"


def a_position_is_read_back(scene: Scene) -> Iterator[str]:
    yield from texts_lead_back(scene)
    if hides_information(scene.game):
        for seat in (0, 1):
            yield from texts_tell_what_is_known(scene, seat)


def an_arrangement_begins_with_the_position(scene: Scene) -> Iterator[str]:
    yield from arranged_as_it_is(scene)


def forcing_moves_are_moves(scene: Scene) -> Iterator[str]:
    if strange := set(scene.game.forcing()) - set(scene.game.moves()):
        yield f"the forcing move {min(strange)} is not a legal move"


def ranked_moves_are_moves(scene: Scene) -> Iterator[str]:
    if not ranks_moves(scene.game):
        return
    legal, ranked = scene.game.moves(), scene.game.ranked()
    moves = [move for move, _ in ranked]
    if sorted(moves) != sorted(set(moves) & set(legal)):
        yield "a ranked move is not a legal move, or ranked twice"
    if legal and not moves:
        yield "no move is ranked though the game is not over"
    if any(not is_whole(rank) or abs(rank) > HIGHEST for _, rank in ranked):
        yield f"a rank is not a whole number from {-HIGHEST:,} to {HIGHEST:,}"


def a_skipped_turn_is_taken_back(scene: Scene) -> Iterator[str]:
    game = scene.game
    if not (can_skip(game) and can_unmake(game)) or game.turn == CHANCE or game.score() is not None:
        return
    turn, before, key = game.turn, observe(game), key_of(game)
    if game.skip():
        if game.turn == turn:
            yield "skip() returns True, but it is still the same seat's turn"
        unmake_unchecked(game, -1)
    if (observe(game), key_of(game)) != (before, key):
        yield "skipping a turn and taking it back changed the position"


def playout_moves_are_moves(scene: Scene) -> Iterator[str]:
    game = scene.game
    if not draws_playouts(game) or game.turn == CHANCE:
        return
    number = scene.rng.getrandbits(64)
    move, legal = game.playout_move(number), game.moves()
    if move != -1 and move not in legal:
        yield f"the playout move {move} is not a legal move"
    elif game.copy().playout_move(number) != move:
        yield "the same number draws another playout move in a copy"


def chances_have_weights(scene: Scene) -> Iterator[str]:
    if scene.game.turn != CHANCE or scene.game.score() is not None:
        return
    chances = scene.game.chances()
    if sorted(move for move, _ in chances) != sorted(scene.game.moves()):
        yield "the moves of chances() are not those of moves()"
    if any(not is_whole(weight) or weight < 1 for _, weight in chances):
        yield "a weight of chances() is not a whole number from 1"
    elif chances and not are_weights([weight for _, weight in chances]):
        yield "the weights of chances() do not add up to less than 2**31"


def theory_says_what_best_play_brings(scene: Scene) -> Iterator[str]:
    if (theory := theory_of(scene.game)) is None or scene.game.turn == CHANCE:
        return
    score, complete, side = scene.game.score(), True, -1 if scene.game.turn == 1 else 1
    if score is None:
        found = [then for _, then in theories_after(scene.game)]
        known = [side * then.score for then in found if then is not None]
        if theory.whole and None in found:
            yield "theory speaks here, but not after every move"
            return
        if not known:
            return
        score, complete = side * max(known), len(known) == len(found)
    if theory.score != score and (complete or side * theory.score < side * score):
        yield f"theory says {theory.score}, best play brings {score}"


def imagine_is_a_copy_as_the_seat_sees_it(scene: Scene) -> Iterator[str]:
    for seat in (0, 1):
        view = scene.game.imagine(seat, Random(scene.rng.random()))
        if view is scene.game:
            yield "imagine hands out the position itself, not a copy"
        elif view.turn != scene.game.turn:
            yield f"imagine({seat}) changes the turn"
        elif (view.turn, view.show(seat)) != (scene.game.turn, scene.game.show(seat)):
            yield f"imagine({seat}) changes what seat {seat} sees"


def a_seat_learns_what_it_may_know_and_no_more(scene: Scene) -> Iterator[str]:
    if hides_information(scene.game):
        for seat in (0, 1):
            yield from looks_are_known_apart(scene.game, seat, scene.looks)
            yield from imagine_goes_by_what_is_known(scene, seat)
        yield from all_is_shown_at_the_end(scene.game)
        yield from a_mover_hears_its_move(scene.game)


def pictures_can_be_drawn(scene: Scene) -> Iterator[str]:
    for seat in (None, 0, 1):
        yield from (f"show({seat}) is {flaw}" for flaw in flaws(scene.game.show(seat)))


def cells_lie_on_the_board(scene: Scene) -> Iterator[str]:
    yield from cells_off_the_board(scene.game, scene.some())


def pieces_walk_from_where_they_stand(scene: Scene) -> Iterator[str]:
    if scene.game.walks and scene.game.turn != CHANCE:
        yield from starts_without_piece(scene.game, scene.some())


LAWS: tuple[Law, ...] = (
    a_turn_is_a_seats_or_chances,
    moves_end_with_the_game,
    scores_are_within_stakes,
    estimates_and_keys_are_whole_numbers,
    looking_changes_nothing,
    texts_are_distinct_words,
    moves_are_said_as_they_are_heard,
    parse_inverts_text,
    parse_refuses_what_is_no_move,
    refusals_are_explained,
    a_copy_is_equal_and_shares_nothing,
    unmake_restores_everything,
    a_position_is_read_back,
    an_arrangement_begins_with_the_position,
    one_key_means_one_future,
    forcing_moves_are_moves,
    ranked_moves_are_moves,
    no_win_is_left_out,
    no_best_move_is_left_out,
    bounds_hold_to_the_end,
    a_skipped_turn_is_taken_back,
    playout_moves_are_moves,
    chances_have_weights,
    theory_says_what_best_play_brings,
    a_seat_is_told_no_more_than_it_may_know,
    imagine_is_a_copy_as_the_seat_sees_it,
    a_seat_learns_what_it_may_know_and_no_more,
    pictures_can_be_drawn,
    cells_lie_on_the_board,
    pieces_walk_from_where_they_stand,
)
