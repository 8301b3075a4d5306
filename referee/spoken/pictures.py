"""Pictures in sentences: the whole, its parts and cells by name, its rows and columns, everything in it.

Cells that are not mentioned are empty.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise

from games.picture import Cell, Drawing, Form, Grid, Hand, Hands, Heap, Heaps, Picture, Pits, Points
from referee.drawing.glyphs import Place
from referee.match.wording import count_words, join_words, make_sentence, plural

RANGE = re.compile(r"(\d+)-(\d+)", re.ASCII)
SIGNS = {"*": "star", "#": "block", ":": "gone"}  # words for marks without an owner

Seats = tuple[str, str]
Thing = tuple[int | None, str, str]  # its owner, what it is, where it is
Parts = dict[str, dict[str, str]]  # kind of part, its name, its sentence


def row_names(grid: Grid) -> list[str]:
    """Return the names of the rows from the top; numbers if there are no labels.

    Numbers count from the bottom if columns have labels, as pieces are dropped there; otherwise from the top.
    """
    count = len(grid.rows)
    if "".join(grid.row_labels).strip():
        return [label.strip() for label in grid.row_labels]
    upward = "".join(grid.column_labels).strip()
    return [str(count - row if upward else row + 1) for row in range(count)]


def column_names(grid: Grid) -> list[str]:
    """Return the names of the columns from the left; numbers if there are no labels."""
    if "".join(grid.column_labels).strip():
        return [label.strip() for label in grid.column_labels]
    return [str(column + 1) for column in range(len(grid.rows[0]))]


def is_playable(cell: Cell) -> bool:
    """Return whether something can stand on the cell."""
    return not cell.mark or not cell.mark.isspace()


def cell_names(grid: Grid) -> dict[Place, str]:
    """Return the name of each playable cell; empty if the labels do not name all of them."""
    rows, columns = row_names(grid), column_names(grid)
    by_row, by_column = bool("".join(grid.row_labels).strip()), bool("".join(grid.column_labels).strip())
    places = [
        [(row, column) for column, cell in enumerate(cells) if is_playable(cell)] for row, cells in enumerate(grid.rows)
    ]
    if not by_row and not by_column:
        return {place: str(number) for number, place in enumerate((each for line in places for each in line), 1)}
    if by_row and not by_column and (numbered := label_range(rows, places)):
        return numbered
    if not all((*rows, *columns)):
        return {}
    form = "{column}{row}" if by_row and not columns[0][-1].isdecimal() else "column {column} row {row}"
    return {
        (row, column): form.format(row=rows[row], column=columns[column]) for line in places for row, column in line
    }


def label_range(labels: Sequence[str], places: Sequence[Sequence[Place]]) -> dict[Place, str]:
    """Return the numbers of the cells if each label names its row's, as `5-8` does; otherwise nothing."""
    names: dict[Place, str] = {}
    for label, line in zip(labels, places, strict=True):
        found = RANGE.fullmatch(label)
        if not found or int(found[2]) - int(found[1]) + 1 != len(line):
            return {}
        names |= {place: str(int(found[1]) + number) for number, place in enumerate(line)}
    return names


def kind_names(grid: Grid) -> dict[str, str]:
    """Return the grid's words for its marks."""
    return dict(getattr(grid, "pieces", ()))


def kind_name(grid: Grid, cell: Cell) -> str:
    """Return the name of the piece on a cell that is not empty: the grid's word, otherwise `piece`, or its mark."""
    if word := kind_names(grid).get(cell.mark):
        return word
    if cell.seat is None:
        return SIGNS.get(cell.mark, cell.mark)
    marks = {other.mark for line in grid.rows for other in line if other.seat == cell.seat}
    return "piece" if len(marks) == 1 else cell.mark


def cell_words(grid: Grid, cell: Cell, name: str, seats: Seats) -> str:
    """Return the piece on a cell and its owner: `White pawn`; "" if it is empty. `name` is the cell's."""
    if cell.seat is None:
        # A mark that is the cell's own name is written on empty cells.
        return "" if not cell.mark.strip() or (cell.mark == name and not cell.firm) else kind_name(grid, cell)
    seat = seats[cell.seat]
    return seat if seat == cell.mark else f"{seat} {kind_name(grid, cell)}"


def line_sentence(grid: Grid, title: str, places: Sequence[Place], seats: Seats) -> str:
    """Return the sentence for a row or a column: the pieces on its cells in order."""
    names = cell_names(grid)
    cells = [
        (names.get(place, ""), cell_words(grid, grid.rows[place[0]][place[1]], names.get(place, ""), seats))
        for place in places
        if is_playable(grid.rows[place[0]][place[1]])
    ]
    if not any(what for _, what in cells):
        return f"{title} is empty."
    groups = [(what, [name for name, _ in group]) for what, group in groupby(cells, key=lambda cell: cell[1])]
    if names:
        return f"{title}: " + ", ".join(standing_words(what, run) for what, run in groups if what) + "."
    return (
        f"{title}: " + ", ".join(f"{len(run)} {piece_words(what or 'empty', len(run))}" for what, run in groups) + "."
    )


def standing_words(what: str, names: Sequence[str]) -> str:
    """Return the pieces on adjacent cells: `a1 to c1 White pawns`, `X on 5`."""
    # A number before the words would sound like a count.
    whats = piece_words(what, len(names))
    return f"{whats} on {span_words(names)}" if names[0].isdecimal() else f"{span_words(names)} {whats}"


def span_words(names: Sequence[str]) -> str:
    """Return adjacent cells or lines in words: `a1`, `a1 and b1`, `a1 to c1`; `1, 4 and 7` if numbers skip."""
    numbers = [int(name) for name in names if name.isdecimal()]
    counted = len(numbers) < len(names) or {abs(one - other) for one, other in pairwise(numbers)} == {1}
    return f"{names[0]} to {names[-1]}" if len(names) > 2 and counted else join_words(names)


def piece_words(what: str, number: int) -> str:
    """Return the words for `number` equal pieces: `White pawns`."""
    return plural(what) if number > 1 and what[-1].islower() else what


def row_sentences(grid: Grid, seats: Seats) -> dict[str, str]:
    """Return a sentence for each row by its name; rows without a label are numbered from the top."""
    if grid.form is Form.LATTICE:
        return lattice_sentences(grid, across=True)
    found = {}
    for row, name in enumerate(row_names(grid)):
        places = [(row, column) for column in range(len(grid.rows[0]))]
        title = name or f"{row + 1} from the top"
        found[title] = line_sentence(grid, f"Row {title}", places, seats)
    return found


def column_sentences(grid: Grid, seats: Seats) -> dict[str, str]:
    """Return a sentence for each column by its name, from the bottom if only columns are labelled."""
    if grid.form is Form.LATTICE:
        return lattice_sentences(grid, across=False)
    found = {}
    for column, name in enumerate(column_names(grid)):
        places = [(row, column) for row in range(len(grid.rows))]
        title = name or f"{column + 1} from the left"
        dropped = bool("".join(grid.column_labels).strip()) and not "".join(grid.row_labels).strip()
        found[title] = (
            stack_sentence(grid, title, places[::-1], seats)
            if dropped
            else line_sentence(grid, f"Column {title}", places, seats)
        )
    return found


def stack_sentence(grid: Grid, title: str, places: Sequence[Place], seats: Seats) -> str:
    """Return the sentence for a column into which pieces are dropped: its pieces from the bottom."""
    found = [cell_words(grid, grid.rows[row][column], "", seats) for row, column in places]
    while found and not found[-1]:
        found.pop()
    whats = ", ".join(what or "empty" for what in found)
    return f"Column {title} from the bottom: {whats}." if found else f"Column {title} is empty."


def lattice_sentences(grid: Grid, across: bool) -> dict[str, str]:
    """Return a sentence for each row of dots in a lattice, or for each column: the lines drawn along it."""
    drawn: dict[str, list[str]] = {}
    names, others = (row_names(grid), column_names(grid)) if across else (column_names(grid), row_names(grid))
    order = range(1, len(others), 2) if across else range(len(others) - 2, 0, -2)
    for place in range(0, len(names), 2):
        drawn[names[place]] = []
        for between in order:
            row, column = (place, between) if across else (between, place)
            if grid.rows[row][column].mark:
                drawn[names[place]].append(lattice_words(grid, row, column))
    title = "Row" if across else "Column"
    return {
        name: f"{title} {name}: {', '.join(found)}." if found else f"{title} {name} is empty."
        for name, found in drawn.items()
    }


def lattice_words(grid: Grid, row: int, column: int) -> str:
    """Return a line of a lattice by its two dots, or a box by two opposite dots, the lower left one first."""
    rows, columns = row_names(grid), column_names(grid)
    low, high = row + row % 2, row - row % 2
    left, right = column - column % 2, column + column % 2
    return f"{columns[left]}{rows[low]} to {columns[right]}{rows[high]}"


def things(grid: Grid) -> list[Thing]:
    """Return everything on the board: owner, kind and place; marks without an owner only if they are firm."""
    if grid.form is Form.LATTICE:
        return [
            (cell.seat, "box" if row % 2 and column % 2 else "line", lattice_words(grid, row, column))
            for row, cells in enumerate(grid.rows)
            for column, cell in enumerate(cells)
            if cell.mark and (row % 2 or column % 2)
        ]
    names = cell_names(grid)
    return [
        (cell.seat, kind_name(grid, cell), names.get((row, column), ""))
        for row, cells in enumerate(grid.rows)
        for column, cell in enumerate(cells)
        if cell.seat is not None or (cell.firm and cell.mark.strip())
    ]


def picture_sentences(picture: Picture, seats: Seats) -> list[str]:
    """Return the whole picture in sentences, its note at the end; `seats` are the names of the two."""
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
            checkers = [f"{seats[seat]}: {', '.join(checker_places(picture, seat))}." for seat in (0, 1)]
            dice = [f"Dice to play: {join_words(list(map(str, picture.dice)))}."] if picture.dice else []
            return [*checkers, *dice, *note_sentences(picture.note)]
    text = picture.spoken if isinstance(picture, Drawing) else str(picture)
    return [row for row in text.splitlines() if row.strip()]


def note_sentences(note: str) -> list[str]:
    """Return the note below a picture as a sentence, if there is one."""
    return [make_sentence(note)] if note else []


def board_sentences(grid: Grid, seats: Seats) -> list[str]:
    """Return the rows of a board in sentences, with adjacent empty rows as one.

    A lattice has its columns and boxes too. If pieces are dropped into columns, these replace the rows.
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
    """Return the sentences of rows or columns, with adjacent empty ones as one."""
    found = []
    for empty, group in groupby(lines.items(), key=lambda item: item[1].endswith(" is empty.")):
        names, told = zip(*group, strict=True)
        if empty and len(names) > 1:
            found.append(f"{title}s {span_words(names)} are empty.")
        else:
            found += told
    return found


def named_parts(picture: Picture, seats: Seats) -> Parts:
    """Return a sentence for each named part of a picture, by the kind of the part and its name."""
    match picture:
        case Grid():
            return {"row": row_sentences(picture, seats), "column": column_sentences(picture, seats)}
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
            titles = {
                heap.label: f"Heap {heap.label}" if len(heap.label) == 1 else heap.label for heap in picture.heaps
            }
            return {
                "heap": {heap.label: make_sentence(f"{titles[heap.label]}: {heap.count}") for heap in picture.heaps}
            }
        case Hands():
            return {"hand": {hand.label: f"{hand.label}: {hand_words(hand)}." for hand in picture.hands}}
        case Points():
            heaps = sorted((heap for row in picture.rows for heap in row), key=lambda heap: int(heap.label))
            return {"point": {heap.label: point_sentence(heap, seats) for heap in heaps}}
    return {}


# Pits.


def pits_of(picture: Pits, seat: int) -> dict[str, int]:
    """Return the number of seeds in each pit of a seat, by the names of the pits, in order."""
    row = seat if getattr(picture, "turned", False) else 1 - seat
    pairs = list(zip(picture.labels[row], picture.rows[row], strict=True))
    return dict(pairs if row else pairs[::-1])


def pits_sentence(picture: Pits, seat: int, seats: Seats) -> str:
    """Return the sentence for the pits and the store of a seat."""
    pits = pits_of(picture, seat)
    counts = ", ".join(map(str, pits.values()))
    return f"{seats[seat]}, pits {span_words(list(pits))}: {counts}; store {picture.stores[seat]}."


# Hands.


def hand_words(hand: Hand) -> str:
    """Return the cards of a hand, and its note; hidden cards are counted."""
    seen = [card for card in hand.cards if card != "?"]
    hidden = len(hand.cards) - len(seen)
    words = [*seen, *([f"{hidden} hidden" if len(hand.cards) > 1 else "hidden"] if hidden else [])]
    return ", ".join(filter(None, (*(words or ["none"]), hand.note)))


# Points.


def point_sentence(heap: Heap, seats: Seats) -> str:
    """Return the sentence for a point of a backgammon board."""
    if heap.seat is None or not heap.count:
        return f"Point {heap.label} is empty."
    return f"Point {heap.label}: {count_words(heap.count, f'{seats[heap.seat]} checker')}."


def checker_places(picture: Points, seat: int) -> list[str]:
    """Return where a seat's checkers are, with their numbers, from the bar and the highest point on."""
    heaps = sorted((heap for row in picture.rows for heap in row), key=lambda heap: -int(heap.label))
    found = [(picture.bar[seat], "on the bar")]
    found += [(heap.count, f"on {heap.label}") for heap in heaps if heap.seat == seat]
    return [f"{count} {where}" for count, where in [*found, (picture.off[seat], "off")] if count]


# Things and their owners.


def all_things(picture: Picture) -> list[Thing]:
    """Return everything in a picture: its owner, what it is, and where."""
    match picture:
        case Grid():
            return things(picture)
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
    """Return where the things are: a line without a full stop for each owner and kind."""
    lines: dict[str, list[str]] = {}
    numbers = Counter(thing[:2] for thing in found)
    for seat, what, where in found:
        word = piece_words(what, numbers[seat, what])
        title = word if seat is None else seats[seat] if what == seats[seat] else f"{seats[seat]} {word}"
        lines.setdefault(title, []).append(where)
    return [f"{title}: {', '.join(wheres) if all(wheres) else len(wheres)}" for title, wheres in lines.items()]


def tally_sentences(picture: Picture, seats: Seats) -> list[str]:
    """Return what each seat has, in sentences, and the note of the picture."""
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
    """Return what each seat has on a board, in sentences, and the parts of the note that add to it."""
    order = [word for _, word in grid.pieces]
    found = sorted(all_things(grid), key=lambda thing: order.index(thing[1]) if thing[1] in order else -1)
    numbers = Counter(thing[:2] for thing in found)
    if all(seat is None for seat, _ in numbers):
        each = [count_words(count, what) for (_, what), count in numbers.items()] or ["The board is empty"]
        return [f"{', '.join(each)}.", *note_sentences(grid.note)]
    owners = Counter(thing[0] for thing in found)
    same = ", ".join(f"{seats[seat]} {owners[seat]}" for seat in (0, 1))
    note = "; ".join(part for part in grid.note.split("; ") if part != same)
    has = [
        join_words([count_words(count, what) for (whose, what), count in numbers.items() if whose == seat]) or "none"
        for seat in (0, 1)
    ]
    return [f"{seats[0]} has {has[0]}; {seats[1]} has {has[1]}.", *note_sentences(note)]
