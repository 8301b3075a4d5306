"""What all tests stand on: compiled modules that are built of their sources as they are now."""

import os
import signal
import sys
import tempfile
import time

import pytest
from hypothesis import settings

from referee.support.build import life, stale_notice
from tests.helpers.slow_tests import is_left_out, read_list

# What people keep and prefer is not touched and not heard by any test, nor by the processes that they start: named
# before any of them copies the environment.
LOOKS = {"COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM"}
for name in [name for name in os.environ if name.startswith("REFEREE_") or name in LOOKS]:
    del os.environ[name]
# A shell that runs tests in the background has them ignore Ctrl-C, and nohup hang-ups, and so would all that they start.
for number in signal.valid_signals() - {getattr(signal, name, 0) for name in ("SIGPIPE", "SIGXFSZ")}:  # as Python does
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
# The same examples in each run: what fails here fails everywhere, and a change is never blamed for another's luck.
settings.register_profile("referee", derandomize=True, deadline=None)  # machines are busy
settings.load_profile("referee")
DATA = tempfile.TemporaryDirectory()
# Programs that tests start by the thousand read what the first of them has compiled, whatever the shell says of that.
# Test files are kept as pytest has rewritten them, too: that takes longer than to collect all tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ["REFEREE_DATA"] = DATA.name
os.environ["REFEREE_SETTINGS"] = os.path.join(DATA.name, "no-settings.toml")
# The rooms whose tests depend on how rules and searches run. Where both lives are tested one after the other, TESTED
# names the first, and in the second life only these rooms are tested: elsewhere the same source runs again.
# Matches, trees, analyses and reviews add up what these find, by code that has one life only.
BOTH_LIVES = {"games", "players", "solving"}
ONE_LIFE = {
    "test_openspiel.py",
    "test_transcripts.py",
}  # in these rooms; tests/house plays the same games in both lives


def pytest_ignore_collect(collection_path):
    """Leave out what was tested in the other life."""
    room = collection_path.parent.name
    if (
        os.environ.get("TESTED", life()) != life()
        and collection_path.name.startswith("test_")
        and (room not in BOTH_LIVES or collection_path.name in ONE_LIFE)
    ):
        return True
    return None


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that has all slow tests run."""
    parser.addoption("--all", action="store_true", help="run all slow tests, too, in the place of a fortieth of them")


def pytest_configure(config: pytest.Config) -> None:
    """Let all slow tests run where files or folders are named; workers of pytest-xdist read the same line."""
    if config.args_source is pytest.Config.ArgsSource.ARGS:
        config.option.all = True


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Return 0 if one file is named: workers would take longer to start than most files to run."""
    one = [argument.partition("::")[0] for argument in config.args]
    return 0 if len(set(one)) == 1 and one[0].endswith(".py") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out all but a fortieth of the slow tests: the first, or which SLOW_PART says, a whole number."""
    if not config.option.all:
        slow, part = read_list(), int(os.environ.get("SLOW_PART", "0"))
        config.hook.pytest_deselected(items=[item for item in items if is_left_out(item.nodeid, slow, part)])
        items[:] = [item for item in items if not is_left_out(item.nodeid, slow, part)]


@pytest.fixture(scope="session", autouse=True)
def cache():
    """Keep the solutions of all tests in a folder of their own, also those of the processes that they start."""
    before = os.environ.get("REFEREE_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["REFEREE_CACHE"] = folder
        yield folder
    if before is None:
        del os.environ["REFEREE_CACHE"]
    else:
        os.environ["REFEREE_CACHE"] = before


@pytest.fixture
def command(capsys):
    """Run the command here: its exit status, and what it wrote to standard output and to standard error."""
    from referee.__main__ import main  # not above: stale builds, which are refused first, may not even be imported

    def run(line):
        with pytest.raises(SystemExit) as ended:
            main(line.split() if isinstance(line, str) else line)
        return (ended.value.code, *capsys.readouterr())

    return run


FORKED_AT = [0.0]  # what `work_time` showed when this process was forked
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=lambda: FORKED_AT.append(work_time()),
        after_in_parent=FORKED_AT.pop,
        after_in_child=lambda: FORKED_AT.__delitem__(0),
    )


def work_time():
    """Return the seconds of work of this process, and of those it was forked from; the system begins at 0 again."""
    return FORKED_AT[0] + time.process_time()


@pytest.fixture
def own_time(monkeypatch):
    """Let the modules that are loaded take the time from the clock returned, which counts the work of this process only.

    A search with a deadline then gets the same work done on a busy machine. Whoever sleeps would wait for ever.
    """
    for name, module in list(sys.modules.items()):
        if name.startswith(("games.", "players.", "referee.")) and getattr(module, "monotonic", None) is time.monotonic:
            monkeypatch.setattr(module, "monotonic", work_time)
    return work_time


@pytest.fixture(autouse=True)
def _ctrl_c():
    """What a test made of Ctrl-C does not outlast it: programs that the next one starts would inherit it."""
    before = signal.getsignal(signal.SIGINT)
    yield
    if signal.getsignal(signal.SIGINT) is not before:
        signal.signal(signal.SIGINT, before)


def pytest_report_header() -> str:
    """Say which of the two lives is under test."""
    return f"referee: {life()}"


def pytest_sessionstart(session: pytest.Session) -> None:
    """Refuse to test builds of other sources than those that lie here; workers start when this is known."""
    if not hasattr(session.config, "workerinput") and (notice := stale_notice()):
        pytest.exit(notice, returncode=3)
