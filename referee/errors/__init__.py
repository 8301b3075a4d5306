"""Who is at fault for an error, how to reproduce it, and user code that does not return."""
