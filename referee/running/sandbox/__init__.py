"""Programs under test in processes of their own."""
