"""The doctor: what is good, what is not and what to do, on real files and a stand-in Discord."""

import asyncio
import base64
import contextlib
import sqlite3
import threading

import discord
import pytest
from aiohttp import web

from bot import doctor, doctor_discord, doctor_local
from bot.__main__ import main
from bot.client import play_permissions
from bot.doctor import Mark
from tests.support.tables import FakeTime, opened, started

APPLICATION = 123456789012345678
TOKEN = base64.b64encode(str(APPLICATION).encode()).decode().rstrip("=") + ".abc.s3cr3t"
ALL = play_permissions().value


@pytest.fixture(autouse=True)
def settings(monkeypatch, tmp_path):
    for name in ("DISCORD_TOKEN", "LOG_LEVEL", "LOG_FORMAT", "HEALTH_PORT", "HOME_GUILD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DATABASE", str(tmp_path / "t.db"))
    monkeypatch.chdir(tmp_path)


def said(capsys, mark):
    """The lines with this mark."""
    return [line for line in capsys.readouterr().out.splitlines() if line.startswith(mark.value)]


# Python and libraries.


@pytest.mark.parametrize(
    ("version", "mark"), [((3, 10, 14), Mark.BAD), ((3, 11, 0), Mark.GOOD), ((3, 14), Mark.GOOD)]
)
def test_python_must_be_3_11_or_newer(version, mark):
    assert doctor.python_version(version)[0] is mark


PINS = """\
# Why.
aiohttp==3.1
audioop-lts==0.2; python_version >= "3.13"
zlib-ng==1.1
"""


@pytest.mark.parametrize(
    ("installed", "marks"),
    [
        ({"aiohttp": "3.1", "zlib-ng": "1.1"}, [Mark.GOOD]),
        ({"aiohttp": "3.2", "zlib-ng": "1.1"}, [Mark.WARNING]),
        ({"aiohttp": "3.1"}, [Mark.WARNING]),
        ({"zlib-ng": "1.1", "audioop-lts": "0.1"}, [Mark.BAD, Mark.WARNING]),
    ],
)
def test_libraries_are_compared_with_the_pins(tmp_path, installed, marks):
    (tmp_path / "requirements.txt").write_text(PINS)
    lines = list(doctor.check_libraries(tmp_path / "requirements.txt", installed.get))
    assert [mark for mark, _ in lines] == marks
    if marks != [Mark.GOOD]:
        assert all("pip install" in text for _, text in lines)


def test_without_the_list_of_libraries_they_are_not_checked(tmp_path):
    ((mark, _),) = doctor.check_libraries(tmp_path / "none.txt", {}.get)
    assert mark is Mark.WARNING


def test_every_line_of_the_real_list_is_understood():
    lines = doctor.REQUIREMENTS.read_text().splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert [line for line in pins if not doctor._PIN.fullmatch(line)] == []
    assert doctor.OPTIONAL.keys() <= {doctor._PIN.match(line)[1] for line in pins}


def test_where_a_library_is_missing_nothing_that_needs_it_is_tried(monkeypatch, capsys):
    monkeypatch.setattr(doctor, "_installed", lambda _name: None)
    assert main(["doctor"]) == 1
    assert not [line for line in said(capsys, Mark.GOOD) if "Banco" in line]


# This machine.


def test_without_token_and_database_all_is_good_but_a_warning_and_nothing_is_made(tmp_path, capsys):
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert Mark.BAD.value not in out
    assert "ainda não existe; o primeiro início o cria" in out
    assert "⚠️ Discord: não conferido. Falta o token" in out
    assert "discord.com/developers" in out
    assert [*tmp_path.iterdir()] == []


def test_bad_settings_are_bad_and_the_rest_is_looked_at_all_the_same(monkeypatch, capsys):
    monkeypatch.setenv("LOG_LEVEL", "loud")
    monkeypatch.setenv("HEALTH_PORT", "no")
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "❌ Configuração: LOG_LEVEL" in out
    assert "❌ Configuração: HEALTH_PORT" in out
    assert "✅ Imagens" in out


async def test_a_database_is_looked_at_while_the_bot_writes_it(tmp_path, capsys):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await started(app)
        async with app.tables.change(live.info.id) as change:
            await change.update(paused=True)
            assert await asyncio.to_thread(main, ["doctor"]) == 0
    assert "partidas: 1, íntegro" in capsys.readouterr().out


async def test_an_older_database_is_left_as_it_is_with_a_warning(tmp_path, capsys):
    path = tmp_path / "t.db"
    async with opened(path, FakeTime()):
        pass
    with contextlib.closing(sqlite3.connect(path)) as older:
        older.execute("delete from alembic_version")
        older.commit()
    before = path.read_bytes()
    assert main(["doctor"]) == 0
    assert "versão anterior" in "".join(said(capsys, Mark.WARNING))
    assert path.read_bytes() == before


@pytest.mark.parametrize("place", ["file", "folder", "missing"])
def test_an_unusable_database_is_bad(tmp_path, monkeypatch, capsys, place):
    (tmp_path / "file").write_text("a text file, and not a short one")
    (tmp_path / "folder").mkdir()
    where = {"file": "file", "folder": "folder", "missing": "no/t.db"}[place]
    monkeypatch.setenv("DATABASE", str(tmp_path / where))
    assert main(["doctor"]) == 1
    assert "Banco de dados" in "".join(said(capsys, Mark.BAD))


def test_a_place_that_cannot_be_written_is_bad(tmp_path, monkeypatch):
    monkeypatch.setattr(doctor_local.os, "access", lambda path, _mode: path != tmp_path)
    lines = list(doctor_local.database(tmp_path / "t.db"))
    bad = [text for mark, text in lines if mark is Mark.BAD]
    assert len(bad) == 1
    assert bad[0].startswith(str(tmp_path))


@pytest.mark.parametrize(
    ("mib", "mark"),
    [(49, Mark.BAD), (50, Mark.WARNING), (499, Mark.WARNING), (500, Mark.GOOD)],
)
def test_little_disk_space_is_told(mib, mark):
    assert doctor_local.space(mib * 1024 * 1024)[0] is mark


def test_missing_fonts_are_told_by_what_they_are_for(monkeypatch):
    assert doctor_local.fonts()[0] is Mark.GOOD
    monkeypatch.setattr(doctor_local, "writable", lambda text: "" if text == "麻雀" else text)
    mark, text = doctor_local.fonts()
    assert mark is Mark.WARNING
    assert "manimgx-fonts-cjk" in text
    monkeypatch.setattr(doctor_local, "writable", lambda _text: "")
    assert doctor_local.fonts()[0] is Mark.BAD


def test_a_picture_is_drawn_slower_without_zlib_ng_or_not_at_all(monkeypatch):
    assert doctor_local.picture()[0] is Mark.GOOD
    monkeypatch.setattr(doctor_local, "HAS_ZLIB_NG", False)
    assert doctor_local.picture()[0] is Mark.WARNING

    def broken(**_arguments):
        raise OSError("cannot open resource")

    monkeypatch.setattr(doctor_local, "render_lobby", broken)
    assert doctor_local.picture()[0] is Mark.BAD


# Discord.


class StandIn:
    """A Discord that answers a few requests, on a thread of its own."""

    def __init__(self):
        self.application = {"flags": 0, "interactions_endpoint_url": None}
        self.servers = []
        self.commands = {}
        self.status = 200
        self.asked = []

    async def answer(self, request):
        self.asked.append(f"{request.method} {request.path}")
        assert request.headers["Authorization"] == f"Bot {TOKEN}"
        if self.status != 200:
            return web.json_response({"message": "no", "code": 0}, status=self.status)
        user = {"id": str(APPLICATION), "username": "Buraco", "discriminator": "0", "avatar": None}
        match request.path.removeprefix("/api"):
            case "/users/@me":
                return self.json(user | {"bot": True})
            case "/oauth2/applications/@me":
                about = {"id": str(APPLICATION), "name": "Buraco", "description": "", "icon": None}
                rest = {"bot_public": True, "bot_require_code_grant": False, "verify_key": ""}
                return self.json(about | rest | {"owner": user, "team": None} | self.application)
            case "/users/@me/guilds":
                after = int(request.query.get("after", 0))
                left = [each for each in self.servers if int(each["id"]) > after]
                return self.json(left[: int(request.query["limit"])])
            case path:
                return self.json(self.commands[path])

    @staticmethod
    def json(data):
        # discord.py reads nothing else, not even with a charset.
        return web.Response(body=web.json_response(data).body, content_type="application/json")


@pytest.fixture
def stand_in(monkeypatch):
    found, ready, loop = StandIn(), threading.Event(), asyncio.new_event_loop()

    async def start():
        application = web.Application()
        application.router.add_route("*", "/{path:.*}", found.answer)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        monkeypatch.setattr(
            discord.http.Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}/api"
        )
        ready.set()
        return runner

    def serve():
        runner = loop.run_until_complete(start())
        loop.run_forever()
        loop.run_until_complete(runner.cleanup())
        loop.close()

    thread = threading.Thread(target=serve)
    thread.start()
    ready.wait()
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    found.commands[f"/applications/{APPLICATION}/commands"] = [
        {"name": "mesa"},
        {"name": "ajuda"},
    ]
    found.servers = [server(1, ALL)]
    yield found
    loop.call_soon_threadsafe(loop.stop)
    thread.join()


def server(number, permissions):
    return {"id": str(number), "name": f"Servidor {number}", "permissions": str(permissions)}


def test_with_a_good_token_all_is_good_and_the_token_is_never_said(stand_in, capsys):
    assert main(["doctor"]) == 0
    both = capsys.readouterr()
    out = both.out
    assert f"✅ Discord: token aceito, aplicativo Buraco ({APPLICATION})." in out
    assert "✅ Intents privilegiadas ligadas: nenhuma" in out
    assert "✅ Servidores com todas as permissões: 1 de 1." in out
    assert "✅ Comandos em todos os servidores: /ajuda, /mesa." in out
    assert TOKEN not in out + both.err
    assert TOKEN.rpartition(".")[2] not in out + both.err
    assert all(each.startswith("GET ") for each in stand_in.asked)  # it changes nothing


def test_privileged_intents_are_named_on_or_off(stand_in, capsys):
    flags = discord.ApplicationFlags(gateway_message_content_limited=True, gateway_presence=True)
    stand_in.application["flags"] = flags.value
    assert main(["doctor"]) == 0
    good = "".join(said(capsys, Mark.GOOD))
    assert "ligadas: Presence, Message Content; desligadas: Server Members." in good
    assert "posso ler as mensagens das mesas" in good


def test_who_reads_the_chat_must_be_able_to_delete_as_well(stand_in, capsys):
    flags = discord.ApplicationFlags(gateway_message_content_limited=True)
    stand_in.application["flags"] = flags.value
    both = discord.Permissions(ALL)
    both.manage_messages = True
    stand_in.servers = [server(1, ALL), server(2, both.value)]
    assert main(["doctor"]) == 0
    (line,) = said(capsys, Mark.WARNING)
    assert "Servidor 1 (1): me falta Gerenciar mensagens." in line


def test_without_the_message_content_intent_it_says_where_to_switch_it_on(stand_in, capsys):
    assert main(["doctor"]) == 0
    (line,) = said(capsys, Mark.WARNING)
    assert "Moderação do chat: inativa" in line
    assert "Developer Portal → Bot → Message Content Intent" in line


def test_missing_permissions_are_named_in_portuguese_for_each_server(stand_in, capsys):
    lacking = discord.Permissions(ALL)
    lacking.update(attach_files=False, create_private_threads=False)
    administrator = discord.Permissions(administrator=True).value
    stand_in.servers = [server(1, ALL), server(2, lacking.value), server(3, administrator)]
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    (line,) = [each for each in out.splitlines() if each.startswith("⚠️ Servidor")]
    assert "Servidor 2 (2): me falta" in line
    assert "Anexar arquivos" in line
    assert "Criar tópicos privados" in line
    assert "Enviar mensagens." not in line
    assert "2 de 3" in out


def test_more_servers_than_one_page_are_all_looked_at(stand_in, capsys):
    stand_in.servers = [server(number, ALL) for number in range(1, 2 * doctor_discord.PAGE + 1)]
    assert main(["doctor"]) == 0
    assert f"{2 * doctor_discord.PAGE} de {2 * doctor_discord.PAGE}" in capsys.readouterr().out


def test_no_server_and_no_command_are_warnings_that_say_what_to_do(stand_in, capsys):
    stand_in.servers = []
    stand_in.commands[f"/applications/{APPLICATION}/commands"] = []
    assert main(["doctor"]) == 0
    _, servers, commands = said(capsys, Mark.WARNING)
    assert "make invite" in servers
    assert "make run" in commands


def test_with_a_home_server_its_own_commands_are_looked_at(stand_in, monkeypatch, capsys):
    monkeypatch.setenv("HOME_GUILD", "77")
    stand_in.commands[f"/applications/{APPLICATION}/guilds/77/commands"] = [{"name": "treinar"}]
    assert main(["doctor"]) == 0
    assert "no servidor 77: /treinar" in capsys.readouterr().out


def test_an_endpoint_elsewhere_is_bad(stand_in, capsys):
    stand_in.application["interactions_endpoint_url"] = "https://example.org"
    assert main(["doctor"]) == 1
    assert "Interactions Endpoint URL" in "".join(said(capsys, Mark.BAD))


@pytest.mark.parametrize(
    ("status", "words"), [(401, "não aceitou o token"), (403, "erro (403)"), (503, "erro (503)")]
)
def test_a_log_in_that_fails_is_bad_and_says_why(stand_in, capsys, status, words):
    stand_in.status = status
    assert main(["doctor"]) == 1
    both = capsys.readouterr()
    assert words in both.out
    assert TOKEN not in both.out + both.err


def test_without_a_connection_it_says_so(monkeypatch, capsys):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:9/api")
    assert main(["doctor"]) == 1
    assert "Não consegui falar com o Discord" in "".join(said(capsys, Mark.BAD))
