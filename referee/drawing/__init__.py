"""Pictures, tables and pages as lines of text, SVG and HTML; what the terminal can show."""
