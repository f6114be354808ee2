"""Public events in short phrases, and each seat's last turn in a line."""

import dataclasses

import pytest

from game.actions import Seat, Team
from game.cards import PACK, card, parse_cards
from game.events import (
    CardDiscarded,
    CardDrawn,
    MatchEnded,
    MatchStarted,
    MeldExtended,
    MeldLaid,
    MortoBecameStock,
    MortoTaken,
    PileTaken,
    PlayerEliminated,
    RoundDealt,
    RoundEnded,
    RoundEnding,
    SeatResigned,
    SeatSubstituted,
)
from game.rules import PRESETS, Preset
from game.views import table_view
from tests.rendering import positions
from tests.support.positions import after, position
from texts.events import (
    LONGEST_LAP,
    escape_markdown,
    escaped_names,
    lap_lines,
    last_seat,
    tell,
)

NAMES = ("Ana", "Bia", "Caio", "Davi")
RULES = PRESETS[Preset.OFICIAL]


@pytest.mark.parametrize(
    ("event", "phrase"),
    [
        (CardDrawn(Seat(0)), "comprou"),
        (CardDrawn(Seat(0), automatic=True), "comprou (automático)"),
        (PileTaken(Seat(0), None, parse_cards("QdKd")), "pegou o lixo: Q-K♦"),
        (PileTaken(Seat(0), 2, parse_cards("9c")), "pegou o lixo no jogo 2: 9♣"),
        (PileTaken(Seat(0), 2, ()), "pegou o lixo no jogo 2"),
        (MeldLaid(Seat(0), parse_cards("7h5h6h")), "baixou 5-6-7♥"),
        (MeldLaid(Seat(0), parse_cards("JK7h5h")), "baixou 5♥ 🃏 7♥"),
        (MeldExtended(Seat(0), 2, parse_cards("8c")), "encaixou 8♣ no jogo 2"),
        (CardDiscarded(Seat(0), card("9s")), "descartou 9♠"),
        (CardDiscarded(Seat(0), card("JK"), automatic=True), "descartou 🃏 (automático)"),
        (MortoTaken(Seat(0), direct=True), "bateu e pegou o morto"),
        (MortoTaken(Seat(0), direct=False), "bateu e pegou o morto para a próxima vez"),
        (MortoBecameStock(), "o morto virou o monte"),
        (PlayerEliminated(Seat(0)), "perdeu o lugar pelo relógio"),
        (SeatSubstituted(Seat(2), "Eva"), "Eva entrou no lugar 3"),
        (SeatResigned(Seat(0)), "desistiu da partida"),
        (MatchStarted(RULES, NAMES), "a partida começou"),
        (RoundDealt(3, Seat(1), PACK), "rodada 3: cartas dadas, Bia é o mão"),
        (RoundEnded(RoundEnding.WENT_OUT, Seat(2)), "a rodada acabou: Caio bateu"),
        (RoundEnded(RoundEnding.STOCK_EXHAUSTED, None), "a rodada acabou: o monte acabou"),
        (MatchEnded(Team(0)), "a partida acabou: Ana e Caio venceram"),
        (MatchEnded(Team(1), Seat(0)), "a partida acabou: Bia e Davi venceram por desistência"),
        (MatchEnded(None), "a partida acabou empatada"),
    ],
)
def test_each_event_has_its_phrase(event, phrase: str) -> None:
    assert tell(event, NAMES) == phrase


def test_a_deal_tells_no_card() -> None:
    told = tell(RoundDealt(1, Seat(0), PACK), NAMES)
    assert not set(told) & set("♠♥♣♦🃏")


def test_laps_end_with_the_seat_that_acted_last() -> None:
    state = position(hand="5h6h7h9sKd", players=4, turn=0, phase="draw")
    before = lap_lines(table_view(state))
    assert before == ["Cartas dadas: **Ana** começa."]
    under_way = after(state, "draw", "meld 5h6h7h")
    assert lap_lines(table_view(under_way))[-1] == "**Ana** comprou, baixou 5-6-7♥ · 3 cartas"
    done = after(under_way, "discard 9s")
    lines = lap_lines(table_view(done))
    assert lines[-1] == "**Ana** comprou, baixou 5-6-7♥, descartou 9♠ · 2 cartas"
    later = after(done, "draw", *(f"discard {code}" for code in [state.round.hands[1][0].code]))
    lines = lap_lines(table_view(later))
    assert [line.split("**")[1] for line in lines] == ["Ana", "Bia"]
    assert [line.split("**")[1] for line in lap_lines(table_view(later), leave_out=1)] == ["Ana"]


def test_a_taken_pile_is_told_with_its_top_and_its_number_of_cards() -> None:
    state = position(hand="QdKd9s", pile="4c5cJd", players=4, turn=0, phase="draw")
    (line,) = lap_lines(table_view(after(state, "take new QdKd")))
    assert line == "**Ana** pegou o lixo (3): J-Q-K♦ · 3 cartas"


def test_additions_are_told_by_meld_and_in_sequence() -> None:
    melds = ["5h6h7h", "9c9cTcJc"[2:]]
    state = position(hand="9h8hQc4hKsAs", melds=melds, players=4, turn=0)
    done = after(state, "add 1 8h", "add 2 Qc", "add 1 9h", "add 1 4h")
    (line,) = lap_lines(table_view(done))
    assert line == "**Ana** encaixou 4♥ 8♥ 9♥ no jogo 1; Q♣ no jogo 2 · 2 cartas"


def test_a_draw_alone_is_not_told() -> None:
    state = position(hand="5h6h7h9sKd", players=4, turn=1, phase="draw")
    assert lap_lines(table_view(after(state, "draw"))) == lap_lines(table_view(state))


def test_additions_to_one_meld_in_a_row_are_told_as_one() -> None:
    state = position(hand="8h9h9sKd2c", melds=["5h6h7h"])
    state = after(state, "add 1 8h", "add 1 9h")
    assert "encaixou 8♥ 9♥ no jogo 1 ·" in lap_lines(table_view(state))[-1]


@pytest.mark.parametrize("seed", range(4))
def test_every_position_has_a_line_a_seat_of_bounded_length(seed: int) -> None:
    for state in positions.played(seed)[::5]:
        view = table_view(state)
        lines = lap_lines(view)
        assert len(lines) == max(1, sum(bool(lap) for lap in view.laps))
        assert all(len(line) < LONGEST_LAP + 120 for line in lines)
        assert all("**" in line and "\n" not in line for line in lines)


def test_the_seat_that_went_out_acted_last() -> None:
    view = dataclasses.replace(positions.finished(1), ending=RoundEnding.WENT_OUT, ended_by=Seat(2))
    assert last_seat(view) == 2
    assert lap_lines(view)[-1].startswith("**Conceição**")


@pytest.mark.parametrize("sign", list("\\*_~`|>#-[]()@:<"))
def test_every_sign_of_markdown_is_escaped(sign: str) -> None:
    assert escape_markdown(f"a{sign}b").startswith(f"a\\{sign}")


@pytest.mark.parametrize("text", ["@everyone", "@here", "<@123456789012345678>", "<@&1>", "<#2>"])
def test_no_mention_survives(text: str) -> None:
    safe = escape_markdown(text)
    assert text not in safe
    for name in ("@everyone", "@here", "<@", "@&", "@1", "<#"):
        assert name not in safe


def test_a_name_stays_on_its_line() -> None:
    assert escape_markdown("a\n# b") == "a \\# b"
    assert escaped_names(("a\nb", "", "x" * 99)) == ("a b", "Jogador 2", "x" * 31 + "…")


def test_hostile_names_stay_inside_their_bold() -> None:
    view = table_view(positions.middle(1))
    names = ("**@everyone", "`x`", "[a](http://b)", "_" * 40)
    for line in lap_lines(dataclasses.replace(view, players=names)):
        unescaped = line.replace("\\*", "")
        assert unescaped.count("**") == 2
        assert "@everyone" not in line
