"""Pictures: pure functions from a definition and parts of a state to SVG, PNG or coloured text."""
