"""The map and what lies on it: hexes, tiles, track, tokens."""
