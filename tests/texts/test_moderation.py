"""The words about the chat: each reason has one sentence, and nothing breaks out of its frame."""

import pytest

from moderation import Reason, Rigor
from storage.sanction_records import Mode, Rung
from texts import moderation as texts
from texts import moderators
from texts.turn import LONGEST_MESSAGE

NASTY = "||*_`[x](http://y) <@123> @everyone\n> # " * 200


def notice(**changes):
    given = {
        "number": 12,
        "surface": "send",
        "text": "tenho o nove",
        "label": "canta",
        "reasons": ("cards",),
        "rung": None,
        "banned_until": None,
    }
    return texts.notice(**{**given, **changes})


def entry(**changes):
    given = {
        "incident": 10**9,
        "user_id": 10**18,
        "at": 1_800_000_000_000,
        "surface": "thread_name",
        "label": "canta",
        "reasons": ("cards", "question"),
        "confidence": 0.97,
        "text": NASTY,
        "seq": 1500,
        "turn": 10**18,
        "strike": True,
        "rung": "suspenso",
        "denied": True,
        "undone": True,
        "undone_by": 10**18,
        "reported_by": 10**18,
        "table": 12345,
    }
    return moderators.incident_text(**{**given, **changes})


@pytest.mark.parametrize("reason", [*Reason])
def test_every_reason_has_a_sentence(reason):
    words = texts.why([reason.value])
    assert words.startswith("Ela ")
    assert words.endswith(".")
    assert words != texts.why([])


def test_every_mode_and_rigor_is_explained_and_every_rung_told():
    assert set(moderators.MODES) == {mode.value for mode in Mode}
    assert set(moderators.RIGORS) == {rigor.value for rigor in Rigor}
    told = {notice(rung=rung.value, banned_until=1) for rung in Rung} | {notice()}
    assert len(told) == len(Rung) + 1


def test_a_notice_says_neither_that_it_was_true_nor_that_it_was_false():
    for reason in Reason:
        words = notice(reasons=(reason.value,), text="x").casefold()
        assert "mentira" not in words
        assert "de fato" not in words
        assert "verdade" not in words.replace("verdade ou não", "")


@pytest.mark.parametrize("words", [notice(text=NASTY), entry()])
def test_the_nastiest_text_fits_and_mentions_nobody(words):
    assert len(words) < LONGEST_MESSAGE - 200
    assert "@everyone" not in words
    assert "<@123>" not in words
    assert "](http" not in words.replace("\\]\\(http", "")


def test_a_text_stays_in_its_spoiler():
    (line,) = [one for one in entry().splitlines() if one.startswith("||")]
    assert line.endswith("||")
    assert "||" not in line[2:-2]
    (line,) = [one for one in entry(text="a\\").splitlines() if one.startswith("||")]
    assert line == "||a\\\\||"


def test_an_explanation_and_long_lists_fit_one_message():
    assert len(moderators.explanation(entry(), "canta", ["cards", "question"])) <= LONGEST_MESSAGE
    shown = moderators.history_text("<@1>", texts.standing(3, None, banned=True), [entry()] * 25, 2)
    assert len(shown) <= LONGEST_MESSAGE
    assert shown.endswith("quando ela acabar.")
    lines = [(number, 1, "aviso") for number in range(200)]
    assert len(moderators.strikes_text("<@1>", "", lines)) <= LONGEST_MESSAGE


def test_a_public_note_says_nothing_of_what_was_written():
    assert texts.public_note("<@1>", "canta") == (
        "<@1>, apaguei uma mensagem sua: aqui não se fala de cartas escondidas. Veja `/avisos`."
    )
    assert "ofende" in texts.public_note("<@1>", "ofensa")


@pytest.mark.parametrize(
    ("strikes", "bans", "words"),
    [
        (1, 1, "1 advertência e 1 suspensão"),
        (2, 3, "2 advertências e 3 suspensões"),
        (0, 0, "Não há nada a perdoar"),
    ],
)
def test_a_pardon_counts_what_it_undid(strikes, bans, words):
    assert words in moderators.pardoned_text("<@1>", strikes, bans)


def test_the_settings_with_all_that_may_be_wrong_fit_one_message():
    settings = moderators.settings_text(
        place="<#1234567890123456789>",
        mode="falar",
        rigor="rigoroso",
        forbid_swearing=False,
        no_pictures=False,
        everywhere=True,
        timeouts=True,
        automod=True,
        ladder=(1, 2, 3, 4, 24, 168),
        exceptions=200,
        log_channel="<#1234567890123456789>",
    )
    trouble = moderators.trouble_text(
        mode="falar",
        reads_chat=False,
        missing=["manage_webhooks", "moderate_members"],
        log_missing=["view_channel", "send_messages"],
        log_is_public=True,
        leaks=["<@&1234567890123456789>"] * 50,
        open_to_all=True,
    )
    assert "e mais 44" in trouble
    made = moderators.channel_made("<#1234567890123456789>")
    whole = f"{made}\n{settings}\n{trouble}"
    assert len(whole) <= LONGEST_MESSAGE
