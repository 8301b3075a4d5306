"""The laws that every game obeys in each of its positions.

A law looks at one position and yields a sentence for each thing that is wrong there.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from games.adapters.python_adapter import become_unchecked, unmake_unchecked
from games.adapters.undo import can_become, can_skip, can_unmake, draws_playouts, has_unmake, ranks_moves
from games.base.numeric import is_countable, is_whole
from games.base.replays import write_moves
from games.base.rule_values import are_weights
from games.capabilities import arrangement_of, has_chance, hides_information, theories_after, theory_of
from games.game import CHANCE, Game, IllegalMove, writes
from games.laws.hidden import imagine_goes_by_what_is_known
from games.laws.keys import one_board_key_means_one_turn, one_key_means_one_future
from games.laws.leaks import a_seat_is_told_no_more_than_it_may_know
from games.laws.purity import looking_changes_nothing
from games.laws.scene import RUBBISH, Law, Scene, compare_by_play, is_over, key_of, observe, show_lasting
from games.laws.search_hints import bounds_hold_to_the_end, no_best_move_is_left_out, no_win_is_left_out
from games.picture import Cell, Grid, Picture, Pits, Points, flaws

HIGHEST = 10_000  # rank of a move
COPIES = 150  # positions in which a copy is compared after some moves with a replay from the start; then ever fewer
OLD = 3  # earlier moves whose texts are tried again
SAID = 8  # moves whose phrases are checked
FUTURES = 40  # positions from whose texts the game is played on; then ever fewer
WANDERED = 3  # moves made before a position is set up


def a_turn_is_a_seats_or_chances(scene: Scene) -> Iterator[str]:
    if scene.game.score() is not None:
        return
    if scene.game.turn not in (0, 1, CHANCE):
        yield f"turn is {scene.game.turn!r}, not 0, 1 or CHANCE"
    elif scene.game.turn == CHANCE and not has_chance(scene.game):
        yield f"turn is {CHANCE}, which means CHANCE, but the game has no chances()"


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
    game = scene.game
    moves = game.moves()[:SAID]
    for move in moves:
        for seat in (None, 0, 1):
            phrase = game.say(move, seat)
            if type(phrase) is not str or not phrase.strip() or not phrase.isprintable() or phrase.endswith("."):
                yield f"say({move}, {seat}) is {phrase!r}, not a part of a sentence in one line, without a full stop"
    for seat in (0, 1) if writes(game, "say") and writes(game, "heard") else ():
        told: dict[str, str] = {}
        for move in moves:
            heard, phrase = game.heard(move, seat), game.say(move, seat)
            if told.setdefault(heard, phrase) != phrase:
                yield f"seat {seat} hears {heard!r} of two moves, but say() tells it {told[heard]!r} and {phrase!r}"


def parse_inverts_text(scene: Scene) -> Iterator[str]:
    game = scene.game
    capitals = [game.text(move).upper() for move in game.moves()]
    for move in scene.some():
        text = game.text(move)
        # If only case tells two texts apart, as a pawn from a bishop of chess, capitals may be read as either.
        for entry in (text, f" {text.upper()} ") if capitals.count(text.upper()) == 1 else (text,):
            try:
                meant: object = game.parse(entry)
            except IllegalMove:
                meant = "nothing"
            if meant != move:
                yield f"parse({entry!r}) is {meant}, not the move {move} of that text"


def parse_refuses_what_is_no_move(scene: Scene) -> Iterator[str]:
    game = scene.game
    try:
        yield f"parse({RUBBISH!r}) is {game.parse(RUBBISH)}"
    except IllegalMove as error:
        if RUBBISH not in str(error):
            yield f"the refusal {str(error)!r} does not quote the entry {RUBBISH!r}"
    for move in scene.some() if writes(game, "parse") else ():
        text, twin = game.text(move), game.copy()
        twin.make(move)
        try:
            meant = twin.parse(text)
        except IllegalMove:
            continue
        if meant not in twin.moves():
            yield f"parse({text!r}) is {meant} once {text} was made, which is not a legal move then"


def refusals_are_explained(scene: Scene) -> Iterator[str]:
    game = scene.game
    if not writes(game, "why_not") or is_over(game):
        return
    made = list(scene.way())
    for entry in (RUBBISH, "", " ", "0", *scene.rng.sample(made, min(len(made), OLD))):
        try:
            game.parse(entry)
        except IllegalMove:
            why: object = game.why_not(entry)
            if type(why) is not str or not why.isprintable() or why.strip() != why or why.endswith("."):
                yield f"why_not({entry!r}) is {why!r:.80}, not a clause in one line, without a full stop"


def a_copy_is_equal_and_shares_nothing(scene: Scene) -> Iterator[str]:
    before = observe(scene.game)
    twin = scene.game.copy()
    if type(twin) is not type(scene.game) or (observe(twin), key_of(twin)) != (before, key_of(scene.game)):
        yield "a copy differs from its original"
    made: list[int] = []
    while len(made) < 3 and not is_over(twin):
        made.append(scene.rng.choice(twin.moves()))
        twin.make(made[-1])
    if observe(scene.game) != before:
        yield "moves made in a copy changed the original"
    elif made and not scene.spares("copies", COPIES) and observe(twin) != observe(scene.fresh(*made)):
        yield "the same moves lead a copy to another position than its original"
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
    game = scene.game
    if writes(game, "position") or writes(game, "set_position"):  # otherwise its fields make the text
        yield from find_misread_position(scene)
    views = hides_information(game) and writes(game, "position") and type(game).position is not write_moves
    for seat in (0, 1) if views else ():
        yield from find_misread_view(scene, seat)


def find_misread_position(scene: Scene) -> Iterator[str]:
    """Yield a sentence if the text of the position, set up in another position, does not lead back to it."""
    game = scene.game
    text = game.position()
    if "\n" in text or text != text.strip() or not text:
        yield f"the text of the position, {text!r}, is empty or not one line without blanks around it"
        return
    twin = wander(scene)
    try:
        twin.set_position(text)
    except ValueError as error:
        yield f"set_position refuses what position wrote, {text!r}: {error}"
        return
    if game.looks_back and game.score() is not None and twin.score() is None:
        return  # a draw by the past, which the text leaves out
    again = twin.position() if writes(game, "position") else text  # looking may fill some of the fields
    difference = compare_all(game, twin) if again == text else f"it is written {again!r}"
    if difference:
        yield f"the position set up from {text!r} differs: {difference}"
        return
    plays = not game.looks_back and not scene.spares("futures", FUTURES)
    if plays and (difference := compare_by_play(game, twin, scene.rng)):
        yield f"the position set up from {text!r} goes on differently: {difference}"


def wander(scene: Scene) -> Game:
    """Return a position a few random moves later, in which traces of these moves would show."""
    twin = scene.game.copy()
    for _ in range(WANDERED):
        if is_over(twin):
            break
        twin.make(scene.rng.choice(twin.moves()))
    return twin


def compare_all(game: Game, twin: Game) -> str:
    """Return a difference between two positions that people or searches notice and a text can tell; "" if none."""
    pairs: dict[str, list[Any]] = {
        "turn": [each.turn for each in (game, twin)],
        "score": [each.score() for each in (game, twin)],
        "moves": [sorted((move, each.text(move)) for move in each.moves()) for each in (game, twin)],
        "chances": [
            sorted(each.chances()) if each.turn == CHANCE and each.score() is None else [] for each in (game, twin)
        ],
        "estimate": [each.estimate() for each in (game, twin)],
        "bounds": [(each.at_least(), each.at_most()) for each in (game, twin)],
        "key": [each.board_key() if game.looks_back else key_of(each) for each in (game, twin)],
        "reason": [each.reason() if each.score() is not None else "" for each in (game, twin)],
        "picture": [[show_lasting(each, seat) for seat in (None, 0, 1)] for each in (game, twin)],
    }
    return next((f"its {name} is {two!r}, not {one!r}" for name, (one, two) in pairs.items() if one != two), "")


def find_misread_view(scene: Scene, seat: int) -> Iterator[str]:
    """Yield a sentence if the text of the position for `seat` does not say just what the seat knows."""
    game = scene.game
    text, twin = game.position(seat), wander(scene)
    if game.imagine(seat, scene.rng).position(seat) != text:
        yield f"position({seat}) is {text!r} here, and another text where seat {seat} knows as much"
    try:
        twin.set_position(text)
    except ValueError as error:
        yield f"set_position refuses what position({seat}) wrote, {text!r}: {error}"
        return
    if (known := twin.known(seat)) != game.known(seat):
        yield f"set up from {text!r}, seat {seat} knows {known!r}, not {game.known(seat)!r}"
    if twin.turn != game.turn:
        yield f"set up from {text!r}, the turn is {twin.turn}, not {game.turn}"
    if twin.position(seat) != text:
        yield f"set up from {text!r}, it is written {twin.position(seat)!r} for seat {seat}"


def an_arrangement_begins_with_the_position(scene: Scene) -> Iterator[str]:
    game = scene.game
    if hides_information(game) or (made := arrangement_of(game)) is None:
        return
    text, wanted = made.text(), game.position()
    if text != wanted:
        yield f"the text of its arrangement is {text!r}, that of the position {wanted!r}"
    # Pictures of finished games may differ: kalah then shows its last seeds in the stores.
    if not is_over(game) and (one := show_pieces(made.show())) != (other := show_pieces(game.show())):
        yield f"its arrangement shows {one}, the game {other}"


def show_pieces(picture: Picture) -> Picture:
    """Return the picture without its note and without marks that nobody owns, such as stars for possible moves."""
    if isinstance(picture, Grid):
        rows = tuple(tuple(Cell() if cell.seat is None else cell for cell in row) for row in picture.rows)
        return replace(picture, note="", rows=rows)
    return picture if isinstance(picture, str) else replace(picture, note="")


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
    game = scene.game
    if not hides_information(game):
        return
    for seat in (0, 1):
        known, look = game.known(seat), str(game.show(seat))
        if scene.looks.setdefault(f"{seat}{known}", look) != look:
            yield f"known({seat}) is {known!r} in two positions that show({seat}) tells apart"
        yield from imagine_goes_by_what_is_known(scene, seat)
        if game.score() is not None and game.show(seat) != game.show():
            yield f"show({seat}) does not show all though the game is over"
    for move in game.moves()[:3] if game.turn in (0, 1) else ():
        if (heard := game.heard(move, game.turn)) != (text := game.text(move)):
            yield f"heard() tells seat {game.turn} of its own move {text!r} as {heard!r}"


def pictures_can_be_drawn(scene: Scene) -> Iterator[str]:
    for seat in (None, 0, 1):
        yield from (f"show({seat}) is {flaw}" for flaw in flaws(scene.game.show(seat)))


def cells_lie_on_the_board(scene: Scene) -> Iterator[str]:
    picture = scene.game.show()
    rows = len(picture.rows) if isinstance(picture, (Grid, Pits, Points)) else 0
    columns = len(picture.rows[0]) if isinstance(picture, (Grid, Pits, Points)) else 0
    for move in scene.some():
        for row, column in scene.game.cells(move):
            if not (0 <= row < rows and 0 <= column < columns):
                yield f"cells({move}) names the cell {(row, column)}, which is not on the board"


def pieces_walk_from_where_they_stand(scene: Scene) -> Iterator[str]:
    game = scene.game
    if not game.walks or game.turn == CHANCE:
        return
    picture = game.show()
    owners = [[cell.seat for cell in row] for row in picture.rows] if isinstance(picture, (Grid, Points)) else []
    places = {(row, column): owner for row, line in enumerate(owners) for column, owner in enumerate(line)}
    for move in scene.some():
        cells = game.cells(move)
        if len(cells) > 1 and places.get(cells[0]) != game.turn:
            yield f"cells({move}) begins on {cells[0]}, where no piece of seat {game.turn} stands"


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
    one_board_key_means_one_turn,
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
