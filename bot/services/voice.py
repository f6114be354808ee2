"""Who is in which voice channel, as far as Discord tells it; kept in memory alone."""

from storage.records import MatchInfo


class VoiceRooms:
    """People and their voice channels, server by server."""

    def __init__(self) -> None:
        self._rooms: dict[int, dict[int, int]] = {}

    def fill(self, guild_id: int, rooms: dict[int, int]) -> None:
        """Set all that is known of a server: channels by user."""
        if rooms:
            self._rooms[guild_id] = rooms
        else:
            self._rooms.pop(guild_id, None)

    def move(self, guild_id: int, user_id: int, room: int | None) -> bool:
        """Somebody is in a channel now, or in none; whether that is new."""
        known = self._rooms.setdefault(guild_id, {})
        before = known.pop(user_id, None)
        if room is not None:
            known[user_id] = room
        if not known:
            del self._rooms[guild_id]
        return before != room

    def of(self, info: MatchInfo) -> dict[int, int]:
        """The channels of those who sit at a table, by seat."""
        known = self._rooms.get(info.guild_id, {})
        return {
            int(each.seat): known[each.user_id] for each in info.people if each.user_id in known
        }
