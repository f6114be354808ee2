"""Yellow and red cards and microphones beside the names on the public picture."""

import dataclasses

import pytest
from PIL import Image

from game.views import TableView, table_view
from rendering import FOUR_COLOURS, render_table
from rendering.kept import KEPT
from rendering.sheet import Sheet
from rendering.theme import ALARM, INK, THOUSAND, WHITE, Colour
from tests.rendering import frames, positions
from tests.rendering.test_pictures import HOSTILE, opened
from texts.badges import NO_BADGES, Badges

ALL = Badges(
    yellow=frozenset({0, 3}),
    red=frozenset({1, 2}),
    voice=frozenset({frozenset({0, 2}), frozenset({1, 3})}),
)
OF_TWO = Badges(yellow=frozenset({0}), red=frozenset({1}), voice=frozenset({frozenset({0, 1})}))
PARTS = (0.0, 0.5, 0.95)


def badged(view: TableView, badges: Badges) -> Image.Image:
    return opened(render_table(view, theme=FOUR_COLOURS, badges=badges)).convert("RGB")


def on_phone(view: TableView, badges: Badges) -> Image.Image:
    return badged(view, badges).resize((400, 300), Image.Resampling.LANCZOS)


def near(image: Image.Image, colour: Colour) -> int:
    """How many pixels are nearly of that colour."""
    found = image.convert("RGB").getcolors(1 << 20) or ()
    return sum(
        count
        for count, each in found
        if all(abs(a - b) < 24 for a, b in zip(each, colour, strict=True))
    )


def test_without_badges_the_picture_is_what_it_was() -> None:
    for part in PARTS:
        view, _ = positions.views(3, part=part)
        plain = render_table(view, theme=FOUR_COLOURS)
        KEPT.clear()
        assert render_table(view, theme=FOUR_COLOURS, badges=NO_BADGES) == plain
        assert render_table(view, theme=FOUR_COLOURS, badges=Badges()) == plain


def test_other_badges_are_another_picture() -> None:
    view, _ = positions.views(3)
    found = [
        render_table(view, theme=FOUR_COLOURS, badges=badges)
        for badges in (
            NO_BADGES,
            ALL,
            Badges(yellow=frozenset({1})),
            Badges(red=frozenset({1})),
            Badges(yellow=frozenset({2})),
            Badges(voice=frozenset({frozenset({0, 1})})),
        )
    ]
    assert len({picture.png for picture in found}) == len(found)
    assert render_table(view, theme=FOUR_COLOURS, badges=ALL) is found[1]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("seat", range(4))
def test_a_card_can_be_seen_on_a_phone(seat: int, part: float) -> None:
    view, _ = positions.views(3, part=part)
    plain = on_phone(view, NO_BADGES)
    for colour, badges in (
        (THOUSAND, Badges(yellow=frozenset({seat}))),
        (ALARM, Badges(red=frozenset({seat}))),
    ):
        assert near(on_phone(view, badges), colour) >= near(plain, colour) + 20


@pytest.mark.parametrize("part", PARTS)
def test_a_microphone_stands_beside_each_of_a_group_and_nobody_else(
    part: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[int, int]] = []
    draw = Sheet.mask

    def watched(self, mask, at, *, ink, ground):
        if mask.size == (24, 32):
            assert ink in {INK, WHITE}
            drawn.append(at)
        draw(self, mask, at, ink=ink, ground=ground)

    monkeypatch.setattr(Sheet, "mask", watched)
    view, _ = positions.views(3, part=part)
    badged(view, Badges(voice=frozenset({frozenset({0, 1, 3})})))
    assert len(set(drawn)) == 3


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("part", PARTS)
def test_a_long_name_ends_before_the_badges(
    seats: int, part: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = frames.match(9 if seats == 2 else 3)
    view = table_view(states[int((len(states) - 1) * part)])
    badges = ALL if seats == 4 else OF_TWO
    ends: list[int] = []
    write, box = Sheet.text, Sheet.round_box

    def written(self, at, text, **how):
        wide = write(self, at, text, **how)
        if text.startswith("Ww") and at[0] < 700:
            ends.append(at[0] + wide)
        return wide

    def boxed(self, place, **how):
        if (place[2] - place[0], place[3] - place[1]) == (23, 32):
            assert place[0] > ends[-1]
        box(self, place, **how)

    monkeypatch.setattr(Sheet, "text", written)
    monkeypatch.setattr(Sheet, "round_box", boxed)
    view = dataclasses.replace(view, players=("Ww" * 20,) * seats, totals=(-12400, 12400))
    badged(view, badges)
    assert ends


@pytest.mark.parametrize("names", HOSTILE)
@pytest.mark.parametrize("automatic", [0, 3])
def test_no_name_breaks_a_picture_with_all_badges(names: tuple[str, ...], automatic: int) -> None:
    for part in PARTS:
        view, _ = positions.views(1, part=part)
        view = dataclasses.replace(view, players=names, automatic=(automatic,) * 4)
        badged(view, ALL)


def test_a_table_of_two_has_badges_too() -> None:
    for part in PARTS:
        states = frames.match(9)
        view = table_view(states[int((len(states) - 1) * part)])
        assert near(badged(view, OF_TWO), ALARM) > near(badged(view, NO_BADGES), ALARM) + 300


def test_the_description_tells_the_badges() -> None:
    view, _ = positions.views(3)
    told = render_table(view, theme=FOUR_COLOURS, badges=ALL).alt
    assert "canal de voz" in told
    assert "2 ou mais" in told
    assert "canal de voz" not in render_table(view, theme=FOUR_COLOURS).alt
