"""What every evaluation obeys, and what to look at where one does not."""

from __future__ import annotations

ERRORS = "the_rules_raise_no_error"
STUCK = "the_rules_come_back"
SILENT = "the_rules_print_nothing"
DICE = "the_rules_draw_no_numbers"
WHOLE = "it_returns_whole_numbers"
STEADY = "the_same_position_is_worth_the_same"
KEEPS = "it_leaves_the_game_as_it_is"
SIZE = "it_stays_where_searches_tell_apart"
SIGN = "it_counts_for_seat_0"
TURNED = "it_goes_with_the_score"
VARIES = "it_tells_positions_apart"

GROUPS: dict[str, tuple[str, ...]] = {
    "whole numbers": (WHOLE, SIZE),
    "no errors": (ERRORS, STUCK),
    "a quiet function": (SILENT, DICE),
    "the game is left as it is": (KEEPS,),
    "the same position, the same number": (STEADY,),
    "for seat 0": (SIGN, TURNED, VARIES),
}
ORDER = (ERRORS, STUCK, WHOLE, KEEPS, DICE, STEADY, SIGN, TURNED, SIZE, VARIES, SILENT)
HINTS = (TURNED, SIZE, VARIES, SILENT)
COMPARED = "a comparison is True or False: return a number, 1 if it is so, else 0"
LOOKS: dict[str, str] = {
    ERRORS: "the traceback: its last line names the error, the line above it the place",
    STUCK: "the traceback, which shows where it was: in an endless loop, or at much work",
    SILENT: "the print: a search calls the function thousands of times for a move",
    DICE: "the same position must be worth the same: no random numbers",
    WHOLE: "round(100 * value) makes a whole number that searches compare exactly",
    STEADY: "it may use only the game that it is given: no clock, no counter, nothing global",
    KEEPS: "work on twin = game.copy(): the search goes on with the game that it has handed out",
    SIGN: "return the number for seat 0, whoever is to move: if game.turn == 1, its negative",
    TURNED: "more is better for seat 0; if that is what you meant, all is well",
    SIZE: "use a smaller scale: beyond 524,287 either way all count alike, as a win or a loss that is not proven",
    VARIES: "what it looks at: a search plays blindly if all positions are worth the same",
}
