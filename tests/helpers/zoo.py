"""Bad players, each bad in one way of its own: `register` puts them on the shelf, `ZOO` says what comes of each."""

import ctypes
import mmap
import os
import re
import signal
import sys
import threading
import time

import players
from games.names.entry import Entry
from players.player import Resigned, TakeBack, Unplayable
from referee.errors.attribution import UserCodeError
from referee.match.events import How
from referee.running.sandbox import player_process

LONG = 1000.0  # seconds that no test waits for
PIDS = "ZOO_PIDS"  # in the environment: the file to which players write the ids of the processes that they start


class Tame:
    """Makes the first move of those listed: what harmless animals do too."""

    def choose(self, game, deadline):
        return game.moves()[0]


class Illegal:
    def choose(self, game, deadline):
        return 12345


class Late:
    def choose(self, game, deadline):
        time.sleep(max(deadline - time.monotonic(), 0.0) + 0.3)
        return game.moves()[0]


class HangsInC:
    """Backtracks through 2**60 ways, within one call that holds the interpreter's lock."""

    def choose(self, game, deadline):
        re.match(r"(a+)+$", "a" * 60 + "b")


class HangsInPython:
    def choose(self, game, deadline):
        while True:
            pass


class HangsAtTheStart(Tame):
    def begin(self, game, seat):
        time.sleep(LONG)


class HangsAtTheEnd(Tame):
    def end(self):
        time.sleep(LONG)


class Stopped:
    """Stops itself and the process that it was forked from."""

    def choose(self, game, deadline):
        os.kill(os.getppid(), signal.SIGSTOP)
        os.kill(os.getpid(), signal.SIGSTOP)


class EatsLists:
    def choose(self, game, deadline):
        eaten = []
        while True:
            eaten.append(["crumb"] * 1000)


class EatsBytes:
    def choose(self, game, deadline):
        return len(bytearray(4 << 30))


class EatsShared:
    """Takes memory that is shared with the children that it might have."""

    def choose(self, game, deadline):
        eaten = mmap.mmap(-1, 1 << 30)
        while eaten.tell() < 1 << 30:
            eaten.write(b"x" * (1 << 16))


class EatsInChildren:
    """Takes little itself, and in each of many children little too."""

    def choose(self, game, deadline):
        for _ in range(8):
            fork(hoard)
        time.sleep(LONG)


class ComesBackTwice(Tame):
    """Forks, and both of it make the same move."""

    def choose(self, game, deadline):
        if os.fork() == 0:
            note()
        return super().choose(game, deadline)


class Exits:
    def choose(self, game, deadline):
        sys.exit("good bye")


class ExitsAtTheStart(Exits):
    def __init__(self):
        sys.exit(5)


class Unborn(Tame):
    def __init__(self):
        raise LookupError("not yet")


class Leaves:
    def choose(self, game, deadline):
        os._exit(7)


class LeavesWithoutAWord:
    def choose(self, game, deadline):
        os._exit(0)


class KillsItself:
    def choose(self, game, deadline):
        os.kill(os.getpid(), signal.SIGKILL)


class KillsItsParent:
    def choose(self, game, deadline):
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(LONG)


class Escapes:
    """Kills its parent, and does not want to die of that."""

    def choose(self, game, deadline):
        note()
        ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(LONG)


class KillsItsGroup:
    def choose(self, game, deadline):
        os.kill(0, signal.SIGKILL)


class Segfaults:
    def choose(self, game, deadline):
        print("about to crash", flush=True)
        ctypes.string_at(0)


class Prints(Tame):
    """Prints moderately, with what would command a terminal, and no line end."""

    def choose(self, game, deadline):
        print("thinking \x1b[2J about", game.moves())
        print("still", end="", file=sys.stderr)
        os.write(1, b"\xff\xfe raw")
        return super().choose(game, deadline)


class Floods:
    def choose(self, game, deadline):
        while True:
            print("blah " * 1000)


class FloodsAndMoves(Tame):
    """Prints a hundred thousand bytes and then a move that is legal."""

    def choose(self, game, deadline):
        print("b" * 100_000)
        return super().choose(game, deadline)


class ReturnsNone:
    def choose(self, game, deadline):
        return None


class ReturnsText:
    def choose(self, game, deadline):
        return "x"


class ReturnsFloat:
    def choose(self, game, deadline):
        return float(game.moves()[0])


class ReturnsHuge:
    def choose(self, game, deadline):
        return 10**5000


class Hostile:
    """An answer that raises whatever is asked of it."""

    def __index__(self):
        raise LookupError("no index")

    def __repr__(self):
        raise LookupError("no repr")


class ReturnsHostile:
    def choose(self, game, deadline):
        return Hostile()


class Deadly:
    """An answer that ends the process that looks at it."""

    def __index__(self):
        os._exit(9)


class ReturnsDeadly:
    def choose(self, game, deadline):
        return Deadly()


class Raises:
    def choose(self, game, deadline):
        raise LookupError("nothing \x1b[31m found")


class RaisesAsTheRules:
    """Raises what an error in the rules is told by."""

    def choose(self, game, deadline):
        raise UserCodeError("It was the rules.")


class BlamesTheRules:
    """Sees to it that whatever is raised in its process is taken for an error in the rules."""

    def choose(self, game, deadline):
        player_process.find_rules_error = lambda error, game, player: error
        raise LookupError("it was the rules")


class RaisesAtLength:
    def choose(self, game, deadline):
        raise LookupError("x" * (20 << 20))


class Interrupts:
    def choose(self, game, deadline):
        raise KeyboardInterrupt


class Unspeakable(BaseException):
    def __str__(self):
        raise Unspeakable


class RaisesUnspeakable:
    def choose(self, game, deadline):
        raise Unspeakable


class Stumbling:
    """Crashes at its first move."""

    def choose(self, game, deadline):
        raise LookupError("nothing found")


class Recurses:
    def choose(self, game, deadline):
        return self.choose(game, deadline)


class Resigns:
    def choose(self, game, deadline):
        raise Resigned


class Refuses(Tame):
    def begin(self, game, seat):
        raise Unplayable("not today")


class Wishes:
    def choose(self, game, deadline):
        raise TakeBack


class Breeds(Tame):
    """Leaves processes behind: a child that sleeps, one that spins, and one in a session of its own, without a parent."""

    def choose(self, game, deadline):
        born = [fork(lambda: time.sleep(LONG)), fork(spin), fork(hide)]
        while len(known()) < len(born) + 1:  # all of them sleep or spin by now
            time.sleep(0.01)
        return super().choose(game, deadline)


class BreedsAndHangs(Breeds):
    def choose(self, game, deadline):
        super().choose(game, deadline)
        HangsInC().choose(game, deadline)


def fork(work):
    """The id of a new process that takes its id down, works and ends."""
    if pid := os.fork():
        return pid
    note()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    work()
    os._exit(0)


def hoard():
    held = b"x" * (50 << 20)
    time.sleep(LONG + len(held))


def spin():
    while True:
        pass


def hide():
    """Become a daemon: the parent ends, the child is in a session of its own."""
    os.setsid()
    if os.fork():
        os._exit(0)
    note()
    time.sleep(LONG)


def note():
    """Take this process down."""
    with open(os.environ[PIDS], "a") as file:
        file.write(f"{os.getpid()}\n")


def known():
    """The processes that were taken down."""
    with open(os.environ[PIDS]) as file:
        return [int(line) for line in file]


class ClosesAll(Tame):
    def choose(self, game, deadline):
        os.closerange(0, 256)
        return super().choose(game, deadline)


class WritesToAll(Tame):
    """Writes rubbish to whatever is open, and then makes a legal move."""

    def choose(self, game, deadline):
        for number in range(256):
            try:
                os.write(number, b'{"move": 1}\n[' * 10)
            except OSError:
                continue
        return super().choose(game, deadline)


class WritesWithoutEnd:
    """Writes to whatever is open and blocks nothing, but never a line end."""

    def choose(self, game, deadline):
        numbers = list(range(3, 256))
        while True:
            for number in numbers[:]:
                try:
                    os.write(number, b"[" * 10_000)
                except OSError:
                    numbers.remove(number)


class Meddles(Tame):
    """Changes what a process has one of: its folder, its handlers of signals, its streams, its limits, its threads."""

    def choose(self, game, deadline):
        os.chdir("/")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGCHLD, signal.SIGPIPE):
            signal.signal(number, lambda *_: None)
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        sys.stdout = sys.stderr = None
        os.environ.clear()
        sys.setrecursionlimit(100_000)
        threading.Thread(target=time.sleep, args=(LONG,)).start()
        move = game.moves()[0]
        game.make(move)
        return move


def zoo():
    """The name of each bad player: its class, how it forfeits, and what is said of it after its name; None: it does not."""
    refused = r"crashed: PermissionError: \[Errno 1\] Operation not permitted"
    return {
        "tame": (Tame, None, ""),
        "illegal": (Illegal, How.ILLEGAL_MOVE, "chose 12345, which is not a legal move"),
        "late": (Late, How.OUT_OF_TIME, r"took \d+\.\d\d of 0\.3 seconds, .* too long"),
        "hangs-in-c": (HangsInC, How.HUNG, r"did not answer within 0\.3 seconds"),
        "hangs-in-python": (HangsInPython, How.HUNG, r"did not answer within 0\.3 seconds"),
        "stopped": (Stopped, How.CRASHED, refused),
        "eats-lists": (EatsLists, How.OUT_OF_MEMORY, "took more than 100 MB"),
        "eats-bytes": (EatsBytes, How.OUT_OF_MEMORY, "took more than 100 MB"),
        "eats-shared": (EatsShared, How.OUT_OF_MEMORY, "took more than 100 MB"),
        "eats-in-children": (EatsInChildren, How.OUT_OF_MEMORY, "took more than 100 MB"),
        "comes-back-twice": (ComesBackTwice, None, ""),
        "exits": (Exits, How.DIED, "tried to end the program: SystemExit: good bye"),
        "exits-at-the-start": (ExitsAtTheStart, How.DIED, "tried to end the program: SystemExit: 5"),
        "unborn": (Unborn, How.CRASHED, "crashed: LookupError: not yet"),
        "leaves": (Leaves, How.DIED, "ended its process with exit status 7"),
        "leaves-without-a-word": (LeavesWithoutAWord, How.DIED, "ended its process with exit status 0"),
        "kills-itself": (KillsItself, How.DIED, r"died of SIGKILL \(Killed\)"),
        "kills-its-parent": (KillsItsParent, How.CRASHED, refused),
        "escapes": (Escapes, How.CRASHED, refused),
        "kills-its-group": (KillsItsGroup, How.DIED, r"died of SIGKILL \(Killed\)"),
        "segfaults": (Segfaults, How.DIED, r"died of SIGSEGV \(Segmentation fault\)"),
        "prints": (Prints, None, ""),
        "floods": (Floods, How.FLOODED, "printed more than 65,536 bytes"),
        "floods-and-moves": (FloodsAndMoves, How.FLOODED, "printed more than 65,536 bytes"),
        "returns-none": (ReturnsNone, How.NO_MOVE, "chose None, which is not a move"),
        "returns-text": (ReturnsText, How.ILLEGAL_MOVE, "chose 'x', which is not a legal move"),
        "returns-float": (ReturnsFloat, How.NO_MOVE, r"chose 0\.0, which is not a move"),
        "returns-huge": (ReturnsHuge, How.ILLEGAL_MOVE, "chose a int, which is not a legal move"),
        "returns-hostile": (ReturnsHostile, How.NO_MOVE, "chose a Hostile, which is not a move"),
        "returns-deadly": (ReturnsDeadly, How.DIED, "ended its process with exit status 9"),
        "raises": (Raises, How.CRASHED, r"crashed: LookupError: nothing \\x1b\[31m found"),
        "raises-as-the-rules": (RaisesAsTheRules, How.CRASHED, r"crashed: UserCodeError: It was the rules\."),
        "blames-the-rules": (BlamesTheRules, How.CRASHED, "crashed: LookupError: it was the rules"),
        "raises-at-length": (RaisesAtLength, How.CRASHED, "crashed: LookupError: x{1000}"),
        "interrupts": (Interrupts, How.CRASHED, "crashed: KeyboardInterrupt in choose, line \\d+ of zoo.py"),
        "raises-unspeakable": (RaisesUnspeakable, How.CRASHED, "crashed"),
        "recurses": (Recurses, How.CRASHED, "crashed: RecursionError: maximum recursion depth exceeded.*"),
        "resigns": (Resigns, How.RESIGNED, "resigned"),
        "refuses": (Refuses, How.CRASHED, "cannot play this game: not today"),
        "wishes": (Wishes, How.ILLEGAL_MOVE, "chose no move, but made a request, as only people may"),
        "breeds": (Breeds, None, ""),
        "closes-all": (ClosesAll, How.DIED, "(closed the line on which it was to answer|ended its process .*)"),
        "writes-to-all": (WritesToAll, How.NO_MOVE, "wrote something of its own instead of an answer"),
        "writes-without-end": (WritesWithoutEnd, How.NO_MOVE, "answered without end"),
        "meddles": (Meddles, None, ""),
        "hangs-at-the-start": (HangsAtTheStart, How.HUNG, r"was not ready within 0\.3 seconds"),
        "hangs-at-the-end": (HangsAtTheEnd, How.HUNG, r"did not come to its end within 0\.3 seconds"),
        "breeds-and-hangs": (BreedsAndHangs, How.HUNG, r"did not answer within 0\.3 seconds"),
    }


ZOO = zoo()


def register():
    """Put all of them among the players."""
    for name, (kind, _, _) in ZOO.items():
        players.CATALOGUE.entries[name] = Entry(__name__, kind.__name__)
        players.CATALOGUE.names[name.replace("-", "")] = name


def unregister():
    """Take them away again."""
    for name in ZOO:
        del players.CATALOGUE.entries[name], players.CATALOGUE.names[name.replace("-", "")]
