"""What people see of chips: its heaps, how a game ended, and who wins Fibonacci nim."""

from typing import Any

from games.picture import Heap, Heaps
from games.theory import Theory


def show(game: Any, seat: int | None = None) -> Heaps:
    """Return the pile and what each seat holds."""
    held = (Heap(game.seats[0], game.mine, 0), Heap(game.seats[1], game.yours, 1))
    note = ""
    if game.limit:
        note = f"take 1 to {game.limit}" if game.limit > 1 else "take 1"
    return Heaps((Heap("Pile", game.pile), *held), note=note)


def reason(game: Any) -> str:
    """Return who took the last chip, or who holds an even number."""
    winner, loser = (0, 1) if game.value() > 0 else (1, 0)
    if not game.even:
        return f"{game.seats[winner]} took the last chip"
    held = (game.mine, game.yours)
    return f"{game.seats[winner]} holds an even number, {held[winner]}, {game.seats[loser]} an odd one, {held[loser]}"


def theory(game: Any) -> Theory | None:
    """Return who wins under rule=last: the seat to move, if it may take the smallest Fibonacci part of the pile."""
    if game.even:
        return None
    part = smallest_part(game.pile)
    lost = game.pile == 0 or part > game.limit
    state = f"smallest Fibonacci part {part} with a limit of {game.limit}"
    return Theory("Fibonacci nim", 1 if (game.turn == 1) == lost else -1, game.pile, state=state)


def smallest_part(number: int) -> int:
    """Return the smallest of the Fibonacci numbers, no two of them neighbours, that add up to `number`; 0 for 0.

    There is one such sum, and taking the largest number that fits finds it (E. Zeckendorf, 1972).
    """
    part, small, large = 0, 1, 2
    while large <= number:
        small, large = large, small + large
    while number > 0:
        if small <= number:
            part = small
            number -= small
        small, large = large - small, small
    return part
