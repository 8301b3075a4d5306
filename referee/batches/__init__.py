"""Many matches between the same two players: their plan, their results, and random openings for them."""
