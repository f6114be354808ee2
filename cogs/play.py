"""Playing: the controls under the hand, ``/mao``, ``/jogar`` and words typed in private."""

import logging
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import BuracoBot
from bot.services.errors import Denied, Problem
from bot.services.matches import Look, Played
from cogs.caller import Caller
from cogs.ui.base import Ack, Click, Interaction, VerbCog, guard, guarded, handles
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
from game.actions import Discard, ExtendMeld, LayMeld, Play, TakePile
from game.cards import Card, Suit, parse_cards
from game.options import after_play
from game.record import format_action
from game.route import route, what_enables
from game.state import Phase
from game.views import player_view
from storage.records import HandMessage, MatchInfo, Status
from texts.cards import sorted_hand
from texts.events import escaped_names
from texts.plays import CHOOSE_CARDS, discard_label, play_label, take_label, what_cannot_be_mended
from texts.refusals import explain
from texts.shorthand import Unreadable, looks_like_play, read_plays, usage

log = logging.getLogger(__name__)

Choices = list[app_commands.Choice[str]]
MOST_CHOICES = 25
LONGEST_CHOICE = 100


class PlayCog(VerbCog):
    """Turns clicks, commands and typed words into plays, and shows the hand afterwards."""

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
        drawn = await hand_message(look)
        await click.interaction.edit_original_response(
            content=drawn.content, attachments=[drawn.file()], view=drawn.view()
        )

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
        question = _question(look, plays_named(look, arg))
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
        suit = Suit(click.ids.arg) if click.ids.arg else (held or [Suit.SPADES])[0]
        items = choose_items(look, suit, ())
        await self._edit(click.interaction, look, note=CHOOSE_CARDS, items=items)

    @handles(Verb.PICK, Ack.UPDATE)
    async def pick(self, click: Click) -> None:
        """Show what the picked cards can do."""
        look = await self._look_now(click)
        picked = picked_cards(click.values)
        items = choose_items(look, Suit(click.ids.arg), picked)
        await self._edit(click.interaction, look, note=CHOOSE_CARDS, items=items)

    async def on_denied(self, click: Click, problem: Problem) -> None:
        """Show the hand as it is now, where the message under the click was an older one."""
        seated = problem is Problem.STALE or problem is Problem.PAUSED
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
        played = await self.app.matches.play(
            match_id=click.ids.match_id,
            user_id=click.user.id,
            plays=plays_named(look, arg),
            version=click.ids.version,
            interaction_id=click.interaction.id,
        )
        await self._show(click, note=refusal_note(look, played))

    async def _show(self, click: Click, *, note: str = "") -> None:
        look = await self.app.matches.look(click.ids.match_id, click.user.id)
        await self._edit(click.interaction, look, note=note)

    async def _edit(
        self, interaction: Interaction, look: Look, *, note: str = "", items: Items | None = None
    ) -> None:
        """Put the hand into the message that the interaction answers."""
        drawn = await hand_message(look, note=note, items=items)
        await interaction.edit_original_response(
            content=drawn.content, attachments=[drawn.file()], view=drawn.view()
        )
        message = interaction.message
        if message is None or message.flags.ephemeral:
            return
        known = await self.app.hands.get(look.live.info.id, interaction.user.id)
        if known is not None and known.message_id == message.id:
            self.caller.remember_click(look.live.info.id, interaction)
            if known.numbered != drawn.numbered:
                await self.app.hands.put(
                    HandMessage(
                        known.match_id,
                        known.user_id,
                        known.channel_id,
                        known.message_id,
                        known.seq,
                        drawn.numbered,
                    )
                )

    # -- commands

    @app_commands.command(name="mao", description="Mostra a sua mão, só para você, e joga dela")
    @app_commands.describe(mesa="O número da mesa, se você joga em duas")
    async def mao(self, interaction: Interaction, mesa: int | None = None) -> None:
        """The hand with its controls, wherever the player is."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        async with guard(interaction):
            info = await self._match_of(interaction, mesa)
            look = await self.app.matches.look(info.id, interaction.user.id)
            await self._edit(interaction, look)

    @jogar.command(name="comprar", description="Compra do monte")
    async def draw(self, interaction: Interaction) -> None:
        """Draw from the stock."""
        await self._command(interaction, "c")

    @jogar.command(name="lixo", description="Pega o lixo com a carta de cima")
    @app_commands.describe(como="Com que cartas ou em que jogo: j q o, ou 2")
    async def take(self, interaction: Interaction, como: str = "") -> None:
        """Take the pile."""
        await self._command(interaction, "l", como)

    @jogar.command(name="baixar", description="Baixa um jogo novo")
    @app_commands.describe(cartas="As cartas: 5 6 7 c")
    async def lay(self, interaction: Interaction, cartas: str) -> None:
        """Lay a new meld."""
        await self._command(interaction, "b", cartas)

    @jogar.command(name="encaixar", description="Põe cartas num jogo da sua dupla")
    @app_commands.describe(cartas="As cartas e o jogo: 8p 2")
    async def extend(self, interaction: Interaction, cartas: str) -> None:
        """Add to a meld."""
        await self._command(interaction, "e", cartas)

    @jogar.command(name="descartar", description="Descarta uma carta e passa a vez")
    @app_commands.describe(carta="A carta: 9e")
    async def discard(self, interaction: Interaction, carta: str) -> None:
        """Discard."""
        await self._command(interaction, "d", carta)

    async def _command(self, interaction: Interaction, verb: str, rest: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        async with guard(interaction):
            info = await self._match_of(interaction, None)
            look = await self.app.matches.look(info.id, interaction.user.id)
            note = await self._play_words(look, f"{verb} {rest}", interaction.id, chosen=rest)
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
            info = await self._match_of(interaction, None)
            return await self.app.matches.look(info.id, interaction.user.id)
        except Denied:
            return None

    async def _match_of(self, interaction: Interaction, number: int | None) -> MatchInfo:
        """The live match meant: by number, by the thread, by whose turn it is, or the only one."""
        async with self.app.database.read() as work:
            tables = await work.matches.open_of(interaction.user.id)
        live = [info for info in tables if info.status is Status.LIVE]
        here = [info for info in live if info.thread_id == interaction.channel_id]
        if number is not None:
            here = [info for info in live if info.number == number]
        if here:
            return here[0]
        if not live or number is not None:
            raise Denied(Problem.NOT_SEATED)
        return await self._with_turn(live, interaction.user.id)

    async def _with_turn(self, live: Sequence[MatchInfo], user_id: int) -> MatchInfo:
        for info in live:
            player = (await self.app.tables.get(info.id)).player
            if player is not None and player.user_id == user_id:
                return info
        return live[0]

    # -- words typed in private

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Plain words in the private message play."""
        if message.guild is not None or message.author.bot or not message.content.strip():
            return
        async with guarded(message.channel.send):
            await self._typed(message)

    async def _typed(self, message: discord.Message) -> None:
        user_id = message.author.id
        async with self.app.database.read() as work:
            tables = await work.matches.open_of(user_id)
        live = [info for info in tables if info.status is Status.LIVE]
        if not live:
            raise Denied(Problem.NOT_SEATED)
        if not looks_like_play(message.content):
            await message.channel.send(usage())
            return
        info = await self._with_turn(live, user_id)
        look = await self.app.matches.look(info.id, user_id)
        note = await self._play_words(look, message.content, message.id)
        before = await self.app.hands.get(info.id, user_id)
        await self.caller.deliver(info.id, user_id, before=before, note=note)

    async def _play_words(
        self, look: Look, text: str, interaction_id: int, *, chosen: str = ""
    ) -> str:
        """Play what the words say, in an order that works; the answer to it, empty for all well.

        ``chosen`` may be an autocompleted play in the record's own notation.
        """
        info, state = look.live.info, look.live.state
        assert state is not None, "a hand is of a match that has begun"
        try:
            plays = plays_named(look, chosen)
        except ValueError:
            try:
                plays = await self._read(look, text)
            except Unreadable as error:
                return error.reason
        played = await self.app.matches.play(
            match_id=info.id,
            user_id=look.user_id,
            plays=route(state, look.seat, plays) or plays,
            interaction_id=interaction_id,
        )
        return refusal_note(look, played)

    async def _read(self, look: Look, text: str) -> tuple[Play, ...]:
        known = await self.app.hands.get(look.live.info.id, look.user_id)
        numbered: Sequence[Card] = sorted_hand(look.view.hand, order_of(look))
        if known is not None and known.numbered:
            numbered = parse_cards(known.numbered)
        return read_plays(text, view=look.view, numbered=numbered, takes=look.options.takes)


def refusal_note(look: Look, played: Played) -> str:
    """Why a play was not made and what to do instead; empty where all were made."""
    if played.refusal is None or played.refused is None:
        return ""
    state = played.live.state
    assert state is not None, "a play was judged"
    first = what_enables(state, look.seat, played.refused)
    names = escaped_names(state.players)
    reason = explain(played.refusal, names, first=first)
    if not played.made:
        return reason
    shown = play_label(player_view(state, look.seat), played.refused)
    return f"Parei em {shown}: {reason}"


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
