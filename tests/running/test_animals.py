"""Programs that misbehave, as files, played by the real command: each costs itself its games, and nobody anything else."""

import json
import os
import signal
import subprocess
import sys
import termios
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pexpect
import pytest

from referee.batches.plan import Plan
from referee.match.events import FORFEITS
from referee.support.signals import INTERRUPTED
from tests.helpers.processes import lives
from tests.running.animals import ANIMALS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what a process may take is limited on Linux only")

SHARED = Path("/dev/shm")
LONGEST = 300.0  # seconds in which a command must end
SOON = 60.0  # seconds in which all that it has started must have ended
REFEREE = (sys.executable, "-m", "referee")
# The same, where a check asks for a tenth of the moves: what is wrong with an animal shows in each game.
BRIEFLY = "from referee.checking import examiner; examiner.ENOUGH = 60; from referee.__main__ import main; main()"
CHECK = (sys.executable, "-c", BRIEFLY)
BARE = "sleep 1000"  # what animals start without an environment
LAST = "1 2 3 4 5 6 7"  # a game of two that make the first legal move
UNPLAYED = [name for name, fate in ANIMALS.items() if "refused" in fate.fates]
HANGING = [name for name, fate in ANIMALS.items() if fate.timed]
OTHERS = [name for name in ANIMALS if name not in [*UNPLAYED, *HANGING, "deletes_its_folder", "tame"]]  # in company
ALONE = [name for name in ANIMALS if name not in HANGING]
WHY = {
    "leaves": "ended its process with exit status 0",
    "crashes": "died of SIGSEGV",
    "aborts": "died of SIGABRT",
    "kills_itself": "died of SIGKILL",
    "raises": "crashed: LookupError: nothing found",
}  # what is said of it
HIGH_CARDS = f"""{(Path(__file__).parents[1] / "checking/right/worlds.py").read_text()}

import pickle


class Thought:
    def __init__(self, move):
        self.move = move


class Caller:
    def choose(self, game, deadline):
        return pickle.loads(pickle.dumps(Thought(game.moves()[-1]))).move
"""  # a game of hidden cards, and a player that pickles its own class for each move
CHECKED = [
    "leaves_as_it_is_run", "exits_as_it_is_run", "crashes_as_it_is_run", "raises_as_it_is_run",
    "misspelt", "prints_as_it_is_run", "keeps_a_thread", "hangs_at_exit", "moves_as_it_is_run", "deaf_as_it_is_run",
    "lowers_limits_as_it_is_run", "cannot_be_made", "leaves_as_it_is_made", "goes_elsewhere", "lowers_limits",
    "closes_everything", "writes_everywhere", "floods_stdout", "asks", "patches_timers", "moves_as_before", "returns_words",
    "repr_hangs", "raises_keyboard_interrupt", "raises_the_unspeakable", "leaves", "sleeps_in_c", "late",
    "stops_its_parent", "hundred_threads", "hides", "runs_processes", "eats", "leaves_shared_memory", "tame",
]  # fmt: skip


# The real command, run as people do in a folder with animals.


@dataclass
class Visit:
    """What came of a command.

    status  its exit status, None where it had not ended in time;  out, err  what it printed.
    left    what it left behind: processes, shared memory, and files, in words.
    """

    status: int | None
    out: str
    err: str
    left: list[str] = field(default_factory=list)

    @property
    def lines(self):
        """The objects that it printed, one a line; what is none is garbage."""
        return [parsed(line) for line in self.out.splitlines()]

    @property
    def records(self):
        return [line for line in self.lines if "number" in line]


class Keeper:
    """Runs commands in a folder of its own, in which the animals of these names are."""

    def __init__(self, folder, names):
        self.mark = uuid.uuid4().hex
        self.room, self.scratch, self.notes = folder / "room", folder / "scratch", folder / "notes"
        self.data = folder / "data"
        for each in (self.room, self.scratch):
            each.mkdir(parents=True)
        self.notes.touch()
        for name in names:
            (self.room / f"{name}.py").write_text(HIGH_CARDS if name == "high_cards" else ANIMALS[name].source)
        self.names = {f"{name}.py" for name in names}

    def run(self, *words):
        """Run the command with these words, and look at what it left; that is taken away."""
        silence, unheard = os.pipe()  # a person who types nothing
        environment = {
            **os.environ, "ZOO_MARK": self.mark, "ZOO_NOTES": str(self.notes), "TMPDIR": str(self.scratch),
            "ZOO_APPETITE": "1200", "REFEREE_DATA": str(self.data),
        }  # fmt: skip
        process = subprocess.Popen(
            [*(CHECK if words[0] == "check" else REFEREE), *words], cwd=self.room, env=environment, stdin=silence, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        left = []
        try:
            out, err = process.communicate(timeout=LONGEST)
            status = process.returncode
        except subprocess.TimeoutExpired:
            if (ended := process.poll()) is not None:
                left = [f"its output open, though it ended with {ended}"]
            status = None
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            self.end()
            out, err = process.communicate()
        finally:
            os.close(silence)
            os.close(unheard)
        return Visit(status, out.decode(errors="replace"), err.decode(errors="replace"), left + self.rest())

    def rest(self):
        deadline = time.monotonic() + SOON
        while self.alive() and time.monotonic() < deadline:
            time.sleep(0.01)
        found = [f"process {pid}: {words(pid)}" for pid in self.alive()]
        self.end()
        for path in self.shared():
            found.append(f"shared memory {path}")
            path.unlink()
        found += [f"file {path.name}" for path in self.scratch.iterdir()]
        if self.room.exists():
            found += [f"file {path.name}" for path in self.room.iterdir() if path.name not in self.names]
        return found

    def alive(self):
        """The processes that carry the mark, or were noted, and have not ended."""
        noted = [int(line) for line in self.noted() if line.isdecimal()]
        marked = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal() and self.carries(path)]
        # A number may be another's by now: what was noted and carries no mark is one of these programs, or none of ours.
        return [pid for pid in {*marked, *(pid for pid in noted if words(pid) == BARE)} if lives(pid)]

    def carries(self, path):
        """Whether the process of that folder has the mark in its environment."""
        with suppress(OSError):
            return self.mark.encode() in (path / "environ").read_bytes()
        return False

    def noted(self):
        return self.notes.read_text().split()

    def shared(self):
        mine = [path for path in SHARED.iterdir() if self.mark in path.name]
        return mine + [Path(line) for line in self.noted() if line.startswith("/") and Path(line).exists()]

    def end(self):
        for pid in self.alive():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def words(pid):
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    return "ended meanwhile"


def parsed(line):
    with suppress(ValueError):
        return json.loads(line)
    return {"garbage": line}


# What must come of them.


@pytest.fixture
def keeper(tmp_path):
    """A function that makes a keeper of named animals."""
    return lambda *names: Keeper(tmp_path / "-".join(names)[:20], names)


@pytest.fixture(scope="module")
def tame(tmp_path_factory):
    """The moves of the games against random that an animal plays that makes the first legal move."""
    path = tmp_path_factory.mktemp("tame") / "tame.py"
    path.write_text(ANIMALS["tame"].source)
    plan = Plan("tic-tac-toe", (str(path), "random"), 1)
    return [plan.task(number).result().record.moves for number in range(2)]


def options(name):
    return ["--seed", "1", "--time", "0.3" if ANIMALS[name].timed else "30", "--strict", "--json", "--memory", "200"]


def played(keeper, name):
    """Two games of the animal against random, of which it must win both, or one where it takes so long."""
    games = "1" if ANIMALS[name].timed else "2"
    words = ["-g", games, "tic-tac-toe", f"./{name}.py", "random", "--require", "score>=0.8"]
    return keeper(name).run(*words, *options(name))


def faults(visit, name, allowed, tame):
    """Return what is wrong with a visit, in sentences."""
    wrong = [f"it leaves {each}" for each in visit.left]
    if visit.status is None:
        return [*wrong, "it does not end"]
    if visit.status < 0 or visit.status == INTERRUPTED:
        return [*wrong, f"the command is ended with {visit.status}"]
    if visit.status == 2:
        return [*wrong, *refusal(visit, name, allowed)]
    words = [word(record, f"./{name}.py", tame[number]) for number, record in enumerate(visit.records)]
    wrong += [f"{each}: {visit.records}" for each in words if each not in allowed]
    wrong += [f"on standard output: {line['garbage'][:80]}" for line in visit.lines if "garbage" in line]
    wrong += [f"it is said {each['why']}" for each in visit.records if WHY.get(name, "") not in each["why"]]
    if not visit.lines or "summary" not in visit.lines[-1] or len(words) != visit.lines[-1]["summary"]["games"]:
        wrong.append(f"not all is told: {visit.out} {visit.err}")
    if visit.status != (0 if set(words) == {"tame"} else 3):
        wrong.append(f"exit status {visit.status} after {words}")
    if ("not met: score>=0.8" in visit.err) != any(each in {how.value for how in FORFEITS} for each in words):
        wrong.append(f"a demand is met or not: {visit.err}")
    return wrong


def refusal(visit, name, allowed):
    last = (visit.err.splitlines() or [""])[-1]
    if "refused" in allowed and not visit.out and f"{name}.py cannot be run" in last:
        return []
    return [f"refused: {visit.err} {visit.out}"]


def word(record, spec, moves):
    """The word for what came of that game for the player of that spec, where `moves` are those of the tame one."""
    if record["how"] not in {how.value for how in FORFEITS}:
        return "tame" if record["moves"] == moves else "cheats"
    loser = 0 if record["score"] < 0 else 1
    return record["how"] if record["players"][loser] == spec else "cheats"


@pytest.mark.parametrize("name", ALONE)
def test_each_costs_itself_its_games(name, keeper, tame):
    assert faults(played(keeper, name), name, ANIMALS[name].fates, tame) == []


def test_a_player_that_never_answers_is_ended(keeper, tame):
    def seen(name):
        return faults(played(keeper, name), name, ANIMALS[name].fates, tame)

    with ThreadPoolExecutor(4) as pool:  # they wait, for the most part
        found = dict(zip(HANGING, pool.map(seen, HANGING), strict=True))
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    "names",
    [OTHERS[::2], OTHERS[1::2], [name for name in HANGING if name not in UNPLAYED]],
    ids=["some", "others", "hanging"],
)
def test_in_a_tournament_each_has_its_own_fate_and_the_innocent_loses_nothing(names, keeper):
    here = keeper("tame", *names)
    visit = here.run(*gauntlet(names), *options(names[0]))
    assert strays(visit, names, {name: ANIMALS[name].fates for name in names}) == []
    again = here.run("tournament", "--resume", "1", "--json", "--strict")
    assert (again.status, again.lines) == (
        3,
        visit.lines,
    )  # also the seconds that each has taken: nothing is played again


def gauntlet(names):
    """The words for a tournament in which the tame one meets all others twice, from both seats."""
    rules = ["--format", "gauntlet", "--rounds", "1", "--openings", "0", "--workers", "4"]
    return ["tournament", "tic-tac-toe", "./tame.py", *(f"./{name}.py" for name in names), *rules]


def strays(visit, names, fates):
    """What is not as it must be in that tournament, in which some forfeit."""
    wrong = list(visit.left)
    for record in visit.records:
        (name,) = {Path(spec).stem for spec in record["players"]} - {"tame"}
        found = word(record, f"./{name}.py", LAST)
        if found not in fates[name] or WHY.get(name, "") not in record["why"]:
            wrong.append(f"{name} {found}: {record}")
    if visit.status != 3 or len(visit.records) != 2 * len(names):
        return [*wrong, f"exit status {visit.status} after {len(visit.records)} games: {visit.err}"]
    (tame,) = [each for each in visit.lines[-1]["standings"]["standings"] if each["spec"] == "./tame.py"]
    return [*wrong, *([f"the innocent: {tame}"] if tame["forfeits"] else [])]


@pytest.mark.parametrize("name", CHECKED)
def test_check_tells_the_wrong_from_the_harmless(name, keeper):
    here = keeper(name)
    here.names.add("results.json")
    seconds = "0.3" if ANIMALS[name].timed else "5"
    visit = here.run("check", f"{name}.py", "--game", "tic-tac-toe", "--time", seconds, "--gradescope", "results.json")
    assert (visit.status in ANIMALS[name].statuses, visit.left) == (True, []), visit
    tests = json.loads((here.room / "results.json").read_text())["tests"]
    points = sum(test["score"] for test in tests), sum(test["max_score"] for test in tests)
    assert points[0] < points[1] if visit.status else points[0] == points[1] > 0


@pytest.mark.parametrize("name", ["tame", "leaves", "leaves_as_it_is_made"])
def test_the_tally_comes_last_and_a_forfeit_fails_a_requirement(name, keeper):
    words = ["-g", "2", "tic-tac-toe", f"./{name}.py", "random", "--seed", "1", "--require", "score>=0.8"]
    visit = keeper(name).run(*words)
    assert (visit.status, visit.left) == (0 if name == "tame" else 4, [])
    assert visit.out.splitlines()[-1].endswith(" 0 draws")


def test_a_game_of_hidden_cards_and_a_player_that_pickles_its_class_may_be_of_one_file(keeper):
    words = ["-g", "4", "./high_cards.py", "./high_cards.py", "random", "--seed", "1", "--strict", "--json"]
    visit = keeper("high_cards").run(*words)
    assert (visit.status, visit.left, [record["how"] for record in visit.records]) == (0, [], ["played-out"] * 4)


def test_a_program_does_not_spoil_the_terminal(keeper):
    here = keeper("paints")
    words = [*REFEREE[1:], "-g", "2", "tic-tac-toe", "./paints.py", "random", "--seed", "1"]
    terminal = pexpect.spawn(REFEREE[0], words, cwd=here.room, timeout=300, encoding="utf-8")
    before = termios.tcgetattr(terminal.child_fd)
    shown = terminal.read()
    after = termios.tcgetattr(terminal.child_fd)
    terminal.close()
    assert (before, terminal.exitstatus) == (after, 0)
    assert "\x1b[2J" not in shown
    assert "\x1b[?1049h" not in shown
