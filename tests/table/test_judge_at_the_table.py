"""At the table a program from outside gives hints and judges for the coach; if it fails, our own searches do."""

from math import inf

from referee.match.record import Heading, Recorder, replay_texts
from referee.table.prompt_commands import PromptCommands
from referee.table.vocabulary import parse
from tests.engines.fakes import processes
from tests.engines.test_judge import FAKE, spec_of
from tests.reviews.test_judged_reviews import SAID
from tests.reviews.test_coach import Scripted

WORDS = "judges", *SAID


def desk_of(spec, judge, texts=""):
    """Return the desk of a match after these moves, and its position."""
    desk = PromptCommands(Scripted(), Recorder(Heading(spec, ("human", "random"), ("Ann", "Bob"), 1)), judge=judge)
    moved = replay_texts(spec, texts.split(), ("Ann", "Bob"))
    for event in moved:
        desk.note(event)
    return desk, moved[-1].game


def test_a_judge_gives_the_hint():
    desk, game = desk_of("chess", spec_of(*WORDS), "e4 e5 Qh5 Nc6")
    said = desk.answer(game, parse(game, "hint"), inf)
    desk.close()
    assert said.startswith("Hint by fake_uci: Bc4, your chance is about 51 %.")
    assert not processes(FAKE.command(*WORDS))


def test_a_judge_judges_for_the_coach():
    desk, game = desk_of("chess", spec_of(*WORDS), "e4 e5 Qh5 Nc6")
    desk.coached = True
    warned = desk.warning(game, [game.parse("Qxe5+")], inf)
    assert "from 51 % to 4 %" in warned
    assert desk.warning(game, [game.parse("Bc4")], inf) is None
    desk.close()


def test_without_a_judge_that_plays_the_game_our_own_searches_judge():
    desk, game = desk_of("tic-tac-toe", spec_of(*WORDS), "5 7 3")
    assert desk.answer(game, parse(game, "hint"), inf).startswith("Hint: 1 draws")
    (told,) = desk.front.said
    assert told.startswith("The judge 'uci:") and told.endswith(". Our own searches judge from now on.")
    desk.answer(game, parse(game, "hint"), inf)
    assert len(desk.front.said) == 1 and not processes(FAKE.command(*WORDS))
