"""Public test kit: what every game must satisfy, and tools to count moves."""
