"""A check does not wait long again for rules that did not come back once."""

from contextlib import contextmanager

from plain import Grab

from referee.checking import instrumented_game, laws


class Stuck(Grab):
    """Does not come back from a position with five coins."""

    def moves(self):
        while self.coins == 5:
            pass
        return super().moves()


def test_once_a_call_did_not_come_back_others_have_a_tenth_of_the_time(monkeypatch):
    limits, limit_time = [], instrumented_game.limit_time

    @contextmanager
    def noted(seconds, each=False):
        limits.append(seconds)
        with limit_time(seconds, each):
            yield

    monkeypatch.setattr(instrumented_game, "limit_time", noted)
    subject = instrumented_game.InstrumentedGame(lambda: Stuck(9), 0.2)
    for _ in range(3):
        with subject.watched(()):
            subject.reach((1, 3)).moves()
    assert limits == [0.2, 0.02, 0.02]
    assert "had not come back after 0.2 seconds" in subject.found[laws.STUCK].sentence
