"""The answers of programs that speak GTP: `=7 D4` or `?7 illegal move`, where 7 is the number of the command."""

import re

from games.dataclass import dataclass
from referee.engines.process import quote
from referee.match.events import Forfeit, How

HEAD = re.compile(r"(?:[^=?>]*>\s*)?([=?])(\d{0,9})(?:\s+(.*)|)")  # a prompt may stand before it


@dataclass(frozen=True)
class GtpAnswer:
    """What a program answered to a command.

    good  whether it is not an error;  text  after the number, without blanks around it;  numbered  whether it has one.
    """

    good: bool
    text: str
    numbered: bool

    @property
    def line(self) -> str:
        """The answer without its number, for people."""
        return f"{'=' if self.good else '?'} {self.text}".strip()


class AnswerReader:
    """Finds the answer to the command of that number in what a program says.

    numbers  whether the program gives numbers with its answers: then one without is no answer to this command.
    waits    whether the text of the answer may stand in the line below.
    """

    def __init__(self, number: int, numbers: bool, waits: bool = False):
        self.number, self.numbers, self.waits = number, numbers, waits
        self.head: GtpAnswer | None = None  # whose text is still to come

    def read(self, line: str) -> GtpAnswer | None:
        """The answer, where the line ends it; text that is none is passed over. Raises Forfeit for a wrong number."""
        if self.head:
            return GtpAnswer(self.head.good, line, self.head.numbered)
        match = HEAD.fullmatch(line)
        if match is None or (match[2] and int(match[2]) < self.number):  # or it answers to a command before
            return None
        if match[2] != str(self.number) and (match[2] or self.numbers):
            words = f"answered {quote(line)}, which is not an answer to command {self.number}"
            raise Forfeit(How.NO_MOVE, words)
        answer = GtpAnswer(match[1] == "=", match[3] or "", bool(match[2]))
        if self.waits and not answer.text:
            self.head = answer
            return None
        return answer


class ListReader:
    """Collects the lines of an answer, and ends at the answer to the next command: not all programs end theirs.

    number, numbers  as AnswerReader takes them.
    """

    def __init__(self, number: int, numbers: bool):
        self.first = AnswerReader(number, numbers)
        self.next = AnswerReader(number + 1, numbers)
        self.answer: GtpAnswer | None = None
        self.lines: list[str] = []

    def read(self, line: str) -> list[str] | None:
        """The lines, none of an error, where this line ends them. Raises Forfeit for a wrong number."""
        if self.answer is None:
            self.answer = self.first.read(line)
            self.lines = [self.answer.text] if self.answer else []
        elif HEAD.fullmatch(line) and self.next.read(line):
            return self.lines if self.answer.good else []
        else:
            self.lines.append(line)
        return None
