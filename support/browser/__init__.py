"""Real browsers, and people who use the page in them."""
