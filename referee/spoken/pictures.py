"""Pictures in sentences: the whole of it, each of its parts by name, and all that lies in it."""

from collections import Counter
from itertools import groupby

from games.picture import Drawing, Form, Grid, Hand, Hands, Heap, Heaps, Picture, Pits, Points
from referee.match.wording import count_words, join_words, make_sentence
from referee.spoken import grids
from referee.spoken.grids import Seats, Thing

Parts = dict[str, dict[str, str]]  # what it is a part of, its name, its sentence


def picture_sentences(picture: Picture, seats: Seats) -> list[str]:
    """The whole picture in sentences, its note at the end; `seats` are the names of the two."""
    match picture:
        case Grid():
            return [*board_sentences(picture, seats), *note_sentences(picture.note)]
        case Pits():
            return [*named_parts(picture, seats)["row"].values(), *note_sentences(picture.note)]
        case Heaps():
            heaps = ", ".join(f"{heap.label} {heap.count}" for heap in picture.heaps)
            letters = all(len(heap.label) == 1 for heap in picture.heaps)
            return [f"{'Heaps: ' if letters else ''}{heaps}.", *note_sentences(picture.note)]
        case Hands():
            return [*named_parts(picture, seats)["hand"].values(), *note_sentences(picture.note)]
        case Points():
            return [
                *(checkers_sentence(picture, seat, seats) for seat in (0, 1)),
                *dice_sentence(picture),
                *note_sentences(picture.note),
            ]
    text = picture.spoken if isinstance(picture, Drawing) else str(picture)
    return [row for row in text.splitlines() if row.strip()]


def note_sentences(note: str) -> list[str]:
    """The note below a picture as a sentence, if there is one."""
    return [make_sentence(note)] if note else []


def board_sentences(grid: Grid, seats: Seats) -> list[str]:
    """The rows of a board in sentences, those of a lattice and its columns and boxes; empty ones in a row as one.

    Where pieces are dropped into columns these come in place of the rows.
    """
    found = named_parts(grid, seats)
    if grid.form is Form.LATTICE:
        boxes = [thing for thing in all_things(grid) if thing[1] == "box"]
        closed = [f"{words}." for words in belongings(boxes, seats)]
        lines = [*fold_empty_lines("Row", found["row"]), *fold_empty_lines("Column", found["column"]), *closed]
        return lines if all_things(grid) else ["No line is drawn yet."]
    by_column = bool("".join(grid.column_labels).strip()) and not "".join(grid.row_labels).strip()
    lines = fold_empty_lines("Column", found["column"]) if by_column else fold_empty_lines("Row", found["row"])
    return lines if len(lines) > 1 or not lines[0].endswith((" is empty.", " are empty.")) else ["The board is empty."]


def fold_empty_lines(title: str, lines: dict[str, str]) -> list[str]:
    """The sentences of rows or columns, empty ones beside each other as one."""
    found = []
    for empty, group in groupby(lines.items(), key=lambda item: item[1].endswith(" is empty.")):
        names, told = zip(*group, strict=True)
        if empty and len(names) > 1:
            found.append(f"{title}s {grids.span_words(names)} are empty.")
        else:
            found += told
    return found


def named_parts(picture: Picture, seats: Seats) -> Parts:
    """The parts of a picture that have names: a sentence for each, by what it is and by its name."""
    match picture:
        case Grid():
            return {"row": grids.row_sentences(picture, seats), "column": grids.column_sentences(picture, seats)}
        case Pits():
            sides = [pits_of(picture, seat) for seat in (0, 1)]
            return {
                "pit": {
                    name: f"Pit {name}: {seats[0]} {count}, {seats[1]} {sides[1].get(name, 0)}."
                    for name, count in sides[0].items()
                },
                "row": {seats[seat]: pits_sentence(picture, seat, seats) for seat in (0, 1)},
            }
        case Heaps():
            return {
                "heap": {heap.label: f"{make_sentence(f'{heap_name(heap)}: {heap.count}')}" for heap in picture.heaps}
            }
        case Hands():
            return {"hand": {hand.label: hand_sentence(hand) for hand in picture.hands}}
        case Points():
            heaps = sorted((heap for row in picture.rows for heap in row), key=lambda heap: int(heap.label))
            return {"point": {heap.label: point_sentence(heap, seats) for heap in heaps}}
    return {}


# Pits.


def pits_of(picture: Pits, seat: int) -> dict[str, int]:
    """How many seeds lie in the pits of that seat, by the names of the pits, in order."""
    row = seat if getattr(picture, "turned", False) else 1 - seat
    pairs = list(zip(picture.labels[row], picture.rows[row], strict=True))
    return dict(pairs if row else pairs[::-1])


def pits_sentence(picture: Pits, seat: int, seats: Seats) -> str:
    """The sentence for the pits and the store of a seat."""
    pits = pits_of(picture, seat)
    counts = ", ".join(map(str, pits.values()))
    return f"{seats[seat]}, pits {grids.span_words(list(pits))}: {counts}; store {picture.stores[seat]}."


# Heaps and hands.


def heap_name(heap: Heap) -> str:
    """What a heap is called in a sentence."""
    return f"Heap {heap.label}" if len(heap.label) == 1 else heap.label


def hand_sentence(hand: Hand) -> str:
    """The sentence for a hand."""
    return f"{hand.label}: {hand_words(hand)}."


def hand_words(hand: Hand) -> str:
    """What is in a hand, and its note; what the viewer does not see is counted."""
    seen = [card for card in hand.cards if card != "?"]
    hidden = len(hand.cards) - len(seen)
    words = [*seen, *([f"{hidden} hidden" if len(hand.cards) > 1 else "hidden"] if hidden else [])]
    return ", ".join(filter(None, (*(words or ["none"]), hand.note)))


# Points.


def point_sentence(heap: Heap, seats: Seats) -> str:
    """The sentence for a point of a backgammon board."""
    if heap.seat is None or not heap.count:
        return f"Point {heap.label} is empty."
    return f"Point {heap.label}: {count_words(heap.count, f'{seats[heap.seat]} checker')}."


def checkers_sentence(picture: Points, seat: int, seats: Seats) -> str:
    """The sentence for the checkers of a seat."""
    return f"{seats[seat]}: {', '.join(checker_places(picture, seat))}."


def checker_places(picture: Points, seat: int) -> list[str]:
    """Where so many of that seat's checkers are, from the bar and the highest point on."""
    heaps = sorted((heap for row in picture.rows for heap in row), key=lambda heap: -int(heap.label))
    found = [(picture.bar[seat], "on the bar")]
    found += [(heap.count, f"on {heap.label}") for heap in heaps if heap.seat == seat]
    return [f"{count} {where}" for count, where in [*found, (picture.off[seat], "off")] if count]


def dice_sentence(picture: Points) -> list[str]:
    """The sentence for the dice still to be played, if there are any."""
    return [f"Dice to play: {join_words([str(die) for die in picture.dice])}."] if picture.dice else []


# What lies there and whose it is.


def all_things(picture: Picture) -> list[Thing]:
    """All that lies in a picture: whose it is, what it is, and where."""
    match picture:
        case Grid():
            return grids.things(picture)
        case Pits():
            return [
                (seat, "seed", f"{count} in {'the store' if name is None else f'pit {name}'}")
                for seat in (0, 1)
                for name, count in [*pits_of(picture, seat).items(), (None, picture.stores[seat])]
                if count
            ]
        case Heaps():
            return [(heap.seat, "heap", f"{heap.label} {heap.count}") for heap in picture.heaps]
        case Hands():
            return [
                (hand.seat, "hand", hand_words(hand) if hand.seat is not None else f"{hand.label} {hand_words(hand)}")
                for hand in picture.hands
            ]
        case Points():
            return [(seat, "checker", where) for seat in (0, 1) for where in checker_places(picture, seat)]
    return []


def belongings(found: list[Thing], seats: Seats) -> list[str]:
    """What of the things is whose and where, a line without a full stop for each owner and kind."""
    lines: dict[str, list[str]] = {}
    numbers = Counter(thing[:2] for thing in found)
    for seat, what, where in found:
        lines.setdefault(thing_words(seat, what, numbers[seat, what], seats), []).append(where)
    return [f"{title}: {', '.join(wheres) if all(wheres) else len(wheres)}" for title, wheres in lines.items()]


def thing_words(seat: int | None, what: str, number: int, seats: Seats) -> str:
    """The words for so many things of a seat, or of nobody: `White pawns`, `X`."""
    word = grids.piece_words(what, number)
    return word if seat is None else seats[seat] if what == seats[seat] else f"{seats[seat]} {word}"


def tally_sentences(picture: Picture, seats: Seats) -> list[str]:
    """What each seat has, in sentences, and the note of the picture."""
    match picture:
        case Grid():
            return board_tally(picture, seats)
        case Pits():
            each = [f"{seats[seat]} has {picture.stores[seat]} in store" for seat in (0, 1)]
        case Points():
            each = [f"{seats[seat]} has {picture.off[seat]} off and {picture.bar[seat]} on the bar" for seat in (0, 1)]
        case Heaps() | Hands():
            return picture_sentences(picture, seats)
        case _:
            return []
    return [f"{'; '.join(each)}.", *note_sentences(picture.note)]


def board_tally(grid: Grid, seats: Seats) -> list[str]:
    """What each seat has on a board, in sentences, and of the note what that does not say yet."""
    order = [word for _, word in grid.pieces]
    found = sorted(all_things(grid), key=lambda thing: order.index(thing[1]) if thing[1] in order else -1)
    numbers = Counter(thing[:2] for thing in found)
    if all(seat is None for seat, _ in numbers):
        each = [count_words(count, what) for (_, what), count in numbers.items()] or ["The board is empty"]
        return [f"{', '.join(each)}.", *note_sentences(grid.note)]
    owners = Counter(thing[0] for thing in found)
    same = ", ".join(f"{seats[seat]} {owners[seat]}" for seat in (0, 1))
    note = "; ".join(part for part in grid.note.split("; ") if part != same)
    each = [possession_sentence(numbers, seat, seats) for seat in (0, 1)]
    return [f"{'; '.join(each)}.", *note_sentences(note)]


def possession_sentence(numbers: Counter[tuple[int | None, str]], seat: int, seats: Seats) -> str:
    """How many things of each kind a seat has: `White has 2 pawns`."""
    has = [count_words(count, what) for (whose, what), count in numbers.items() if whose == seat]
    return f"{seats[seat]} has {join_words(has) or 'none'}"
