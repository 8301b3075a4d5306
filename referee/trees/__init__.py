"""Game trees as textbooks draw them, and the algorithms at work on them, step by step."""
