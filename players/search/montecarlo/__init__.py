"""Trees that grow by playouts."""
