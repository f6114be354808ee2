"""Pictures, films and sounds of who plays: removed, or let through unless they show his hand."""

import io

import pytest
from PIL import Image

from cogs.ui.hand_items import order_of
from cogs.ui.hand_message import theme_of
from rendering import render_turn
from storage.sanction_records import Rung
from tests.cogs.conftest import playing
from tests.cogs.test_moderation_log import end_round
from tests.support.chat import incidents, notices, thread_of
from tests.support.discord_table import DiscordTable, app_of
from texts import moderation as texts

pytestmark = pytest.mark.reads_chat


@pytest.fixture
async def people(server):
    return await playing(server, "ana", "bia", "caio", "davi", meta=3000)


def photo(seed=1):
    """A picture of no cards."""
    image = Image.effect_noise((640, 480), 60 + seed).convert("RGB")
    return saved(image)


def saved(image, kind="PNG", **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


async def hand_of(server, user):
    """The picture of a player's hand, as the bot draws it for him."""
    app = app_of(server)
    look = await app.matches.look(1, user.id)
    return render_turn(look.view, theme=theme_of(look), order=order_of(look)).png


def pictures_of(server, *users):
    ids = {user.id for user in users}
    return [one for one in thread_of(server).messages() if one.author_id in ids]


@pytest.mark.parametrize("name", ["foto.PNG", "video.mp4", "recado.ogg"])
async def test_while_the_round_runs_they_are_removed_without_a_strike(server, people, name):
    ana = people[0]
    await ana.write(thread_of(server), files=[(name, photo())])
    assert pictures_of(server, ana) == []
    (incident,) = await incidents(server)
    assert not incident.strike
    assert incident.reasons == ("picture",)
    assert "é imagem, vídeo ou áudio" in notices(ana)[0]
    notice = next(one for one in ana.dms() if "Por quê" in one.content)
    assert notice.labels == [texts.NOT_REVEALED], "there is no text to be sealed"


@pytest.mark.parametrize(
    "link",
    ["https://cdn.discordapp.com/attachments/1/2/mao.PNG?ex=1", "https://tenor.com/view/gif-3"],
)
async def test_a_link_to_one_goes_as_well_and_any_other_link_stays(server, people, link):
    ana = people[0]
    await ana.write(thread_of(server), f"olha {link}")
    assert pictures_of(server, ana) == []
    await ana.write(thread_of(server), "https://example.com/receita.html")
    assert len(pictures_of(server, ana)) == 1


async def test_other_files_spectators_and_the_time_between_rounds_are_left_alone(server, people):
    ana, eva, thread = people[0], server.add_user("eva"), thread_of(server)
    await ana.write(thread, files=[("regras.txt", b"x")])
    await eva.write(thread, files=[("foto.png", photo())])
    await end_round(server, people)
    await ana.write(thread, files=[("foto.png", photo())])
    assert len(pictures_of(server, ana, eva)) == 3
    assert await incidents(server) == []


async def test_with_a_robot_as_partner_pictures_stay(server):
    ana = server.add_user("ana")
    await ana.slash("mesa criar", robos=True)
    await ana.slash("mesa iniciar")
    await server.advance(1)
    await ana.write(thread_of(server), files=[("foto.png", photo())])
    assert len(pictures_of(server, ana)) == 1


async def test_a_forwarded_picture_is_one_as_well(server, people):
    ana = people[0]
    original = await ana.say(server.add_channel("geral"), "", files=[("foto.png", photo())])
    await ana.write(thread_of(server), forward=original)
    assert pictures_of(server, ana) == []


async def test_where_pictures_are_allowed_photos_stay_and_one_s_own_hand_is_a_strike(
    server, people
):
    await app_of(server).moderation.configure(server.id, no_pictures=False)
    ana, bia, *_ = people
    thread = thread_of(server)
    await ana.write(thread, "olha meu gato", files=[("gato.png", photo())])
    assert len(pictures_of(server, ana)) == 1
    hand = Image.open(io.BytesIO(await hand_of(server, bia))).convert("RGB")
    small = saved(hand.resize((hand.width // 2, hand.height // 2)), "JPEG", quality=50)
    await bia.write(thread, files=[("oi.jpg", small)])
    assert pictures_of(server, bia) == []
    (incident,) = await incidents(server)
    assert (incident.user_id, incident.rung) == (bia.id, Rung.NOTICE)
    assert "fala das cartas" in notices(bia)[0]


async def test_the_hand_of_a_moment_ago_is_known_too(server, people):
    await app_of(server).moderation.configure(server.id, no_pictures=False)
    table = DiscordTable(server, people, 1)
    live = await table.live()
    player = table.people[live.player.user_id]
    before = await hand_of(server, player)
    await table.play_turn()
    await player.write(thread_of(server), files=[("a.png", before)])
    assert len(await incidents(server)) == 1


async def test_a_broken_picture_is_no_trouble(server, people):
    await app_of(server).moderation.configure(server.id, no_pictures=False)
    ana = people[0]
    await ana.write(thread_of(server), files=[("a.png", b"no picture")])
    assert len(pictures_of(server, ana)) == 1
