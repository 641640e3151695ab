"""Money and paper: market, shares, trains, phases, privates."""
