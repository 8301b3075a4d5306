"""The scalar product of lists, which takes most of the time of a fit of ratings."""

# mypy: ignore-errors
import cython

if cython.compiled:

    def dot(one: list, two: list) -> float:
        """Return the scalar product, as long as the shorter one."""
        total: cython.double = 0.0
        place: cython.Py_ssize_t
        for place in range(min(len(one), len(two))):
            total += cython.cast(cython.double, one[place]) * cython.cast(cython.double, two[place])
        return total

else:
    from operator import mul

    def dot(one: list, two: list) -> float:
        """Return the scalar product, as long as the shorter one."""
        return float(sum(map(mul, one, two)))
