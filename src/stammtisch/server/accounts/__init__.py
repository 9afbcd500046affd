"""People who have profiles."""
