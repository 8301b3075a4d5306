"""The clocks of the Go Text Protocol: main time, then periods of so many seconds for so many stones."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.serving.allowance import Allowance

CANADIAN, BYOYOMI = "canadian", "byoyomi"


@dataclass
class GtpClock:
    """The time of both colours, by seat. Without a limit `main` and `period` are None.

    main     seconds before the periods;  period  seconds of one, 0 where none follow the main time.
    stones   moves to be made within a period; of the kind `byoyomi` how many periods there are, each for one move.
    left     what is left of the main time, or of the period;  more  stones or periods left; 0 in the main time.
    """

    main: float | None = None
    period: float = 0.0
    stones: int = 0
    kind: str = CANADIAN
    left: list[float] = field(default_factory=lambda: [0.0, 0.0])
    more: list[int] = field(default_factory=lambda: [0, 0])

    def reset(self) -> None:
        """Show the whole time again, as at the start of a game."""
        self.left, self.more = [self.main or 0.0] * 2, [0, 0]
        for seat in (0, 1):
            self.enter_period(seat)

    def enter_period(self, seat: int) -> None:
        """Begin a period where the main time has run out."""
        if self.left[seat] <= 0 and not self.more[seat] and self.period > 0:
            self.left[seat], self.more[seat] = self.period, self.stones

    def tell(self, seat: int, seconds: float, stones: int) -> None:
        """The other program says what is left: of the main time, or of a period where it names stones."""
        self.left[seat], self.more[seat] = seconds, stones
        if not stones:
            self.enter_period(seat)

    def spend(self, seat: int, seconds: float) -> None:
        """That seat has moved, after so many seconds."""
        if self.main is None:
            return
        in_period = self.more[seat] > 0
        self.left[seat] -= seconds
        if in_period and self.kind == BYOYOMI:
            while self.left[seat] < 0 and self.more[seat] > 1:
                self.left[seat] += self.period
                self.more[seat] -= 1
            self.left[seat] = self.period
        elif in_period:
            self.more[seat] -= 1
            if not self.more[seat]:
                self.left[seat] = 0.0
        self.enter_period(seat)

    def allowance(self, seat: int) -> Allowance:
        """What that seat may take for its next move. A period with no stones to be made in it limits nothing."""
        if self.main is None or (self.period > 0 and self.stones == 0):
            return Allowance()
        if self.more[seat] and self.kind == BYOYOMI:
            return Allowance(left=self.left[seat], moves=1)
        if self.more[seat]:
            return Allowance(left=self.left[seat], moves=self.more[seat])
        return Allowance(left=max(self.left[seat], 0.0))
