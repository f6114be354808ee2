"""What a server's moderators and each user have set, and which open tables a user may know of."""

import dataclasses
from typing import Any

from bot.services.tables import Tables
from storage.records import GuildSettings, MatchInfo, Preferences

ROLE_COOLDOWN_MS = 30 * 60_000


class SettingsService:
    """Reads and changes settings and preferences."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    async def of_guild(self, guild_id: int) -> GuildSettings:
        """The server's settings, or what holds without any."""
        async with self.tables.database.read() as work:
            return await work.guilds.settings(guild_id)

    async def set_guild(self, guild_id: int, **values: Any) -> GuildSettings:
        """Change some of the server's settings; ``values`` are fields of ``GuildSettings``."""
        async with self.tables.database.write() as work:
            settings = dataclasses.replace(await work.guilds.settings(guild_id), **values)
            await work.guilds.put_settings(settings)
        return settings

    async def allow_channel(
        self, guild_id: int, channel_id: int, *, allowed: bool
    ) -> GuildSettings:
        """Add a channel to those in which tables may be opened, or take it out."""
        async with self.tables.database.write() as work:
            settings = await work.guilds.settings(guild_id)
            others = tuple(each for each in settings.channel_ids if each != channel_id)
            channels = (*others, channel_id) if allowed else others
            settings = dataclasses.replace(settings, channel_ids=channels)
            await work.guilds.put_settings(settings)
        return settings

    async def role_to_ping(self, guild_id: int) -> int | None:
        """The role to mention for a table that opens now; None where none is set or it was lately.

        Whoever gets the role is taken to mention it: the cool-down begins.
        """
        now = self.tables.now()
        async with self.tables.database.write() as work:
            settings = await work.guilds.settings(guild_id)
            if settings.role_id is None or now - settings.role_pinged_at < ROLE_COOLDOWN_MS:
                return None
            await work.guilds.put_settings(dataclasses.replace(settings, role_pinged_at=now))
        return settings.role_id

    async def preferences(self, user_id: int) -> Preferences:
        """How the user likes to play."""
        async with self.tables.database.read() as work:
            return await work.guilds.preferences(user_id)

    async def set_preferences(self, user_id: int, **values: str) -> Preferences:
        """Change some preferences; ``values`` are fields of ``Preferences``."""
        async with self.tables.database.write() as work:
            preferences = dataclasses.replace(await work.guilds.preferences(user_id), **values)
            await work.guilds.put_preferences(user_id, preferences)
        return preferences

    async def tables_for(
        self, guild_id: int | None, user_id: int, *, moderator: bool
    ) -> list[MatchInfo]:
        """The open tables of a server that the user may know of, and his own anywhere.

        A reserved table is known to those who sit there or are invited, and to moderators.
        ``guild_id`` is None in a private conversation.
        """
        async with self.tables.database.read() as work:
            own = await work.matches.open_of(user_id)
            here = [] if guild_id is None else await work.matches.open_in(guild_id)
            known = {info.id: info for info in own}
            for info in here:
                may_know = moderator or not info.private or user_id == info.owner_id
                if may_know or user_id in await work.matches.guests(info.id):
                    known[info.id] = info
        return sorted(known.values(), key=lambda info: info.id)

    async def table_numbered(self, guild_id: int, number: int) -> MatchInfo | None:
        """The server's table of that number, ended ones too."""
        async with self.tables.database.read() as work:
            return await work.matches.numbered(guild_id, number)

    async def table_at(self, channel_id: int) -> MatchInfo | None:
        """The table whose thread or channel this is, the newest where there were several."""
        async with self.tables.database.read() as work:
            return await work.matches.at_thread(channel_id)
