"""What people write and are not let write, in a real browser."""

import re
from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest
from PIL import Image

from demo.objects import EPHEMERAL, VOICE, Rule, User
from demo.permissions import Permission
from tests.demo.browser import PHONE, browsing, chromium, expect, two_on_a_server, until

SECRET = "of-bia"


@pytest.fixture(autouse=True)
def _a_browser():
    chromium()


@pytest.fixture
async def place() -> AsyncIterator[SimpleNamespace]:
    async with two_on_a_server(SECRET, "Bia") as there:
        yield there


def by_webhook(place, name, content):
    author = User(12345, name, bot=True)
    return place.world.post(place.channel, author, content=content, webhook_id=12345)


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_webhooks_messages_show_the_name_given_and_a_mark(place, width, tmp_path):
    async with browsing(width, tmp_path) as watched:
        page = watched.page
        await page.goto(place.link)
        by_webhook(place, "Ana", "boa sorte!")
        by_webhook(place, "Bia", "obrigada")
        by_webhook(place, "Bia", "e bom jogo")
        place.world.post(place.channel, place.world.bot, content="cartas dadas")
        await page.get_by_text("cartas dadas", exact=True).wait_for()
        heads = page.locator(".message:not(.continued) .message-head")
        assert [text.split("\n")[:2] for text in await heads.all_inner_texts()] == [
            ["Ana", "APP"],
            ["Bia", "APP"],
            ["Buraco STBL", "APP"],
        ]
        faces = page.locator(".message:not(.continued) .avatar")
        looks = [await one.get_attribute("class") for one in await faces.all()]
        for look, person in zip(looks, (place.ana, place.bia), strict=False):
            assert f"hue-{person.id % 12}" in look.split()
        assert "bot" in looks[2].split()
        await watched.look("webhooks")
        assert watched.errors == []


@pytest.mark.parametrize("width", [1280, 390])
async def test_where_one_may_not_write_the_field_says_so(place, width, tmp_path):
    world, channel = place.world, place.channel
    async with browsing(width, tmp_path) as watched:
        page = watched.page
        await page.goto(place.link)
        box = page.locator(".pane.public").get_by_role("textbox")
        await box.fill("quase dito")
        world.overwrite(channel, place.guild.id, deny=Permission.SEND_MESSAGES)
        closed = page.get_by_role("textbox", name="Você não tem permissão para escrever aqui.")
        await expect(closed).to_be_disabled()
        await expect(page.get_by_role("button", name="Comandos")).to_be_disabled()
        await expect(closed).to_have_value("")
        await watched.look("closed")
        world.overwrite(channel, place.guild.id)
        await expect(box).to_be_enabled()
        await expect(box).to_have_value("quase dito")
        new = world.add_channel(place.guild, "registro", topic="Avisos da moderação")
        if width < PHONE:
            await page.get_by_role("button", name="Lista de canais").click()
        await page.get_by_role("link", name="registro").click()
        await page.get_by_text("Avisos da moderação").wait_for()
        world.overwrite(new, place.guild.id, deny=Permission.VIEW_CHANNEL)
        await page.get_by_text("Boas-vindas a #mesas").wait_for()
        await expect(page.get_by_role("link", name="registro")).to_have_count(0)
        assert watched.errors == []


MENUS = [
    {"id": "7", "type": 3, "name": "Denunciar mensagem", "default_member_permissions": None},
    {"id": "8", "type": 2, "name": "Sobre a pessoa", "default_member_permissions": None},
]


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_messages_menu_works_by_keyboard_and_by_touch(place, width, tmp_path):
    world, ana = place.world, place.ana
    world.commands = MENUS
    long = ana.send(
        place.channel.id, "uma mensagem longa que vai de um lado ao outro da tela. " * 4
    )
    written = ana.send(place.channel.id, "curta")
    by_webhook(place, "Ana", "pelo webhook")
    world.post(place.channel, world.bot, content="só você", flags=EPHEMERAL, only_for=place.bia.id)
    async with browsing(width, tmp_path) as watched:
        page = watched.page
        await page.goto(place.link)
        more = page.get_by_role("button", name="Mais sobre a mensagem de Ana")
        await expect(more).to_have_count(3)
        await watched.look("more")
        await more.nth(1).focus()
        await page.keyboard.press("Enter")
        menu = page.get_by_role("listbox", name="Aplicativos")
        await expect(menu.get_by_role("option")).to_have_text(
            ["Denunciar mensagemEsta mensagem", "Sobre a pessoaAna"]
        )
        await watched.look("menu")
        world.edit(written, content="curta e mudada")
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("Enter")
        await until(lambda: world.interactions)
        await more.nth(0).click()
        await menu.get_by_role("option").first.click()
        await until(lambda: len(world.interactions) == 2)
        await more.nth(2).click()
        await expect(menu.get_by_role("option")).to_have_count(1)
        about, reported = world.interactions.values()
        assert (about.data["type"], about.data["target_id"]) == (2, str(ana.id))
        assert (reported.data["type"], reported.data["target_id"]) == (3, str(long.id))
        assert watched.errors == []


@pytest.mark.parametrize("width", [1280, 390])
async def test_whoever_is_silenced_reads_until_when_and_then_writes(place, width, tmp_path):
    world = place.world
    rows = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Vai", "custom_id": "b"}]}]
    world.post(place.channel, world.bot, content="mesa", components=rows)
    async with browsing(width, tmp_path) as watched:
        page = watched.page
        await page.goto(place.link)
        box = page.locator(".pane.public").get_by_role("textbox")
        await box.fill("quase dito")
        world.silence(place.guild, place.bia.user, world.clock() + 3600)
        words = re.compile(r"Você está de castigo até .*\d\d:\d\d\.")
        await expect(page.get_by_role("textbox", name=words)).to_be_disabled()
        await page.get_by_role("button", name="Vai").click()
        await expect(page.get_by_role("alert").filter(has_text=words)).to_be_visible()
        await watched.look("silenced")
        world.silence(place.guild, place.bia.user, world.clock() + 1)
        await expect(box).to_be_enabled()
        await expect(box).to_have_value("quase dito")
        assert watched.errors == []


@pytest.mark.parametrize("width", [1280, 390])
async def test_what_automod_blocks_stays_with_its_author_who_reads_why(place, width, tmp_path):
    world, channel = place.world, place.channel
    rule = Rule(1, place.guild.id, world.bot.id, "cartas", keyword_filter=["curinga"], enabled=True)
    rule.actions = [
        {"type": 1, "metadata": {"custom_message": "Aqui não se fala de cartas."}},
        {"type": 2, "metadata": {"channel_id": str(channel.id)}},
    ]
    place.guild.rules[rule.id] = rule
    async with browsing(width, tmp_path) as watched:
        page = watched.page
        await page.goto(place.link)
        box = page.locator(".pane.public").get_by_role("textbox")
        await box.fill("tenho um curinga")
        await box.press("Enter")
        await expect(page.get_by_role("alert").filter(has_text="não se fala")).to_be_visible()
        await expect(box).to_have_value("tenho um curinga")
        await page.get_by_text("AutoMod, regra “cartas”").wait_for()
        await expect(page.get_by_text("rule_name")).to_have_count(0)
        await watched.look("automod")
        assert watched.errors == []


@pytest.mark.parametrize("width", [1280, 390])
async def test_one_goes_into_a_voice_channel_and_out_of_it(place, width, tmp_path):
    room = place.world.add_channel(place.guild, "Sala de voz", kind=VOICE)
    place.ana.join_voice(room.id)
    async with browsing(width, tmp_path) as watched:
        page = watched.page
        await page.goto(place.link)
        if width < PHONE:
            await page.get_by_role("button", name="Lista de canais").click()
        inside = page.get_by_role("list", name="Em Sala de voz").get_by_role("listitem")
        await expect(inside).to_have_text([re.compile("Ana")])
        await page.get_by_role("button", name="Entrar em Sala de voz").press("Enter")
        await expect(inside).to_have_count(2)
        leave = page.get_by_role("button", name="Sair de Sala de voz")
        await expect(leave).to_be_focused()
        await watched.look("voice")
        await leave.click()
        await expect(inside).to_have_count(1)
        assert place.guild.voice == {place.ana.id: room.id}
        place.world.overwrite(room, place.guild.id, deny=Permission.CONNECT)
        await page.get_by_role("button", name="Entrar em Sala de voz").click()
        await page.get_by_text("não pode entrar neste canal de voz").wait_for()
        assert watched.errors == []


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_picture_is_chosen_taken_off_and_sent(place, width, tmp_path):
    picture = tmp_path / "a minha mão.png"
    Image.new("RGB", (600, 300), "darkgreen").save(picture)
    async with browsing(width, tmp_path) as watched:
        page = watched.page
        await page.goto(place.link)
        for _ in range(2):
            async with page.expect_file_chooser() as choosing:
                await page.get_by_role("button", name="Anexar imagem").click()
            await (await choosing.value).set_files(picture)
            await page.get_by_text("a minha mão.png").wait_for()
            await watched.look("attached")
            await page.get_by_role("button", name="Tirar a imagem").click()
            await expect(page.get_by_text("a minha mão.png")).to_have_count(1)
            await expect(page.get_by_text("a minha mão.png")).to_be_hidden()
        await page.locator(".pane.public input[type=file]").set_input_files(picture)
        box = page.locator(".pane.public").get_by_role("textbox")
        await box.fill("olhem")
        await box.press("Enter")
        shown = page.get_by_role("img", name="a minha mão.png")
        await shown.wait_for()
        await page.wait_for_function("() => document.querySelector('.picture img').naturalWidth")
        await watched.look("sent")
        (message,) = place.bia.messages(place.channel)
        assert message.attachments[0].data == picture.read_bytes()
        place.world.overwrite(place.channel, place.guild.id, deny=Permission.ATTACH_FILES)
        await expect(page.get_by_role("button", name="Anexar imagem")).to_be_disabled()
        await expect(box).to_be_enabled()
        assert watched.errors == []


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_form_with_a_long_text_is_easy_to_fill_in(place, width, tmp_path):
    button = {"type": 2, "style": 1, "label": "Falar", "custom_id": "say"}
    rows = [{"type": 1, "components": [button]}]
    message = place.world.post(place.channel, place.world.bot, content="mesa", components=rows)
    text = {"type": 4, "custom_id": "text", "style": 2, "max_length": 200, "min_length": 2}
    text |= {"placeholder": "O que todos da mesa podem ler, sem falar das cartas que você tem"}
    why = {"type": 4, "custom_id": "why", "style": 1, "label": "Motivo", "required": False}
    modal = {
        "title": "Falar na mesa do sábado à noite",
        "custom_id": "form",
        "components": [
            {
                "type": 18,
                "label": "O que você quer dizer a todos da mesa?",
                "description": "Todos leem, também quem só olha.",
                "component": text,
            },
            {"type": 1, "components": [why]},
        ],
    }
    async with browsing(width, tmp_path) as watched:
        page = watched.page
        await page.goto(place.link)
        await page.get_by_role("button", name="Falar").click()
        await until(lambda: place.world.interactions)
        (used,) = place.world.interactions.values()
        used.answer, used.modal = 9, modal
        place.world.open_forms[place.bia.id] = used
        place.world.publish("INTERACTION_ANSWERED", {"interaction": used}, only_for=0)
        form = page.get_by_role("dialog", name="Falar na mesa")
        field = form.get_by_role("textbox", name="O que você quer dizer")
        await expect(field).to_be_focused()
        await watched.look("form")
        for inner in (
            field,
            form.get_by_label("Motivo"),
            form.get_by_role("button", name="Enviar"),
        ):
            await expect(inner).to_be_in_viewport(ratio=1)
        count = form.get_by_text("0 de 200")
        await count.wait_for()
        await form.get_by_role("button", name="Enviar").click()
        assert await field.evaluate("node => node.validationMessage") == "Preencha este campo."
        await field.press_sequentially("x" * 3)
        await form.get_by_text("3 de 200").wait_for()
        await field.fill("boa sorte a todos\ne bom jogo")
        assert await field.evaluate("node => node.maxLength") == 200
        await watched.look("form-filled")
        await field.press("Tab")
        await form.get_by_label("Motivo").press("Enter")
        await until(lambda: len(place.world.interactions) == 2)
        (_, sent) = place.world.interactions.values()
        label, row = sent.data["components"]
        assert label["component"]["value"] == "boa sorte a todos\ne bom jogo"
        assert row["components"][0]["value"] == ""
        assert sent.message is message
        assert watched.errors == []
