"""A person at a table on another machine: the page, and lines."""

import pytest
from terminal import CTRL_C, F10, asked, marks, over, referee, table  # noqa: F401

from tests.helpers.scripted_host import ScriptedHost

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

COME_BACK = "Come back to it: referee join ws://127.0.0.1"


@pytest.fixture
def ann(host, table):  # noqa: F811
    """Ann's page at tic-tac-toe, with her first move asked for; she plays X."""
    terminal = table("join", str(host.invitation(0)), "--name", "Ann")
    host.start("tic-tac-toe")
    host.ask(0, [0, 0, 0])
    asked(terminal)
    return terminal


def play(host, terminal, text):
    """Type a move, and let the host accept it."""
    terminal.enter(text)
    number, said = host.next()
    assert (number, said["move"]) == (0, text)
    host.move(0, text, f"{{0}} plays {text}")


def quiet(terminal):
    """Wait until nobody is asked."""
    terminal.wait_for(lambda: "Waiting for Bob" in terminal.said)


def test_a_match_is_played_to_its_end_and_kept(host, ann):
    for number, (mine, other) in enumerate([("5", "1"), ("3", "7")]):
        play(host, ann, mine)
        host.ask(1, [0, 2 * number + 1, 0])
        quiet(ann)
        host.move(1, other, f"{{1}} plays {other}")
        host.ask(0, [0, 2 * number + 2, 0])
        asked(ann)
    assert marks(ann) == "O 2 X 4 X 6 [O] 8 9"
    play(host, ann, "4")
    host.move(1, "6")
    host.end(["5", "1", "3", "7", "4", "6"], score=1, how="resigned", why="Bob resigned")
    over(ann)
    assert "You win: Bob resigned." in ann.said
    ann.type("q")
    assert ann.exit_status() == 0
    assert "See it again: referee replay 1" in ann.said


def test_a_wish_is_sent_at_once_while_the_other_thinks(host, ann):
    play(host, ann, "5")
    host.ask(1, [0, 1, 0])
    quiet(ann)
    ann.type("draw\r")
    assert host.next() == (0, {"wish": "draw", "at": [0, 1]})
    ann.wait_for("You offer a draw.")
    host.chairs[0].say("note", words="Bob plays on.")
    ann.wait_for("Bob plays on.")
    ann.type("resign\r")
    ann.wait_for("Give up this game, yes or no?")
    ann.type("yes\r")
    assert host.next() == (0, {"wish": "resign", "at": [0, 1]})


def test_a_wish_is_sent_while_a_move_is_asked_for_and_the_question_stands_if_it_is_refused(host, ann):
    ann.enter("claim")
    assert host.next() == (0, {"wish": "claim", "at": [0, 0]})
    host.chairs[0].say("note", words="Bob is here.")
    ann.wait_for("Bob is here.")
    play(host, ann, "5")


def test_the_others_offer_interrupts_and_what_was_typed_stays(host, ann):
    ann.type("7")
    ann.wait_for(lambda: ann.entry.endswith(": 7"))
    host.ask(0, [0, 0, 1], "consent", "Bob offers a draw")
    ann.wait_for("Bob offers a draw. Do you agree, yes or no?")
    ann.type("\x15no\r")
    assert host.next() == (0, {"ask": [0, 0, 1], "yes": False})
    host.ask(0, [0, 0, 0])
    asked(ann)
    play(host, ann, "5")


def test_an_offer_is_answered_while_the_other_is_to_move(host, ann):
    play(host, ann, "5")
    host.ask(1, [0, 1, 0])
    quiet(ann)
    host.ask(0, [0, 1, 1], "consent", "Bob asks to take back a move")
    ann.wait_for("Do you agree, yes or no?")
    ann.type("yes\r")
    assert host.next() == (0, {"ask": [0, 1, 1], "yes": True})
    for chair in host.chairs:
        chair.write("back", count=1, left=[None, None])
    host.ask(0, [0, 0, 1])
    ann.wait_for("Took back 1 move.")
    assert marks(ann) == "1 2 3 4 5 6 7 8 9"


def test_a_lost_line_of_the_other_is_told_and_how_long_to_wait(host, ann):
    play(host, ann, "5")
    host.ask(1, [0, 1, 0])
    quiet(ann)
    host.chairs[0].say("here", seats=[True, False], greetings=["", ""], onlookers=0, grace=1000)
    ann.wait_for("Bob is away; type claim or adjourn after 16 minutes 40 seconds.")
    ann.wait_for("is away: claim in 16:")
    host.chairs[0].say("here", seats=[True, True], greetings=["", "Hello"], onlookers=0, grace=None)
    ann.wait_for("Bob is back.")
    ann.wait_for("Bob says: Hello")


def test_after_the_end_nobody_is_waited_for(host, ann):
    host.end([], score=1, how="resigned", why="Bob resigned")
    over(ann)
    host.chairs[0].say("here", seats=[True, False], greetings=["", ""], onlookers=0, grace=120.0)
    ann.wait_for("Bob is away.")


def test_an_answer_of_the_host_is_seen_in_a_window_without_room_for_more(host, referee):  # noqa: F811
    terminal = referee("join", str(host.invitation(0)), "--name", "Ann", size=(40, 12))
    host.start("chess")
    host.ask(1, [0, 0, 0])
    quiet(terminal)
    terminal.type("claim\r")
    assert host.next()[1]["wish"] == "claim"
    host.chairs[0].say("note", words="You can claim in 9 seconds.")
    terminal.wait_for("You can claim in 9 seconds.")


def test_a_lost_line_to_the_host_is_told_and_the_match_goes_on_after_it(host, ann):
    host.cut()
    ann.wait_for("The line to the host is up again.")
    play(host, ann, "5")


def test_a_move_that_was_typed_without_a_line_is_sent_when_there_is_one_again(host, ann):
    host.stop()
    ann.wait_for("The line to the host is lost")
    ann.enter("5")
    with ScriptedHost(host.port, host.tokens) as second:
        second.start("tic-tac-toe")
        second.ask(0, [0, 0, 7])  # the names that a new process gives
        assert second.next() == (0, {"ask": [0, 0, 7], "move": "5"})
        second.ask(0, [0, 0, 8])  # it is not legal there, for example
        asked(ann)


def test_a_move_that_another_window_made_ends_the_question_here(host, ann):
    host.move(0, "5", "{0} plays 5")
    host.ask(1, [0, 1, 0])
    quiet(ann)
    assert marks(ann) == "1 2 3 4 [X] 6 7 8 9"


@pytest.mark.parametrize("keys", ["quit\r", F10, CTRL_C], ids=["quit", "F10", "Ctrl-C"])
@pytest.mark.parametrize("mine", [True, False], ids=["my turn", "not my turn"])
def test_leaving_tells_the_host_and_how_to_come_back(host, ann, keys, mine):
    if not mine:
        play(host, ann, "5")
        host.ask(1, [0, 1, 0])
        quiet(ann)
    ann.type(keys)
    assert host.next()[1]["wish"] == "leave"
    assert ann.exit_status() == (130 if keys == CTRL_C else 0)
    assert COME_BACK in ann.said.replace("| |", "")


def test_a_rematch_needs_both_and_opens_a_new_page(host, ann):
    host.end([], score=-1, how="resigned", why="Ann resigned")
    over(ann)
    ann.type("n")
    assert host.next() == (0, {"wish": "rematch", "at": [0, 0]})
    ann.wait_for("You ask for a rematch.")
    host.chairs[0].say("note", words="Bob would like a rematch.")
    ann.wait_for("Bob would like a rematch.")
    host.start("tic-tac-toe", names=("Bob", "Ann"), match=1)
    host.ask(0, [1, 0, 0])
    asked(ann)
    play(host, ann, "9")


def test_words_that_make_no_sense_here_are_no_words(host, ann):
    ann.enter("level 3")
    ann.wait_for("is not a legal move here")
    ann.enter("hint")
    ann.wait_for("is not a legal move here")
    ann.enter("moves")
    ann.wait_for("No move has been made yet.")
    assert "seed" not in ann.said
    assert host.said.empty()


def test_a_match_in_sentences_hears_wishes_while_it_waits_and_asks_for_a_rematch(host, referee):  # noqa: F811
    terminal = referee("join", str(host.invitation(0)), "--plain")
    host.start("tic-tac-toe")
    host.ask(1, [0, 0, 0])
    terminal.wait_for("Type a move, a question")
    terminal.type("draw\r")
    assert host.next() == (0, {"wish": "draw", "at": [0, 0]})
    terminal.type("5\r")
    terminal.wait_for("It is not your turn")
    terminal.type("resign\r")
    terminal.wait_for("Give up this game, yes or no?")
    terminal.type("yes\r")
    assert host.next() == (0, {"wish": "resign", "at": [0, 0]})
    host.end([], score=-1, how="resigned", why="Ann resigned")
    terminal.wait_for("Type rematch")
    terminal.type("rematch\r")
    assert host.next() == (0, {"wish": "rematch", "at": [0, 0]})
    host.start("tic-tac-toe", names=("Bob", "Ann"), match=1)
    host.ask(0, [1, 0, 0])
    terminal.wait_for("Your turn.")
    terminal.type("9\r")
    assert host.next() == (0, {"ask": [1, 0, 0], "move": "9"})
