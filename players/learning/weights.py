"""The weights of an evaluation that learns, and by what the step size of each goes."""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.libc.math import fabs, lround
    from cython.cimports.libc.stdlib import calloc, free
else:
    fabs, lround = abs, round

from array import array


class Weights:
    """So many weights, all 0. Raises MemoryError."""

    # agreed, moved: by weight the sum of its corrections, and that of their sizes.

    def __init__(self, size: int):
        self.size = size
        if cython.compiled:
            self.weights = cython.cast(cython.p_float, calloc(3 * self.size, cython.sizeof(cython.float)))
            if self.weights is cython.NULL:
                raise MemoryError(f"no room for {size:,} weights")
            self.agreed, self.moved = self.weights + self.size, self.weights + 2 * self.size
        else:
            self.weights, self.agreed, self.moved = [array("f", bytes(4 * size)) for _ in range(3)]

    if cython.compiled:

        def __dealloc__(self):
            free(self.weights)

    @property
    def values(self) -> array:
        """The weights, as 32-bit floats."""
        return self.state[: self.size]

    @values.setter
    def values(self, values) -> None:
        require_length(values, self.size)
        self.state = array("f", values) + array("f", bytes(8 * self.size))

    @property
    def state(self) -> array:
        """The weights, and what their rates go by: all that further learning depends on."""
        place: cython.int
        found = array("f", bytes(12 * self.size))
        view: cython.float[::1] = found
        for place in range(self.size):
            view[place] = self.weights[place]
            view[self.size + place] = self.agreed[place]
            view[2 * self.size + place] = self.moved[place]
        return found

    @state.setter
    def state(self, values) -> None:
        place: cython.int
        require_length(values, 3 * self.size)
        view: cython.float[::1] = values
        for place in range(self.size):
            self.weights[place] = view[place]
            self.agreed[place], self.moved[place] = view[self.size + place], view[2 * self.size + place]

    def rounded(self, most: cython.int):
        """A step, and the weights as whole numbers of it, none larger than that."""
        place: cython.int
        largest: cython.double = 0
        for place in range(self.size):
            largest = max(largest, fabs(self.weights[place]))
        step: cython.double = largest / most or 1.0
        found = array("h", bytes(2 * self.size))
        view: cython.short[::1] = found
        for place in range(self.size):
            view[place] = lround(self.weights[place] / step)
        return step, found

    def take_rounded(self, step: cython.double, whole) -> None:
        """Take the weights that are so many steps each."""
        place: cython.int
        require_length(whole, self.size)
        view: cython.short[::1] = whole
        for place in range(self.size):
            self.weights[place] = step * view[place]


def require_length(values, size: int) -> None:
    """Raise ValueError unless there are so many values."""
    if len(values) != size:
        raise ValueError(f"{len(values):,} weights do not fit, but {size:,}")
