"""What tells players with one name apart: the parts of commands and the options that differ."""

import pytest

from games.names.catalogue import SpecError
from referee.batches.plan import Plan
from referee.match.distinct_names import unique_names
from referee.match.players import player_name
from tests.helpers.cases import every_case

LONG = "/home/of/somebody/with/many/folders"


@every_case(("specs", "called"), [
    (("minimax", "random"), ("minimax", "random")),
    (("minimax", "minimax"), ("minimax (1)", "minimax (2)")),
    (("level:3", "level:level=3", "level:4"), ("level:3", "level:level=3", "level 4")),
    (("minimax:4", "minimax", "random"), ("minimax:4", "minimax", "random")),
    (("mc", "minimax:2", "mc", "minimax:3"), ("montecarlo (1)", "minimax:2", "montecarlo (2)", "minimax:3")),
    (("minimax:2", "minimax:3", "minimax:2"), ("minimax:2 (1)", "minimax:3", "minimax:2 (2)")),
    (("program:java -cp ada MyBot", "program:java -cp ben MyBot", "random"), ("MyBot (ada)", "MyBot (ben)", "random")),
    (("program:java MyBot", "program:mono MyBot.exe"), ("MyBot (java MyBot)", "MyBot (mono MyBot.exe)")),
    (("program:java MyBot",) * 2, ("MyBot (1)", "MyBot (2)")),
    (("uci:/e/v1/bin/sf", "uci:/e/v2/bin/sf", "uci:/e/v3/bin/sf"), ("sf (v1)", "sf (v2)", "sf (v3)")),
    (("uci:/e/a/b/sf", "uci:/e/b/a/sf"), ("sf (a/b)", "sf (b/a)")),  # the same words in another order
    ((f"uci:{LONG}/a/sf", f"uci:{LONG}/b/sf", f"uci:{LONG}/a/sf,hash=32"), ("sf (a)", "sf (b)", "sf (a, hash=32)")),
    (("uci:./sf", "uci:../sf", "uci:sf"), ("sf (.)", "sf (..)", "sf")),
    (("uci:sf", "xboard:sf"), ("sf (uci)", "sf (xboard)")),
    (("uci:sf,hash=16", "uci:sf,hash=32", "uci:sf"), ("sf (hash=16)", "sf (hash=32)", "sf")),
    (("uci:sf", "uci:sf,clock=10s+0.1s", "uci:sf --book"), ("sf", "sf (clock=10s+0.1s)", "sf (--book)")),
    (("uci:sf,option.Move Lag=1", "uci:sf,option.Move Lag=9"), ("sf (Move Lag=1)", "sf (Move Lag=9)")),
    (("uci:sf", "uci:command=sf"), ("sf (1)", "sf (2)")),
    (("uci:sf,elo=1400", "uci:sf,elo=1500"), ("sf 1400", "sf 1500")),
    (("uci:sf,name=old", "uci:sf,name=new fish"), ("old", "new fish")),
    (("uci:a,name=fish", "uci:b,name=fish"), ("fish (a)", "fish (b)")),
    (("gnubg:plies=0", "gnubg:plies=1,command=./gnubg"), ("gnubg", "gnubg (.)")),
    (("uci:./a/sf", "uci:b/sf,clock=5s", "uci:/e/c/sf"), ("sf (a)", "sf (b)", "sf (e/c)")),  # no more than is needed
    (("gnubg:plies=0", "gnubg:plies=1"), ("gnubg (plies=0)", "gnubg (plies=1)")),
])  # fmt: skip
def test_no_two_players_are_called_alike(specs, called):
    assert unique_names(specs) == called


@every_case(("players", "called"), [
    (("uci:/e/a/sf", "uci:/e/b/sf"), ("sf (a)", "sf (b)")),
    (("uci:sf", "uci:sf,hash=32"), ("sf", "sf (hash=32)")),
    (("uci:sf,name=fish", "uci:sf"), ("fish", "sf")),
    (("uci:sf", "uci:sf"), ("sf (1)", "sf (2)")),
    (("minimax:3", "minimax:4"), ("minimax (1)", "minimax (2)")),  # as games without programs have always said
])  # fmt: skip
def test_a_batch_tells_its_programs_apart(players, called):
    assert Plan("chess", players, 0).names == called


def test_a_name_is_what_the_spec_states():
    assert player_name('uci:stockfish,elo=1500,name="sf, dev"') == "sf, dev"
    assert player_name("gnubg:name=gnu") == "gnu"


@pytest.mark.parametrize("name", ["draw", "a\tb", "x" * 51, '""'])
def test_a_name_that_cannot_stand_in_a_table_is_refused(name):
    with pytest.raises(SpecError, match="must be a text of 1 to 50 printable characters, and not draw"):
        player_name(f"uci:stockfish,name={name}")
