"""The table as an event-sourced value, and everything that happens at it."""
