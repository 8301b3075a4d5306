"""The table where games are played: matches, batches, records, the screen and the command."""
