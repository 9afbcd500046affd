"""Players: from a seat's view to a move."""
