"""What the operator of the server does: keys, blocks, announcements, reports of players, and an audit log."""
