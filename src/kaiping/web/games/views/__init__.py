"""What the addresses of a table answer."""
