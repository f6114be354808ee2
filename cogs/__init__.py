"""Discord: slash commands, listeners, buttons and menus. No rules of the game, no SQL."""
