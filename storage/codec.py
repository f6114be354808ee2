"""Events to JSON and back.

The shapes are pinned by literal tests: stored matches must stay readable.
"""

import json
from typing import Any, assert_never

from game.actions import Seat, Team
from game.cards import card, format_cards, parse_cards
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
from game.rules import format_rules, parse_rules

Json = dict[str, Any]


def encode(event: Event) -> str:
    """One line of JSON; ``is`` names the kind of event."""
    return json.dumps(_to_json(event), ensure_ascii=False, separators=(",", ":"))


def decode(text: str) -> Event:
    """The inverse of ``encode``. Raises KeyError or ValueError for anything else."""
    return _from_json(json.loads(text))


def _to_json(event: Event) -> Json:
    match event:
        case MatchStarted():
            rules = format_rules(event.rules)
            return {"is": "match_started", "rules": rules, "players": list(event.players)}
        case RoundDealt():
            pack = format_cards(event.pack)
            number, starter = event.number, event.starter
            return {"is": "round_dealt", "number": number, "starter": starter, "pack": pack}
        case CardDrawn():
            return {"is": "card_drawn", "seat": event.seat, "automatic": event.automatic}
        case PileTaken():
            cards = format_cards(event.cards)
            return {"is": "pile_taken", "seat": event.seat, "meld": event.meld, "cards": cards}
        case MeldLaid():
            return {"is": "meld_laid", "seat": event.seat, "cards": format_cards(event.cards)}
        case MeldExtended():
            cards = format_cards(event.cards)
            return {"is": "meld_extended", "seat": event.seat, "meld": event.meld, "cards": cards}
        case CardDiscarded():
            face, automatic = event.card.code, event.automatic
            return {
                "is": "card_discarded",
                "seat": event.seat,
                "card": face,
                "automatic": automatic,
            }
        case MortoTaken():
            return {"is": "morto_taken", "seat": event.seat, "direct": event.direct}
        case MortoBecameStock():
            return {"is": "morto_became_stock"}
        case RoundEnded():
            return {"is": "round_ended", "ending": event.ending.value, "by": event.by}
        case PlayerEliminated():
            return {"is": "player_eliminated", "seat": event.seat}
        case SeatSubstituted():
            return {"is": "seat_substituted", "seat": event.seat, "name": event.name}
        case SeatResigned():
            return {"is": "seat_resigned", "seat": event.seat}
        case MatchEnded():
            by = event.forfeited_by
            return {"is": "match_ended", "winner": event.winner, "forfeited_by": by}
        case _:
            assert_never(event)


def _from_json(data: Json) -> Event:
    match data["is"]:
        case "match_started":
            return MatchStarted(parse_rules(data["rules"]), tuple(data["players"]))
        case "round_dealt":
            return RoundDealt(data["number"], Seat(data["starter"]), parse_cards(data["pack"]))
        case "card_drawn":
            return CardDrawn(Seat(data["seat"]), data["automatic"])
        case "pile_taken":
            return PileTaken(Seat(data["seat"]), data["meld"], parse_cards(data["cards"]))
        case "meld_laid":
            return MeldLaid(Seat(data["seat"]), parse_cards(data["cards"]))
        case "meld_extended":
            return MeldExtended(Seat(data["seat"]), data["meld"], parse_cards(data["cards"]))
        case "card_discarded":
            return CardDiscarded(Seat(data["seat"]), card(data["card"]), data["automatic"])
        case "morto_taken":
            return MortoTaken(Seat(data["seat"]), data["direct"])
        case "morto_became_stock":
            return MortoBecameStock()
        case "round_ended":
            by = data["by"]
            return RoundEnded(RoundEnding(data["ending"]), None if by is None else Seat(by))
        case "player_eliminated":
            return PlayerEliminated(Seat(data["seat"]))
        case "seat_substituted":
            return SeatSubstituted(Seat(data["seat"]), data["name"])
        case "seat_resigned":
            return SeatResigned(Seat(data["seat"]))
        case "match_ended":
            winner, by = data["winner"], data["forfeited_by"]
            return MatchEnded(
                None if winner is None else Team(winner), None if by is None else Seat(by)
            )
        case kind:
            raise ValueError(f"no such event: {kind}")
