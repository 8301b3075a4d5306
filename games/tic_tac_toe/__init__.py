"""Tic-tac-toe: its rules, and what people see of it."""

from games.tic_tac_toe.game import TicTacToe as TicTacToe
