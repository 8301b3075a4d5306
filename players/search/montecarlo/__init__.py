"""Random playouts, and trees that grow by them."""
