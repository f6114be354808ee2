"""The moderators' commands, what anybody may see of himself, and the rule at the first seat."""

from types import SimpleNamespace

import discord
import pytest
from simcord.backend.errors import SetupError

from storage.sanction_records import Mode
from tests.cogs.conftest import lobby, playing, said
from tests.support.chat import (
    INSULT,
    REVEAL,
    THREAT,
    close_table,
    contents,
    incidents,
    strike,
    thread_of,
)
from tests.support.discord_table import app_of, running
from texts import moderation as texts
from texts import moderators

MODERATOR = discord.Permissions(moderate_members=True)


@pytest.fixture
async def reading(tmp_path):
    async with running(tmp_path / "r.db", reads_chat=True) as started:
        yield started


def chief_of(server):
    return server.add_user("chefe", permissions=MODERATOR)


async def test_only_moderators_are_offered_the_group(server):
    ana = server.add_user("ana")
    with pytest.raises(SetupError):
        await ana.slash("moderacao configurar")
    nobody = SimpleNamespace(permissions=discord.Permissions.none())
    for command in server.bot.tree.get_command("moderacao").commands:
        (check,) = command.checks
        with pytest.raises(discord.app_commands.MissingPermissions):
            check(nobody)


async def test_without_the_intent_it_says_so_and_what_to_do(server):
    text = said(await chief_of(server).slash("moderacao configurar"))
    assert "⚠️ Inativa" in text
    assert "Developer Portal → Bot → Message Content Intent" in text
    assert "✅" not in text


async def test_what_holds_is_shown_with_a_sentence_for_each_mode(reading):
    chief = chief_of(reading)
    text = said(await chief.slash("moderacao configurar"))
    assert "Modo **apagar**: eu apago a mensagem assim que a leio;" in text
    assert "já pode ter aparecido no celular do parceiro" in text
    assert "**desligada**: eu não leio nem apago nada." in text
    assert "Rigor **rigoroso**" in text
    assert "nenhum canal escolhido" in text
    assert "✅ Ativa neste canal." in text


async def test_missing_permissions_are_named_also_those_of_the_log_channel(reading):
    chief, log = chief_of(reading), reading.add_channel("registro")
    reading.permit(reading.channel, "bot", manage_messages=False)
    reading.permit(log, "bot", send_messages=False)
    text = said(await chief.slash("moderacao configurar", registro=chief._handle(log.id)))
    assert "Neste canal me falta: **Gerenciar mensagens**" in text
    assert "No canal de registro me falta: **Enviar mensagens**" in text
    assert moderators.LOG_READ_BY_ALL in text
    assert "✅" not in text
    text = said(await chief.slash("moderacao configurar", sem_registro=True))
    assert "nenhum canal escolhido" in text


async def test_a_channel_may_have_its_own_settings(reading):
    chief, other = chief_of(reading), reading.add_channel("calmo")
    await chief.slash("moderacao configurar", modo="desligada", onde="aqui", at=other)
    await chief.slash("moderacao configurar", rigor="oficial", palavroes=True)
    service = app_of(reading).moderation
    assert (await service.settings(reading.id, other.id)).mode is Mode.OFF
    here = await service.settings(reading.id, reading.channel.id)
    assert (here.mode, here.rigor, here.forbid_swearing) == (Mode.DELETE, "oficial", True)
    text = said(await chief.slash("moderacao configurar", at=other))
    assert f"em <#{other.id}>" in text
    assert "Modo **desligada**" in text


async def test_what_a_channel_has_like_the_server_follows_the_server(reading):
    chief, log = chief_of(reading), reading.add_channel("registro")
    await chief.slash("moderacao configurar", modo="falar", onde="aqui")
    await chief.slash("moderacao configurar", rigor="oficial", onde="aqui")
    await chief.slash("moderacao configurar", registro=chief._handle(log.id), escada="2h")
    await chief.slash("moderacao configurar", rigor="rigoroso", modo="desligada")
    here = await app_of(reading).moderation.settings(reading.id, reading.channel.id)
    assert (here.mode, here.rigor) == (Mode.SPEAK, "oficial")
    assert (here.log_channel_id, here.ladder) == (log.id, (2,))


async def test_here_is_this_channel_of_whatever_kind(reading):
    chief, voice = chief_of(reading), reading.add_voice_channel("voz")
    await chief.slash("moderacao configurar", modo="desligada", onde="aqui", at=voice)
    service = app_of(reading).moderation
    assert (await service.settings(reading.id, voice.id)).mode is Mode.OFF
    assert (await service.settings(reading.id)).mode is Mode.DELETE
    refused = await chief.slash("moderacao configurar", modo="falar", onde="aqui", at=voice)
    assert said(refused) == moderators.SPEAK_IS_FOR_CHANNELS


async def test_a_moderator_bans_for_a_term_or_until_he_pardons(server):
    chief, ana = chief_of(server), server.add_user("ana")
    text = said(
        await chief.slash("moderacao banir", pessoa=ana, prazo=0, motivo="combinou *sinais*")
    )
    assert "até a moderação perdoar" in text
    assert "até a moderação perdoar. Motivo: combinou \\*sinais\\*" in ana.dms()[-1].content
    assert "até a moderação perdoar" in said(await ana.slash("treinar"))
    own = said(await ana.slash("avisos"))
    assert "Suspensão das mesas até a moderação perdoar" in own
    assert "combinou \\*sinais\\*" in own
    text = said(await chief.slash("moderacao perdoar", pessoa=ana))
    assert "0 advertências e 1 suspensão" in text
    assert "perdoou você" in ana.dms()[-1].content
    assert "suspens" not in said(await ana.slash("treinar"))
    text = said(await chief.slash("moderacao perdoar", pessoa=ana))
    assert "Não há nada a perdoar" in text


async def test_a_term_is_told_as_a_date_and_a_closed_dm_stops_no_ban(server):
    chief, ana = chief_of(server), server.add_user("ana", dms_open=False)
    text = said(await chief.slash("moderacao banir", pessoa=ana, prazo=24))
    assert f"{ana.mention} não senta em mesas deste servidor até <t:" in text
    assert "até <t:" in said(await ana.slash("mesa criar"))
    await server.advance(24 * 3600 + 1)
    assert "aberta" in said(await ana.slash("mesa criar"))


async def test_the_history_hides_what_is_of_a_running_round(reading):
    people = await playing(reading, "ana", "bia", "caio", "davi")
    chief, ana = chief_of(reading), people[0]
    await ana.write(thread_of(reading), REVEAL)
    text = said(await chief.slash("moderacao historico", pessoa=ana))
    assert REVEAL not in text
    assert "quando ela acabar" in text
    assert said(await chief.slash("moderacao explicar", numero=1)) == moderators.STILL_RUNNING
    await close_table(reading, ana)
    text = said(await chief.slash("moderacao historico", pessoa=ana))
    assert f"||{REVEAL}||" in text
    assert "**Nº 1** · Mesa 1" in text
    assert "1 advertência nos últimos 30 dias" in text
    text = said(await chief.slash("moderacao explicar", numero=1))
    assert "Regras: 10.1" in text
    assert "Não olhei a mão de ninguém" in text
    assert said(await chief.slash("moderacao explicar", numero=99)) == moderators.NO_SUCH_INCIDENT
    text = said(await chief.slash("moderacao historico", pessoa=people[1]))
    assert "Nenhuma mensagem apagada." in text


async def test_strikes_and_one_s_own_warnings_are_listed_without_texts(reading):
    people = await playing(reading, "ana", "bia", "caio", "davi")
    chief, ana = chief_of(reading), people[0]
    for text in (REVEAL, INSULT, REVEAL):
        await strike(reading, ana, text)
    text = said(await chief.slash("moderacao strikes", pessoa=ana))
    assert text.count("• nº") == 3
    assert "suspensão" in text
    own = said(await ana.slash("avisos"))
    assert own.count("• nº") == 3
    assert "Suspensão das mesas até <t:" in own
    assert REVEAL not in own + text


async def test_one_sees_what_is_held_and_drops_the_texts(reading):
    people = await playing(reading, "ana", "bia", "caio", "davi")
    ana = people[0]
    await ana.write(thread_of(reading), THREAT)
    held = said(await ana.slash("meus-dados ver", at=ana.dm_channel))
    assert "Mensagens suas que apaguei: 1; texto guardado (30 dias): 1" in held
    assert "Mesas em que você sentou, com as jogadas: 1" in held
    assert "Suspensões: 1" in held
    assert said(await ana.slash("meus-dados apagar")) == texts.FORGOTTEN
    held = said(await ana.slash("meus-dados ver"))
    assert "texto guardado (30 dias): 0" in held
    await close_table(reading, ana)
    chief = chief_of(reading)
    assert "texto já apagado" in said(await chief.slash("moderacao historico", pessoa=ana))


async def test_the_rule_is_told_at_the_first_seat_on_a_server_and_never_again(reading):
    ana, bia = reading.add_user("ana"), reading.add_user("bia")

    def times_told(user):
        return sum(one.content == texts.CHAT_RULE for one in user.ephemerals())

    await ana.slash("mesa criar")
    await bia.click(lobby(reading), custom_id_prefix="b:sit:1:0:1")
    assert (times_told(ana), times_told(bia)) == (1, 1)
    assert texts.CHAT_RULE not in contents(reading.channel)
    await ana.slash("mesa criar", ritmo="tranquilo")
    assert times_told(ana) == 1
    assert texts.CHAT_RULE.count("\n") == 1


async def test_without_the_intent_no_rule_is_told(server):
    ana = server.add_user("ana")
    await ana.slash("mesa criar")
    assert texts.CHAT_RULE not in [one.content for one in ana.ephemerals()]


async def test_where_the_server_wants_nothing_read_no_rule_is_told(reading):
    await app_of(reading).moderation.configure(reading.id, mode=Mode.OFF)
    bia = reading.add_user("bia")
    await bia.slash("mesa criar")
    assert texts.CHAT_RULE not in [one.content for one in bia.ephemerals()]


@pytest.mark.parametrize(
    ("written", "hours"),
    [("1h 24h 7d", (1, 24, 168)), ("2", (2,)), ("1 hora, 3 dias", (1, 72)), ("1H/30d", (1, 720))],
)
async def test_the_ladder_is_what_a_server_wants(reading, written, hours):
    chief = chief_of(reading)
    await chief.slash("moderacao configurar", escada=written)
    settings = await app_of(reading).moderation.settings(reading.id)
    assert settings.ladder == hours


@pytest.mark.parametrize("written", ["", "uma hora", "0h", "24h 1h", "31d", "1 2 3 4 5 6 7", "1x"])
async def test_a_ladder_that_is_none_is_refused_and_nothing_changes(reading, written):
    chief = chief_of(reading)
    reply = await chief.slash("moderacao configurar", escada=written or " ", palavroes=True)
    assert said(reply) == moderators.BAD_LADDER
    settings = await app_of(reading).moderation.settings(reading.id)
    assert settings.ladder == (1, 24, 168)
    assert not settings.forbid_swearing


async def test_a_ladder_of_its_own_is_climbed(reading):
    users = await playing(reading, "ana", "bia", "caio", "davi")
    await chief_of(reading).slash("moderacao configurar", escada="2h 3d")
    service = app_of(reading).moderation
    lasted = []
    for _ in range(5):
        await strike(reading, users[0])
        _, _, ban = await service.record_of(reading.id, users[0].id)
        if ban is not None:
            lasted.append((ban.until - ban.at) // 3_600_000)
    assert lasted == [2, 72, 72]


async def test_a_pair_s_history_counts_by_whose_turn_it_was(reading):
    ana, bia, caio, _ = await playing(reading, "ana", "bia", "caio", "davi")
    for user in (ana, caio, ana):
        await strike(reading, user)
    await bia.write(thread_of(reading), INSULT)
    chief = chief_of(reading)
    assert "quando ela acabar" in said(
        await chief.slash("moderacao historico", pessoa=ana, com=caio)
    )
    await close_table(reading, ana)
    text = said(await chief.slash("moderacao historico", pessoa=ana, com=caio))
    turns = [one.turn for one in await incidents(reading) if one.user_id in (ana.id, caio.id)]
    for user in (ana, caio):
        count = turns.count(user.id)
        assert (f"na vez de <@{user.id}>: {count}" in text) == (count > 0)
    others = len(turns) - turns.count(ana.id) - turns.count(caio.id)
    assert (f"na vez de {moderators.OTHERS}: {others}" in text) == (others > 0)
    assert text.count("**Nº ") == 3
    alone = said(await chief.slash("moderacao historico", pessoa=ana, com=reading.add_user("eva")))
    assert "Nenhuma mensagem apagada." in alone


async def test_pictures_other_channels_and_timeouts_are_set_and_shown(reading):
    chief = chief_of(reading)
    text = said(
        await chief.slash("moderacao configurar", imagens=True, outros_canais=True, castigo=True)
    )
    assert "passam, menos a imagem da própria mão" in text
    assert "o que conta jogo sai" in text
    assert "Castigo do Discord junto com a suspensão: sim" in text
    refused = await chief.slash("moderacao configurar", castigo=False, onde="aqui")
    assert said(refused) == moderators.ONLY_WHOLE_SERVER
    reading.limit_bot(moderate_members=False)
    await reading.settle()
    text = said(await chief.slash("moderacao configurar"))
    assert "me falta: **Colocar membros de castigo**" in text


async def test_the_privacy_page_is_there_for_everybody_also_in_private(reading):
    ana = reading.add_user("ana")
    for place in (None, ana.dm_channel):
        text = said(await ana.slash("meus-dados privacidade", at=place))
        assert text == texts.PRIVACY
        assert len(text) <= 2000
