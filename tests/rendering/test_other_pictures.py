"""Lobby, result and emojis: what they show, what they say, and that nothing breaks them."""

import dataclasses
import io

import pytest
from PIL import Image

from game.cards import FACES
from game.views import table_view
from rendering import COLOUR_BLIND, FOUR_COLOURS, render_lobby, render_result
from rendering.emoji import BACK_NAME, SIDE, card_emoji_name, draw_emojis
from tests.rendering import positions
from tests.rendering.test_pictures import HOSTILE, opened
from tests.support.positions import after

RULES = "Oficial STBL · rodada única"


def test_a_lobby_says_who_sits_where_and_what_is_free() -> None:
    picture = render_lobby(
        title="Mesa 12",
        players=("Ana", None, "Robô Zeca", None),
        robots=(False, False, True, False),
        rules=RULES,
    )
    opened(picture)
    assert picture.alt == (
        "Mesa 12: lugar 1 Ana, lugar 2 livre, lugar 3 Robô Zeca (robô), lugar 4 livre.\n" + RULES
    )


@pytest.mark.parametrize("names", HOSTILE)
def test_no_name_breaks_a_lobby_or_a_result(names: tuple[str, ...]) -> None:
    for players in (names, names[:2], (None, *names[1:])):
        robots = (True,) * len(players)
        lobby = {"title": names[0] or "Mesa", "players": players, "robots": robots}
        opened(render_lobby(rules=" ".join(names) * 9, **lobby))
    view = dataclasses.replace(positions.finished(1), players=names)
    opened(render_result(view, title="".join(names) * 3, wins=(2, 1)))


def test_a_result_says_who_won_and_with_what() -> None:
    view = positions.finished(5)
    picture = render_result(view, title="Mesa 12")
    opened(picture)
    winners = " e ".join(positions.NAMES[view.winner :: 2])
    assert picture.alt.startswith(f"Fim da partida: {winners} venceram.")
    assert "canastras: 1 limpa, 2 sujas." in picture.alt


def test_a_draw_a_forfeit_and_two_players_have_a_result_too() -> None:
    view = dataclasses.replace(positions.finished(5), winner=None)
    assert "empate" in render_result(view).alt
    forfeit = table_view(after(positions.middle(3), "0 resign"))
    picture = render_result(forfeit, theme=COLOUR_BLIND)
    opened(picture)
    assert "por desistência" in picture.alt
    alone = positions.finished(2, seats=2)
    picture = render_result(alone)
    opened(picture)
    assert "venceu" in picture.alt


def test_there_is_an_emoji_for_every_card_the_back_and_the_suits() -> None:
    emojis = draw_emojis()
    assert len(emojis) == len(FACES) + 1 + 4
    assert {card_emoji_name(face) for face in FACES} | {BACK_NAME} < set(emojis)
    assert emojis == draw_emojis(FOUR_COLOURS)
    for name, content in emojis.items():
        assert name.isascii()
        assert 2 <= len(name.replace("_", "")) <= 32
        assert name.replace("_", "").isalnum()
        assert len(content) < 256 << 10
        image = Image.open(io.BytesIO(content))
        assert image.size == (SIDE, SIDE)
        assert image.getpixel((0, 0))[3] == 0, "clear around the corners"
        assert image.getpixel((SIDE // 2, SIDE // 2))[3] == 255


def test_no_two_emojis_look_alike_in_a_line_of_text() -> None:
    seen = set()
    for content in draw_emojis().values():
        image = Image.open(io.BytesIO(content)).convert("RGBA")
        seen.add(image.resize((22, 22), Image.Resampling.LANCZOS).tobytes())
    assert len(seen) == 58
