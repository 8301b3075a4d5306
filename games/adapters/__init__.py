"""Games in plain Python as compiled searches play them: copies, cached positions, moves taken back."""
