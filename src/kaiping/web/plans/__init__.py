"""Planning boards: lines of one's own beside a game, as a tree; compared, carried over, and shared afterwards."""
