"""The table at a terminal: one page that shows the board, the moves and the clocks, and takes keys."""
