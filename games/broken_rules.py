"""What rules of people's own say that no rules may say."""

NO_MOVES = "moves() is empty, but the game goes on"


class BrokenRules(ValueError):
    """The rules of a game say what no rules may say; the message is one line that names the rule and what it said."""
