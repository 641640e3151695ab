"""1880: its data."""
