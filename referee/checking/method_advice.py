"""What the methods of a game are called with, and what they are to do where a law does not hold."""

from games.base.rule_values import MUST_END
from referee.checking import laws

CALLED = {  # methods of a game, and what they are handed
    "moves": "self", "make": "self, move", "unmake": "self, move", "score": "self", "text": "self, move",
    "parse": "self, entry", "copy": "self", "show": "self, seat=None", "cells": "self, move", "reason": "self",
    "estimate": "self", "key": "self", "forcing": "self", "ranked": "self", "chances": "self",
    "imagine": "self, seat, rng", "heard": "self, move, seat", "known": "self, seat", "theory": "self",
    "say": "self, move, seat=None", "why_not": "self, entry",
}  # fmt: skip
SECRETS: dict[str, str] = {  # methods of a game that hides something, and what they may tell
    "heard": "leave out what the seat cannot see of the move: `a card`; tell it all of its own moves and cards",
    "known": "return all that the seat has seen and heard, and nothing else",
    "show": "show a seat its own and what is open to all; show all when the game is over, and as show(None)",
    "moves": "legal moves may depend only on what the seat knows; else they tell what is hidden",
    "text": "the text of a move may depend only on what the seat knows; else it tells what is hidden",
}

DOES_NO_BETTER = "it leaves out only moves that surely do no better than one that it lists"

WHAT: dict[str, tuple[tuple[str, ...], str]] = {  # the methods, and what they are to do
    laws.BEGINNING: ((), "a new game is made without arguments, and has moves"),
    laws.ERRORS: ((), "the traceback: its last line names the error, the line above it the place"),
    laws.STUCK: ((), "the traceback, which shows where the rules were: in an endless loop, or at much work"),
    laws.SILENT: ((), "the print: a search calls the rules millions of times"),
    laws.DICE: (("make", "__init__"), "chance is a move of its own: turn = CHANCE, chances() lists what may be rolled"),
    laws.RETURNS: (("make",), "make changes self and returns nothing; copy() makes a new game"),
    laws.DEAF: (("make",), "it gets the move that was chosen"),
    laws.TURNS: (("make",), "it says who moves next: self.turn = 1 - self.turn"),
    laws.END: (("score", "moves"), MUST_END),
    laws.SIDES: (("score",), "1 if seat 0 has won, -1 if seat 1 has, whosever turn it is"),
    laws.SLOW: (("moves", "make", "score"), "keep what it works out again and again in a field"),
    laws.TRUTH: (("imagine",), "deal anew what the seat cannot know, by rng and with the true weights"),
    "seats_and_stakes_are_stated": ((), 'the class: seats = ("White", "Black"), stakes = the largest score'),
    "the_rules_answer_in_kind": (
        ("moves",),
        "moves() returns a list of ints from 0, score() None or an int, text(), show(), reason() a str, copy() a game",
    ),
    "the_same_moves_lead_to_the_same_position": (
        ("make",), "it may use only the move and the fields of the game: no random numbers, clock or globals",
    ),
    "a_turn_is_a_seats_or_chances": (("make",), "turn is 0, 1 or CHANCE: self.turn = 1 - self.turn"),
    "moves_end_with_the_game": (
        ("moves", "score"), "moves() is empty exactly when score() is not None; each move is listed once",
    ),
    "scores_are_within_stakes": (("score",), "1, 0, -1 or None, or the class says stakes = its largest score"),
    "estimates_and_keys_are_whole_numbers": (("estimate", "key"), "round(...) makes a whole number"),
    "looking_changes_nothing": (
        ("score", "moves", "show"), "it must not change the game: work on a copy of the field",
    ),
    "texts_are_distinct_words": (("text",), "each legal move has a text of its own, without a blank"),
    "moves_are_said_as_they_are_heard": (
        ("say", "heard"), "a phrase for people such as takes 3; it tells a seat no more than heard() does",
    ),
    "parse_inverts_text": (("parse", "tidy", "text"), "parse(text(move)) is that move, in capitals too"),
    "parse_refuses_what_is_no_move": (("parse",), "it raises IllegalMove, which quotes what was typed"),
    "refusals_are_explained": (
        ("why_not",), 'it returns a clause such as "column 4 is full", or ""; it raises nothing',
    ),
    "a_copy_is_equal_and_shares_nothing": (("copy", "become"), "each list, dict and set of a copy is one of its own"),
    "unmake_restores_everything": (("unmake",), "it undoes all that make does"),
    "unmake_goes_back_to_the_start": (("unmake",), "it undoes all that make does, even several moves later"),
    "a_position_is_read_back": (
        ("position", "set_position"), "set_position(position()) leads there from anywhere; position(seat) tells less",
    ),
    "an_arrangement_begins_with_the_position": (
        ("arrangement",), "its text() is position() and it shows the pieces of show(), until somebody changes it",
    ),
    "one_key_means_one_future": (("key",), "it must depend on all that decides how the game may go on, turn too"),
    "equal_positions_have_one_key": (
        ("key", "make"), "it may depend only on what decides how the game may go on; anything else costs a search time",
    ),
    "forcing_moves_are_moves": (("forcing",), "it lists some of moves()"),
    "ranked_moves_are_moves": (("ranked",), "it lists pairs, (move, rank), of moves of moves()"),
    "no_win_is_left_out": (("ranked",), DOES_NO_BETTER),
    "no_best_move_is_left_out": (("ranked",), DOES_NO_BETTER),
    "bounds_hold_to_the_end": (
        ("at_most", "at_least"), "the least and the most that seat 0 can still score, whatever both play",
    ),
    "playout_moves_are_moves": (("playout_move",), "it draws one of moves() by the number alone, or returns -1"),
    "a_skipped_turn_is_taken_back": (("skip", "unmake"), "it returns True; unmake(-1) takes it back"),
    "chances_have_weights": (("chances", "moves"), "a die is [(face, 1) for face in range(1, 7)], without shares"),
    "theory_says_what_best_play_brings": (("theory",), "it must be right wherever it does not return None"),
    "imagine_is_a_copy_as_the_seat_sees_it": (
        ("imagine",), "twin = self.copy(), deal anew what is hidden; show(seat) shows a seat no more than it knows",
    ),
    laws.SIGN: (("estimate",), "more is better for seat 0, whoever is to move: no 1 - 2 * self.turn"),
    laws.TURNED: (("estimate",), "more is better for seat 0; if that is what you meant, all is well"),
    laws.SIZE: (("estimate",), "use a smaller scale: beyond 524,287 either way all values count alike"),
    laws.TOLD: (("heard", "known", "show"), "tell a seat what it can see, and nothing of what is hidden"),
    laws.WORLDS: (
        ("imagine",), "deal what is hidden from what is left, without what the seat holds, sees or has seen",
    ),
    "a_seat_learns_what_it_may_know_and_no_more": (
        ("imagine", "known", "show", "heard"), "deal anew all that the seat cannot see, by rng, not by what is hidden",
    ),
    laws.SHUFFLED: (("imagine",), "sort what you shuffle, so that its order tells nothing: sorted(left + [hidden])"),
    "pictures_can_be_drawn": (("show",), "a str, or a picture of games/picture.py"),
    laws.STRAIGHT: (("show",), "letters, or emoji of one character each, no control characters such as tabs"),
    "cells_lie_on_the_board": (("cells",), "(row, column), counted from the top left, from 0"),
    "pieces_walk_from_where_they_stand": (("cells",), "the first cell is where the piece comes from"),
}  # fmt: skip
