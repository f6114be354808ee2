"""Playing: the controls under the hand, ``/mao`` and ``/jogar``."""

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.client import BuracoBot
from bot.services.errors import Denied, Problem
from bot.services.matches import Look
from cogs.caller import Caller
from cogs.ui.base import Ack, Click, Interaction, VerbCog, acknowledge, guard, handles
from cogs.ui.custom_ids import Verb
from cogs.ui.hand_items import (
    Items,
    choose_items,
    confirm_items,
    order_of,
    picked_cards,
    plays_named,
)
from cogs.ui.hand_message import hand_message
from cogs.ui.words import live_tables, play_words, refusal_note, tables_on_turn
from game.actions import Discard, ExtendMeld, LayMeld, Play, TakePile
from game.cards import Suit, UnknownCard
from game.options import after_play
from game.record import format_action
from game.state import Phase
from game.views import player_view
from storage.records import MatchInfo
from texts.cards import sorted_hand
from texts.plays import CHOOSE_CARDS, discard_label, play_label, take_label, what_cannot_be_mended

Choices = list[app_commands.Choice[str]]
MOST_CHOICES = 25
LONGEST_CHOICE = 100
WHICH = "O número da mesa, se você joga em duas"


class PlayCog(VerbCog):
    """Turns clicks and commands into plays, and shows the hand afterwards."""

    jogar = app_commands.Group(name="jogar", description="Joga por comando, sem botões")

    @property
    def caller(self) -> Caller:
        """Who keeps the hand messages."""
        cog = self.bot.get_cog("Caller")
        assert isinstance(cog, Caller), "both cogs are loaded together"
        return cog

    # -- the controls under a hand

    @handles(Verb.HAND, Ack.EPHEMERAL)
    async def open_hand(self, click: Click) -> None:
        """The hand and its controls, for the clicking player alone."""
        look = await self.app.matches.look(click.ids.match_id, click.user.id)
        await self._edit(click.interaction, look)

    @handles(Verb.REFRESH, Ack.UPDATE)
    async def refresh(self, click: Click) -> None:
        """The newest state of the hand, with the usual controls."""
        await self._show(click)

    @handles(Verb.PLAY, Ack.UPDATE)
    async def play(self, click: Click) -> None:
        """Make a play, or first ask where it cannot be mended."""
        arg = click.values[0] if click.values else click.ids.arg
        look = await self.app.matches.look(click.ids.match_id, click.user.id)
        if look.version != click.ids.version:
            raise Denied(Problem.STALE)
        question = _question(look, _named(look, arg))
        if question is not None:
            await self._edit(click.interaction, look, note=question, items=confirm_items(look, arg))
            return
        await self._make(click, look, arg)

    @handles(Verb.CONFIRM, Ack.UPDATE)
    async def confirm(self, click: Click) -> None:
        """Make the play that was asked about."""
        look = await self.app.matches.look(click.ids.match_id, click.user.id)
        await self._make(click, look, click.ids.arg)

    @handles(Verb.CHOOSE, Ack.UPDATE)
    async def choose(self, click: Click) -> None:
        """Show the cards of one suit to pick from."""
        look = await self._look_now(click)
        held = [face.suit for face in look.view.hand if face.suit is not None]
        suit = _suit(click.ids.arg) if click.ids.arg else (held or [Suit.SPADES])[0]
        items = choose_items(look, suit, (), self.bot.faces)
        await self._edit(click.interaction, look, note=CHOOSE_CARDS, items=items)

    @handles(Verb.PICK, Ack.UPDATE)
    async def pick(self, click: Click) -> None:
        """Show what the picked cards can do."""
        look = await self._look_now(click)
        try:
            picked = picked_cards(click.values)
        except UnknownCard:
            raise Denied(Problem.STALE) from None
        items = choose_items(look, _suit(click.ids.arg), picked, self.bot.faces)
        await self._edit(click.interaction, look, note=CHOOSE_CARDS, items=items)

    async def on_denied(self, click: Click, problem: Problem) -> None:
        """Show the hand as it is now, where the message under the click was an older one."""
        seated = problem in (Problem.STALE, Problem.PAUSED, Problem.HINDERED)
        if seated and click.ids.verb is not Verb.HAND:
            await self._show(click)

    async def _look_now(self, click: Click) -> Look:
        look = await self.app.matches.look(click.ids.match_id, click.user.id)
        if look.version != click.ids.version or look.view.phase is not Phase.PLAY:
            raise Denied(Problem.STALE)
        return look

    async def _make(self, click: Click, look: Look, arg: str) -> None:
        if look.version != click.ids.version:
            raise Denied(Problem.STALE)
        plays = _named(look, arg)
        key = (click.ids.match_id, click.user.id)
        if click.interaction.guild_id is None:
            self.caller.in_hand.add(key)
        try:
            played = await self.app.matches.play(
                match_id=click.ids.match_id,
                user_id=click.user.id,
                plays=plays,
                version=click.ids.version,
                interaction_id=click.interaction.id,
            )
            await self._edit(click.interaction, played.look, note=refusal_note(look, played))
        finally:
            self.caller.in_hand.discard(key)

    async def _show(self, click: Click) -> None:
        look = await self.app.matches.look(click.ids.match_id, click.user.id)
        await self._edit(click.interaction, look)

    async def _edit(
        self, interaction: Interaction, look: Look, *, note: str = "", items: Items | None = None
    ) -> None:
        """Put the hand into the message that the interaction answers."""
        drawn = await hand_message(look, faces=self.bot.faces, note=note, items=items)
        await interaction.edit_original_response(
            content=drawn.content, attachments=[drawn.file()], view=drawn.view()
        )
        known = await self.app.hands.get(look.live.info.id, look.user_id)
        if known is None:
            return
        # The numbers of the picture last sent are typed, wherever it was sent.
        noted: dict[str, object] = {"numbered": drawn.numbered}
        message, opened = interaction.message, interaction.response.type
        if (
            message is not None
            and message.id == known.message_id
            and opened is discord.InteractionResponseType.deferred_message_update
        ):
            self.caller.remember_click(look.live.info.id, interaction)
            noted["active"] = look.view.phase is not None
        if any(getattr(known, name) != value for name, value in noted.items()):
            await self.app.hands.note(known, **noted)

    # -- commands

    @app_commands.command(name="mao", description="Mostra a sua mão, só para você, e joga dela")
    @app_commands.describe(mesa=WHICH)
    async def mao(self, interaction: Interaction, mesa: int | None = None) -> None:
        """The hand with its controls, wherever the player is."""
        await acknowledge(interaction, Ack.EPHEMERAL)
        async with guard(interaction):
            info = await self._match_of(interaction, mesa)
            look = await self.app.matches.look(info.id, interaction.user.id)
            await self._edit(interaction, look)

    @jogar.command(name="comprar", description="Compra do monte")
    @app_commands.describe(mesa=WHICH)
    async def draw(self, interaction: Interaction, mesa: int | None = None) -> None:
        """Draw from the stock."""
        await self._command(interaction, "c", "", mesa)

    @jogar.command(name="lixo", description="Pega o lixo com a carta de cima")
    @app_commands.describe(como="Com que cartas ou em que jogo: j q o, ou 2", mesa=WHICH)
    async def take(self, interaction: Interaction, como: str = "", mesa: int | None = None) -> None:
        """Take the pile."""
        await self._command(interaction, "l", como, mesa)

    @jogar.command(name="baixar", description="Baixa um jogo novo")
    @app_commands.describe(cartas="As cartas: 5 6 7 c", mesa=WHICH)
    async def lay(self, interaction: Interaction, cartas: str, mesa: int | None = None) -> None:
        """Lay a new meld."""
        await self._command(interaction, "b", cartas, mesa)

    @jogar.command(name="encaixar", description="Põe cartas num jogo da sua dupla")
    @app_commands.describe(cartas="As cartas e o jogo: 8p 2", mesa=WHICH)
    async def extend(self, interaction: Interaction, cartas: str, mesa: int | None = None) -> None:
        """Add to a meld."""
        await self._command(interaction, "e", cartas, mesa)

    @jogar.command(name="descartar", description="Descarta uma carta e passa a vez")
    @app_commands.describe(carta="A carta: 9e", mesa=WHICH)
    async def discard(self, interaction: Interaction, carta: str, mesa: int | None = None) -> None:
        """Discard."""
        await self._command(interaction, "d", carta, mesa)

    async def _command(
        self, interaction: Interaction, verb: str, rest: str, number: int | None
    ) -> None:
        await acknowledge(interaction, Ack.EPHEMERAL)
        async with guard(interaction):
            info = await self._match_of(interaction, number)
            look = await self.app.matches.look(info.id, interaction.user.id)
            note = await play_words(self.app, look, f"{verb} {rest}", interaction.id, chosen=rest)
            look = await self.app.matches.look(info.id, interaction.user.id)
            await self._edit(interaction, look, note=note)

    @take.autocomplete("como")
    async def complete_take(self, interaction: Interaction, typed: str) -> Choices:
        """The justified ways to take the pile."""
        look = await self._look_for_choices(interaction)
        takes = look.options.takes if look else ()
        return _choices(
            typed, [(take_label(look.view, t), _words(t)) for t in takes] if look else []
        )

    @lay.autocomplete("cartas")
    async def complete_lay(self, interaction: Interaction, typed: str) -> Choices:
        """The new melds in the hand."""
        look = await self._look_for_choices(interaction)
        melds = look.options.melds if look else ()
        return _choices(
            typed, [(play_label(look.view, m), _words(m)) for m in melds] if look else []
        )

    @extend.autocomplete("cartas")
    async def complete_extend(self, interaction: Interaction, typed: str) -> Choices:
        """The additions of one card."""
        look = await self._look_for_choices(interaction)
        ways = look.options.extensions if look else ()
        return _choices(
            typed, [(play_label(look.view, w), _words(w)) for w in ways] if look else []
        )

    @discard.autocomplete("carta")
    async def complete_discard(self, interaction: Interaction, typed: str) -> Choices:
        """The cards of the hand."""
        look = await self._look_for_choices(interaction)
        if look is None:
            return []
        legal = {each.card: each for each in look.options.discards}
        hand = dict.fromkeys(sorted_hand(look.view.hand, order_of(look)))
        shown = [legal[face] for face in hand if face in legal]
        return _choices(typed, [(discard_label(look.view, d), _words(d)) for d in shown])

    async def _look_for_choices(self, interaction: Interaction) -> Look | None:
        try:
            info = await self._match_of(interaction, interaction.namespace.mesa)
            return await self.app.matches.look(info.id, interaction.user.id)
        except Denied:
            return None

    async def _match_of(self, interaction: Interaction, number: int | None) -> MatchInfo:
        """The live match meant: by number, by the thread, by whose turn it is, or the only one."""
        live = await live_tables(self.app, interaction.user.id)
        here = [info for info in live if info.thread_id == interaction.channel_id]
        if number is not None:
            here = [info for info in live if info.number == number]
        if here:
            return here[0]
        if not live or number is not None:
            raise Denied(Problem.NOT_SEATED)
        waiting = await tables_on_turn(self.app, live, interaction.user.id)
        return (waiting or live)[0]


def _suit(arg: str) -> Suit:
    """The suit meant. Raises Denied for what names none."""
    try:
        return Suit(arg)
    except ValueError:
        raise Denied(Problem.STALE) from None


def _named(look: Look, arg: str) -> tuple[Play, ...]:
    """The plays meant. What names none is of another version: its text, with cards, is not kept."""
    try:
        return plays_named(look, arg)
    except ValueError:
        raise Denied(Problem.STALE) from None


def _question(look: Look, plays: Sequence[Play]) -> str | None:
    """What to ask before plays that cannot be mended; None where all can."""
    state = look.live.state
    for play in plays:
        if state is None:
            return None
        view = player_view(state, look.seat)
        question = what_cannot_be_mended(view, play)
        if question is not None:
            return f"{play_label(view, play)}? {question}"
        state = after_play(state, look.seat, play)
    return None


def _words(play: Play) -> str:
    """A play as the command's own option takes it: cards in record notation are read as well."""
    match play:
        case TakePile() | LayMeld() | ExtendMeld() | Discard():
            return format_action(play)
        case _:
            return ""


def _choices(typed: str, labelled: Sequence[tuple[str, str]]) -> Choices:
    wanted = typed.casefold().strip()
    fitting = [each for each in labelled if wanted in each[0].casefold()] or labelled
    return [
        app_commands.Choice(name=label[:LONGEST_CHOICE], value=value)
        for label, value in fitting[:MOST_CHOICES]
        if value
    ]


async def setup(bot: BuracoBot) -> None:
    """Load the cog."""
    await bot.add_cog(PlayCog(bot))
