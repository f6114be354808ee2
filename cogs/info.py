"""Rules, guide, score, quick phrases and preferences: what may be asked at any time."""

from collections.abc import Mapping
from typing import Final

from discord import app_commands

from bot.client import BuracoBot
from bot.services.errors import Denied, Problem
from bot.services.settings import SettingsService
from cogs.ui.asked import Cooldown, Sorry, asked, kindly
from cogs.ui.base import Ack, Click, Interaction, VerbCog, handles, number_in, tell
from cogs.ui.custom_ids import Verb
from cogs.ui.seating import announce
from cogs.ui.which import WHICH, complete_table, find_table
from game.views import table_view
from texts import help as texts
from texts import topics
from texts.events import escaped_names
from texts.moderation import CANNOT_SPEAK
from texts.phrases import PHRASES
from texts.score_sheet import round_line
from texts.turn import clipped, standing_text, table_title

PHRASE_MS: Final = 5_000
LONGEST_CHOICE: Final = 100


def _choices(named: Mapping[str, str]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=name, value=value) for value, name in named.items()]


class InfoCog(VerbCog):
    """Answers that change nothing at any table."""

    def __init__(self, bot: BuracoBot) -> None:
        super().__init__(bot)
        self.settings = SettingsService(self.app.tables)
        self.phrases = Cooldown(PHRASE_MS)

    # -- rules and guide

    @handles(Verb.RULES, Ack.EPHEMERAL)
    async def rules(self, click: Click) -> None:
        """The rules in short."""
        await tell(click.interaction, texts.rules_in_short())

    @app_commands.command(
        name="regras", description="As regras, os termos e as estratégias do STBL"
    )
    @app_commands.describe(termo="Um tópico ou termo: morto, lixo, curinga, batida…")
    async def rules_command(
        self, interaction: Interaction, termo: app_commands.Range[str, 0, 100] = ""
    ) -> None:
        """The topic that answers to the term, or the rules in short."""
        async with asked(interaction):
            if not termo.strip():
                await tell(interaction, texts.rules_in_short())
                return
            topic = topics.find(termo)
            if isinstance(topic, list):
                raise Sorry(topics.not_found(termo, topic))
            await tell(interaction, clipped([f"**{topic.title}**", topic.body]))

    @rules_command.autocomplete("termo")
    async def complete_topic(
        self, _interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """The topics near to what was typed."""
        return [
            app_commands.Choice(name=title[:LONGEST_CHOICE], value=key)
            for title, key in topics.suggest(typed)
        ]

    @app_commands.command(name="ajuda", description="Como se joga aqui, em poucas linhas")
    async def guide(self, interaction: Interaction) -> None:
        """The guide, with the shorthand of typed play."""
        async with asked(interaction):
            await tell(interaction, texts.guide())

    # -- the score

    @handles(Verb.SCORE, Ack.EPHEMERAL)
    async def score(self, click: Click) -> None:
        """The score of the match so far."""
        await tell(click.interaction, await self._score(click.ids.match_id))

    @app_commands.command(name="placar", description="Os pontos da partida")
    @app_commands.describe(mesa=WHICH)
    @app_commands.autocomplete(mesa=complete_table)
    async def score_command(self, interaction: Interaction, mesa: int | None = None) -> None:
        """The score of the table that is meant."""
        async with asked(interaction):
            info = await find_table(interaction, mesa)
            await tell(interaction, await self._score(info.id))

    async def _score(self, match_id: int) -> str:
        live = await self.app.tables.get(match_id)
        state = live.state
        if state is None or state.round is None:
            raise Denied(Problem.NOT_LIVE)
        names = escaped_names(state.players)
        scored = [played for played in (*state.finished, state.round) if played.scores is not None]
        sheets = [round_line(names, played) for played in scored]
        standing = standing_text(table_view(state), title=table_title(live.info.number))
        return clipped([standing, *sheets])

    # -- quick phrases

    @handles(Verb.PHRASE, Ack.UPDATE)
    async def phrase(self, click: Click) -> None:
        """Say one of the quick phrases at the table, in the player's name."""
        async with kindly(click.interaction):
            info = (await self.app.tables.get(click.ids.match_id)).info
            seat = info.seat_of(click.user.id)
            seated = None if seat is None else info.at(seat)
            if seated is None:
                raise Denied(Problem.NOT_SEATED)
            if not info.status.is_open:
                raise Denied(Problem.TABLE_CLOSED)
            if await self.app.moderation.is_silenced(info.id, click.user.id):
                raise Sorry(CANNOT_SPEAK)
            now = self.app.tables.now()
            if not self.phrases.passes((info.id, click.user.id), now):
                raise Sorry(texts.TOO_FAST)
            number = number_in(click.values[0] if click.values else "")
            if number >= len(PHRASES):
                raise Denied(Problem.STALE)
            phrase = PHRASES[number]
            await announce(self.bot, info, texts.phrase_line(seated.name, phrase))

    # -- preferences

    @app_commands.command(name="preferencias", description="A ordem da mão, o baralho, onde jogar")
    @app_commands.describe(
        ordenar="Em que ordem ficam as cartas da sua mão",
        baralho="As cores dos naipes",
        jogar="Onde a sua mão aparece",
    )
    @app_commands.choices(
        ordenar=_choices(texts.ORDERS),
        baralho=_choices(texts.DECKS),
        jogar=_choices(texts.PLACES),
    )
    async def preferences(
        self,
        interaction: Interaction,
        ordenar: str | None = None,
        baralho: str | None = None,
        jogar: str | None = None,
    ) -> None:
        """Change what is given, and show what holds."""
        async with asked(interaction):
            given = {"hand_order": ordenar, "deck": baralho, "plays_at": jogar}
            chosen = {name: value for name, value in given.items() if value is not None}
            user_id = interaction.user.id
            if chosen:
                holds = await self.settings.set_preferences(user_id, **chosen)
            else:
                holds = await self.settings.preferences(user_id)
            await tell(
                interaction,
                texts.preferences_text(
                    order=holds.hand_order, deck=holds.deck, place=holds.plays_at
                ),
            )


async def setup(bot: BuracoBot) -> None:
    """Load the cog."""
    await bot.add_cog(InfoCog(bot))
