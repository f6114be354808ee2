"""What everybody at the table can see of a card that is named."""

from moderation.context import Context
from moderation.tokens import Token


def is_public(token: Token, context: Context) -> bool:
    """Whether a named card, rank or suit lies open: on the pile, in the last event, in a meld."""
    last = context.last_event.cards if context.last_event else ()
    shown = ((context.top_card,) if context.top_card else ()) + last
    if any(_fits(token, card) for card in shown):
        return True
    if not token.suit or not token.rank:
        return False
    return any(_fits(token, card) for meld in context.melds for card in meld)


def _fits(token: Token, card: str) -> bool:
    if card == "JOKER":
        return token.is_("WILD")
    rank, suit = card[:-1], card[-1:]
    if token.is_("WILD"):
        return rank == "2" and token.word in ("dois", "curinga", "coringa")
    return (
        (not token.rank or token.rank == rank)
        and (not token.suit or token.suit == suit)
        and bool(token.rank or token.suit)
    )
