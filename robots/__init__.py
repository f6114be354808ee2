"""Players made of code: a view of one seat in, a play out. They see only what that seat sees."""

from robots.choose import NotItsTurn, choose

__all__ = ["NotItsTurn", "choose"]
