"""Games judged move by move afterwards, and moves before they are made, by a coach."""
