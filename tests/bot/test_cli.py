"""The command line: what it says without a token, with a bad one, and for an unusable database."""

import base64
from pathlib import Path

import discord
import pytest

from bot.__main__ import COMMANDS, main
from bot.client import invite_links, may_read_chat, needed_intents
from bot.config import BadSettings, Settings, load_settings

TOKEN = base64.b64encode(b"123456789012345678").decode().rstrip("=") + ".abc.def"


@pytest.fixture(autouse=True)
def no_settings(monkeypatch, tmp_path):
    for name in (
        "DISCORD_TOKEN",
        "DATABASE",
        "LOG_LEVEL",
        "LOG_FORMAT",
        "HEALTH_PORT",
        "HOME_GUILD",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", ["run", "invite"])
def test_without_a_token_it_says_how_to_get_one(command, capsys):
    assert main([command]) == 2
    assert "discord.com/developers" in capsys.readouterr().err


def test_invite_prints_two_links_with_just_the_permissions_needed(monkeypatch, capsys):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert main(["invite"]) == 0
    out = capsys.readouterr().out
    assert out.count("client_id=123456789012345678") == 2
    assert TOKEN not in out
    play, moderate = invite_links(TOKEN)
    assert play != moderate
    assert "scope=bot+applications.commands" in play


def test_a_token_that_is_none_is_told(monkeypatch, capsys):
    monkeypatch.setenv("DISCORD_TOKEN", "olá")
    assert main(["invite"]) == 2
    assert "não parece um token" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "yaml"),
        ("HEALTH_PORT", "99999"),
        ("HOME_GUILD", "minha casa"),
        ("HOME_GUILD", "-5"),
        ("DISCORD_TOKEN", "a b c"),
    ],
)
def test_a_bad_setting_is_named_and_its_value_never_shown(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings) as bad:
        load_settings()
    assert name in str(bad.value)
    assert value not in str(bad.value)


def test_the_token_is_not_in_the_settings_repr(monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert TOKEN not in repr(load_settings())


def test_settings_come_from_the_env_file_too(tmp_path):
    (tmp_path / ".env").write_text("DISCORD_TOKEN=\nDATABASE=elsewhere.db\nLOG_LEVEL=\n")
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.database.name == "elsewhere.db"
    assert settings.log_level == "INFO"


def test_an_env_file_that_is_no_text_is_told(tmp_path):
    (tmp_path / ".env").write_bytes(b"\xff\xfe\x00nonsense")
    with pytest.raises(BadSettings, match="UTF-8"):
        load_settings()


def test_the_example_of_settings_is_itself_good_and_names_them_all(tmp_path):
    example = (Path(__file__).parents[2] / ".env.example").read_text()
    (tmp_path / ".env").write_text(example)
    assert load_settings() == Settings(_env_file=None)
    named = {line.partition("=")[0].lower() for line in example.splitlines() if "=" in line}
    assert named == set(Settings.model_fields)


def test_an_unusable_database_ends_the_start_with_a_sentence(monkeypatch, tmp_path, capsys):
    (tmp_path / "t.db").write_text("this is no database at all")
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE", str(tmp_path / "t.db"))
    assert main(["run"]) == 2
    assert "não é um banco de dados" in capsys.readouterr().err


def test_no_privileged_intent_is_asked_for():
    intents = needed_intents()
    assert not any([intents.members, intents.presences, intents.message_content])


def test_the_chat_s_text_is_asked_for_only_where_it_is_allowed():
    more = needed_intents(chat=True)
    assert more.message_content
    assert not any([more.members, more.presences])
    assert not may_read_chat(discord.ApplicationFlags())
    assert may_read_chat(discord.ApplicationFlags(gateway_message_content=True))
    assert may_read_chat(discord.ApplicationFlags(gateway_message_content_limited=True))


def test_render_draws_a_position_of_a_record(tmp_path):
    example = Path(__file__).parents[2] / "docs" / "example.txt"
    out = tmp_path / "table.png"
    assert main(["render", str(example), "--line", "60", "-o", str(out)]) == 0
    assert out.read_bytes().startswith(b"\x89PNG")


DOCUMENTS = (Path(__file__).parents[2] / "README.md", *Path(__file__).parents[2].glob("docs/*.md"))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(command):
    texts = [path.read_text(encoding="utf-8") for path in DOCUMENTS]
    assert any(f"python -m bot {command}" in text or f"make {command}" in text for text in texts)


def test_every_setting_is_documented():
    operating = (Path(__file__).parents[2] / "docs" / "operating.md").read_text(encoding="utf-8")
    assert [
        name for name in Settings.model_fields if f"| `{name.upper()}` |" not in operating
    ] == []
