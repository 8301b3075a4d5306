"""Games in plain Python, adapted for compiled searches: copies, cached positions, moves taken back."""
