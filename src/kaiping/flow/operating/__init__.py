"""Operating rounds: the order of companies, and the steps of a company's turn."""
