"""Where each player's one hand message of a match is, and the preferences that shape it."""

from bot.services.tables import Tables
from storage.records import HandMessage, Preferences


class HandService:
    """Remembers hand messages over a restart."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    async def all(self, match_id: int) -> dict[int, HandMessage]:
        """Each player's present hand message, by the player's id."""
        async with self.tables.database.read() as work:
            return await work.matches.hand_messages(match_id)

    async def get(self, match_id: int, user_id: int) -> HandMessage | None:
        """The player's present hand message."""
        async with self.tables.database.read() as work:
            return await work.matches.hand_message(match_id, user_id)

    async def put(self, message: HandMessage) -> None:
        """A new hand message, in place of the one before."""
        async with self.tables.database.write() as work:
            await work.matches.put_hand_message(message)

    async def note(self, message: HandMessage, **values: object) -> None:
        """Set columns of the hand message, if it is still that one; others are left alone."""
        async with self.tables.database.write() as work:
            await work.matches.note_hand_message(
                message.match_id, message.user_id, message.message_id, **values
            )

    async def drop(self, match_id: int, user_id: int) -> None:
        """The hand message is gone."""
        async with self.tables.database.write() as work:
            await work.matches.drop_hand_message(match_id, user_id)

    async def preferences(self, user_id: int) -> Preferences:
        """How the user likes to play."""
        async with self.tables.database.read() as work:
            return await work.guilds.preferences(user_id)
