"""Django's PostgreSQL, which does not wait for ever: neither for a connection nor for an answer."""
