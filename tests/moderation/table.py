"""The table at which the tests of the chat detector talk, and short ways to ask it."""

from moderation import Context, Rigor, Verdict, judge
from moderation.grammar import understood
from moderation.normalize import normal
from moderation.tokens import Reading

VALUES = {
    "phase": "live",
    "table_size": 4,
    "author": "Ana",
    "partner": "Bia",
    "opponents": ["Caio", "Davi"],
    "lixo_top": "K♥",
    "melds_us": [["7♣", "8♣", "9♣"]],
    "melds_them": [["4♦", "5♦", "6♦", "7♦"]],
}


def at_table(**changes) -> Context:
    """A live round of four; Ana speaks."""
    return Context.from_mapping(VALUES | changes)


def said(text, *, rigor=Rigor.WIDE, forbid_swearing=False, **changes) -> Verdict:
    """What is made of a message at the table."""
    return judge(text, at_table(**changes), rigor=rigor, forbid_swearing=forbid_swearing)


def label(text, **changes) -> str:
    return said(text, **changes).label.value


def read(text, **changes) -> Reading:
    """The words of a message as they are meant at the table, without the ends of clauses."""
    return [
        token
        for token in understood(normal(text), at_table(**changes))
        if not token.is_("END", "QUESTION")
    ]


def message(text, author="Ana"):
    return {"author": author, "text": text}
