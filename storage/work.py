"""One transaction seen from outside: the collections a service reads and writes."""

import dataclasses

from storage.guilds import Deadlines, Guilds
from storage.in_place import Connection
from storage.matches import Events, Matches
from storage.sanctions import Sanctions


@dataclasses.dataclass(frozen=True, slots=True)
class Work:
    """All that can be done in one transaction; what is raised inside undoes it whole."""

    matches: Matches
    events: Events
    guilds: Guilds
    deadlines: Deadlines
    sanctions: Sanctions

    @classmethod
    def on(cls, connection: Connection) -> "Work":
        """The collections on one connection."""
        return cls(
            Matches(connection),
            Events(connection),
            Guilds(connection),
            Deadlines(connection),
            Sanctions(connection),
        )
