"""Games that are over: an archive to search in, and what they say of their titles."""
