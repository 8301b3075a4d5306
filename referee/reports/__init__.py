"""What people and programs read: each result as text, SVG, HTML, JSON or speech."""
