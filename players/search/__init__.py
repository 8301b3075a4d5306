"""The compiled engines that the players drive: alpha-beta with its table, and random playouts."""
