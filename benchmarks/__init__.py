"""How fast it is, kept by commit."""
