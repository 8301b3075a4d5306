"""What a review says about moves: the same words in lines, on the page, in JSON and for Python."""

import json
import random
from html import unescape

import pytest
from review_samples import recorded, reviewed

import games
import referee
from games.capabilities import theory_of
from games.base.rule_values import legal_moves
from referee.drawing.glyphs import UNICODE
from referee.reports.review.output import as_json
from referee.reports.review.page import as_html
from referee.reports.review.comment import verdict_reasons
from referee.reports.review.text import Look, review_lines
from referee.reviews.searches import Effort

MOVES = 8
LITTLE = Effort(nodes=60, playouts=4)
ENDINGS = {
    "hexapawn:columns=4,rows=4": "d1-d2 c4-c3 c1-c2 c3xd2 c2-c3 d2-d1",
    "nim": "3 1 2 3 1 1 3 2 1 1 1 2",
    "tic-tac-toe": "5 2 6 4 9 1 8",
}


def random_moves(spec):
    game, rng, texts = games.load(spec), random.Random(3), []
    while game.score() is None and len(texts) < MOVES:
        move = rng.choice(legal_moves(game))
        texts.append(game.text(move))
        game.make(move)
    return " ".join(texts)


def lines_of(reviewer):
    look = Look(10_000, UNICODE, whole=True, plain=True)
    found = review_lines(reviewer.review(), reviewer.positions, look)
    return ["".join(span.text for span in line) for line in found]


@pytest.mark.parametrize("spec", [*games.CATALOGUE, *ENDINGS])
def test_lines_page_and_json_say_the_same_about_each_move(spec):
    reviewer = reviewed(recorded(spec, ENDINGS.get(spec) or random_moves(spec)), LITTLE)
    lines, review = lines_of(reviewer), reviewer.review()
    page = unescape(as_html(review, reviewer.positions)).replace("\N{NO-BREAK SPACE}", " ")
    for told, played in zip(as_json(review, reviewer.positions)["moves"], review.moves, strict=True):
        if told["words"]:
            assert any(line.startswith(f"{told['number']}. ") and told["words"] in line for line in lines)
        if told["reasons"]:
            assert told["reasons"] in lines
            assert told["reasons"] in page
            assert told["reasons"] == verdict_reasons(reviewer.positions[played.number - 1], played.verdict)
        if told["better_reasons"]:
            assert any(line.startswith("Better: ") and line.endswith(told["better_reasons"]) for line in lines)
            assert told["better_reasons"] in page


def test_reasons_name_the_nim_sum_of_the_position_before_the_move():
    review = referee.review("nim", ENDINGS["nim"])
    reasons = [(each["number"], each["reasons"]) for each in review.as_dict()["moves"] if each["reasons"]]
    assert reasons
    for number, said in reasons:
        assert said.casefold().startswith(theory_of(review.positions[number - 1]).state.casefold())


def test_the_second_seat_gets_reasons_too():
    moves = referee.review("tic-tac-toe", ENDINGS["tic-tac-toe"]).as_dict()["moves"]
    assert {each["seat"] for each in moves if each["reasons"]} == {0, 1}
    assert json.dumps(moves)
