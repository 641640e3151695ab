"""Tables, seats and moves: everything that changes a game, and the pages and streams that show it."""
