"""What can go wrong between the rooms and the database."""


class DatabaseUnusable(Exception):
    """The file is no database of ours, is newer than the program, or cannot be opened.

    The text is a Portuguese sentence for whoever runs the bot: it says what to do.
    """


class Conflict(Exception):
    """Another writer was first: the match is no longer at the expected event number."""


class AlreadyHandled(Exception):
    """This interaction has been acted on before."""


class SeatTaken(Exception):
    """Somebody sits there already, or the user sits at this table already."""
