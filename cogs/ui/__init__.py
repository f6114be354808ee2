"""Buttons and menus: their ids, the one way in which they are answered, and what they look like."""
