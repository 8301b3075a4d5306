"""Programs from outside as players: they run in processes of their own, and a module each speaks their protocols."""
