"""Tables of one device, without a server: the same modules do in the browser what the server does."""
