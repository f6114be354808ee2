"""A stand-in for Discord on this machine, and a page to play on: the bot without a token."""
