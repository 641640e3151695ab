"""Tags and filters of the table's templates."""
