"""A person at the prompt: each line is read once, understood or answered, and never punished."""

import errno
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain import Grab

import games
from games.game import CHANCE, IllegalMove
from players.entry import BLANK, HELP, LISTS, QUIT, UNDO, Command, Moves, Request, Unknown, legal_moves, parse
from players.human import HELP_TEXT, HumanPlayer
from players.player import AgreeDead, OfferDraw, PlayerRequest, Quit, Redo, Replace, Resigned, Swap, TakeBack
from referee.table import vocabulary


def read(line):
    return parse(games.load("tic-tac-toe"), line)


def test_a_move_is_read_with_its_text():
    assert read(" 5 ") == Moves("5", (4,))


def test_a_request_holds_what_the_match_is_asked_for():
    entry = read("UNDO")
    assert isinstance(entry, Request)
    assert (entry.word, type(entry.request)) == (UNDO, TakeBack)
    assert read("level 07").request.spec == read("level level=7").request.spec == "level:7"
    assert read("level Casual").request.spec == "casual"
    assert read("level elo=1300").request.spec == "level:elo=1300"
    assert isinstance(read("level 10").request, Replace)


@pytest.mark.parametrize("name", QUIT.names)
def test_a_word_is_also_known_by_its_other_names(name):
    assert isinstance(read(name).request, Quit)


def test_a_command_holds_what_follows_the_word():
    assert read("help") == Command("help", HELP, "")
    game = games.load("tic-tac-toe")
    assert vocabulary.parse(game, "Save  My File.jsonl") == Command(
        "Save  My File.jsonl", vocabulary.SAVE, "My File.jsonl"
    )


def test_a_refusal_calls_the_person_to_move_you():
    found = parse(games.load("chess"), "O-O")
    assert "you cannot castle: the bishop on f1 is in between" in found.why
    assert "you have no queen" in parse(games.load("chess", position="k7/8/8/8/8/8/8/K6R w - - 0 1"), "Qd4").why


@pytest.mark.parametrize("line", ["99", "store", "no idea"])
def test_an_unknown_line_is_answered_with_the_legal_moves(line):
    entry = read(line)
    assert isinstance(entry, Unknown)
    assert entry.why.startswith(f"{line!r} is not a legal move here")
    assert entry.why.endswith("; legal: 1 to 9")


@pytest.mark.parametrize(("line", "why"), [
    ("undo twice", "'undo twice' is not understood; type undo alone: take back your last move and the answer to it;"),
    ("level", "'level' is not understood; type level N: play on against a program of that level: 1 to 10, casual, elo=1300"),
])  # fmt: skip
def test_a_word_with_wrong_arguments_is_answered_with_its_usage(line, why):
    entry = read(line)
    assert isinstance(entry, Unknown)
    assert entry.why.startswith(why)


def test_words_after_help_are_ignored():
    assert read("help me") == Command("help me", HELP, "")


@pytest.mark.parametrize(
    ("spec", "moves", "line", "meant"),
    [
        ("tic-tac-toe", (), "undoo", "undo"), ("tic-tac-toe", (), "LEVEL3", "level"), ("tic-tac-toe", (), "swpa", "swap"),
        ("kuhn-poker", ("J", "Q"), "chek", "check"), ("kuhn-poker", ("J", "Q", "bet"), "caal", "call"),
    ],
)  # fmt: skip
def test_a_near_miss_gets_a_suggestion(spec, moves, line, meant):
    entry = parse(games.load(spec, moves), line)
    assert isinstance(entry, Unknown)
    assert entry.why == f"{line!r} is not a legal move here; did you mean {meant}? {LISTS}"


@pytest.mark.parametrize("spec", [name for name in games.CATALOGUE if name not in ("openspiel", "tree-game")])
@pytest.mark.parametrize("line", ["no idea", "z99", "9" * 5000])
def test_an_answer_to_a_wrong_entry_is_short_and_says_how_to_list_all_moves(spec, line):
    game = games.load(spec)
    while game.turn == CHANCE:
        game.make(game.moves()[0])
    entry = parse(game, line)
    assert isinstance(entry, Unknown)
    assert entry.why.startswith(f"'{line[:2]}")
    _, _, legal = entry.why.rpartition("; legal: ")
    named = legal.partition(" and ")[0].split(", ")
    assert 1 <= len(named) <= 5
    assert legal.endswith(" more; ? lists all") or named == game.listing().split(", ")
    assert len(entry.why) <= 200


@pytest.mark.parametrize(("spec", "moves", "line", "first"), [
    ("chess", "", "Nf6", "Nf3"), ("chess", "", "e5", "e3, e4"), ("go:9", "", "d10", "D1"), ("gomoku", "h8", "h8h9", "h9"),
    ("backgammon", "3-1", "13/11", "13/10"), ("checkers", "", "11-14", "11-15"),
])  # fmt: skip
def test_the_legal_moves_that_resemble_a_wrong_entry_come_first(spec, moves, line, first):
    entry = parse(games.load(spec, moves.split()), line)
    assert isinstance(entry, Unknown)
    assert entry.why.rpartition("; legal: ")[2].startswith(f"{first}, ")


def test_a_level_that_does_not_exist_and_an_empty_line_have_answers_of_their_own():
    why = "type level N, from 1 (easiest) to 10, or at chess level elo=N"
    for word in ("11", "1300", "level=0", "elo=high", "1:0", "strange"):
        assert read(f"level {word}") == Unknown(f"level {word}", f"There is no level {word!r}: {why}")
    assert read("  ") == Unknown("", BLANK)


def test_each_word_of_the_table_stands_there_once():
    names = [name for word in vocabulary.WORDS for name in word.names]
    assert len(names) == len(set(names))


def test_all_legal_moves_are_listed_however_many_there_are():
    game = games.load("chess", "e4 e5 Nf3 Nc6 Bc4".split()[:4])
    listed = legal_moves(game)
    assert listed.startswith("27 legal moves: ")
    for move in game.moves():
        assert game.text(move) in listed.partition(": ")[2].split(", ")


SPECS = ["tic-tac-toe", "chips", "chips:chips=1001", "nim", "nim:heaps=3/5/7"]
typed = st.one_of(
    st.text(max_size=12),
    st.from_regex(r"\s*(take|TAKE)?[ -]?[a-d]?[ _-]?\d{1,3}( (chips?|sticks?))?\s*", fullmatch=True),
    st.sampled_from(
        ["", " ", "?", "help", "UNDO", "Resign ", "quit", "0", "-1", "1.0", "١", "a 1", "B-2", "½", "\x00"]
    ),
)


class Conversation:
    """A person whose entries are fixed, and who leaves after them."""

    def __init__(self, *entries):
        self.entries = list(entries)
        self.told = []
        self.player = HumanPlayer(self.ask, self.told.append)

    def ask(self, game, deadline):
        if not self.entries:
            raise EOFError
        return parse(game, self.entries.pop(0))

    def choose(self, spec="tic-tac-toe"):
        game = games.load(spec)
        return game.text(self.player.choose(game, 0.0))


@pytest.mark.parametrize("spec", SPECS)
@given(entry=typed)
@settings(deadline=None)
def test_any_entry_is_a_legal_move_or_refused_with_a_quotation(spec, entry):
    game = games.load(spec)
    try:
        assert game.parse(entry) in game.moves()
    except IllegalMove as error:
        assert repr(entry[:40])[1:-1] in str(error)
        assert f"legal: {game.listing()}" in str(error) or str(error).endswith(" more")
        assert "\n" not in str(error)


@pytest.mark.parametrize("spec", SPECS)
@given(entries=st.lists(typed, max_size=4))
@settings(deadline=None, max_examples=50)
def test_a_person_ends_with_a_move_or_a_request_and_each_wrong_entry_is_answered(spec, entries):
    conversation = Conversation(*entries)
    try:
        assert conversation.choose(spec)
        answered = 1
    except (PlayerRequest, Resigned):
        answered = 0 if len(conversation.told) == len(entries) else 1  # the end of input is not an entry
    assert len(conversation.told) == len(entries) - len(conversation.entries) - answered


@pytest.mark.parametrize(("entry", "spec", "text"), [
    (" 5 ", "tic-tac-toe", "5"), ("take 3", "chips", "3"), ("3 chips", "chips", "3"), ("1 chip", "chips", "1"),
    ("Take 2 Sticks", "nim", "2"), ("B 4", "nim:heaps=3/5/7", "b4"), ("c-7", "nim:heaps=3/5/7", "c7"),
])  # fmt: skip
def test_people_may_write_moves_as_they_like(entry, spec, text):
    assert Conversation(entry).choose(spec) == text


def test_questions_are_answered():
    conversation = Conversation("?", "help", "", "99", "5")
    assert conversation.choose() == "5"
    legal, helped, empty, wrong = conversation.told
    assert legal == "9 legal moves: 1 to 9"
    assert helped == HELP_TEXT
    assert "? lists the legal ones" in empty
    assert wrong == "'99' is not a legal move here: the cells are 1 to 9; legal: 1 to 9"


@pytest.mark.parametrize(
    ("entry", "wish"),
    [
        ("undo", TakeBack),
        ("redo", Redo),
        ("swap", Swap),
        ("draw", OfferDraw),
        ("dead c3 D4", AgreeDead),
        ("dead", AgreeDead),
        ("level 7", Replace),
        ("resign", Resigned),
        ("quit", Quit),
        ("Exit", Quit),
        ("q", Quit),
    ],  # fmt: skip
)
def test_wishes_go_to_the_match(entry, wish):
    with pytest.raises(wish):
        Conversation(entry).choose()


def test_the_end_of_input_is_leaving():
    with pytest.raises(Quit):
        Conversation().choose()


class Pairs(Grab):
    """Moves may be typed several at once, with a plus between."""

    def singles(self, entry):
        return entry.split("+")


def test_a_turn_typed_at_once_is_made_move_by_move():
    # Taking three gives another turn.
    asked, told = iter(["3+3+1", "2"]), []
    player = HumanPlayer(lambda game, deadline: parse(game, next(asked)), told.append)
    game = Pairs(12)
    for expected in (3, 3, 1):
        move = player.choose(game, math.inf)
        assert move == expected
        game.make(move)
    assert player.choose(game, math.inf) == 2
    assert told == []


def test_a_turn_with_a_wrong_move_in_it_is_refused_whole():
    asked, told = iter(["3+4", "1+1", "3+3"]), []
    player = HumanPlayer(lambda game, deadline: parse(game, next(asked)), told.append)
    assert player.choose(Pairs(), math.inf) == 3
    assert told[0].startswith("'4' is not a legal move here")
    assert told[1] == "'1+1' is more than one turn: it is over before '1'"


def test_the_rest_of_a_turn_is_dropped_once_it_is_illegal():
    asked = iter(["3+3", "1"])
    player = HumanPlayer(lambda game, deadline: parse(game, next(asked)))
    assert player.choose(Pairs(), math.inf) == 3
    assert player.choose(Pairs(2), math.inf) == 1


def test_letters_that_are_moves_are_no_commands():
    game, asked = games.load("connect-four:columns=8"), iter(["h"])
    assert game.text(HumanPlayer(lambda game, deadline: parse(game, next(asked))).choose(game, math.inf)) == "8"


@pytest.mark.parametrize("number", [errno.EIO, errno.EPIPE])
def test_a_person_whose_terminal_is_gone_has_left(number):
    def fail(*_):
        raise OSError(number, "gone")

    game = games.load("tic-tac-toe")
    for asked in (HumanPlayer(fail), HumanPlayer(lambda game, _: parse(game, "?"), fail)):
        with pytest.raises(Quit):
            asked.choose(game)
        with pytest.raises(Quit):
            asked.accepts(game, math.inf)


def test_other_errors_of_the_system_are_not_taken_for_leaving():
    def fail(*_):
        raise OSError(errno.ENOSPC, "full")

    with pytest.raises(OSError, match="full"):
        HumanPlayer(fail).choose(games.load("tic-tac-toe"))


@pytest.mark.parametrize(("typed", "dead"), [
    (["yes"], ("E5",)), (["no"], None), (["dead c7 b1"], ("c7", "b1")), (["dead"], ()), (["dead a9", "dead b1"], ("b1",)),
    (["help", "E5", "y"], ("E5",)),
])  # fmt: skip
def test_a_person_names_the_dead_chains_in_words(typed, dead):
    game = games.load("go:9,position=9/9/2bbbbb2/2b3b2/2b1w1b2/2b3b2/2bbbbb2/9/1w7 b passes=2")
    said, lines = [], iter(typed)
    person = HumanPlayer(lambda game, _: parse(game, next(lines)), said.append)
    assert person.settles(game, ("E5",), "Both passed.") == dead
    assert said[0] == "Both passed. Do you agree, yes or no?"
    assert ("there is no stone on 'a9'" in " ".join(said).lower()) == ("dead a9" in typed)
