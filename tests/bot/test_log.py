"""Log lines: their two shapes, the match that they are about, and what never stands in them."""

import io
import json
import logging
import re

import pytest

from bot import log
from tests.support.discord_table import DiscordTable, running, sit_down

CARD = re.compile(r"(?<![\w-])(?:(?:[2-9TJQKA][cdhs]|JK)+|[2-9]|10|[JQKA][♣♦♥♠])(?![\w-])")
BOT_TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDE." + "s3cret_" * 5
CLICK_TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OmFiYw"


@pytest.fixture
def lines():
    """Sets logging up as the program does, and gives a way to read what was written."""
    root = logging.getLogger()
    loggers = [root, *(logging.getLogger(name) for name in ("discord", *log.CHATTY))]
    before = [(each, each.level, each.handlers[:]) for each in loggers]
    stream = io.StringIO()

    def start(level="DEBUG", style="json"):
        log.set_up(level, style, stream=stream)
        return lambda: stream.getvalue().splitlines()

    yield start
    for each, level, handlers in before:
        each.setLevel(level)
        each.handlers[:] = handlers


def test_a_line_for_people_names_time_level_logger_and_match(lines):
    written = lines(style="text")
    with log.about(12):
        logging.getLogger("bot.x").info("the table is %s now", "live")
    logging.getLogger("bot.x").warning("no match")
    about, other = written()
    assert about.endswith("INFO bot.x [match 12]: the table is live now")
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", about)
    assert other.endswith("WARNING bot.x: no match")


def test_a_line_for_programs_is_one_object_with_its_traceback_in_it(lines):
    written = lines()
    with log.about(7):
        logging.getLogger("bot.x").error("it failed: %s", "ção", exc_info=ValueError("two\nlines"))
    (line,) = written()
    said = json.loads(line)
    assert (said["level"], said["logger"], said["match"]) == ("ERROR", "bot.x", 7)
    assert said["message"] == "it failed: ção"
    assert "ValueError: two\nlines" in said["traceback"]
    assert said["time"].endswith("+00:00")


def test_the_match_is_forgotten_where_its_work_ends(lines):
    written = lines()
    with log.about(1):
        with log.about(2):
            pass
        logging.getLogger("bot.x").info("inside")
    logging.getLogger("bot.x").info("outside")
    assert [json.loads(line).get("match") for line in written()] == [1, None]


@pytest.mark.parametrize("style", ["text", "json"])
def test_tokens_in_what_libraries_log_are_cut_out(lines, style):
    written = lines(style=style)
    address = f"https://discord.com/api/v10/webhooks/123/{CLICK_TOKEN}/messages/@original"
    logging.getLogger("discord.http").warning("limited: %s %s, %.2f", "PATCH", address, 0.5)
    answer = f"/interactions/123/{CLICK_TOKEN}/callback"
    error = ValueError(f"{answer} with {BOT_TOKEN}")
    logging.getLogger("discord.http").error("POST %s as %s", answer, BOT_TOKEN, exc_info=error)
    text = "\n".join(written())
    assert "webhooks/123/…/messages" in text
    assert CLICK_TOKEN not in text
    assert BOT_TOKEN not in text


@pytest.mark.parametrize("name", ["discord.gateway", "aiosqlite", "alembic.runtime", "PIL.Image"])
def test_libraries_details_stay_out_even_at_debug(lines, name):
    written = lines()
    logging.getLogger(name).debug("payload")
    logging.getLogger(name).info("payload")
    assert written() == []


async def test_a_whole_match_is_logged_by_its_id_and_no_card_name_or_word_is(tmp_path, lines):
    written = lines()
    names = ["Zenóbia", "Ubiratã", "Quitéria", "Hermógenes"]
    async with running(tmp_path / "t.db", seed=3) as server:
        tokens = set()
        server._env._register_dispatch_observer(lambda click: tokens.add(click.token))
        people, match_id = await sit_down(server, names, regras="tradicional", meta=500)
        await people[0].type_dm("nenhumajogada d 9e")
        await DiscordTable(server, people, match_id).play_out()
    said = [json.loads(line) for line in written()]
    ours = [one for one in said if one["logger"].startswith(("bot", "cogs"))]
    stored = [one for one in ours if one["message"].startswith("stored up to event")]
    assert len(stored) > 100
    assert {one.get("match") for one in stored} == {match_id}
    assert any(one["message"] == "the table is over now" for one in ours)
    about_none = {one["message"] for one in ours if "match" not in one}
    assert all(message.startswith("connected to") for message in about_none)
    everything = "\n".join(written())
    assert len(tokens) > 100
    for secret in (*names, "nenhumajogada", "simcord.fake.token", *tokens):
        assert secret not in everything
    messages = (one["message"] + one.get("traceback", "") for one in said)
    without_ids = [re.sub(r"(event|match|user|to) \d+", "", message) for message in messages]
    assert [message for message in without_ids if CARD.search(message)] == []
