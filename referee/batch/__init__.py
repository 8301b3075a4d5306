"""Many matches between the same two players: planned, reckoned up, and begun from random openings."""
