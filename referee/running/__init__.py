"""Games played for their results: one by one, in processes of this machine, or on many machines."""
