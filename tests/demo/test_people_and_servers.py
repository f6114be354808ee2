"""People go, messages and places vanish, permissions are taken: no seat and no table is stuck."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable

import pytest

from bot.services.errors import Denied
from bot.services.tables import Live
from cogs.ui.custom_ids import Verb
from demo import interactions
from demo.faults import Fault
from demo.objects import Channel, Kind, Message
from demo.people import Person, controls
from demo.permissions import Permission
from demo.seating import newest, press, sit_down, until, use
from storage.records import Status
from tests.support.tables import play_one
from tests.support.wire import Wire, verbs, wire

NAMES_OF = {
    Permission.VIEW_CHANNEL: "Ver canais",
    Permission.SEND_MESSAGES_IN_THREADS: "Enviar mensagens em tópicos",
    Permission.ATTACH_FILES: "Anexar arquivos",
}


@pytest.fixture(autouse=True)
def no_errors(caplog):
    yield
    records = caplog.get_records("call")
    assert [one.getMessage() for one in records if one.levelno >= logging.ERROR] == []


class Time:
    """The bot's clock: it goes on by itself, and further when a test says so."""

    def __init__(self) -> None:
        self.later = 0

    def __call__(self) -> int:
        return time.time_ns() // 1_000_000 + self.later

    async def passes(self, table: Wire, seconds: int) -> None:
        """Let time pass, and do what is due."""
        self.later += seconds * 1000
        await table.session.bot.app.clock.fire_due()


async def becomes(table: Wire, wanted: Callable[[Live], bool], match_id: int = 1) -> Live:
    """Wait until the stored table is as it is wanted."""
    async with asyncio.timeout(15):
        while not wanted(live := await table.session.bot.app.tables.get(match_id)):  # noqa: ASYNC110 - the database tells nobody
            await asyncio.sleep(0.01)
        return live


def closed(live: Live) -> bool:
    return live.info.status is Status.CLOSED


def waits(live: Live) -> bool:
    return live.info.lacking is not None


def runs(live: Live) -> bool:
    return live.info.status is Status.LIVE and not live.info.paused


async def answer(person: Person, channel: Channel, command: str, **options: object) -> Message:
    """What a command is answered, for its user alone."""
    used = await use(person, channel.id, command, **options)
    message = await until(lambda: channel.messages.get(used.original_id or 0))
    await until(lambda: message.content)
    return message


async def pressed(person: Person, message: Message, verb: Verb) -> Message:
    """Press a button; the newest message that the person then sees in that channel."""
    custom_id = next(
        str(one["custom_id"])
        for one in controls(message)
        if str(one.get("custom_id", "")).startswith(f"b:{verb.value}:")
    )
    channel, before = person.world.channels[message.channel_id], {one.id for one in person.seen()}
    click = person.click(message.channel_id, message.id, custom_id)
    await click.done.wait()
    assert not click.failed
    new = await until(lambda: [one for one in person.messages(channel) if one.id not in before])
    await until(lambda: new[-1].content)
    return new[-1]


async def another_server(table: Wire, person: Person) -> Channel:
    """A channel of another server, where the bot and this person are."""
    guild = table.world.add_guild("Outra casa", owner=person.user)
    channel = table.world.add_channel(guild, "mesas")
    await until(lambda: table.session.bot.get_channel(channel.id))
    return channel


async def sits_elsewhere_at_once(table: Wire, person: Person, channel: Channel) -> None:
    """He is free: a table of the same clock takes him."""
    message = await answer(person, channel, "treinar", jogadores=2)
    assert "Você já" not in message.content
    async with table.session.bot.app.database.read() as work:
        tables = await work.matches.open_of(person.id)
    assert [info.channel_id for info in tables] == [channel.id]


async def to_the_end_of_the_round(table: Wire) -> None:
    """Play on behalf of all, without pressing, until the round is over."""
    while (live := await table.live()).turn is not None:
        player = live.player
        if player is not None and player.user_id is not None:
            await play_one(table.session.bot.app, live)
        else:
            await asyncio.sleep(0.01)


# People


async def test_who_leaves_the_server_loses_his_seat_to_the_clock_and_is_free(tmp_path):
    now = Time()
    async with wire(tmp_path, now=now) as table:
        await table.sit_down()
        ana, bruno = table.people
        channel = await another_server(table, bruno)
        table.world.leave(table.session.guild, bruno.user)
        async with asyncio.timeout(30):
            while (live := await table.live()).info.seat_of(bruno.id) is not None:
                if live.player is not None and live.player.user_id == ana.id:
                    await play_one(table.session.bot.app, live)
                elif live.player is not None and live.player.user_id == bruno.id:
                    await now.passes(table, 200)
                await asyncio.sleep(0.01)
        assert live.info.status is Status.LIVE
        assert live.info.seat_of(ana.id) is not None
        await sits_elsewhere_at_once(table, bruno, channel)


async def test_who_left_the_server_gives_his_seat_up_from_another_one(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down()
        bruno = table.people[1]
        channel = await another_server(table, bruno)
        table.world.leave(table.session.guild, bruno.user)
        question = await answer(bruno, channel, "mesa sair")
        await press(bruno, question, Verb.LEAVE)
        await becomes(table, lambda live: live.info.seat_of(bruno.id) is None)
        await sits_elsewhere_at_once(table, bruno, channel)


async def test_a_moderator_expels_who_has_left_the_server(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down()
        ana, bruno = table.people
        table.world.leave(table.session.guild, bruno.user)
        said = await answer(ana, table.session.channel, "mesa expulsar", pessoa=bruno.id, mesa=1)
        assert "robô" in said.content
        live = await table.live()
        assert live.info.seat_of(bruno.id) is None
        await table.plays_on(4)


@pytest.mark.parametrize("when", ["before", "in the middle"])
async def test_who_takes_no_private_messages_plays_at_the_table(tmp_path, when):
    async with wire(tmp_path) as table:
        bruno = table.people[1]
        bruno.user.dms_open = when != "before"
        await sit_down([*table.people], table.session.channel)
        await until(table.boards)
        plays_first = (await becomes(table, runs)).player.user_id == bruno.id
        if plays_first and when != "before":
            await to_a_turns_end(table)
        bruno.user.dms_open = False
        call = await played_until_called(table, bruno)
        assert all(file.filename != "mao.png" for file in call.attachments), "no hand in public"
        hand = await pressed(bruno, call, Verb.HAND)
        assert hand.only_for == bruno.id
        before = (await table.live()).info.seq
        draw = next(
            str(one["custom_id"]) for one in controls(hand) if one["custom_id"].endswith("draw")
        )
        await bruno.click(hand.channel_id, hand.id, draw).done.wait()
        await becomes(table, lambda live: live.info.seq == before + 1)


async def played_until_called(table: Wire, person: Person) -> Message:
    """Play on behalf of the others until the person is called at the table."""
    async with asyncio.timeout(20):
        while not (call := call_of(table, person)):
            live = await table.live()
            if live.player is not None and live.player.user_id not in (None, person.id):
                await play_one(table.session.bot.app, live)
            await asyncio.sleep(0.01)
        return call


def call_of(table: Wire, person: Person) -> Message | None:
    """The message at the table that calls the person."""
    messages = reversed(table.thread().messages.values())
    return next((one for one in messages if f"<@{person.id}>, é a sua vez" in one.content), None)


# Messages


async def test_without_the_lobbys_message_people_sit_and_begin_by_commands(tmp_path):
    async with wire(tmp_path) as table:
        ana, bruno = table.people
        channel = table.session.channel
        await use(ana, channel.id, "mesa criar", jogadores=2)
        table.world.delete(await until(lambda: newest(ana, channel, Verb.SIT)))
        await answer(bruno, channel, "mesa entrar")
        await answer(ana, channel, "mesa iniciar")
        await becomes(table, runs)
        await table.plays_on(4)
        assert table.thread().id == (await table.live()).info.thread_id


async def test_a_deleted_board_comes_back(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down()
        (board,) = await until(table.boards)
        table.world.delete(board)
        await table.plays_on(6)
        await until(table.boards)
        async with asyncio.timeout(5):  # the message is there a moment before its id is stored
            while (await table.live()).info.board_message_id != table.boards()[-1].id:  # noqa: ASYNC110
                await asyncio.sleep(0.01)


async def test_a_deleted_hand_comes_back_by_the_board(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down()
        player = await until(table.to_play)
        (board,) = await until(table.boards)
        table.world.delete(table.hand(player.person))
        hand = await pressed(player.person, board, Verb.HAND)
        assert Verb.PLAY in {each.verb for each in verbs(hand)}
        await table.plays_on(4)


async def test_after_a_deleted_score_sheet_the_next_round_begins_all_the_same(tmp_path):
    now = Time()
    async with wire(tmp_path, now=now) as table:
        await table.sit_down(regras="tradicional")
        await to_the_end_of_the_round(table)
        ana = table.people[0]
        table.world.delete(await until(lambda: newest(ana, table.thread(), Verb.NEXT)))
        await now.passes(table, 31)
        live = await becomes(table, lambda live: live.turn is not None)
        assert live.state.round.number == 2
        await table.plays_on(4)


async def test_after_a_deleted_result_the_record_and_another_match_are_there(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down(regras="mano-a-mano")
        ana = table.people[0]
        await table.session.bot.app.seats.resign(1, ana.id)
        table.world.delete(await until(lambda: newest(ana, table.thread(), Verb.REMATCH)))
        record = await answer(ana, table.session.channel, "mesa exportar", mesa=1)
        assert [file.filename for file in record.attachments] == ["mesa-1.txt"]
        await sit_down([*table.people], table.session.channel, size=2)
        table.match_id = 2
        await becomes(table, runs, 2)


# Places


async def test_a_deleted_thread_is_made_anew_at_once(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down()
        old = table.thread()
        await until(table.boards)
        table.world.delete_channel(old)
        live = await becomes(table, lambda live: live.info.thread_id not in (None, old.id))
        await until(table.boards)
        assert table.thread().id == live.info.thread_id
        await table.plays_on(4)


async def test_in_an_archived_thread_the_match_goes_on(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down()
        await until(table.boards)
        table.world.change_channel(table.thread(), archived=True)
        await table.plays_on(6)
        await until(lambda: not table.thread().archived)
        assert len([one for one in table.world.channels.values() if one.is_thread]) == 1


@pytest.mark.parametrize("archived", [False, True])
async def test_in_a_locked_thread_the_match_waits_and_goes_on_once_it_is_open(tmp_path, archived):
    now = Time()
    async with wire(tmp_path, now=now) as table:
        await table.sit_down()
        await until(table.boards)
        world, thread = table.world, table.thread()
        role = world.bot_role(table.session.guild)
        world.set_role(table.session.guild, role, role.permissions & ~Permission.MANAGE_THREADS)
        world.change_channel(thread, locked=True, archived=archived)
        if archived:  # the bot is told no more of it, and finds it when it has something to show
            with contextlib.suppress(Denied):
                await to_a_turns_end(table)
        await becomes(table, waits)
        seq = (await table.live()).info.seq
        await now.passes(table, 3600)
        assert (await table.live()).info.seq == seq
        world.change_channel(thread, locked=False, archived=False)
        await becomes(table, runs)
        await table.plays_on(4)


async def to_a_turns_end(table: Wire) -> None:
    """Play on behalf of whoever is to play, to the next turn."""
    live = await table.live()
    turn = live.turn
    while live.turn == turn and runs(live):
        live = await play_one(table.session.bot.app, live)


@pytest.mark.parametrize("by", ["overwrite", "role"])
@pytest.mark.parametrize("taken", NAMES_OF)
async def test_a_permission_taken_in_mid_match_stops_the_clock_and_given_back_goes_on(
    tmp_path, taken, by
):
    now = Time()
    async with wire(tmp_path, now=now) as table:
        await table.sit_down()
        player = await until(table.to_play)
        person, hand = player.person, table.hand(player.person)
        draw = next(one for one in controls(hand) if one["custom_id"].endswith("draw"))
        await until(table.boards)
        take(table, taken, by=by)
        live = await becomes(table, waits)
        await now.passes(table, 3600)
        assert (await table.live()).info.seq == live.info.seq, "nobody was played for"

        await until(lambda: NAMES_OF[taken] in hand.content)
        private = table.world.channels[hand.channel_id]
        told = len(person.messages(private))
        data = {"custom_id": draw["custom_id"], "component_type": draw["type"]}
        click = interactions.begin(
            table.world, Kind.COMPONENT, person.user, private, data, message=hand
        )
        await click.done.wait()
        assert not click.failed
        await until(lambda: len(person.messages(private)) > told)
        assert NAMES_OF[taken] in person.messages(private)[-1].content
        assert (await table.live()).info.seq == live.info.seq

        take(table, taken, by=by, give=True)
        await becomes(table, runs)
        await table.plays_on(4)


def take(table: Wire, permission: Permission, *, by: str, give: bool = False) -> None:
    """Take the permission from the bot in the tables' channel, or give it back."""
    world, guild = table.world, table.session.guild
    role = world.bot_role(guild)
    if by == "overwrite":
        world.overwrite(table.session.channel, role.id, deny=0 if give else permission)
        return
    for one in (role, guild.roles[guild.id]):
        changed = one.permissions | permission if give else one.permissions & ~permission
        world.set_role(guild, one, changed)


async def test_what_is_missing_stands_on_the_board_and_in_the_answers_to_clicks_and_commands(
    tmp_path,
):
    async with wire(tmp_path) as table:
        await table.sit_down()
        (board,) = await until(table.boards)
        take(table, Permission.SEND_MESSAGES_IN_THREADS, by="overwrite")
        await becomes(table, waits)
        missing = "Enviar mensagens em tópicos"
        await until(lambda: missing in board.content)
        person = table.people[0]
        hand = await pressed(person, board, Verb.HAND)
        assert missing in hand.content
        for command in ("mesa ver", "mesa pausar"):
            said = await answer(person, table.session.channel, command)
            assert missing in said.content
        take(table, Permission.SEND_MESSAGES_IN_THREADS, by="overwrite", give=True)
        await becomes(table, runs)
        await until(lambda: missing not in table.boards()[-1].content)


async def test_a_refusal_for_no_known_reason_stops_the_clock_too_until_it_works_again(tmp_path):
    now = Time()
    async with wire(tmp_path, now=now) as table:
        await table.sit_down()
        player = await until(table.to_play)
        hand = table.hand(player.person)
        await until(table.boards)
        refused = rf"(POST|PATCH) /channels/{table.thread().id}/messages"
        table.stand_in.faults.order(Fault(refused, 403, code=50013, times=None))
        workers = table.session.bot.get_cog("Board").workers
        workers.mark(1)
        live = await becomes(table, waits)
        assert live.info.lacking == ()
        await until(lambda: "o Discord não me deixa escrever na mesa" in hand.content)
        await now.passes(table, 3600)
        assert (await table.live()).info.seq == live.info.seq
        table.stand_in.faults.clear()
        workers.mark(1)
        await becomes(table, runs)
        await table.plays_on(4)


async def test_a_permission_taken_while_the_bot_was_away_is_found_when_it_comes_back(
    tmp_path, monkeypatch
):
    async with wire(tmp_path) as table:
        await table.sit_down()
        await until(table.boards)
        no_waiting(monkeypatch)
        await table.stand_in.gateway.invalidate()
        take(table, Permission.ATTACH_FILES, by="overwrite")
        await until(lambda: table.stand_in.gateway.identified == 2 or None)
        live = await becomes(table, waits)
        assert live.info.lacking == ("attach_files",)
        said = await until(
            lambda: [one for one in table.thread().messages.values() if "me falta" in one.content]
        )
        assert "Anexar arquivos" in said[-1].content


async def test_a_match_that_waits_is_ended_by_a_moderator(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down()
        ana, bruno = table.people
        take(table, Permission.SEND_MESSAGES_IN_THREADS, by="overwrite")
        await becomes(table, waits)
        question = await answer(ana, table.session.channel, "mesa encerrar")
        await press(ana, question, Verb.CANCEL)
        await becomes(table, closed)
        await sits_elsewhere_at_once(table, bruno, await another_server(table, bruno))


async def test_with_its_channel_gone_a_table_holds_nobody(tmp_path):
    async with wire(tmp_path, names=("Ana", "Bruno", "Carla")) as table:
        ana, bruno, carla = table.people
        await sit_down([ana, bruno], table.session.channel, size=2)
        await until(table.boards)
        await answer(carla, table.session.channel, "mesa criar")
        await becomes(table, lambda live: live.info.lobby_message_id is not None, 2)
        elsewhere = table.world.add_channel(table.session.guild, "outro")
        table.world.delete_channel(table.session.channel)
        await becomes(table, closed)
        await becomes(table, closed, 2)
        for person in (ana, bruno, carla):
            await sits_elsewhere_at_once(table, person, elsewhere)


# Servers


async def test_taken_from_a_server_the_bot_ends_its_tables_and_says_so_in_private(tmp_path):
    async with wire(tmp_path, names=("Ana", "Bruno", "Carla")) as table:
        ana, bruno, carla = table.people
        await sit_down([ana, bruno], table.session.channel, size=2)
        await until(table.boards)
        player = await until(table.to_play)
        hand = table.hand(player.person)
        await answer(carla, table.session.channel, "mesa criar")
        table.world.leave(table.session.guild, table.world.bot)
        await becomes(table, closed)
        await becomes(table, closed, 2)
        await until(lambda: "encerrada" in hand.content)
        assert hand.components == []
        for person in (bruno, carla):
            await sits_elsewhere_at_once(table, person, await another_server(table, person))


async def test_a_server_in_an_outage_keeps_its_tables(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down()
        guild = table.session.guild
        away = {"id": str(guild.id), "unavailable": True}
        table.world.publish("GUILD_DELETE", away)
        known = table.session.bot.get_guild(guild.id)
        await until(lambda: known.unavailable)
        table.world.publish("GUILD_CREATE", table.world.guild_payload(guild))
        await until(lambda: not table.session.bot.get_guild(guild.id).unavailable)
        await table.plays_on(4)


async def test_taken_from_a_server_while_it_was_away_the_bot_frees_its_people(
    tmp_path, monkeypatch
):
    async with wire(tmp_path) as table:
        await table.sit_down()
        bruno = table.people[1]
        channel = await another_server(table, bruno)
        no_waiting(monkeypatch)
        await table.stand_in.gateway.invalidate()
        table.world.leave(table.session.guild, table.world.bot)
        await until(lambda: table.stand_in.gateway.identified == 2 or None)
        await becomes(table, closed)
        await sits_elsewhere_at_once(table, bruno, channel)


def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py waits seconds between tries: here none."""
    sleep = asyncio.sleep

    async def short(seconds: float, *more: object) -> None:
        await sleep(min(seconds, 0.01))

    monkeypatch.setattr(asyncio, "sleep", short)
