"""The simulated Discord does what the tests of the bot lean on; a toy bot shows each part."""

import asyncio
import io
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.ext import commands
from simcord.backend.errors import SetupError

from tests.support import sim
from tests.support.sim import Now, SimServer


class Card(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"card:(?P<n>\d+)"):
    """A button that outlives its process: all it knows stands in its custom id."""

    def __init__(self, n: int) -> None:
        super().__init__(discord.ui.Button(label=f"Carta {n}", custom_id=f"card:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(
        cls,
        _interaction: discord.Interaction,
        _item: discord.ui.Item[discord.ui.View],
        match: re.Match[str],
    ) -> "Card":
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        bot = interaction.client
        assert isinstance(bot, ToyBot)
        if self.n == 13:
            raise RuntimeError("unlucky")
        view = discord.ui.View(timeout=None)
        view.add_item(Card(self.n + 1))
        bot.clicked_at.append(discord.utils.snowflake_time(interaction.id))
        await interaction.response.edit_message(content=f"jogou {self.n}", view=view)


class Form(discord.ui.Modal, title="Anunciar"):
    what = discord.ui.TextInput[discord.ui.Modal](label="O quê", custom_id="what")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"anunciado: {self.what.value}")


class Toys(commands.Cog):
    mesa = app_commands.Group(name="mesa", description="Mesas")

    def __init__(self, bot: "ToyBot") -> None:
        self.bot = bot
        self.jobs: asyncio.Queue[str] = asyncio.Queue()
        self.worker: asyncio.Task[None] | None = None
        self.done: list[str] = []
        self.closed = False

    async def cog_load(self) -> None:
        self.worker = asyncio.create_task(self.work())

    async def cog_unload(self) -> None:
        assert self.worker is not None
        self.worker.cancel()
        self.closed = True

    async def work(self) -> None:
        while True:
            self.done.append(await asyncio.wait_for(self.jobs.get(), timeout=3600))

    @mesa.command(name="criar", description="Abre uma mesa")
    @app_commands.choices(regras=[app_commands.Choice(name="Oficial", value="oficial")])
    async def criar(
        self, interaction: discord.Interaction, jogadores: int, regras: str = "-"
    ) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(Card(1))
        view.add_item(
            discord.ui.Select(
                custom_id="pick:one",
                placeholder="Escolha",
                max_values=2,
                options=[discord.SelectOption(label=f"Carta {n}", value=str(n)) for n in range(3)],
            )
        )
        await interaction.response.send_message(f"{jogadores} {regras}", view=view)

    @app_commands.command(description="Regras")
    async def regras(self, interaction: discord.Interaction, termo: str) -> None:
        await interaction.response.send_message(f"regra: {termo}", ephemeral=True)

    @regras.autocomplete("termo")
    async def _terms(
        self, _interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        terms = [term for term in ("morto", "monte", "lixo") if term.startswith(current)]
        return [app_commands.Choice(name=term, value=term) for term in terms]

    @app_commands.command(description="Formulário")
    async def anunciar(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    @app_commands.command(description="Cartas na mensagem privada")
    async def cartas(self, interaction: discord.Interaction, de: discord.Member) -> None:
        await interaction.response.defer(ephemeral=True)
        await self.bot.db()
        try:
            file = discord.File(io.BytesIO(b"one"), "mao.png", description="a mão")
            view = discord.ui.View(timeout=None)
            view.add_item(Card(1))
            sent = await de.send("sua mão", file=file, view=view)
            file = discord.File(io.BytesIO(b"two"), "mao.png", description="a mão nova")
            await sent.edit(attachments=[file])
        except discord.Forbidden as error:
            await interaction.followup.send(f"fechada: {error.code}")
        else:
            await interaction.edit_original_response(content="enviada")

    @app_commands.command(description="Tópicos")
    async def topicos(self, interaction: discord.Interaction) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        await interaction.response.send_message("abrindo")
        open_one = await interaction.channel.create_thread(
            name="mesa 1", type=discord.ChannelType.public_thread
        )
        secret = await interaction.channel.create_thread(
            name="dupla", type=discord.ChannelType.private_thread
        )
        await secret.add_user(interaction.user)
        await secret.send("só nós")
        await open_one.send("todos")
        await open_one.edit(archived=True, locked=True)

    @app_commands.command(description="Tarde demais")
    async def tarde(self, interaction: discord.Interaction, segundos: float) -> None:
        await asyncio.sleep(segundos)
        await interaction.response.send_message("enfim")

    @app_commands.command(description="Relógio")
    async def relogio(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("tique")
        await asyncio.sleep(30)
        self.jobs.put_nowait("trinta")
        assert isinstance(interaction.channel, discord.TextChannel)
        await interaction.channel.send(f"taque {self.bot.now():%H:%M:%S}")

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        if message.author.bot:
            return
        self.bot.heard.append(message)
        if message.guild is None:
            await message.channel.send(f"ouvi: {message.content}")
        elif message.content == "apague":
            await message.delete()

    @commands.Cog.listener("on_interaction")
    async def _select(self, interaction: discord.Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        if data.get("custom_id") == "pick:one":
            await interaction.response.defer()
            await interaction.followup.send(f"{data.get('values')}", ephemeral=True)


class ToyBot(commands.Bot):
    def __init__(self, now: Now) -> None:
        intents = discord.Intents.default()
        intents.message_content = True
        super().__init__("!", intents=intents)
        self.now = now
        self.clicked_at: list[datetime] = []
        self.heard: list[discord.Message] = []

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Card)
        await self.add_cog(Toys(self))
        await self.tree.sync()

    @property
    def toys(self) -> Toys:
        cog = self.get_cog("Toys")
        assert isinstance(cog, Toys)
        return cog

    async def db(self) -> None:
        """Stand in for work in a thread."""
        await asyncio.to_thread(sum, range(1000))


@pytest.fixture
async def server() -> AsyncIterator[SimServer]:
    async with SimServer.start(ToyBot) as running:
        yield running


def toy(server: SimServer) -> ToyBot:
    assert isinstance(server.bot, ToyBot)
    return server.bot


async def test_a_command_in_a_group_takes_options_and_choices(server: SimServer) -> None:
    reply = await server.add_user("ana").slash("mesa criar", jogadores=4, regras="oficial")
    assert reply.kind == "message"
    assert reply.message is not None
    assert reply.message.content == "4 oficial"
    assert server.channel.messages()[-1] == reply.message


async def test_a_choice_that_is_not_offered_cannot_be_made(server: SimServer) -> None:
    with pytest.raises(SetupError):
        await server.add_user("ana").slash("mesa criar", jogadores=4, regras="outra")


async def test_autocompletion_offers_names(server: SimServer) -> None:
    assert await server.add_user("ana").complete("regras", "termo", "mo") == ["morto", "monte"]


async def test_a_button_is_found_by_label_or_custom_id(server: SimServer) -> None:
    ana = server.add_user("ana")
    message = (await ana.slash("mesa criar", jogadores=2)).message
    assert message is not None
    assert message.labels == ["Carta 1"]
    reply = await ana.click(message, custom_id_prefix="card:")
    assert reply.kind == "update"
    assert (await ana.click(message, label="Carta 2")).message is not None
    now = ana.look(message)
    assert now is not None
    assert (now.content, now.labels, now.edited) == ("jogou 2", ["Carta 3"], True)
    assert message.content == "2 -", "a snapshot does not change"
    with pytest.raises(SetupError, match="Carta 3"):
        await ana.click(message, label="Carta 1")


async def test_a_stale_click_presses_what_was_there(server: SimServer) -> None:
    ana = server.add_user("ana")
    message = (await ana.slash("mesa criar", jogadores=2)).message
    assert message is not None
    await ana.click(message, label="Carta 1")
    await ana.click(message, label="Carta 1", stale=True)
    assert len(toy(server).clicked_at) == 2


async def test_a_menu_takes_values_or_labels(server: SimServer) -> None:
    ana, bia = server.add_user("ana"), server.add_user("bia")
    message = (await ana.slash("mesa criar", jogadores=2)).message
    assert message is not None
    assert [option.value for option in message.menu("pick:").options] == ["0", "1", "2"]
    reply = await ana.select(message, ["Carta 0", "2"], placeholder="Escolha")
    assert reply.kind == "deferred_update"
    assert [one.content for one in reply.followups] == ["['0', '2']"]
    assert ana.ephemerals() == reply.followups
    assert bia.ephemerals() == []
    with pytest.raises(SetupError):
        await ana.select(message, ["0", "1", "2"], custom_id_prefix="pick:")


async def test_a_form_is_submitted_by_label(server: SimServer) -> None:
    ana = server.add_user("ana")
    shown = await ana.slash("anunciar")
    assert (shown.kind, shown.title) == ("modal", "Anunciar")
    assert [field.label for field in shown.fields] == ["O quê"]
    reply = await ana.submit(shown, {"O quê": "mesa nova"})
    assert reply.message is not None
    assert reply.message.content == "anunciado: mesa nova"


async def test_an_ephemeral_answer_is_seen_by_one(server: SimServer) -> None:
    ana, bia = server.add_user("ana"), server.add_user("bia")
    reply = await ana.slash("regras", termo="lixo")
    assert reply.ephemeral
    assert [one.content for one in ana.sees()] == ["regra: lixo"]
    assert bia.sees() == []
    assert server.channel.messages() == []


async def test_a_private_message_carries_its_picture(server: SimServer) -> None:
    ana, bia = server.add_user("ana"), server.add_user("bia")
    reply = await ana.slash("cartas", de=bia)
    assert reply.message is not None
    assert (reply.ephemeral, reply.message.content) == (True, "enviada")
    (hand,) = bia.dms()
    (picture,) = hand.attachments
    assert (picture.filename, picture.description, picture.data) == (
        "mao.png",
        "a mão nova",
        b"two",
    )
    assert "a mão nova" in hand.text
    assert hand not in ana.sees()


async def test_private_messages_take_clicks_and_commands(server: SimServer) -> None:
    ana, bia = server.add_user("ana"), server.add_user("bia")
    await ana.slash("cartas", de=bia)
    reply = await bia.click(bia.dms()[-1], label="Carta 1")
    assert reply.kind == "update"
    assert bia.dms()[-1].content == "jogou 1"
    await bia.slash("regras", at=bia.dm_channel, termo="lixo")
    assert [one.content for one in bia.dms()] == ["jogou 1", "regra: lixo"]
    assert [one.content for one in bia.ephemerals()] == ["regra: lixo"]


async def test_closed_private_messages_refuse_until_they_are_opened(server: SimServer) -> None:
    ana, bia = server.add_user("ana"), server.add_user("bia", dms_open=False)
    reply = await ana.slash("cartas", de=bia)
    assert [one.content for one in [reply.message] if one] == ["fechada: 50007"]
    assert bia.dms() == []
    bia.open_dms()
    await ana.slash("cartas", de=bia)
    assert len(bia.dms()) == 1


async def test_what_is_typed_reaches_the_bot(server: SimServer) -> None:
    ana = server.add_user("ana")
    mine = await ana.type_dm("oi")
    assert [one.content for one in ana.dms()] == ["oi", "ouvi: oi"]
    assert ana.dms()[0] == mine
    said = await ana.say(server.channel, "bom dia")
    await ana.edit(said, "boa tarde")
    assert server.channel.messages()[-1].content == "boa tarde"
    file = await ana.say(server.channel, "", reply_to=said, files=[("ouros.png", b"png")])
    assert (file.attachments[0].filename, file.attachments[0].data) == ("ouros.png", b"png")
    await ana.react(said, "👍")
    await ana.forward(said, server.channel)
    assert [bool(one.attachments) for one in toy(server).heard] == [False, False, True, False]
    assert toy(server).heard[-1].message_snapshots[0].content == "boa tarde"


async def test_threads_show_their_state_and_keep_their_secrets(server: SimServer) -> None:
    ana, bia = server.add_user("ana"), server.add_user("bia")
    await ana.slash("topicos")
    public, secret = server.threads()
    assert (public.name, public.archived, public.locked, public.is_private) == (
        "mesa 1",
        True,
        True,
        False,
    )
    assert (secret.is_private, secret.archived, ana.id in secret.member_ids) == (True, False, True)
    assert [one.content for one in secret.messages()] == ["só nós"]
    assert (ana.can_see(secret), bia.can_see(secret)) == (True, False)
    assert "só nós" not in [one.content for one in bia.sees()]
    assert "todos" in [one.content for one in bia.sees()]


async def test_permissions_bind_people_and_the_bot(server: SimServer) -> None:
    ana = server.add_user("ana", permissions=discord.Permissions(manage_guild=True))
    reply = await ana.slash("mesa criar", jogadores=2)
    assert reply.message is not None
    server.permit(server.channel, "everyone", send_messages=False)
    with pytest.raises(Exception, match="Permissions"):
        await ana.say(server.channel, "oi")
    server.permit(server.channel, ana, send_messages=True)
    await ana.say(server.channel, "oi")
    server.permit(server.channel, "bot", manage_messages=False)
    await ana.say(server.channel, "apague")
    assert [type(error) for error in server.errors] == [discord.Forbidden]


async def test_time_moves_only_when_it_is_told_to(server: SimServer) -> None:
    ana = server.add_user("ana")
    start = server.now()
    await ana.slash("relogio")
    await server.advance(29)
    assert [one.content for one in server.channel.messages()] == ["tique"]
    await server.advance(1)
    assert server.now() - start == timedelta(seconds=30)
    assert server.channel.messages()[-1].content == "taque 00:00:30"
    assert toy(server).toys.done == ["trinta"]


async def test_simultaneous_clicks_are_all_acknowledged(server: SimServer) -> None:
    ana, bia = server.add_user("ana"), server.add_user("bia")
    message = (await ana.slash("mesa criar", jogadores=2)).message
    assert message is not None
    async with server.lag():
        first = await ana.click(message, label="Carta 1")
        second = await bia.click(message, label="Carta 1")
        assert first.kind == ""
    assert (first.kind, second.kind) == ("update", "update")


async def test_a_late_click_carries_the_time_at_which_it_was_made(server: SimServer) -> None:
    ana = server.add_user("ana")
    message = (await ana.slash("mesa criar", jogadores=2)).message
    assert message is not None
    async with server.lag(2):
        await ana.click(message, label="Carta 1")
    (at,) = toy(server).clicked_at
    assert server.now() - at == timedelta(seconds=2)


async def test_a_replayed_interaction_arrives_again(server: SimServer) -> None:
    ana = server.add_user("ana")
    message = (await ana.slash("mesa criar", jogadores=2)).message
    assert message is not None
    reply = await ana.click(message, label="Carta 1")
    await server.replay(reply)
    assert len(toy(server).clicked_at) == 2
    assert [getattr(error, "code", None) for error in server.errors] == [40060]


@pytest.mark.parametrize("crash", [False, True])
async def test_buttons_outlive_a_restart(server: SimServer, *, crash: bool) -> None:
    ana = server.add_user("ana")
    message = (await ana.slash("mesa criar", jogadores=2)).message
    assert message is not None
    old = toy(server).toys
    await server.restart_bot(crash=crash)
    assert toy(server).toys is not old
    assert old.closed is not crash
    assert (await ana.click(message, label="Carta 1")).kind == "update"


async def test_a_request_can_be_made_to_fail(server: SimServer) -> None:
    ana = server.add_user("ana")
    server.fail("POST", "/interactions/*/*/callback", status=404, code=10062)
    with pytest.raises(AssertionError, match="not acknowledged"):
        await ana.slash("regras", termo="lixo")
    assert len(server.errors) == 1
    assert server.requests("POST", "/callback") == 1


async def test_a_member_who_left_cannot_be_seen_acting(server: SimServer) -> None:
    ana = server.add_user("ana")
    await ana.leave()
    with pytest.raises(Exception, match="Access"):
        await ana.slash("regras", termo="lixo")


async def test_the_time_to_the_answer_is_measured(
    server: SimServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = server.add_user("ana")
    monkeypatch.setattr(sim, "ACKNOWLEDGE_SECONDS", 0.0)
    with pytest.raises(AssertionError, match=r"was acknowledged after 0\.0 s"):
        await ana.slash("regras", termo="lixo")


async def _click_up_to(n: int) -> None:
    async with SimServer.start(ToyBot) as server:
        ana = server.add_user("ana")
        message = (await ana.slash("mesa criar", jogadores=2)).message
        for number in range(1, n + 1):
            assert message is not None
            message = (await ana.click(message, label=f"Carta {number}")).message


async def _answer_after(seconds: float) -> None:
    async with SimServer.start(ToyBot) as server, server.lag(seconds):
        await server.add_user("ana").slash("regras", termo="lixo")


async def _answer_in_a_while() -> None:
    async with SimServer.start(ToyBot) as server:
        await server.add_user("ana").slash("tarde", segundos=1.0)


@pytest.mark.parametrize(
    "what",
    [
        pytest.param(lambda: _click_up_to(13), id="an exception in a button"),
        pytest.param(lambda: _answer_after(3.0), id="three seconds late"),
        pytest.param(_answer_in_a_while, id="asleep before the answer"),
    ],
)
async def test_an_interaction_without_its_answer_fails_the_test(
    what: Callable[[], Awaitable[None]],
) -> None:
    with pytest.raises(AssertionError, match="not acknowledged"):
        await what()


async def _log_an_exception() -> None:
    async with SimServer.start(ToyBot):
        log = logging.getLogger("discord.ui.view")
        log.error("Ignoring exception", exc_info=RuntimeError("unlucky"))


async def test_what_discord_py_only_logs_fails_the_test() -> None:
    with pytest.raises(ExceptionGroup) as caught:
        await _log_an_exception()
    assert caught.group_contains(RuntimeError, match="unlucky")
