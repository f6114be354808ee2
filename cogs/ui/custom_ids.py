"""The one grammar of custom ids: ``b:verb:match:version:argument`` (buttons;
``m:`` for menus, ``f:`` for forms).

An id names a table and the version it was drawn from, never a seat or a card that only the server
may know: who clicks is known by his user id.
"""

import dataclasses
import enum
import re
from typing import Final

LONGEST: Final = 100
BUTTON: Final = "b"
MENU: Final = "m"
FORM: Final = "f"


class Verb(enum.Enum):
    """What a click asks for. Each verb is handled by one method of one cog."""

    # the lobby
    SIT = "sit"
    STAND = "stand"
    ROBOTS = "robots"
    START = "start"
    CANCEL = "cancel"
    ACCEPT = "accept"
    DECLINE = "decline"
    # the table's message
    HAND = "hand"
    SCORE = "score"
    RULES = "rules"
    MORE = "more"
    PHRASE = "phrase"
    NEXT = "next"
    REMATCH = "rematch"
    # the hand
    REFRESH = "refresh"
    PLAY = "play"
    CHOOSE = "choose"
    PICK = "pick"
    CONFIRM = "confirm"
    # seats in the course of the match
    LEAVE = "leave"
    RESIGN = "resign"
    PAUSE = "pause"
    RESUME = "resume"
    TAKE_SEAT = "take_seat"
    AGREE_RETURN = "agree_return"
    # the chat
    SPEAK = "speak"
    SAY = "say"
    DENY = "deny"
    SEAL = "seal"
    FORGIVE = "forgive"
    UNDO = "undo"
    GRAVER = "graver"
    EXCEPT = "except"


_VERBS: Final = "|".join(verb.value for verb in Verb)
_REST: Final = (
    rf":(?P<verb>{_VERBS}):(?P<match>\d{{1,15}}):(?P<version>\d{{1,9}})(?::(?P<arg>.*))?\Z"
)
BUTTON_TEMPLATE: Final = re.compile(BUTTON + _REST, re.DOTALL)
MENU_TEMPLATE: Final = re.compile(MENU + _REST, re.DOTALL)
FORM_TEMPLATE: Final = re.compile(FORM + _REST, re.DOTALL)


@dataclasses.dataclass(frozen=True, slots=True)
class Ids:
    """A custom id taken apart; ``version`` is 0 where it does not matter."""

    verb: Verb
    match_id: int
    version: int = 0
    arg: str = ""

    def format(self, kind: str) -> str:
        """The custom id, at most 100 characters; ``kind`` is one of the three letters."""
        text = f"{kind}:{self.verb.value}:{self.match_id}:{self.version}"
        text = f"{text}:{self.arg}" if self.arg else text
        assert len(text) <= LONGEST, "arguments are short: a record's action at the longest"
        return text


def from_pattern(found: re.Match[str]) -> Ids:
    """Take a matched custom id apart."""
    return Ids(Verb(found["verb"]), int(found["match"]), int(found["version"]), found["arg"] or "")
