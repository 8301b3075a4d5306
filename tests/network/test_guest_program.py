"""Programs and onlookers at a table on another machine."""

import signal
import subprocess
import sys

from math import inf

import pytest

import games
from games.names.catalogue import SpecError
from referee.network.guest_session import find_player, take_up, visit_host, wait_for_start
from referee.network.told import ToldMatch, believing_host
from referee.network.wire import write_message
from tests.helpers.scripted_host import PATIENCE, ScriptedHost

BOT = """
class Bot:
    def begin(self, game, seat):
        print("begin", seat, file=open("log", "a"))
    def heard(self, text, seat):
        print("heard", text, seat, file=open("log", "a"))
    def choose(self, game, deadline):
        {choose}
    def end(self):
        print("end", file=open("log", "a"))
"""
MOVE = "return game.moves()[0]"


@pytest.fixture
def guest(host, tmp_path):
    """Starts a guest in a folder of its own, with standard input closed."""
    running = []

    def start(*words, chair=0, text=""):
        command = [sys.executable, "-m", "referee", *words[:1], str(host.invitation(chair)), *words[1:]]
        process = subprocess.Popen(
            command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        process.stdin.write(text)
        process.stdin.close()
        process.stdin = None  # else `communicate` would write there
        running.append(process)
        process.hello = host.came()[1]
        return process

    yield start
    for process in running:
        process.kill()
        process.communicate()


def deal(host):
    """Begin a match of Kuhn poker, and deal a king to Ann and a jack to Bob; return the game."""
    host.start("kuhn", secret=True)
    game = games.load("kuhn")
    for card in ("K", "J"):
        host.make(game, card)
    return game


def read_until(process, text):
    """Return the lines that a guest prints, up to the one with the text."""
    lines = [process.stdout.readline()]
    while text not in lines[-1]:
        assert lines[-1], lines
        lines.append(process.stdout.readline())
    return "".join(lines)


def stop(process):
    """What a guest has printed, and what to standard error, after Ctrl-C."""
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=PATIENCE)


def test_a_program_plays_match_after_match(host, guest, tmp_path):
    (tmp_path / "bot.py").write_text(BOT.format(choose=MOVE))
    process = guest("join", "./bot.py")
    for match in (0, 1):
        host.start("tic-tac-toe", match=match)
        host.ask(0, [match, 0, 0])
        assert host.next() == (0, {"ask": [match, 0, 0], "move": "1"})
        host.move(0, "1")
        host.move(1, "5")
        host.end(["1", "5"], score=1, how="resigned", why="Bob resigned")
    host.start("tic-tac-toe", match=2)
    host.ask(0, [2, 0, 0])
    host.next()
    out, err = stop(process)
    assert out.count("Ann (X) against Bob (O): tic-tac-toe") == 3
    assert out.count("Ann wins: Bob resigned.") == 2
    assert not err.strip()
    log = (tmp_path / "log").read_text().splitlines()
    assert log[:4] == ["begin 0", "heard 1 0", "heard 5 1", "end"]


def test_a_program_makes_a_line_again_that_is_lost_between_two_matches(host, guest, tmp_path):
    (tmp_path / "bot.py").write_text(BOT.format(choose=MOVE))
    process = guest("join", "./bot.py")
    host.start("tic-tac-toe")
    host.end([], score=1, how="resigned", why="Bob resigned")
    read_until(process, "Bob resigned")
    host.cut()
    host.came()
    host.start("tic-tac-toe", match=1)
    host.ask(0, [1, 0, 0])
    assert host.next() == (0, {"ask": [1, 0, 0], "move": "1"})


def test_a_program_plays_once_more_if_the_other_wishes(host, guest, tmp_path):
    (tmp_path / "bot.py").write_text(BOT.format(choose=MOVE))
    guest("join", "./bot.py")
    host.start("tic-tac-toe")
    host.end([], score=1, how="resigned", why="Bob resigned")
    host.chairs[0].say("note", words="Bob would like a rematch.", wish="rematch")
    assert host.next() == (0, {"wish": "rematch", "at": [0, 0]})


def test_a_program_that_thinks_on_after_the_end_is_named(host, guest, tmp_path):
    (tmp_path / "bot.py").write_text(
        "import time\ndef bot(game):\n    print('asked', flush=True)\n    time.sleep(600)\n"
    )
    process = guest("join", "./bot.py")
    host.start("tic-tac-toe")
    host.ask(0, [0, 0, 0])
    read_until(process, "asked")
    host.end([], score=-1, how="out-of-time", why="Ann ran out of time")
    read_until(process, "the program still thinks")


def test_a_program_waits_between_two_matches_for_a_host_that_is_gone(host, guest, tmp_path):
    (tmp_path / "bot.py").write_text(BOT.format(choose=MOVE))
    process = guest("join", "./bot.py")
    host.start("tic-tac-toe")
    host.end([], score=1, how="resigned", why="Bob resigned")
    read_until(process, "Ann wins")
    host.stop()
    read_until(process, "trying again")
    with ScriptedHost(host.port, host.tokens) as other:
        other.came()
        other.start("tic-tac-toe", match=1)
        other.ask(0, [1, 0, 0])
        assert other.next() == (0, {"ask": [1, 0, 0], "move": "1"})


def test_a_program_that_was_changed_says_so_to_the_host(host, guest, tmp_path):
    said = set()
    for choose in (MOVE, MOVE, "return game.moves()[-1]"):
        (tmp_path / "bot.py").write_text(BOT.format(choose=choose))
        process = guest("join", "./bot.py")
        said.add(process.hello["program"])
        process.kill()
    assert len(said) == 2
    assert "" not in said


def test_a_crash_is_shown_here_and_its_words_are_sent(host, guest, tmp_path):
    (tmp_path / "bot.py").write_text(BOT.format(choose='raise ValueError("no idea")'))
    process = guest("join", "./bot.py")
    host.start("tic-tac-toe")
    host.ask(0, [0, 0, 0])
    assert host.next() == (0, {"ask": [0, 0, 0], "fault": "crashed: ValueError: no idea", "how": "crashed"})
    host.end([], score=-1, how="crashed", why="Ann crashed: ValueError: no idea")
    shown = read_until(process, "Bob wins")
    assert "still thinks" not in shown
    assert 'raise ValueError("no idea")' in stop(process)[1]


@pytest.mark.parametrize(
    ("choose", "words"),
    [
        ("return 99", "chose 99, which is not a legal move"),
        ("return None", "chose None, which is not a move"),
        ("return 'e4'", "chose 'e4', which is not a legal move"),
    ],
)
def test_a_move_that_is_none_is_a_fault(host, guest, tmp_path, choose, words):
    (tmp_path / "bot.py").write_text(BOT.format(choose=choose))
    guest("join", "./bot.py")
    host.start("tic-tac-toe")
    host.ask(0, [0, 0, 0])
    said = host.next()[1]
    assert said["fault"].startswith(words)
    assert said["how"] == "illegal-move"


def test_a_program_begins_again_after_moves_were_taken_back(host, guest, tmp_path):
    (tmp_path / "bot.py").write_text(BOT.format(choose=MOVE))
    process = guest("join", "./bot.py")
    host.start("tic-tac-toe")
    host.move(0, "1")
    host.move(1, "5")
    for chair in host.chairs:
        chair.write("back", count=1, left=[None, None])
    host.ask(0, [0, 1, 0])
    host.next()
    stop(process)
    assert (tmp_path / "log").read_text().splitlines()[:2] == ["begin 0", "heard 1 0"]


def test_a_program_agrees_to_take_back_and_judges_draws_by_itself(host, guest, tmp_path):
    (tmp_path / "bot.py").write_text(BOT.format(choose=MOVE) + "    def accepts(self, game, deadline): return False\n")
    guest("join", "./bot.py")
    host.start("tic-tac-toe")
    host.ask(0, [0, 0, 0], "consent", "Bob asks to take back a move")
    assert host.next()[1]["yes"] is True
    host.ask(0, [0, 0, 1], "consent", "Bob offers a draw")
    assert host.next()[1]["yes"] is False


def test_a_program_at_a_game_that_hides_something_plays_in_imagined_positions(host, guest):
    guest("join", "minimax")
    game = deal(host)
    host.ask(0, [0, 2, 0], position=game.position(0))
    assert host.next()[1]["move"] in ("bet", "check")


def test_lines_that_are_piped_answer_one_question_each(host, guest):
    process = guest("join", "--plain", text="5\n3\n")
    host.start("tic-tac-toe")
    host.ask(0, [0, 0, 0])
    assert host.next()[1]["move"] == "5"
    host.move(0, "5", "{0} plays 5")
    host.ask(1, [0, 1, 0])
    host.move(1, "1", "{1} plays 1")
    host.ask(0, [0, 2, 0])
    assert host.next()[1]["move"] == "3"
    host.move(0, "3", "{0} plays 3")
    host.end(["5", "1", "3"], score=1, how="resigned", why="Bob resigned")
    out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Bob (O)" in out or "against Bob" in out
    assert "You win: Bob resigned." in out or "X wins" in out


def test_an_onlooker_of_hidden_cards_hears_sentences_and_all_moves_at_the_end(host, guest):
    process = guest("watch", chair=2)
    game = deal(host)
    host.ask(0, [0, 2, 0], position=game.position(0))
    before = read_until(process, "is Second")
    host.make(game, "bet")
    host.make(game, "fold")
    host.end(["K", "J", "bet", "fold"], score=1, how="played-out", why="{1} folded")
    before += read_until(process, "wins")
    assert "K" not in before.replace("Kuhn", "")
    assert "bets" in before
    assert "K J bet fold" in read_until(process, "All moves")
    host.leave()
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 0


# The host is not believed.


@pytest.mark.parametrize("game", ["./evil.py", "here:x", "program:./evil", "no-such-game"])
def test_a_game_of_the_hosts_own_is_not_run(game):
    start = {"game": game, "match": 0, "names": ["a", "b"], "seat": 0, "secret": False, "clock": ""}
    with pytest.raises(SpecError, match="which is not built in"):
        ToldMatch(start)


@pytest.mark.parametrize(
    "said",
    [
        {"is": "start"},
        {"is": "start", "game": "tic-tac-toe", "match": "x", "names": [], "seat": 0, "secret": False, "clock": ""},
        {"is": "here", "seats": 7},
        {"is": "moved", "seat": 0},
    ],
    ids=lambda said: said["is"],
)
def test_a_host_that_writes_nonsense_ends_the_visit_in_one_line(host, guest, said):
    process = guest("join", "random")
    if said["is"] != "start":
        host.start("tic-tac-toe")
        host.ask(1, [0, 0, 0])
        read_until(process, "Ann (X)")
    host.peers[0].send(write_message({"n": 50, "log": "x", **said}))
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert err.startswith("referee: the host tells of a match that cannot be")
    assert err.count("\n") == 1


def test_a_player_that_there_is_not_is_refused_before_the_host_is_asked():
    with pytest.raises(SpecError):
        find_player("no-such-player")


def test_the_moves_before_the_guest_came_are_known_at_the_start(host):
    host.start("tic-tac-toe")
    host.move(0, "5")
    host.move(1, "1")
    for chair in host.chairs:
        chair.write("back", count=1, left=[None, None])
    host.ask(1, [0, 1, 1])
    visit = visit_host(host.invitation(2))
    told = take_up(visit, wait_for_start(visit, print), "")
    assert [moved.text for moved in told.before] == ["5"]
    assert visit.next()["is"] in ("here", "turn")
    visit.leave()


def test_a_host_that_was_started_anew_may_know_fewer_moves_or_others(host):
    told = ToldMatch({"game": "tic-tac-toe", "match": 0, "names": ["a", "b"], "seat": 0, "secret": False, "clock": ""})

    def tell(kind, **words):
        return [type(event).__name__ for event in told.events({"is": kind, **words}, told_seats)]

    told_seats = (None, None)
    for seat, text in ((0, "5"), (1, "1"), (0, "9")):
        tell("moved", seat=seat, text=text, words="", seconds=0, position=None)
    assert tell("start") == []
    assert tell("moved", seat=0, text="5", words="", seconds=0, position=None) == []
    assert tell("moved", seat=1, text="2", words="", seconds=0, position=None) == ["TakenBack", "Moved"]
    assert [made.text for made in told.made] == ["5", "2"]
    tell("start")
    tell("moved", seat=0, text="5", words="", seconds=0, position=None)
    assert tell("turn", seat=1) == ["TakenBack", "Asked"]
    assert [made.text for made in told.made] == ["5"]


@pytest.mark.parametrize(
    "said",
    [
        {"is": "moved"},
        {"is": "moved", "seat": 0, "text": "99", "words": "", "seconds": 0, "position": None},
        {"is": "moved", "seat": 1, "text": "5", "words": "", "seconds": 0, "position": None},
        {"is": "moved", "seat": "x", "text": "5", "words": "", "seconds": 0, "position": None},
        {"is": "back", "count": 3},
        {"is": "turn", "seat": 7},
        {"is": "turn", "seat": inf},
        {"is": "end", "score": 1, "how": "magic", "why": "", "moves": []},
        {"is": "end", "score": 1, "how": "left", "why": "", "moves": ["77"]},
    ],
)
def test_a_message_that_cannot_be_is_named_in_one_line(said):
    told = ToldMatch({"game": "tic-tac-toe", "match": 0, "names": ["a", "b"], "seat": 0, "secret": False, "clock": ""})
    with pytest.raises(SpecError, match="cannot be"), believing_host():
        list(told.events(said, (None, None)))


def test_an_onlooker_that_is_asked_for_a_move_hears_nothing():
    told = ToldMatch({"game": "nim", "match": 0, "names": ["a", "b"], "seat": None, "secret": False, "clock": ""})
    assert not list(told.events({"is": "ask", "kind": "move", "ask": [0, 0, 0]}, (None, None)))
