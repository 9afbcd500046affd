"""Tables of one device: what the server does for them, in the browser alone and from the same modules."""
