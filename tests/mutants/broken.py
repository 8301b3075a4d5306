"""Games and players that are each broken in one way: a right source, one replacement in it, and what a check is to say.

(name, source, what is replaced, by what, the law that does not hold, after how many moves it shows, words of its sentence)
"""

ANY = None  # number of moves: chance decides

# fmt: off
TICTACTOE = [
    ("the turn stays", "        self.board[move] = self.turn\n        self.turn = 1 - self.turn", "        self.board[move] = self.turn", "both_seats_have_turns", 0, "seat 1 never has a turn"),
    ("the turn counts on", "self.board[move] = self.turn\n        self.turn = 1 - self.turn", "self.board[move] = self.turn % 2\n        self.turn += 1", "a_turn_is_a_seats_or_chances", 2, "turn is 2"),
    ("unmake forgets the turn", "self.board[move] = None\n        self.turn = 1 - self.turn", "self.board[move] = None", "unmake_restores_everything", 0, "changed the position"),
    ("unmake forgets the board", "        self.board[move] = None\n        self.turn", "        self.turn", "unmake_restores_everything", 0, "changed the position"),
    ("copy shares the board", "self.board[:]", "self.board", "a_copy_is_equal_and_shares_nothing", 0, "changed the original"),
    ("copy forgets the turn", "        twin.turn = self.turn\n", "", "a_copy_is_equal_and_shares_nothing", 1, "a copy differs"),
    ("copy hands out itself", "        return twin", "        return self", "a_copy_is_equal_and_shares_nothing", 0, "changed the original"),
    ("copy returns nothing", "        return twin", "", "the_rules_answer_in_kind", 0, "copy() returns None"),
    ("a text is used twice", "str(move + 1)", "str(min(move + 1, 8))", "texts_are_distinct_words", 0, "the same text '8'"),
    ("a text holds a blank", "str(move + 1)", "f'cell {move}'", "texts_are_distinct_words", 0, "holds a blank"),
    ("a text is a number", "str(move + 1)", "move + 1", "the_rules_answer_in_kind", 0, "text(0) returns an int"),
    ("moves after the end", "        if self.score() is not None:\n            return []\n", "", "moves_end_with_the_game", 5, "though the game is over"),
    ("no moves before the end", "if self.board[cell] is None]", "if self.board[cell] is None and cell != 8]", "moves_end_with_the_game", 8, "there is no move though"),
    ("moves are floats", "return [cell for cell", "return [float(cell) for cell", "the_rules_answer_in_kind", 0, "not an int"),
    ("a move is negative", "return [cell for cell in range(9) if self.board[cell] is None]", "return [cell - 9 for cell in range(9) if self.board[cell] is None]", "the_rules_answer_in_kind", 0, "not an int from 0"),
    ("moves are huge", "return [cell for cell in range(9) if self.board[cell] is None]", "return [cell + (1 << 40) for cell in range(9) if self.board[cell] is None]", "the_rules_answer_in_kind", 0, "not an int from 0"),
    ("moves returns a range", "return [cell for cell in range(9) if self.board[cell] is None]", "return (cell for cell in range(9) if self.board[cell] is None)", "the_rules_answer_in_kind", 0, "not a list"),
    ("moves forgets to return", "return [cell for cell", "[cell for cell", "the_rules_answer_in_kind", 0, "moves() returns None"),
    ("a move is listed twice", "for cell in range(9) if self.board[cell] is None]", "for cell in [0, *range(9)] if self.board[cell] is None]", "moves_end_with_the_game", 0, "listed twice"),
    ("the score is too high", "return 1 if self.board[a]", "return 2 if self.board[a]", "scores_are_within_stakes", 5, "the score is 2"),
    ("the score is a bool", "return 1 if self.board[a] == 0 else -1", "return self.board[a] == 0", "scores_are_within_stakes", 5, "the score is True"),
    ("the score is a float", "return 1 if self.board[a] == 0 else -1", "return 1.0 if self.board[a] == 0 else -1.0", "scores_are_within_stakes", 5, "the score is 1.0"),
    ("the score is that of who moved last", "return 1 if self.board[a] == 0 else -1", "return 1", "the_score_is_that_of_seat_0", 0, "seat 0 won all"),
    ("a draw is never over", "return None if None in self.board else 0", "return None", "moves_end_with_the_game", 9, "there is no move though"),
    ("score changes the turn", "    def score(self):\n", "    def score(self):\n        self.turn = 1 - self.turn\n", "looking_changes_nothing", 0, "score() changes the"),
    ("show takes from the board", "        marks = [", "        self.board.reverse()\n        marks = [", "looking_changes_nothing", 1, "show() changes the field board"),
    ("estimates are halves", "return 0 if self.board[4] is None else 1 - 2 * self.board[4]", "return 0.5", "estimates_and_keys_are_whole_numbers", 0, "0.5"),
    ("a default value is shared", "def __init__(self):\n        self.turn = 0\n        self.board = [None] * 9", "def __init__(self, board=[None] * 9):\n        self.turn = 0\n        self.board = board", "two_games_share_nothing", 1, "the default value of board"),
    ("an attribute of the class is shared", "    def __init__(self):\n        self.turn = 0\n        self.board = [None] * 9", "    board = [None] * 9\n\n    def __init__(self):\n        self.turn = 0", "two_games_share_nothing", 1, "the class attribute board"),
    ("a global variable is the board", "        self.board = [None] * 9", "        self.board = BOARD", "two_games_share_nothing", 1, "the global variable BOARD"),
    ("a counter outside the game", "        self.board[move] = self.turn\n", "        self.board[move] = self.turn\n        TicTacToe.count = getattr(TicTacToe, 'count', 0) + 1\n", "two_games_share_nothing", ANY, "the class attribute count"),
    ("make draws at random", "        self.board[move] = self.turn\n", "        self.board[move] = self.turn\n        random.random()\n", "the_rules_draw_no_numbers", 1, "module random"),
    ("make seeds the module random", "        self.turn = 0\n", "        self.turn = 0\n        random.seed(1)\n", "the_rules_draw_no_numbers", 0, "module random"),
    ("make goes by luck", "        self.board[move] = self.turn\n", "        self.board[move] = random.SystemRandom().choice([0, 1])\n", "the_same_moves_lead_to_the_same_position", 1, "the same moves"),
    ("make ignores the move", "        self.board[move] = self.turn\n", "        self.board[self.moves()[0]] = self.turn\n", "the_move_matters", 0, "lead to the same position"),
    ("make returns a new game", "        self.board[move] = self.turn\n        self.turn = 1 - self.turn\n", "        twin = self.copy()\n        twin.board[move] = self.turn\n        twin.turn = 1 - self.turn\n        return twin\n", "make_changes_the_game_itself", 1, "make(0) returns a TicTacToe"),
    ("make prints", "        self.board[move] = self.turn\n", "        self.board[move] = self.turn\n        print('moved', move)\n", "the_rules_print_nothing", 0, "(make, line 25)"),
    ("the start cannot be made", "        self.board = [None] * 9", "        self.board = [None] * nine", "a_new_game_can_be_played", 0, "name 'nine' is not defined"),
    ("the start is over", "        return None if None in self.board else 0", "        return 0", "a_new_game_can_be_played", 0, "over already"),
    ("the start has no moves", "return [cell for cell in range(9) if self.board[cell] is None]", "return []", "a_new_game_can_be_played", 0, "offers no move"),
    ("an error with the last cell", "        self.board[move] = self.turn\n", "        self.board[move] = self.turn\n        1 / self.board.count(None)\n", "the_rules_raise_no_error", 9, "make() raises ZeroDivisionError"),
    ("an error in a rare position", "        return str(move + 1)", "        assert self.board[0] != 1 or self.board[4] != 0\n        return str(move + 1)", "the_rules_raise_no_error", 2, "text() raises AssertionError"),
    ("a loop without an end", "        self.board[move] = self.turn\n", "        self.board[move] = self.turn\n        while self.board[8] == 0:\n            pass\n", "the_rules_come_back", 1, "make had not come back after 0.3 seconds"),
    ("the program is left", "        return None if None in self.board else 0", "        return None if None in self.board else exit()", "the_rules_raise_no_error", 9, "SystemExit"),
]
HEAPS = [
    ("a list in a list is shared", "twin.taken = [list(counts) for counts in self.taken]", "twin.taken = list(self.taken)", "a_copy_is_equal_and_shares_nothing", 0, "changed the original"),
    ("copy forgets a field", "        twin.taken = [list(counts) for counts in self.taken]\n", "", "a_copy_is_equal_and_shares_nothing", 1, "a copy differs"),
    ("a game without an end", "self.heaps[heap] -= count", "self.heaps[heap] = self.heaps[heap]", "a_game_ends", 0, "not over after 10,000 moves"),
    ("parse takes anything", "    def text(self, move):", "    def parse(self, entry):\n        return self.moves()[0] if self.moves() else 0\n\n    def text(self, move):", "parse_inverts_text", 0, "parse('a1')"[:5]),
    ("a key forgets the turn", "    def text(self, move):", "    def key(self):\n        return 1 + sum(self.heaps)\n\n    def text(self, move):", "one_key_means_one_future", 1, "have the key"),
    ("cells off the board", "    def text(self, move):", "    def cells(self, move):\n        return ((9, 9),)\n\n    def text(self, move):", "cells_lie_on_the_board", 0, "(9, 9)"),
]
DICE = [
    ("weights are shares", "[(1, 1), (2, 1), (3, 1)]", "[(1, 1 / 3), (2, 1 / 3), (3, 1 / 3)]", "chances_have_weights", 0, "not a whole number from 1"),
    ("a weight is nothing", "[(1, 1), (2, 1), (3, 1)]", "[(1, 0), (2, 1), (3, 1)]", "chances_have_weights", 0, "not a whole number from 1"),
    ("a weight is below nothing", "[(1, 1), (2, 1), (3, 1)]", "[(1, -1), (2, 1), (3, 1)]", "chances_have_weights", 0, "not a whole number from 1"),
    ("a side of the die has no weight", "[(1, 1), (2, 1), (3, 1)]", "[(1, 1), (2, 1)]", "chances_have_weights", 0, "are not those of moves()"),
    ("the die is thrown in make", "self.die = move", "self.die = random.randint(1, 3)", "the_rules_draw_no_numbers", 1, "module random"),
    ("the turn is three", "            self.turn = CHANCE", "            self.turn = 3", "a_turn_is_a_seats_or_chances", 2, "turn is 3"),
]
CARDS = [
    ("imagine peeks", "        if self.score() is None:\n            for place", "        if self.score() is None and seat == 1:\n            for place", "a_seat_learns_what_it_may_know_and_no_more", 2, "cannot know"),
    ("imagine peeks at times", "        twin = self.copy()\n", "        twin = self.copy()\n        if rng.random() < 0.5:\n            return twin\n", "a_seat_learns_what_it_may_know_and_no_more", 1, "cannot know"),
    ("imagine hands out the game", "        twin = self.copy()\n", "        return self\n", "imagine_is_a_copy_as_the_seat_sees_it", 0, "the position itself"),
    ("imagine deals the own card anew", "                if place != seat:\n", "                if True:\n", "imagine_is_a_copy_as_the_seat_sees_it", 1, "changes what seat 0 sees"),
    ("a seat sees the other's card", "return \"card\" if move < 10 and len(self.cards) != seat else self.text(move)", "return \"something\"", "a_seat_learns_what_it_may_know_and_no_more", 2, "own move"),
]
HEADS = {"cards": "", "dice": "import random\n\n", "heaps": "", "tictactoe": "import random\n\nBOARD = [None] * 9\n"}
GAMES = [(source, *each) for source, rows in (("tictactoe", TICTACTOE), ("heaps", HEAPS), ("dice", DICE), ("cards", CARDS)) for each in rows]

CHOICE = "        return move\n"
INIT = "        self.rng = random.Random(seed)\n"
PLAYERS = [
    ("returns nothing", CHOICE, "", "its_moves_are_legal", 0, "chose None"),
    ("returns a float", CHOICE, "        return float(move)\n", "its_moves_are_legal", 0, "not a legal move"),
    ("returns what is no move", CHOICE, "        return 12345\n", "its_moves_are_legal", 0, "chose 12345"),
    ("returns the text of no move", CHOICE, "        return 'castle'\n", "its_moves_are_legal", 0, "chose 'castle'"),
    ("is wrong by one", CHOICE, "        return max(moves) + 1\n", "its_moves_are_legal", 0, "not a legal move"),
    ("moves in its copy first", CHOICE, "        game.make(move)\n        return move if move in game.moves() else (game.moves() or [99])[0] + 900\n", "its_moves_are_legal", 0, "not a legal move"),
    ("is wrong as the second", CHOICE, "        return move if self.seat == 0 else 99\n", "its_moves_are_legal", 1, "chose 99"),
    ("is wrong in rare positions", CHOICE, "        return move if len(moves) != 4 else 99\n", "its_moves_are_legal", 5, "chose 99"),
    ("wishes", CHOICE, "        raise TakeBack\n", "its_moves_are_legal", 0, "wished for something"),
    ("raises", CHOICE, "        return {}['x']\n", "it_raises_no_error", 0, "crashed: KeyError: 'x'"),
    ("raises as the second", CHOICE, "        assert self.seat == 0, 'seat'\n        return move\n", "it_raises_no_error", 1, "crashed: AssertionError: seat"),
    ("raises with one legal move", CHOICE, "        moves[1]\n        return move\n", "it_raises_no_error", 4, "crashed: IndexError"),
    ("raises in rare positions", CHOICE, "        assert len(moves) != 5\n        return move\n", "it_raises_no_error", 4, "crashed: AssertionError"),
    ("cannot be made", INIT, "        self.rng = random.Random(sed)\n", "it_raises_no_error", 0, "name 'sed' is not defined"),
    ("cannot begin", "        self.seat = seat\n", "        self.seat = seats\n", "it_raises_no_error", 0, "name 'seats' is not defined"),
    ("recurses", CHOICE, "        return self.choose(game, deadline)\n", "it_raises_no_error", 0, "RecursionError"),
    ("exits", CHOICE, "        sys.exit('enough')\n", "it_stays_alive", 0, "SystemExit: enough"),
    ("leaves", CHOICE, "        os._exit(7)\n", "it_stays_alive", 0, "exit status 7"),
    ("eats memory", CHOICE, "        return len([bytearray(1 << 20) for _ in range(4000)])\n", "it_stays_alive", 0, "took more than 100 MB"),
    ("floods", CHOICE, "        while True:\n            print('x' * 1000)\n", "it_stays_alive", 0, "printed more than"),
    ("hangs", CHOICE, "        while True:\n            pass\n", "it_keeps_the_time", 0, "did not answer within"),
    ("is late", CHOICE, "        time.sleep(0.55)\n        return move\n", "it_keeps_the_time", 0, "where 0.2 are allowed"),
    ("never looks at the deadline", CHOICE, "        time.sleep(0.4 * (len(moves) < 3))\n        return move\n", "it_looks_at_the_deadline", ANY, "its deadline came after"),
    ("thinks without an end", CHOICE, "        while time.monotonic() < deadline - SPARE and deadline > 1e300:\n            pass\n        return move\n", "it_answers_where_there_is_no_limit", ANY, "did not answer"),
    ("knows no end of time", CHOICE, "        int(deadline)\n        return move\n", "it_answers_where_there_is_no_limit", ANY, "OverflowError"),
    ("draws from the module random", "self.rng.choice(moves)", "random.choice(moves)", "the_seed_decides", ANY, "takes its random numbers from the module random"),
    ("seeds the module random", CHOICE, "        random.seed(1)\n        return random.choice(moves)\n", "the_seed_decides", ANY, "or seeds it"),
    ("ignores the seed", INIT, "        self.rng = random.Random()\n", "the_seed_decides", ANY, "does not play the same game again"),
    ("counts in the class", "        self.count = 0\n", "        Bot.count = getattr(Bot, 'count', 0)\n        Bot.count += 1\n        self.rng = random.Random(Bot.count)\n", "games_leave_nothing_behind", ANY, "after another game"),
    ("counts in the module", "        self.count += 1\n        move = self.rng.choice(moves)\n", "        global calls\n        calls += 1\n        move = moves[calls * 7 // 3 % len(moves)]\n", "games_leave_nothing_behind", ANY, "after another game"),
    ("keeps a default value", "def __init__(self, seed=None):\n", "def __init__(self, seed=None, past=[]):\n        past.append(0)\n        seed = len(past)\n", "games_leave_nothing_behind", ANY, "after another game"),
    ("plays nothing", "        self.seat = seat\n", "        raise Unplayable('not today')\n", "it_plays", 0, "not today"),
    ("prints", CHOICE, "        print('thinking')\n        return move\n", "it_prints_nothing", 0, "it prints 'thinking'"),
]
# fmt: on
