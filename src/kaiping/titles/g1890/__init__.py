"""1890: its data."""
