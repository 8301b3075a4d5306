"""The options for the format and the rounds of a tournament."""

from games.option import Choice, Whole

MOST_ROUNDS = 100_000  # of any format
FORMAT = Choice("round-robin", words=("round-robin", "gauntlet", "knockout", "swiss"))
ROUNDS = Whole(least=1, most=MOST_ROUNDS)
