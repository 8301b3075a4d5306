"""Programs from outside as players: they run in processes of their own, and each protocol is a module."""
