"""What dots and boxes knows of chains, against plain search and the same counted plainly."""

import random
from functools import cache

import pytest
from plain_dots import boxes_of, lines_of, written

from games.dots_and_boxes import DotsAndBoxes
from players.minimax import MinimaxPlayer
from referee.support.build import life

SIZES = [(3, 3), (2, 4), (4, 3), (1, 8), (4, 4)]
GAMES = 3 if life() == "compiled" else 1


def played_on(rows, columns, left, rng):
    """A random game with so many lines left, and these lines: most moves give no box away while there is such a move."""
    game, lines = DotsAndBoxes(rows, columns), {written(line): line for line in lines_of(rows, columns)}
    while len(lines) > left:
        safe = []
        for move in game.moves():
            twin = game.copy()
            twin.make(move)
            safe += [] if twin.forcing() else [move]
        move = rng.choice(safe if safe and rng.random() < 0.9 else game.moves())
        del lines[game.text(move)]
        game.make(move)
    return game, set(lines.values())


def best_margin(rows, columns, free):
    """What the side to move wins of the boxes that are left, by plain search of all moves."""
    boxes = [frozenset(box & free) for box in boxes_of(rows, columns).values() if box & free]

    @cache
    def best(left):
        found = []
        for line in left:
            closed = sum(line in box and not box & left - {line} for box in boxes)
            rest = best(left - {line})
            found.append(closed + rest if closed else -rest)
        return max(found, default=0)

    return best(frozenset(free))


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_moves_that_are_left_out_change_no_score(rows, columns):
    rng, left_out = random.Random(rows), 0
    for left in (3, 6, 8, 9, 10, 11) * GAMES:
        game, free = played_on(rows, columns, left, rng)
        thought = MinimaxPlayer().think(game)
        before = sum(1 - 2 * cell.seat for row in game.show().rows for cell in row if cell.seat is not None)
        assert thought.value == before * (1 - 2 * game.turn) + best_margin(rows, columns, free)
        left_out += len(game.moves()) - len(game.ranked())
    assert left_out > 0


def chains_of(rows, columns, free):
    """The boxes of two lines, in groups joined by free lines, each with whether it is closed; and the other boxes."""
    left = {box: sides & free for box, sides in boxes_of(rows, columns).items() if sides & free}
    twos = {box for box, sides in left.items() if len(sides) == 2}
    others = set(left) - twos
    found = []
    while twos:
        group = [twos.pop()]
        for box in group:
            joined = {other for other in twos if left[other] & left[box]}
            twos -= joined
            group += joined
        sides = set().union(*(left[box] for box in group))
        found.append((len(group), len(sides) == len(group)))
    return found, others


def controlled_value(chains):
    """What who opens the first of long chains and loops loses, as long as it is 2 and more (Berlekamp, chapter 10)."""
    value = sum(size - 8 if closed else size - 4 for size, closed in chains)
    lines = [size for size, closed in chains if not closed]
    if not lines:
        return value + 8
    return value + (6 if max(lines) == 3 and len(lines) < len(chains) else 4)


def test_long_chains_are_worth_their_controlled_value_and_what_search_finds():
    rng, seen, tries = random.Random(8), 0, 0
    while seen < 8 * GAMES and tries < 4000:
        tries += 1
        rows, columns = rng.choice(SIZES)
        game, free = played_on(rows, columns, rng.randint(4, 11), rng)
        chains, others = chains_of(rows, columns, free)
        if others or not chains or min(chains)[0] < 3 or controlled_value(chains) < 2:
            continue
        before = sum(1 - 2 * cell.seat for row in game.show().rows for cell in row if cell.seat is not None)
        lost = controlled_value(chains)
        assert game.estimate() == 8 * (before - lost * (1 - 2 * game.turn))
        assert best_margin(rows, columns, free) == -lost
        seen += 1
    assert seen >= 4


def test_the_estimate_is_as_good_for_either_seat():
    rng = random.Random(3)
    for _ in range(40 * GAMES):
        rows, columns = rng.choice(SIZES)
        game, _ = played_on(rows, columns, rng.randint(1, 20), rng)
        twin = DotsAndBoxes(rows, columns)
        twin.set_position(game.position().translate(str.maketrans("AB", "BA")))
        assert twin.estimate() == -game.estimate()
