"""The log of a chair over many matches."""

import json

from referee.network.chair import Chair


def test_who_has_read_all_hears_of_each_match_from_its_start():
    chair, since = Chair(), 0
    for match in range(8):
        for kind in ("start", "moved", "moved", "end"):
            chair.write(kind, match=match)
            lines, since, _ = chair.news(since, 0)
            assert [(said["is"], said["n"], said["match"]) for said in map(json.loads, lines)] == [
                (kind, since - 1, match)
            ]


def test_who_comes_late_hears_the_last_match_alone():
    chair = Chair()
    for match in range(8):
        for kind in ("start", "moved", "end"):
            chair.write(kind, match=match)
    said = [json.loads(line) for line in chair.news(0, 0)[0]]
    assert [(each["is"], each["match"]) for each in said] == [("start", 7), ("moved", 7), ("end", 7)]
