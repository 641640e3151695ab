"""The search: bots that compare actions by the futures that may follow them."""
