"""The page in a real browser, on a computer's and on a phone's screen."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from types import SimpleNamespace

import discord.gateway
import discord.http
import pytest

from bot.app import Setup
from bot.client import moderate_permissions
from cogs.ui.custom_ids import Verb
from demo.limits import Limits
from demo.objects import EPHEMERAL, LOADING, SILENT
from demo.page import add_page
from demo.people import Person
from demo.seating import id_of, newest, sit_down, use
from demo.seating import until as find
from demo.server import StandIn
from demo.session import NAMES, seeded, session
from demo.world import World
from tests.demo.browser import browsing, chromium, expect, two_on_a_server, until
from tests.support.chat import REVEAL
from texts import moderation, moderators

SECRET = "of-ana"
DONE, FORM = 6, 9


@pytest.fixture(autouse=True)
def _a_browser():
    chromium()


@pytest.fixture
async def place() -> AsyncIterator[SimpleNamespace]:
    async with two_on_a_server(SECRET, "Ana") as there:
        yield there


@pytest.fixture(autouse=True)
def _discord_is_where_it_was(monkeypatch):
    """What points discord.py at the stand-in holds for one test."""
    socket = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    monkeypatch.setattr(socket, "DEFAULT_GATEWAY", socket.DEFAULT_GATEWAY)


@contextlib.asynccontextmanager
async def playing(folder, *, emojis: bool) -> AsyncIterator[str]:
    """The whole demo, with robots that do not hesitate; yields the link of Ana's page."""
    setup = Setup(
        database=folder / "t.db",
        sleep=lambda _seconds: asyncio.sleep(0),
        emojis=emojis,
        warm_up=False,
    )
    limits = Limits(enabled=False)
    async with session(seeded(setup, 5), names=["Ana"], limits=limits) as running:
        await until(lambda: bool(running.bot.faces) == emojis)
        yield running.links[0]


def post(place, content, **more):
    return place.world.post(place.channel, place.world.bot, content=content, **more)


def answer(place, answer_type, **fields) -> None:
    """Answer the newest interaction as a bot would."""
    interaction = next(reversed(place.world.interactions.values()))
    interaction.answer = answer_type
    for name, value in fields.items():
        setattr(interaction, name, value)
    if answer_type == FORM:
        place.world.open_forms[interaction.user.id] = interaction
    place.world.publish("INTERACTION_ANSWERED", {"interaction": interaction}, only_for=0)


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_first_visitor_plays_a_table_with_robots(width, tmp_path):
    demo = playing(tmp_path, emojis=True)
    async with demo as link, browsing(width, tmp_path) as watched:
        page = watched.page
        await page.goto(link)
        await page.get_by_text("para jogar já com três robôs").wait_for()
        await watched.look("start")
        await page.get_by_role("button", name="Jogar já").click()
        if width < 1200:
            notice = page.get_by_role("status").filter(has_text="Sua mão chegou")
            await notice.get_by_role("button", name="Abrir").click()
        else:
            await page.get_by_role("button", name="Ir à mesa").click()
        hand = page.locator(".pane.private")
        for turn in (1, 2):
            await play_turn(watched, hand, turn)
        await hand.get_by_role("link", name="ir à mesa").last.click()
        table = page.locator(".pane.public")
        await table.get_by_text(re.compile("Ana (comprou|pegou)")).last.wait_for()
        await watched.look("table")
        await table.get_by_role("button", name="Placar", exact=True).click()
        await table.get_by_text("Só você pode ver esta mensagem").wait_for()
        await watched.look("score")
        await table.get_by_role("button", name="Ignorar mensagem").click()
        await table.get_by_text("Só você pode ver esta mensagem").wait_for(state="detached")
        await ask_for_rules(watched, table)
        assert watched.errors == []


async def play_turn(watched, hand, turn) -> None:
    """Draw and discard, by the buttons and menus of the hand alone."""
    draw = hand.get_by_role("button", name="Comprar")
    await draw.click()
    await hand.get_by_role("button", name="Descartar", exact=True).click()
    menu = watched.page.get_by_role("listbox", name="Descartar")
    await menu.wait_for()
    await watched.look(f"turn-{turn}")
    before = await hand.get_by_role("listitem").last.get_attribute("id")
    await menu.get_by_role("option").filter(has_not_text=re.compile("curinga")).first.click()
    newest = hand.locator(f".message:last-child:not(#{before})")
    await newest.get_by_role("button", name="Comprar").wait_for()


async def ask_for_rules(watched, pane) -> None:
    """A slash command by its list, with a term that the bot completes."""
    box = pane.get_by_role("textbox")
    await box.fill("/regr")
    await pane.get_by_role("option", name="/regras").wait_for()
    await watched.look("commands")
    await box.press("Enter")
    term = pane.get_by_role("combobox", name="termo")
    await term.fill("mort")
    await pane.get_by_role("option", name="Morto", exact=True).click()
    await watched.look("term")
    await pane.get_by_role("button", name="Enviar comando").click()
    await pane.get_by_text("dois pacotes de 11 cartas").wait_for()
    await watched.look("rules")


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_table_is_opened_and_filled_in_the_lobby(width, tmp_path):
    demo = playing(tmp_path, emojis=False)
    async with demo as link, browsing(width, tmp_path) as watched:
        page = watched.page
        await page.goto(link)
        pane = page.locator(".pane.public")
        await pane.get_by_role("textbox").fill("/mesa criar")
        await pane.get_by_role("textbox").press("Enter")
        await pane.get_by_role("combobox", name="jogadores").select_option(label="4 jogadores")
        await watched.look("form")
        await pane.get_by_role("button", name="Enviar comando").click()
        await pane.get_by_role("button", name="Robôs").click()
        await pane.get_by_text("Mesa cheia").wait_for()
        await watched.look("lobby")
        assert watched.errors == []


HOSTILE = """<img src=x onerror="document.title='owned'"> <script>document.title='owned'</script>
[clique](javascript:document.title='owned') **forte** *leve* ~~não~~ `<b>` \\*livre\\* <@{ana}>
> citado
## Título
- um
- dois
-# pequeno
||segredo|| <t:{soon}:R> [mesa](https://discord.com/channels/1/{channel}) <#{channel}>"""


@pytest.mark.parametrize("width", [1280, 390])
async def test_what_tells_cards_vanishes_from_the_table_and_its_author_reads_why(width, tmp_path):
    setup = Setup(database=tmp_path / "t.db", warm_up=False, emojis=False)
    limits = Limits(enabled=False)
    demo = session(setup, names=NAMES, limits=limits, reads_chat=True)
    async with demo as running, browsing(width, tmp_path) as watched:
        await sit_down([*running.people], running.channel)
        page = watched.page
        await page.goto(running.links[0])
        await until(lambda: any(one.is_thread for one in running.world.channels.values()))
        thread = next(one for one in running.world.channels.values() if one.is_thread)
        await page.goto(f"{running.links[0]}#{thread.id}")
        table = page.locator(".pane.public")
        box = table.get_by_role("textbox")
        for words in ("boa sorte, gente!", REVEAL):
            await box.fill(words)
            await box.press("Enter")
        hand = page.locator(".pane.private")
        if width < 1200:
            await watched.look("chat-removed")
            await page.get_by_role("button", name="Abrir").last.click()
        await hand.get_by_text("apaguei uma mensagem sua").wait_for()
        await expect(table.get_by_text(REVEAL)).to_have_count(0)
        await watched.look("chat-notice")
        await hand.get_by_role("button", name=moderation.NOT_REVEALED).click()
        await hand.get_by_text(moderation.DENIED).wait_for()
        await watched.look("chat-denied")
        assert watched.errors == []


@pytest.mark.parametrize("width", [1280, 390])
async def test_where_nobody_writes_one_speaks_by_a_form_and_the_rest_is_told_to_oneself(
    width, tmp_path
):
    setup = Setup(database=tmp_path / "t.db", warm_up=False, emojis=False)
    may = moderate_permissions().value
    demo = session(setup, names=NAMES, limits=Limits(enabled=False), permissions=may)
    async with demo as running, browsing(width, tmp_path) as watched:
        owner, channel = running.people[0], running.channel
        await use(owner, channel.id, "moderacao configurar", modo="falar", onde="aqui")
        await sit_down([*running.people], channel)
        await until(lambda: any(one.is_thread for one in running.world.channels.values()))
        thread = next(one for one in running.world.channels.values() if one.is_thread)
        speech = running.bot.get_cog("SpeechCog")
        speech._pace.milliseconds = 0  # else one word a second and person
        page = watched.page
        await page.goto(f"{running.links[1]}#{thread.id}")
        table = page.locator(".pane.public")
        await table.get_by_role("button", name=moderation.SPEAK).click()
        form = page.get_by_role("dialog")
        await form.get_by_role("textbox").fill("boa sorte, gente!")
        await watched.look("speak-form")
        await form.get_by_role("button", name="Enviar").click()
        await table.get_by_text("boa sorte, gente!").wait_for()
        await watched.look("speak-said")
        await table.get_by_role("button", name=moderation.SPEAK).click()
        await form.get_by_role("textbox").fill(REVEAL)
        await form.get_by_role("button", name="Enviar").click()
        await table.get_by_text("não publiquei o que você escreveu").wait_for()
        await watched.look("speak-blocked")
        await table.get_by_role("button", name=moderation.SEAL).click()
        await table.get_by_text(moderation.SEALED).wait_for()
        assert watched.errors == []


@pytest.mark.parametrize("width", [1280, 390])
async def test_when_the_round_is_over_table_and_moderators_are_told(width, tmp_path):
    setup = Setup(database=tmp_path / "t.db", warm_up=False, emojis=False)
    may = moderate_permissions().value
    limits = Limits(enabled=False)
    demo = session(setup, names=NAMES, limits=limits, reads_chat=True, permissions=may)
    async with demo as running, browsing(width, tmp_path) as watched:
        owner, bruno = running.people[:2]
        log = running.world.add_channel(running.guild, "registro")
        await use(owner, running.channel.id, "moderacao configurar", registro=str(log.id))
        await sit_down([*running.people], running.channel)
        await until(lambda: any(one.is_thread for one in running.world.channels.values()))
        thread = next(one for one in running.world.channels.values() if one.is_thread)
        await find(lambda: newest(owner, thread, Verb.HAND))
        bruno.send(thread.id, REVEAL)
        notice = await find(lambda: newest(bruno, running.world.dm_with(bruno.user), Verb.SEAL))
        pressed = bruno.click(notice.channel_id, notice.id, id_of(notice, Verb.SEAL))
        await pressed.done.wait()
        running.people[2].send(thread.id, "pega o lixo, Ana!")
        page = watched.page
        await page.goto(f"{running.links[0]}#{thread.id}")
        table = page.locator(".pane.public")
        await table.get_by_text("🟨").first.wait_for()
        await watched.look("strike-at-seat")
        await running.bot.app.seats.close(1, owner.id, moderator=True)
        await table.get_by_text("não pôde dizer").wait_for()
        await watched.look("recall")
        await page.goto(f"{running.links[0]}#{log.id}")
        await table.get_by_role("button", name="Foi engano: nº 2").wait_for()
        await watched.look("log-entry")
        await table.get_by_role("button", name="Foi engano: nº 2").click()
        await table.get_by_role("button", name=moderators.EXCEPT).wait_for()
        await watched.look("log-undone")
        await use(owner, log.id, "moderacao configurar")
        await table.get_by_text("Moderação do chat").last.wait_for()
        await watched.look("settings")
        assert watched.errors == []


async def test_words_become_nodes_and_never_markup(place, tmp_path):
    soon = int(place.world.clock()) + 90
    words = HOSTILE.format(ana=place.ana.id, soon=soon, channel=place.channel.id)
    post(place, words)
    async with browsing(1280, tmp_path) as watched:
        page = watched.page
        await page.goto(place.link)
        content = page.locator(".content")
        await content.wait_for()
        text = await content.inner_text()
        assert "<img src=x onerror=\"document.title='owned'\">" in text
        assert "[clique](javascript:" in text
        assert "*livre*" in text
        assert "em 1 minuto" in text or "em 2 minutos" in text
        assert await content.locator("img, script").count() == 0
        for tag, inner in (("strong", "forte"), ("em", "leve"), ("s", "não"), ("code", "<b>")):
            assert await content.locator(tag).inner_text() == inner
        assert await content.locator(".mention.own").inner_text() == "@Ana"
        assert await content.locator("h4").inner_text() == "Título"
        assert await content.locator("li").all_inner_texts() == ["um", "dois"]
        assert await content.locator("blockquote").inner_text() == "citado"
        links = [await one.get_attribute("href") for one in await content.locator("a").all()]
        assert links == [f"#{place.channel.id}"] * 2
        assert await page.title() == "Casa do Buraco"
        await watched.look("markdown")
        assert watched.errors == []


async def test_menus_of_several_choices_work_by_keyboard_alone(place, tmp_path):
    options = [{"label": f"{rank}♠", "value": rank} for rank in "45678"]
    menu = {"type": 3, "custom_id": "pick", "placeholder": "Cartas", "options": options}
    menu |= {"min_values": 0, "max_values": 2}
    message = post(place, "Escolha", components=[{"type": 1, "components": [menu]}])
    async with browsing(1280, tmp_path) as watched:
        page = watched.page
        await page.goto(place.link)
        control = page.get_by_role("button", name="Cartas")
        await control.focus()
        for key in ("Enter", "Space", "ArrowDown", "Space", "End", "Space"):
            await page.keyboard.press(key)
        await page.get_by_text("2 de 2").wait_for()
        await watched.look("menu")
        await page.keyboard.press("Enter")
        await until(lambda: place.world.interactions)
        (used,) = place.world.interactions.values()
        assert used.data["values"] == ["4", "5"]
        assert await page.locator("[aria-busy]").count() == 1
        answer(place, DONE)
        await page.locator("[aria-busy]").wait_for(state="detached")
        await control.press("Enter")
        await page.keyboard.press("Escape")
        await page.get_by_role("listbox").wait_for(state="detached")
        renewed = {"type": 1, "components": [menu | {"custom_id": "again"}]}
        place.world.edit(message, content="Escolha de novo", components=[renewed])
        await page.get_by_text("Escolha de novo", exact=True).wait_for()
        assert await control.evaluate("node => node === document.activeElement")
        place.world.delete(message)
        await control.wait_for(state="detached")
        assert await page.evaluate("document.activeElement.getAttribute('role')") == "log"
        assert watched.errors == []


async def test_a_form_keeps_what_was_refused_and_a_silent_bot_is_told_of(place, tmp_path):
    place.world.answer_within_s = 0.2
    button = {"type": 2, "style": 1, "label": "Denunciar", "custom_id": "report"}
    post(place, "Mesa", components=[{"type": 1, "components": [button]}])
    field = {"type": 4, "custom_id": "why", "style": 2, "label": "O que houve?", "min_length": 5}
    who = {"type": 5, "custom_id": "who"}
    labelled = {"type": 18, "label": "Quem?", "component": who}
    rows = [{"type": 1, "components": [field]}, labelled]
    modal = {"title": "Denúncia", "custom_id": "form", "components": rows}
    async with browsing(390, tmp_path) as watched:
        page = watched.page
        await page.goto(place.link)
        button = page.get_by_role("button", name="Denunciar")
        await button.click()
        await page.get_by_text("Esta interação falhou").wait_for()
        await watched.look("failed")
        await button.click()
        await until(lambda: len(place.world.interactions) == 2)
        answer(place, FORM, modal=modal)
        form = page.get_by_role("dialog", name="Denúncia")
        await form.get_by_label("Quem?").select_option(label="Bia")
        await form.get_by_label("O que houve?").fill("Insultos na mesa")
        await watched.look("form")
        await form.get_by_role("button", name="Enviar").click()
        await form.get_by_text("Algo deu errado").wait_for()
        assert await form.get_by_label("O que houve?").input_value() == "Insultos na mesa"
        assert watched.errors == []


async def test_what_is_new_elsewhere_is_marked_unless_it_is_silent(place, tmp_path):
    other = place.world.add_channel(next(iter(place.world.guilds.values())), "avisos")
    async with browsing(1280, tmp_path) as watched:
        page = watched.page
        await page.goto(place.link)
        await page.get_by_role("link", name="avisos").wait_for()
        bot = place.world.bot
        place.world.post(other, bot, content="em silêncio", flags=SILENT)
        place.world.post(other, bot, content=f"<@{place.ana.id}>, venha")
        await page.get_by_role("button", name="Abrir").wait_for()
        assert await page.title() == "(1) Casa do Buraco"
        await page.get_by_role("link", name="avisos").click()
        await page.get_by_text("em silêncio").wait_for()
        assert await page.title() == "Casa do Buraco"
        assert await page.get_by_role("button", name="Abrir").count() == 0


async def test_who_reads_above_is_left_there_and_who_is_at_the_end_stays_there(place, tmp_path):
    for number in range(40):
        post(place, f"linha {number}")
    async with browsing(1280, tmp_path) as watched:
        page = watched.page
        await page.goto(place.link)
        await page.get_by_text("linha 39", exact=True).wait_for()
        scroller = page.locator(".pane.public .scroller")
        rest = "node => Math.round(node.scrollHeight - node.scrollTop - node.clientHeight)"
        post(place, "no fim", flags=EPHEMERAL, only_for=place.ana.id)
        await page.get_by_text("no fim", exact=True).wait_for()
        await _settled(page)
        assert await scroller.evaluate(rest) <= 1
        await scroller.hover()
        await page.mouse.wheel(0, -600)
        await page.wait_for_function(
            "() => document.querySelector('.pane.public .scroller').scrollTop > 0 && "
            "document.querySelectorAll('.jump[hidden]').length === 2"
        )
        await _settled(page)
        top = await scroller.evaluate("node => node.scrollTop")
        post(place, "mais uma")
        await page.get_by_role("button", name="Novas mensagens").wait_for()
        assert await scroller.evaluate("node => node.scrollTop") == top
        await page.get_by_role("button", name="Novas mensagens").click()
        assert await scroller.evaluate(rest) <= 1


async def test_what_one_asked_for_is_shown_even_to_who_reads_above(place, tmp_path):
    for number in range(40):
        post(place, f"linha {number}")
    async with browsing(390, tmp_path) as watched:
        page = watched.page
        await page.goto(place.link)
        await page.get_by_text("linha 39", exact=True).wait_for()
        scroller = page.locator(".pane.public .scroller")
        await scroller.evaluate("node => (node.scrollTop = 0)")
        await _settled(page)
        post(place, "o seu placar", flags=EPHEMERAL, only_for=place.ana.id)
        await expect(page.get_by_text("o seu placar", exact=True)).to_be_in_viewport()
        flags = EPHEMERAL | LOADING
        answer = post(place, "", flags=flags, only_for=place.ana.id)
        await expect(page.get_by_text("está pensando")).to_be_in_viewport()
        answer.flags = EPHEMERAL
        place.world.edit(answer, content="\n".join(f"regra {number}" for number in range(60)))
        long = page.locator(".message").last
        await long.get_by_text("regra 0").wait_for()
        await _settled(page)
        top = "node => node.getBoundingClientRect().top"
        assert abs(await long.evaluate(top) - await scroller.evaluate(top)) <= 1


async def test_a_screen_reader_is_told_the_answer_and_not_that_one_is_coming(place, tmp_path):
    async with browsing(1280, tmp_path) as watched:
        page = watched.page
        await page.goto(place.link)
        await page.get_by_text("Boas-vindas").wait_for()
        told = page.locator("#announcer p")
        answer = post(place, "", flags=LOADING)
        await page.get_by_text("está pensando").wait_for()
        assert await told.count() == 0
        answer.flags = 0
        place.world.edit(answer, content="cartas na mesa!")
        await expect(told).to_contain_text(["cartas na mesa!"])
        place.world.edit(answer, content="vez de Ana")
        await page.get_by_text("vez de Ana").wait_for()
        assert await told.count() == 1


async def test_a_screen_reader_is_told_what_a_press_has_changed(place, tmp_path):
    button = {"type": 2, "style": 1, "label": "Comprar", "custom_id": "draw"}
    hand = post(place, "compre", components=[{"type": 1, "components": [button]}])
    async with browsing(1280, tmp_path) as watched:
        page = watched.page
        await page.goto(place.link)
        told = page.locator("#announcer p")
        await page.get_by_role("button", name="Comprar").click()
        await until(lambda: place.world.interactions)
        answer(place, DONE)
        place.world.edit(hand, content="você comprou 4♠")
        await expect(told).to_have_text(["Buraco STBL: você comprou 4♠"])
        place.world.edit(hand, content="vez de Bia")
        await page.get_by_text("vez de Bia").wait_for()
        assert await told.count() == 1


async def test_a_picture_is_enlarged_where_it_was_tapped(place, tmp_path):
    async with browsing(390, tmp_path) as watched:
        page = watched.page
        await page.goto(place.link)
        await page.get_by_text("Boas-vindas").wait_for()
        await page.evaluate(
            """async () => {
              const { openPicture } = await import("/static/js/lightbox.js");
              openPicture("/static/icon.svg", "ícone");
              const picture = document.querySelector(".lightbox img");
              await picture.decode();
              picture.style.width = "2000px";
              picture.style.height = "2000px";
            }"""
        )
        picture = page.locator(".lightbox img")
        box = await picture.bounding_box()
        await page.mouse.click(box["x"] + box["width"] - 20, box["y"] + box["height"] - 20)
        dialog = page.locator(".lightbox")
        assert await dialog.evaluate("node => [node.scrollLeft > 900, node.scrollTop > 600]") == [
            True,
            True,
        ]


async def _settled(page) -> None:
    await page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


async def test_a_lost_connection_is_told_and_comes_back(tmp_path):
    world = World()
    ana = Person(world, world.add_user("Ana"))
    channel = world.add_channel(world.add_guild("Casa", owner=ana.user), "mesas")

    def stand_in() -> StandIn:
        made = StandIn(world)
        add_page(made.app, {SECRET: ana})
        return made

    async with browsing(390, tmp_path) as watched:
        page = watched.page
        async with stand_in().serving():
            port = int(world.base.rpartition(":")[2])
            await page.goto(f"{world.base}/p/{SECRET}")
            await page.get_by_text("Boas-vindas").wait_for()
        await page.get_by_text("Sem conexão").wait_for()
        await watched.look("lost")
        world.post(channel, world.bot, content="dito enquanto isso")
        async with stand_in().serving(port):
            await page.evaluate("dispatchEvent(new Event('online'))")
            await page.get_by_text("dito enquanto isso").wait_for()
            await page.get_by_text("Sem conexão").wait_for(state="hidden")
