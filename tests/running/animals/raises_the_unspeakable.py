"""Raises an error of its own that raises another whenever it is looked at."""


class Unspeakable(BaseException):
    def __str__(self):
        raise Unspeakable

    __repr__ = __str__
    args = __notes__ = __traceback__ = property(__str__)


def bot(game):
    raise Unspeakable
