"""Pictures of boards as shapes with colours, and what writes them: as SVG, or as pixels."""
