"""Standings by hand, of every kind that has to be shown."""

from referee.statistics.scoring import Estimate
from referee.tournaments.standings import StandingsRow, Standings

HOSTILE = (
    "<script>document.title='taken'</script>",
    '<img src="http://127.0.0.1:{port}/seen.png" onerror="document.title=1">',
    "a|b `c` *d* _e_ [f](g) & <b>",
    "שחקן מקצועי",
    "棋手 number one",
    "right\u202eto left\nsecond line",
    "a" * 300,
    "=SUM(A1:A9)",
    "</style></title></svg>--><!-- ",
    "# 1. title",
)


def row(place, player, name, cross, **more):
    """A player's line, whose games are those of its line of the cross table."""
    wins, draws, losses = (sum(results[at] for results in cross[player]) for at in range(3))
    return StandingsRow(
        **{
            "place": place,
            "player": player,
            "name": name,
            "spec": name,
            "points": wins + draws / 2,
            "games": wins + draws + losses,
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "forfeits": {},
            "tiebreak": 0.0,
            "rating": None,
            "seconds": None,
        }
        | more
    )


def standings(rows, cross, **more):
    """All of it; fields that are not named are those of a plain tournament."""
    played = sum(map(sum, (results for line in cross for results in line))) // 2
    nothing = tuple(tuple(None for _ in cross) for _ in cross)
    return Standings(
        **{
            "number": 7,
            "game": "connect-four",
            "format": "round-robin",
            "rounds": 3,
            "seed": 7,
            "control": "",
            "played": played,
            "due": played,
            "over": True,
            "rows": tuple(rows),
            "cross": cross,
            "advantage": None,
            "draws": None,
            "superior": nothing,
        }
        | more
    )


def mirrored(half):
    """The whole cross table from the results above its diagonal: how a fared against each b after it."""
    count = len(half) + 1
    whole = [[(0, 0, 0)] * count for _ in range(count)]
    for a, line in enumerate(half):
        for b, (won, drawn, lost) in enumerate(line, a + 1):
            whole[a][b], whole[b][a] = (won, drawn, lost), (lost, drawn, won)
    return tuple(map(tuple, whole))


def around(value, margin):
    return Estimate(value, value - margin, value + margin)


def four():
    """A tournament that is over, with draws, forfeits and two who share a place."""
    cross = mirrored([[(5, 1, 0), (5, 1, 0), (6, 0, 0)], [(3, 0, 3), (5, 0, 1)], [(5, 0, 1)]])
    rows = [
        row(1, 0, "mcts", cross, spec="mcts:playouts=2000", rating=around(231.4, 84), seconds=0.1042, tiebreak=91.5),
        row(2, 1, "minimax", cross, spec="minimax:4", rating=Estimate(41.0, -22.2, 119.9), seconds=0.0211),
        row(2, 2, "montecarlo", cross, rating=around(12.6, 61.1), seconds=0.0634, forfeits={"out-of-time": 1}),
        row(
            4, 3, "random", cross, rating=Estimate(-285, -391, -198), seconds=0.00004,
            forfeits={"illegal-move": 2, "crashed": 5},
        ),
    ]  # fmt: skip
    likely = [
        [None, 0.9971, 0.999, 0.99999],
        [0.0029, None, 0.61, 0.98],
        [0.001, 0.39, None, 0.97],
        [0, 0.02, 0.03, None],
    ]
    return standings(
        rows, cross, advantage=around(35.4, 20), draws=Estimate(0.083, 0.031, 0.17), superior=likely, control="5m+3s"
    )


def two():
    """Two players, one of whom won all games: their ratings are bounded on one side only."""
    cross = mirrored([[(10, 0, 0)]])
    rows = [
        row(1, 0, "perfect", cross, rating=Estimate(None, 120.2, None), seconds=1.5),
        row(2, 1, "random", cross, rating=Estimate(None, None, -120.2), seconds=0.00001),
    ]
    return standings(rows, cross, superior=((None, 0.9995), (0.0005, None)), number=None, rounds=1)


def unplayed():
    """A tournament that begins."""
    cross = mirrored([[(0, 0, 0)] * 2, [(0, 0, 0)]])
    rows = [row(1, at, name, cross) for at, name in enumerate(("one", "two", "three"))]
    return standings(rows, cross, due=18, over=False)


def byes():
    """A swiss tournament under way, the next rounds of which nobody knows yet."""
    cross = mirrored([[(1, 0, 1), (0, 0, 0)], [(2, 0, 0)]])
    rows = [
        row(1, 1, "beta", cross, rating=around(80, 200), seconds=12.5),
        row(1, 0, "alpha", cross, points=3.0, rating=Estimate(75.0, None, None), seconds=0.25),
        row(3, 2, "gamma", cross, points=2.0, rating=Estimate(-155, None, -20), seconds=0.5),
    ]
    return standings(rows, cross, format="swiss", over=False, draws=Estimate(0, None, 0.3))


def many(count=24):
    """So many players, each of whom beats the weaker ones mostly; their games are under way."""
    cross = mirrored([[(4, 1, 1)] * (count - 1 - a) for a in range(count - 1)])
    rows = [
        row(at + 1, at, f"level:{count - at} of a name that is long", cross, rating=around(600 - 50 * at, 40 + at), seconds=at / 100)
        for at in range(count)
    ]  # fmt: skip
    return standings(rows, cross, due=2000, over=False, advantage=around(-3, 11), game="othello:size=6")


def hostile(port=9):
    """Players whose names mean something to whoever shows them."""
    names = [name.replace("{port}", str(port)) for name in HOSTILE]
    cross = mirrored([[(3, 0, 3)] * (len(names) - 1 - a) for a in range(len(names) - 1)])
    rows = [row(1, at, name, cross, rating=around(at, 30), spec=f"{name}:x") for at, name in enumerate(names)]
    evil = "<i>&\"'"
    return standings(rows, cross, game=f"chips{evil}", control=evil, format=evil)


SAMPLES = {"four": four, "two": two, "unplayed": unplayed, "byes": byes, "many": many, "hostile": hostile}
