"""The shapes of stored events are pinned to the letter: matches of today must open tomorrow."""

import pytest

from game.cards import PACK, card, format_cards, parse_cards
from game.events import (
    CardDiscarded,
    CardDrawn,
    Event,
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
from game.rules import Preset
from storage.codec import decode, encode
from tests.support.tables import with_rules

STORED = [
    (
        MatchStarted(with_rules(Preset.TRADICIONAL, target=500), ("Ana", "Zoë")),
        '{"is":"match_started","rules":"tradicional target=500","players":["Ana","Zoë"]}',
    ),
    (
        RoundDealt(2, 1, PACK),
        '{"is":"round_dealt","number":2,"starter":1,"pack":"' + format_cards(PACK) + '"}',
    ),
    (CardDrawn(3), '{"is":"card_drawn","seat":3,"automatic":false}'),
    (
        PileTaken(0, None, parse_cards("JdQd")),
        '{"is":"pile_taken","seat":0,"meld":null,"cards":"JdQd"}',
    ),
    (PileTaken(0, 2, ()), '{"is":"pile_taken","seat":0,"meld":2,"cards":""}'),
    (MeldLaid(1, parse_cards("5h6hJK")), '{"is":"meld_laid","seat":1,"cards":"5h6hJK"}'),
    (
        MeldExtended(1, 3, parse_cards("2s")),
        '{"is":"meld_extended","seat":1,"meld":3,"cards":"2s"}',
    ),
    (
        CardDiscarded(2, card("Tc"), automatic=True),
        '{"is":"card_discarded","seat":2,"card":"Tc","automatic":true}',
    ),
    (MortoTaken(2, direct=False), '{"is":"morto_taken","seat":2,"direct":false}'),
    (MortoBecameStock(), '{"is":"morto_became_stock"}'),
    (
        RoundEnded(RoundEnding.WENT_OUT, 2),
        '{"is":"round_ended","ending":"went_out","by":2}',
    ),
    (
        RoundEnded(RoundEnding.STOCK_EXHAUSTED, None),
        '{"is":"round_ended","ending":"stock_exhausted","by":null}',
    ),
    (PlayerEliminated(1), '{"is":"player_eliminated","seat":1}'),
    (SeatSubstituted(1, "Robô"), '{"is":"seat_substituted","seat":1,"name":"Robô"}'),
    (SeatResigned(0), '{"is":"seat_resigned","seat":0}'),
    (MatchEnded(1, 0), '{"is":"match_ended","winner":1,"forfeited_by":0}'),
    (MatchEnded(None), '{"is":"match_ended","winner":null,"forfeited_by":null}'),
]


@pytest.mark.parametrize(("event", "text"), STORED, ids=lambda each: type(each).__name__)
def test_each_event_is_stored_just_so_and_read_back(event, text):
    assert encode(event) == text
    assert decode(text) == event


def test_every_kind_of_event_is_pinned():
    assert {type(event) for event, _ in STORED} == set(Event.__args__)


@pytest.mark.parametrize("text", ['{"is":"magic"}', "{}", "[]", "7", '{"is":"card_drawn"}'])
def test_what_is_no_event_is_not_read(text):
    with pytest.raises((KeyError, ValueError, TypeError)):
        decode(text)
