"""The table from Python and notebooks: `import referee` offers what is here."""
