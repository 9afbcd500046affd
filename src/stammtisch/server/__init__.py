"""Tables for people in different places; names no game."""
