"""What is served over WebSockets."""
