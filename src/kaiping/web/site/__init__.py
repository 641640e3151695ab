"""The pages around the tables: home, lobby, accounts, rulebooks."""
