"""The chat rule without Discord: what is blocked at a table, and what follows from it."""

import pytest

from bot.services.errors import Denied, Problem
from bot.services.lobby import Person
from bot.services.moderation import HOUR_MS, ModerationService, Written
from game.actions import Draw
from game.rules import PRESETS, Preset
from moderation import Label, Reason
from storage.records import Status
from storage.sanction_records import Mode, Rung
from tests.support.tables import (
    ANA,
    BIA,
    CAIO,
    CHANNEL,
    GUILD,
    PEOPLE,
    FakeTime,
    new_table,
    opened,
    play_one,
    started,
)

THREAD = 77
REVEAL = "Tenho o nove de paus"
INSULT = "seu imbecil"
RANKS = {1: "ás", 11: "valete", 12: "dama", 13: "rei"}
SUITS = {"c": "paus", "d": "ouros", "h": "copas", "s": "espadas"}
THREAT = "vou te matar, sei onde você mora"


async def at_a_table(app, **changes):
    """A running table in its thread, and the service that judges what is written there."""
    live = await started(app, **changes)
    async with app.tables.change(live.info.id, quiet=True) as change:
        await change.update(thread_id=THREAD)
    return await app.tables.get(live.info.id), ModerationService(app.tables)


def says(text, user_id=ANA, name="Ana", message_id=500, **more):
    return Written(user_id=user_id, name=name, text=text, message_id=message_id, **more)


async def strike(service, time, text=REVEAL, user_id=ANA):
    """One violation of which its author is told, a while after the one before."""
    time.advance(120)
    ruling = await service.hear(THREAD, says(text, user_id))
    assert ruling.incident is not None
    await service.noticed(ruling.incident)
    return ruling


async def test_plain_talk_passes_and_leaves_no_trace(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        _, service = await at_a_table(app)
        assert not (await service.hear(THREAD, says("boa sorte, gente!"))).blocked
        assert await service.record_of(GUILD, ANA) == ([], [], None)


async def test_what_reveals_a_card_is_removed_and_kept_with_its_evidence(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live, service = await at_a_table(app)
        ruling = await service.hear(THREAD, says(REVEAL))
        assert ruling.blocked
        assert ruling.remove == (500,)
        incident = ruling.incident
        assert (incident.match_id, incident.seq) == (live.info.id, live.info.seq)
        assert incident.turn == live.player.user_id
        assert incident.text == REVEAL
        assert incident.strike
        assert incident.rung is Rung.NOTICE
        _, kept, _ = await service.record_of(GUILD, ANA)
        assert kept == [incident]


async def test_whoever_holds_the_card_and_whoever_does_not_are_judged_alike(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live, service = await at_a_table(app)
        hands = live.state.round.hands
        held = next(
            card
            for card in hands[0]
            if card.suit is not None and not all(card in hand for hand in hands)
        )
        claim = f"Tenho o {RANKS.get(held.rank, held.rank)} de {SUITS[held.suit.value]}"
        verdicts = [
            (await service.hear(THREAD, says(claim, person.user_id, person.display))).verdict
            for person in PEOPLE
        ]
        assert {verdict.label for verdict in verdicts} == {Label.REVEAL}
        assert len({verdict.action for verdict in verdicts}) == 1


async def test_elsewhere_and_after_the_match_nothing_is_judged(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live, service = await at_a_table(app)
        assert not (await service.hear(123, says(INSULT))).blocked
        await app.seats.close(live.info.id, ANA, moderator=True)
        assert not (await service.hear(THREAD, says(INSULT))).blocked


async def test_a_server_can_switch_it_off_for_one_channel(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        _, service = await at_a_table(app)
        await service.configure(GUILD, CHANNEL, mode=Mode.OFF)
        assert not (await service.hear(THREAD, says(REVEAL))).blocked
        assert (await service.settings(GUILD)).mode is Mode.DELETE


async def test_a_sentence_split_over_messages_goes_as_a_whole(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        _, service = await at_a_table(app)
        assert not (await service.hear(THREAD, says("preciso de", message_id=1))).blocked
        assert not (await service.hear(THREAD, says("boa!", BIA, "Bia", message_id=2))).blocked
        ruling = await service.hear(THREAD, says("uma dama", message_id=3))
        assert ruling.blocked
        assert ruling.remove == (1, 3)


async def test_an_edited_message_is_read_without_what_it_said_before(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        _, service = await at_a_table(app)
        await service.hear(THREAD, says("preciso de", message_id=1))
        edited = says("uma dama", message_id=1, surface="edit")
        assert not (await service.hear(THREAD, edited)).blocked


async def test_what_an_edited_message_says_now_may_be_the_beginning_of_a_sentence(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        _, service = await at_a_table(app)
        await service.hear(THREAD, says("boa", message_id=1))
        await service.hear(THREAD, says("preciso de", message_id=1, surface="edit"))
        ruling = await service.hear(THREAD, says("uma dama", message_id=2))
        assert ruling.remove == (1, 2)


async def test_what_tells_by_itself_takes_no_innocent_message_along(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        _, service = await at_a_table(app)
        await service.hear(THREAD, says("boa noite, gente", message_id=1))
        ruling = await service.hear(THREAD, says(REVEAL, message_id=2))
        assert ruling.remove == (2,)


async def test_a_sentence_is_put_together_whatever_its_author_is_called_meanwhile(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        _, service = await at_a_table(app)
        await service.hear(THREAD, says("preciso de", name="Aninha 🌻", message_id=1))
        ruling = await service.hear(THREAD, says("uma dama", name="Aninha 🌻", message_id=2))
        assert ruling.remove == (1, 2)


async def test_parts_a_minute_apart_are_no_sentence(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        _, service = await at_a_table(app)
        await service.hear(THREAD, says("eu queria", message_id=1))
        time.advance(61)
        ruling = await service.hear(THREAD, says("agora vai", message_id=3))
        assert not ruling.blocked


async def test_with_a_robot_for_a_partner_card_talk_passes_and_insults_do_not(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await app.lobby.train(new_table(), PEOPLE[0])
        async with app.tables.change(live.info.id, quiet=True) as change:
            await change.update(thread_id=THREAD)
        service = ModerationService(app.tables)
        assert not (await service.hear(THREAD, says(REVEAL))).blocked
        assert (await service.hear(THREAD, says(INSULT))).blocked


async def test_a_partner_who_left_may_come_back_so_card_talk_goes_without_a_strike(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live, service = await at_a_table(app)
        partner = live.info.at((live.info.seat_of(ANA) + 2) % 4)
        await app.seats.leave(live.info.id, partner.user_id)
        ruling = await service.hear(THREAD, says(REVEAL))
        assert ruling.blocked
        assert not ruling.incident.strike


async def test_between_two_players_a_reveal_goes_but_is_never_a_strike(tmp_path):
    rules = PRESETS[Preset.MANO_A_MANO]
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await app.lobby.open(new_table(size=2, rules=rules), PEOPLE[0])
        await app.lobby.sit(live.info.id, PEOPLE[1])
        await app.lobby.start(live.info.id, ANA)
        async with app.tables.change(live.info.id, quiet=True) as change:
            await change.update(thread_id=THREAD)
        service = ModerationService(app.tables)
        ruling = await service.hear(THREAD, says(REVEAL))
        assert ruling.blocked
        assert not ruling.incident.strike


async def test_the_ladder_goes_from_a_word_to_a_week(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        _, service = await at_a_table(app)
        rungs = []
        for _ in range(6):
            ruling = await strike(service, time)
            hours = None if ruling.ban is None else (ruling.ban.until - ruling.ban.at) // HOUR_MS
            rungs.append((ruling.incident.rung, hours))
        assert rungs == [
            (Rung.NOTICE, None),
            (Rung.MUTE, None),
            (Rung.BAN, 1),
            (Rung.BAN, 24),
            (Rung.BAN, 168),
            (Rung.BAN, 168),
        ]


async def test_strikes_expire_after_thirty_days(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        _, service = await at_a_table(app)
        await strike(service, time)
        time.advance(30 * 24 * 3600)
        assert (await strike(service, time)).incident.rung is Rung.NOTICE


async def test_before_the_first_notice_arrived_all_violations_are_one(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        _, service = await at_a_table(app)
        first = await service.hear(THREAD, says(REVEAL, message_id=1))
        second = await service.hear(THREAD, says("tenho o sete de copas", message_id=2))
        assert first.incident.strike
        assert second.blocked
        assert not second.incident.strike
        strikes, incidents, _ = await service.record_of(GUILD, ANA)
        assert len(strikes) == 1
        assert len(incidents) == 2


async def test_what_was_written_before_the_notice_came_and_is_heard_after_it_is_no_second(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        _, service = await at_a_table(app)
        written = time.now
        time.advance(1)
        await strike(service, time)
        late = await service.hear(THREAD, says(REVEAL, message_id=2, at=written + 500))
        assert not late.incident.strike
        assert (await strike(service, time)).incident.rung is Rung.MUTE


async def test_what_a_running_round_holds_is_not_read_by_moderators(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live, service = await at_a_table(app)
        incident = (await service.hear(THREAD, says(REVEAL))).incident
        assert await service.readable([incident]) == []
        assert await service.to_be_logged() == [live.info.id]
        assert await service.incident(GUILD + 1, incident.id) is None
        await app.seats.close(live.info.id, ANA, moderator=True)
        assert await service.readable([incident]) == [incident]


async def test_the_rule_is_told_once_a_server_and_user_and_what_is_held_is_counted(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        _, service = await at_a_table(app)
        asked = [(GUILD, ANA), (GUILD, ANA), (GUILD + 1, ANA), (GUILD, BIA)]
        assert [await service.rule_is_new(*each) for each in asked] == [True, False, True, True]
        await service.hear(THREAD, says(THREAT))
        held = await service.held_about(ANA)
        assert (held.tables, held.incidents, held.texts, held.bans) == (1, 1, 1, 1)
        await service.forget_texts_of(ANA)
        assert (await service.held_about(ANA)).texts == 0


async def test_a_threat_bans_for_a_day_at_once(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        _, service = await at_a_table(app)
        ruling = await service.hear(THREAD, says(THREAT))
        assert Reason.THREAT in ruling.verdict.reasons
        assert ruling.incident.rung is Rung.BAN
        assert ruling.ban.until - ruling.ban.at == 24 * HOUR_MS


async def test_whoever_is_muted_is_not_heard_until_the_round_ends(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        _, service = await at_a_table(app)
        await strike(service, time)
        await strike(service, time)
        time.advance(120)
        ruling = await service.hear(THREAD, says("boa noite", message_id=9))
        assert ruling.muted
        assert ruling.remove == (9,)
        assert ruling.incident is None
        assert not (await service.hear(THREAD, says("boa noite", BIA, "Bia"))).blocked


async def test_a_banned_player_plays_on_in_silence_and_then_sits_nowhere(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        live, service = await at_a_table(app)
        await service.hear(THREAD, says(THREAT))
        assert (await service.hear(THREAD, says("oi", message_id=8))).muted
        now = await app.tables.get(live.info.id)
        while now.player.user_id != ANA:
            now = await play_one(app, now)
        played = await app.matches.play(
            match_id=live.info.id, user_id=ANA, plays=[Draw()], version=now.info.seq
        )
        assert played.refusal is None
        with pytest.raises(Denied) as denied:
            await app.lobby.open(new_table(), PEOPLE[0])
        assert denied.value.problem is Problem.BANNED
        assert "until" in denied.value.facts


async def test_no_match_begins_with_somebody_who_was_banned_after_he_sat_down(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await app.lobby.open(new_table(), PEOPLE[0])
        for person in PEOPLE[1:4]:
            await app.lobby.sit(live.info.id, person)
        service = ModerationService(app.tables)
        await service.ban(GUILD, BIA, hours=1, by=CAIO)
        with pytest.raises(Denied) as denied:
            await app.lobby.start(live.info.id, ANA)
        assert denied.value.problem is Problem.SEATED_BANNED
        assert denied.value.facts == {"name": "Bia"}
        await service.pardon(GUILD, BIA, by=CAIO)
        assert (await app.lobby.start(live.info.id, ANA)).info.status is Status.LIVE


async def test_a_ban_outlives_a_restart_and_ends_by_itself_on_time(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        _, service = await at_a_table(app)
        await service.hear(THREAD, says(THREAT, CAIO, "Caio"))
    time.advance(24 * 3600 - 1)
    stranger = Person(CAIO, "Caio")
    async with opened(tmp_path / "t.db", time) as app:
        with pytest.raises(Denied):
            await app.lobby.open(new_table(), stranger)
        time.advance(1)
        _, _, ban = await ModerationService(app.tables).record_of(GUILD, CAIO)
        assert ban is None
    async with opened(tmp_path / "u.db", time) as app:
        assert (await app.lobby.open(new_table(), stranger)).info.status is Status.LOBBY


async def test_a_ban_holds_on_its_server_alone(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        service = ModerationService(app.tables)
        await service.ban(GUILD, ANA, hours=None, by=1)
        with pytest.raises(Denied):
            await app.lobby.open(new_table(), PEOPLE[0])
        live = await app.lobby.open(new_table(guild_id=GUILD + 1), PEOPLE[0])
        assert live.info.status is Status.LOBBY


async def test_an_endless_ban_is_a_moderator_s_and_ends_with_a_pardon(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        service = ModerationService(app.tables)
        await service.ban(GUILD, ANA, hours=None, by=1, why="trapaça")
        time.advance(400 * 24 * 3600)
        _, _, ban = await service.record_of(GUILD, ANA)
        assert ban.until is None
        assert await service.pardon(GUILD, ANA, by=1) == (0, 1)
        assert (await app.lobby.open(new_table(), PEOPLE[0])).info.status is Status.LOBBY


async def test_undoing_takes_the_strike_and_its_ban_back_once(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        _, service = await at_a_table(app)
        ruling = await service.hear(THREAD, says(THREAT))
        await service.undo(ruling.incident.id, by=1)
        strikes, incidents, ban = await service.record_of(GUILD, ANA)
        assert (strikes, ban) == ([], None)
        assert incidents[0].undone_by == 1
        with pytest.raises(Denied) as denied:
            await service.undo(ruling.incident.id, by=1)
        assert denied.value.problem is Problem.UNDONE


async def test_only_its_author_can_deny_an_incident(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        _, service = await at_a_table(app)
        incident = (await service.hear(THREAD, says(REVEAL))).incident
        with pytest.raises(Denied):
            await service.deny(incident.id, BIA)
        await service.deny(incident.id, ANA)
        _, incidents, _ = await service.record_of(GUILD, ANA)
        assert incidents[0].denied


async def test_a_moderator_reads_of_a_round_only_when_it_is_over(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live, service = await at_a_table(app)
        incident = (await service.hear(THREAD, says(REVEAL))).incident
        assert await service.to_log(live.info.id) == []
        now = await app.tables.get(live.info.id)
        while now.turn is not None:
            now = await play_one(app, now)
        assert [each.id for each in await service.to_log(live.info.id)] == [incident.id]
        await service.logged([incident])
        assert await service.to_log(live.info.id) == []


async def test_removed_texts_are_kept_for_thirty_days_and_can_be_forgotten(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        _, service = await at_a_table(app)
        await strike(service, time)
        time.advance(30 * 24 * 3600 + 1)
        await strike(service, time, user_id=BIA)
        await service.forget_old_texts()
        _, (old,), _ = await service.record_of(GUILD, ANA)
        assert old.text is None
        await service.forget_texts_of(BIA)
        _, (new,), _ = await service.record_of(GUILD, BIA)
        assert new.text is None


async def test_the_letter_of_the_rules_lets_moods_pass(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        _, service = await at_a_table(app)
        assert (await service.hear(THREAD, says("minha mão está horrível"))).blocked
        await service.configure(GUILD, rigor="oficial")
        assert not (await service.hear(THREAD, says("minha mão está péssima"))).blocked
        assert (await service.hear(THREAD, says(REVEAL))).blocked


async def test_nobody_pardons_before_the_table_was_asked(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live, service = await at_a_table(app)
        ruling = await service.hear(THREAD, says("tenho o nove de paus"))
        opponent = live.info.at(1 - live.info.seat_of(ANA) % 2).user_id
        with pytest.raises(Denied) as denied:
            await service.forgive(ruling.incident.id, opponent)
        assert denied.value.problem is Problem.NOT_AN_OPPONENT
        await service.recalled(live.info.id, [ruling.incident.id])
        _, missing = await service.forgive(ruling.incident.id, opponent)
        assert opponent not in missing
