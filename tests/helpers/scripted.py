"""A front at which entries are typed that were written before."""

from referee.table import vocabulary


class Scripted:
    """A front at which these entries are typed, until the person leaves; `said` holds the answers, `counted` the positions whose areas were shown."""

    keys = gone = by_seat = False

    def __init__(self, *entries):
        self.entries, self.said, self.counted = list(entries), [], []

    def show(self, event):
        pass

    def tell(self, text):
        self.said.append(text)

    def count(self, game):
        self.counted.append(game)

    def flip(self):
        return ""

    def ask(self, game, deadline):
        if not self.entries:
            raise EOFError
        return vocabulary.parse(game, self.entries.pop(0))
