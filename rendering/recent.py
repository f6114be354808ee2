"""Which cards on the table the last turn brought, so that they can be outlined."""

from game.actions import Team
from game.cards import Card
from game.events import CardDiscarded, MeldExtended, MeldLaid, PileTaken
from game.melds import Meld
from game.views import TableView
from texts.events import last_seat


def new_cards(view: TableView) -> tuple[Team, dict[int, tuple[int, ...]]]:
    """The team that played last, and for each of its melds, by index, the indices of new cards."""
    seat = last_seat(view)
    team = Team(seat % 2)
    melds = view.melds[team]
    lap = view.laps[seat]
    laid = sum(
        isinstance(event, MeldLaid) or (isinstance(event, PileTaken) and event.meld is None)
        for event in lap
    )
    new = {
        index: tuple(range(len(melds[index].cards)))
        for index in range(max(0, len(melds) - laid), len(melds))
    }
    for event in lap:
        if not isinstance(event, MeldExtended | PileTaken) or event.meld is None:
            continue
        index = event.meld - 1
        if index < len(melds):
            found = new.get(index, ())
            new[index] = (*found, *_find(melds[index], event.cards, found))
    return team, new


def is_top_card_new(view: TableView) -> bool:
    """Whether the pile's top card is the last turn's discard."""
    lap = view.laps[last_seat(view)]
    return any(isinstance(event, CardDiscarded) and event.card is view.top_card for event in lap)


def _find(meld: Meld, cards: tuple[Card, ...], found: tuple[int, ...]) -> tuple[int, ...]:
    """Where these cards lie, the upper of two equal ones first, the places found left out."""
    places: list[int] = []
    for face in cards:
        for index in range(len(meld.cards) - 1, -1, -1):
            if meld.cards[index] is face and index not in places and index not in found:
                places.append(index)
                break
    return tuple(places)
