"""The words that follow `referee`, one command each: what may be typed, and what is called for it."""
