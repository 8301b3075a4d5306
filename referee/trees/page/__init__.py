"""A tree on a page at the terminal, which a cursor walks and on which an algorithm goes step by step."""
