"""Routes: what a company's trains may run, what that pays, and which run pays best."""
