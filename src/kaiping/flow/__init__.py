"""Rounds and their steps: auctions, stock rounds, operating rounds."""
