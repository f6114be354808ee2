"""What is drawn once: pictures by their view, sprites beforehand; and what is written as a PNG."""

import dataclasses
import io
import random
import threading

import pytest
from PIL import Image

from game.views import player_view, table_view
from rendering import (
    CLASSIC,
    FOUR_COLOURS,
    Picture,
    cards,
    png,
    render_table,
    render_turn,
    warm_up,
)
from rendering.kept import KEPT, KeptPictures
from tests.rendering import frames, positions
from texts.cards import HandOrder

SPRITES = (cards.strip_sprite, cards.card_sprite, cards.art_sprite, cards.end_sprite)


def picture(size: int) -> Picture:
    return Picture(png=bytes(size), alt="", width=1, height=1)


def test_the_same_view_is_drawn_once() -> None:
    public, private = positions.views(4, part=0.6)
    again, private_again = positions.views(4, part=0.6)
    KEPT.clear()
    first = render_table(public, theme=FOUR_COLOURS)
    assert render_table(again, theme=FOUR_COLOURS) is first
    assert render_table(public, theme=CLASSIC) is not first
    own = render_turn(private, theme=FOUR_COLOURS, order=HandOrder.SUIT)
    assert render_turn(private_again, theme=FOUR_COLOURS, order=HandOrder.SUIT) is own
    assert render_turn(private, theme=FOUR_COLOURS, order=HandOrder.RANK) is not own


@pytest.mark.parametrize(
    "change",
    [{"hand": positions.hand(3)}, {"newest": positions.hand(1)}, {"phase": None}, {"fits": {}}],
)
def test_whatever_a_seat_sees_otherwise_is_drawn_anew(change: dict[str, object]) -> None:
    _, private = positions.views(4, part=0.6)
    other = dataclasses.replace(private, **change)
    own = render_turn(private, theme=FOUR_COLOURS, order=HandOrder.SUIT)
    assert render_turn(other, theme=FOUR_COLOURS, order=HandOrder.SUIT) is not own


def test_kept_pictures_are_bounded_and_the_oldest_go_first() -> None:
    kept = KeptPictures(most_bytes=100)
    drawn = []

    def draw(name: str, size: int = 40) -> Picture:
        return kept.get(name, lambda: drawn.append(name) or picture(size))

    for name in ("a", "b", "a", "c", "a", "b"):
        draw(name)
    assert drawn == ["a", "b", "c", "b"]
    draw("larger than all", 400)
    draw("larger than all", 400)
    draw("a")
    assert drawn[4:] == ["larger than all", "a"]


def test_threads_that_ask_at_once_get_equal_pictures() -> None:
    public, _ = positions.views(4, part=0.6)
    KEPT.clear()
    found: list[Picture] = []
    threads = [
        threading.Thread(target=lambda: found.append(render_table(public, theme=FOUR_COLOURS)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len({each.png for each in found}) == 1


def test_after_the_warm_up_no_picture_needs_a_new_sprite() -> None:
    assert warm_up() < 40 << 20
    before = [sprites.cache_info().misses for sprites in SPRITES]
    KEPT.clear()
    for state in frames.match(2)[::9]:
        render_table(table_view(state), theme=FOUR_COLOURS)
        if not state.over:
            view = player_view(state, state.round.turn)
            render_turn(view, theme=FOUR_COLOURS, order=HandOrder.SUIT)
    assert [sprites.cache_info().misses for sprites in SPRITES] == before


def test_without_zlib_ng_the_picture_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    public, _ = positions.views(4, part=0.8)

    def pixels() -> bytes:
        KEPT.clear()
        shown = Image.open(io.BytesIO(render_table(public, theme=FOUR_COLOURS).png))
        return shown.convert("RGB").tobytes()

    fast = pixels()
    monkeypatch.setattr(png, "HAS_ZLIB_NG", False)
    assert pixels() == fast
    KEPT.clear()


def test_late_tables_are_small_enough_to_send() -> None:
    states = frames.match(3)
    for state in states[len(states) // 2 :: 5]:
        assert len(render_table(table_view(state), theme=FOUR_COLOURS).png) <= 100 << 10


@pytest.mark.skipif(not png.HAS_ZLIB_NG, reason="zlib alone writes larger files")
def test_turn_pictures_with_28_cards_are_small_enough_to_send() -> None:
    for seed in range(2):
        for state in frames.match(seed)[5:-1:25]:
            view = positions.with_28(state, random.Random(seed))
            drawn = render_turn(view, theme=FOUR_COLOURS, order=HandOrder.SUIT)
            assert len(drawn.png) <= 110 << 10
