"""HTTP: endpoints and their documentation, and the routes of games, tables, records and accounts."""
