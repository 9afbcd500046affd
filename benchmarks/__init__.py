"""How fast and how strong it is, kept by commit."""
