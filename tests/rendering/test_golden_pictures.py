"""The pictures that docs/pictures.md shows are those that the code draws.

Compared by pixels with a tolerance, so that another version of Pillow or of a font's rasterizer
passes; renewed only by ``make golden``.
"""

import functools
import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from game.views import player_view, table_view
from rendering import (
    FOUR_COLOURS,
    render_lobby,
    render_result,
    render_score_sheet,
    render_table,
    render_turn,
)
from rendering.emoji import SIDE, draw_emojis
from tests.rendering import frames, positions
from texts.cards import HandOrder

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
MOST_MEAN = 1.0
"""The mean difference of a part of a colour, 0 to 255."""
MOST_CHANGED = 0.004
"""The part of the pixels that may differ clearly: the edges of letters do in another version."""
CLEARLY = 48


def a_table(part: float) -> bytes:
    states = frames.match(1)
    view = table_view(states[int((len(states) - 1) * part)])
    return render_table(view, theme=FOUR_COLOURS).png


def a_turn(count: int) -> bytes:
    states = frames.match(1)
    state = states[int((len(states) - 1) * (0.35 if count < 20 else 0.6))]
    view = player_view(state, state.round.turn)
    view = positions.with_hand(view, positions.hand(count, seed=4)) if count > 11 else view
    return render_turn(view, theme=FOUR_COLOURS, order=HandOrder.SUIT).png


def emojis() -> bytes:
    drawn = draw_emojis()
    sheet = Image.new("RGBA", (15 * (SIDE // 2), 4 * (SIDE // 2)), (49, 51, 56, 255))
    for index, content in enumerate(drawn.values()):
        half = Image.open(io.BytesIO(content)).resize((SIDE // 2 - 6, SIDE // 2 - 6))
        at = (index % 15 * (SIDE // 2) + 3, index // 15 * (SIDE // 2) + 3)
        sheet.paste(half, at, half)
    out = io.BytesIO()
    sheet.convert("RGB").quantize(128).save(out, "PNG", optimize=True)
    return out.getvalue()


def lobby() -> bytes:
    return render_lobby(
        title="Mesa 12",
        players=("Ana Luísa", None, "Robô Zeca", "李小龙"),
        robots=(False, False, True, False),
        rules="Oficial STBL · rodada única · 60 s por jogada",
    ).png


PICTURES: dict[str, Callable[[], bytes]] = {
    "table_start": functools.partial(a_table, 0.0),
    "table_middle": functools.partial(a_table, 0.4),
    "table_late": functools.partial(a_table, 0.98),
    "turn": functools.partial(a_turn, 11),
    "turn_28": functools.partial(a_turn, 28),
    "score": lambda: render_score_sheet(positions.finished(5), theme=FOUR_COLOURS).png,
    "result": lambda: render_result(positions.finished(5), title="Mesa 12").png,
    "lobby": lobby,
    "emojis": emojis,
}


@pytest.mark.parametrize("name", PICTURES)
def test_golden_picture(name: str) -> None:
    drawn = PICTURES[name]()
    path = FOLDER / f"{name}.png"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(drawn)
    image = Image.open(io.BytesIO(drawn)).convert("RGB")
    golden = Image.open(io.BytesIO(path.read_bytes())).convert("RGB")
    assert image.size == golden.size
    difference = ImageChops.difference(image, golden)
    changed = difference.convert("L").point(lambda value: 255 * (value > CLEARLY))
    assert max(ImageStat.Stat(difference).mean) <= MOST_MEAN, "look at it, then `make golden`"
    assert ImageStat.Stat(changed).mean[0] / 255 <= MOST_CHANGED, "look at it, then `make golden`"


def test_golden_folder_holds_these_pictures_alone() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == set(PICTURES)


def test_a_golden_picture_would_notice_another_card() -> None:
    states = frames.match(1)
    state = states[-2]
    view = player_view(state, state.round.turn)
    one, other = (
        Image.open(io.BytesIO(render_turn(each, theme=FOUR_COLOURS, order=HandOrder.SUIT).png))
        for each in (
            positions.with_hand(view, positions.hand(11, seed=1)),
            positions.with_hand(
                view, positions.hand(11, seed=2)[:10] + positions.hand(11, seed=1)[10:]
            ),
        )
    )
    difference = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    assert max(ImageStat.Stat(difference).mean) > MOST_MEAN
