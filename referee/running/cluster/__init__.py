"""Games played on many machines, by the workers of a Dask scheduler."""
