"""A server's settings, and the greeting: all optional, and nothing without permission."""

from types import SimpleNamespace

import discord
import pytest
from discord import app_commands
from simcord.backend.errors import SetupError

from storage.records import Pace, Status
from tests.cogs.conftest import info_of, lobby, playing, said
from tests.support.discord_table import app_of
from tests.support.sim import SimServer
from tests.support.sim_people import SimUser
from texts import help as texts

MANAGER = discord.Permissions(manage_guild=True)


async def settings_of(server: SimServer):
    async with app_of(server).database.read() as work:
        return await work.guilds.settings(server.id)


def manager(server: SimServer) -> SimUser:
    return server.add_user("chefe", permissions=MANAGER)


async def test_only_who_manages_the_server_is_offered_the_settings(server):
    ana = server.add_user("ana")
    with pytest.raises(SetupError):
        await ana.slash("configurar ver")
    with pytest.raises(SetupError):
        await ana.slash("configurar ver", at=ana.dm_channel)


async def test_the_permission_is_asked_for_even_of_those_to_whom_a_server_gave_the_command(server):
    group = server.bot.tree.get_command("configurar")
    nobody = SimpleNamespace(permissions=discord.Permissions.none())
    for command in group.commands:
        (check,) = command.checks
        with pytest.raises(discord.app_commands.MissingPermissions):
            check(nobody)


async def test_everything_is_optional(server):
    chief = manager(server)
    text = said(await chief.slash("configurar ver"))
    assert "Canais para abrir mesas: todos" in text
    assert "nenhum" in text
    assert "oficial, 30 s para comprar e 60 s para jogar" in text
    assert "todas as permissões" in text


async def test_missing_permissions_are_named_with_the_way_to_give_them(server):
    chief = manager(server)
    server.permit(server.channel, "bot", attach_files=False, create_private_threads=False)
    text = said(await chief.slash("configurar ver"))
    assert "**Anexar arquivos**, **Criar tópicos privados**" in text
    assert texts.HOW_TO_GIVE in text


async def test_tables_open_only_in_the_channels_that_were_chosen(server):
    chief, ana = manager(server), server.add_user("ana")
    bia, caio = server.add_user("bia"), server.add_user("caio")
    tables = server.add_channel("buraco")
    native = server.bot.get_channel(tables.id)
    assert isinstance(native, discord.TextChannel)
    await chief.slash("configurar canais", acao="adicionar", at=tables)
    for reply in (
        await ana.slash("mesa criar"),
        await ana.slash("treinar"),
        await ana.slash("desafiar", parceiro=bia, adversario1=caio, adversario2=chief),
    ):
        assert f"<#{tables.id}>" in said(reply)
    assert server.channel.messages() == []
    await ana.slash("mesa criar", at=tables)
    assert (await info_of(server)).channel_id == tables.id
    await chief.slash("configurar canais", acao="adicionar", at=tables)
    assert (await settings_of(server)).channel_ids == (tables.id,)
    await chief.slash("configurar canais", acao="adicionar")
    text = said(await chief.slash("configurar canais", acao="remover", at=tables))
    assert f"<#{server.channel.id}>" in text
    assert f"<#{tables.id}>" not in text
    server.permit(tables, "bot", send_messages=False)
    canal = chief._handle(tables.id)
    text = said(await chief.slash("configurar canais", acao="adicionar", canal=canal))
    assert f"⚠️ Em <#{tables.id}> me falta: **Enviar mensagens**" in text
    await chief.slash("configurar canais", acao="limpar")
    assert (await settings_of(server)).channel_ids == ()


async def test_channels_that_are_no_more_bind_nobody(server):
    ana = server.add_user("ana")
    async with app_of(server).database.write() as work:
        settings = await work.guilds.settings(server.id)
        await work.guilds.put_settings(
            settings.__class__(guild_id=server.id, channel_ids=(999,), role_id=998)
        )
    assert "aberta" in said(await ana.slash("mesa criar"))


async def test_the_default_pace_is_that_of_new_tables(server):
    chief, ana = manager(server), server.add_user("ana")
    assert "tranquilo, 60 s" in said(await chief.slash("configurar ritmo", ritmo="tranquilo"))
    await ana.slash("mesa criar")
    assert (await info_of(server)).pace is Pace.CALM
    await ana.slash("mesa criar", ritmo="oficial")
    assert (await info_of(server, 2)).pace is Pace.OFFICIAL


async def test_a_role_is_called_once_in_half_an_hour_and_for_public_tables_only(server):
    chief = manager(server)
    role = server._guild.create_role("Buraqueiros")
    text = said(await chief.slash("configurar cargo", cargo=role))
    assert f"<@&{role.id}>" in text
    people = [server.add_user(name) for name in ("ana", "bia", "caio", "davi", "eva")]
    called = f"<@&{role.id}>"
    await people[0].slash("mesa criar", reservada=True)
    assert called not in lobby(server).content
    await people[1].slash("mesa criar", jogadores=2, robos=True)
    assert called not in lobby(server).content
    await people[2].slash("mesa criar")
    first = lobby(server)
    assert first.content.startswith(called)
    assert (await settings_of(server)).role_pinged_at == int(server.now().timestamp() * 1000)
    await people[3].slash("mesa criar")
    assert called not in lobby(server).content
    await server.advance(30 * 60)
    await people[4].slash("mesa criar")
    assert lobby(server).content.startswith(called)
    await chief.slash("configurar cargo")
    assert (await settings_of(server)).role_id is None


async def test_a_role_that_cannot_be_mentioned_is_pointed_out(server):
    chief = manager(server)
    server.permit(server.channel, "bot", mention_everyone=False)
    role = server._guild.create_role("Buraqueiros")
    assert "não é mencionável" in said(await chief.slash("configurar cargo", cargo=role))


async def test_a_thread_stands_for_its_channel(server):
    chief = manager(server)
    await chief.slash("treinar")
    await server.settle()
    await chief.slash("configurar canais", acao="adicionar", at=server.threads()[0])
    assert (await settings_of(server)).channel_ids == (server.channel.id,)


async def test_the_role_s_mention_alone_is_let_through(server):
    chief = manager(server)
    role = server._guild.create_role("Buraqueiros")
    await chief.slash("configurar cargo", cargo=role)
    ana = server.add_user("@everyone")
    await ana.slash("mesa criar")
    (sent,) = [
        one.json
        for one in server._env.http_requests
        if one.method == "POST" and one.path == f"/channels/{server.channel.id}/messages"
    ]
    assert sent["allowed_mentions"] == {"parse": [], "roles": [role.id]}


async def join(server: SimServer) -> None:
    """What the bot does when it is added to a server, here the one that is there already."""
    with server._env._bot_scope():
        server.bot.dispatch("guild_join", server.bot.guilds[0])
    await server.settle()


async def test_a_new_server_is_greeted_in_the_first_channel_that_takes_it(server):
    second = server.add_channel("segundo")
    server.permit(server.channel, "bot", send_messages=False)
    await join(server)
    assert server.channel.messages() == []
    (message,) = second.messages()
    assert message.content == texts.GREETING
    assert "`/mesa criar`" in message.content


async def test_a_server_without_a_channel_to_write_in_is_not_greeted(server):
    server.permit(server.channel, "bot", send_messages=False)
    await join(server)
    server.permit(server.channel, "bot", send_messages=True)
    server.fail("POST", "/channels/*/messages", status=403, code=50013)
    await join(server)
    assert server.channel.messages() == []


async def test_discord_s_limits_on_commands_are_kept(server):
    for command in server.bot.tree.get_commands():
        children = getattr(command, "commands", [])
        assert len(children) <= 25
        for each in children or [command]:
            if isinstance(each, app_commands.ContextMenu):
                assert 1 <= len(each.name) <= 32
                continue
            described = [each.description, *(one.description for one in each.parameters)]
            assert len(each.parameters) <= 25
            assert all(1 <= len(str(text)) <= 100 for text in described)
            assert all(str(text) != "…" for text in described), each.qualified_name


async def test_dismissed_the_bot_takes_away_what_it_made_and_leaves(server):
    chief = server.add_user(
        "chefa", permissions=discord.Permissions(manage_guild=True, moderate_members=True)
    )
    await chief.slash("moderacao configurar", automod=True)
    await chief.slash("moderacao configurar", modo="falar", onde="aqui")
    users = await playing(server, "ana", "bia", "caio", "davi")
    await users[0].slash("falar", texto="boa sorte")
    assert said(await chief.slash("configurar despedir")) == texts.ASK_DISMISS
    assert server.bot.get_guild(server.id) is not None
    opened = (server.requests("DELETE", "/permissions/"), server.requests("PUT", "/permissions/"))
    await chief.slash("configurar despedir", confirmar=True)
    assert server.bot.get_guild(server.id) is None
    after = (server.requests("DELETE", "/permissions/"), server.requests("PUT", "/permissions/"))
    assert sum(after) == sum(opened) + 1, "the channel of mode falar is open again"
    assert server.requests("DELETE", "/auto-moderation/rules/") == 1
    deleted = [path for method, path in server.sent() if method == "DELETE"]
    assert sum(path.startswith("/webhooks/") and path.count("/") == 2 for path in deleted) == 1
    assert (await info_of(server)).status is Status.CLOSED
