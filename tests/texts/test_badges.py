"""Strikes and shared voice channels in words, for a message and for a picture's description."""

import dataclasses

import pytest

from game.views import table_view
from tests.rendering import frames
from tests.support.positions import position
from texts import turn
from texts.alt_text import LONGEST, table_alt
from texts.badges import NO_BADGES, Badges, badges_line, together
from texts.events import escaped_names
from texts.turn import table_text

NAMES = ("Ana", "Bia", "Caio", "Davi")
ALL = Badges(
    yellow=frozenset({0, 3}),
    red=frozenset({1, 2}),
    voice=frozenset({frozenset({0, 2}), frozenset({1, 3})}),
)


def voice(*groups: tuple[int, ...]) -> Badges:
    return Badges(voice=frozenset(map(frozenset, groups)))


@pytest.mark.parametrize(
    ("badges", "line"),
    [
        (NO_BADGES, ""),
        (voice((0, 2)), "🎙 Ana e Caio estão no mesmo canal de voz."),
        (voice((3, 1, 0)), "🎙 Ana, Bia e Davi estão no mesmo canal de voz."),
        (
            voice((1, 3), (0, 2)),
            "🎙 Ana e Caio estão no mesmo canal de voz; Bia e Davi, em outro.",
        ),
        (Badges(yellow=frozenset({1})), "🟨 Bia: 1 advertência por conversa."),
        (
            Badges(yellow=frozenset({1, 0})),
            "🟨 Ana e Bia: 1 advertência por conversa cada.",
        ),
        (Badges(red=frozenset({3})), "🟥 Davi: 2 ou mais advertências por conversa."),
        (
            Badges(yellow=frozenset({1}), red=frozenset({3})),
            "🟨 Bia: 1 advertência por conversa. 🟥 Davi: 2 ou mais.",
        ),
    ],
)
def test_badges_are_told_in_a_line(badges: Badges, line: str) -> None:
    assert badges_line(badges, NAMES) == line


def test_a_red_card_counts_where_a_seat_is_in_both() -> None:
    both = Badges(yellow=frozenset({1}), red=frozenset({1}))
    assert badges_line(both, NAMES) == badges_line(Badges(red=frozenset({1})), NAMES)


def test_whoever_is_alone_in_a_channel_is_with_nobody() -> None:
    assert together({0: 77, 1: 78, 2: 77}) == {frozenset({0, 2})}
    assert together({3: 77}) == together({}) == frozenset()


def test_the_line_stands_before_the_seal_with_names_escaped() -> None:
    view = dataclasses.replace(
        table_view(position(hand="3c4d", players=4)), players=("*Ana*", "@everyone", "x_y", "Davi")
    )
    words = {"title": "Mesa 1", "due_at": None, "seal": "abc"}
    *above, line, seal = table_text(view, badges=ALL, **words).split("\n")
    assert line == badges_line(ALL, escaped_names(view.players))
    assert "\\*Ana\\*" in line
    assert "@everyone" not in line
    assert [*above, seal] == table_text(view, **words).split("\n")


def test_in_a_crowd_of_words_the_laps_give_way_and_not_the_badges(monkeypatch) -> None:
    monkeypatch.setattr(turn, "lap_lines", lambda _: ["x" * 600] * 4)
    view = table_view(position(hand="3c4d", players=4))
    told = table_text(view, title="Mesa 1", due_at=None, seal="abc", badges=ALL)
    assert badges_line(ALL, view.players) in told.split("\n")
    assert len(told) <= turn.LONGEST_MESSAGE


@pytest.mark.parametrize("seed", range(4))
def test_no_badge_is_cut_off_a_pictures_description(seed: int) -> None:
    for state in frames.match(seed)[::6]:
        view = table_view(state)
        crowd = dataclasses.replace(view, players=("Maria Eduarda de Albuquerque",) * 4)
        for each in (view, crowd):
            told = table_alt(each, ALL)
            assert len(told) <= LONGEST
            assert "No mesmo canal de voz: " in told
            assert told.endswith(" 2 ou mais.")


def test_a_description_reads_like_this() -> None:
    view = table_view(position(hand="3c4d", players=4))
    assert table_alt(view, ALL) == (
        table_alt(view) + "\nNo mesmo canal de voz: Ana e Caio; Bia e Davi. "
        "Advertências por conversa: Ana 1, Davi 1, Bia 2 ou mais, Caio 2 ou mais."
    )
