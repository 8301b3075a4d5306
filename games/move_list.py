"""A growing buffer of moves."""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc


class MoveList:
    """Moves in insertion order; a whole search uses it as a stack."""

    if cython.compiled:

        def __dealloc__(self):
            free(self.items)

        def grow(self):
            room: cython.int = 2 * self.room + 64
            items = cython.cast(cython.p_int, realloc(self.items, room * cython.sizeof(cython.int)))
            if items is cython.NULL:
                raise MemoryError("no room for more moves")
            self.items, self.room = items, room
            return 0

        def __reduce__(self):
            return MoveList, (), [self.items[place] for place in range(self.count)]

        def __setstate__(self, moves):
            for move in moves:
                self.add(move)

    else:  # compiled, game.pxd inlines these

        def __init__(self):
            self.count = 0
            self.items = []

        def add(self, move):
            """Push a move."""
            if self.count == len(self.items):
                self.items.append(move)
            else:
                self.items[self.count] = move
            self.count += 1

        def reserve(self, count):
            """Make room for `count` pushes."""

        push = add  # compiled, it does not check the room

        def extend(self, items, count):
            """Push the first `count` moves of `items`."""
            self.items[self.count : self.count + count] = items[:count]
            self.count += count

        def pop(self):
            """Remove and return the top move; there must be one."""
            self.count -= 1
            return self.items[self.count]

        def at(self, place):
            """Return the move at `place`, from 0 at the bottom; unchecked."""
            return self.items[place]

        def put(self, place, move):
            """Overwrite the move at `place`; unchecked."""
            self.items[place] = move

        def swap(self, one, other):
            """Exchange the moves at two places."""
            self.items[one], self.items[other] = self.items[other], self.items[one]
