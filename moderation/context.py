"""What is known about the table when a message comes. No field decides whether a claim is true."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Final, Literal, get_args

Phase = Literal["lobby", "live", "between_rounds", "finished", "none"]
Role = Literal["player", "spectator", "not_seated"]
Event = Literal[
    "send",
    "edit",
    "forward",
    "reply",
    "reaction",
    "nickname",
    "status",
    "attachment",
    "poll",
    "thread_name",
]


@dataclasses.dataclass(frozen=True, slots=True)
class Said:
    """An earlier message."""

    author: str
    text: str


@dataclasses.dataclass(frozen=True, slots=True)
class Happened:
    """What happened last at the table; ``cards`` are public cards, such as ``J♦``."""

    by: str
    action: str
    cards: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Context:
    """Who speaks, where, and what everybody at the table can see.

    Cards are written ``10♠`` and ``JOKER``. The author's own hand is not among the fields: neither
    a block nor a sanction may depend on whether a claim is true, else being let through would tell
    the partner that it is false.
    """

    phase: Phase = "live"
    table_size: int = 4
    author: str = ""
    author_role: Role = "player"
    partner: str = ""
    opponents: tuple[str, ...] = ()
    melds: tuple[tuple[str, ...], ...] = ()
    top_card: str | None = None
    last_event: Happened | None = None
    event: Event = "send"
    reply_to: Said | None = None
    previous: tuple[Said, ...] = ()
    file_names: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """Names of others who are present: innocent words."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> "Context":
        """Read the keys of a labelled chat file; unknown keys are ignored.

        Raises ValueError, with a sentence, when a value has not the form that it should have.
        """
        read = _Reader(values)
        return cls(
            phase=read.one_of("phase", _PHASES, "live"),  # type: ignore[arg-type]
            table_size=read.number("table_size", 4),
            author=read.text("author"),
            author_role=read.one_of("author_role", _ROLES, "player"),  # type: ignore[arg-type]
            partner=read.text("partner"),
            opponents=read.texts("opponents"),
            melds=tuple(
                tuple(str(card) for card in meld)
                for side in ("melds_us", "melds_them")
                for meld in read.items(side)
                if isinstance(meld, Sequence)
            ),
            top_card=read.text("lixo_top") or None,
            last_event=read.happened("last_event"),
            event=read.one_of("event", _EVENTS, "send"),  # type: ignore[arg-type]
            reply_to=read.said("reply_to"),
            previous=tuple(_said(item, "previous") for item in read.items("previous")),
            file_names=tuple(
                str(item.get("filename", ""))
                for item in read.items("attachments")
                if isinstance(item, Mapping)
            ),
            names=read.texts("names") + read.keys("hand_counts"),
        )


_PHASES: Final[tuple[str, ...]] = get_args(Phase)
_ROLES: Final[tuple[str, ...]] = get_args(Role)
_EVENTS: Final[tuple[str, ...]] = get_args(Event)


@dataclasses.dataclass(frozen=True, slots=True)
class _Reader:
    values: Mapping[str, object]

    def text(self, key: str) -> str:
        value = self.values.get(key) or ""
        if not isinstance(value, str):
            raise ValueError(f"{key} must be a text")
        return value

    def number(self, key: str, default: int) -> int:
        value = self.values.get(key)
        if value is None:
            return default
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValueError(f"{key} must be a whole number")
        return value

    def one_of(self, key: str, choices: tuple[str, ...], default: str) -> str:
        value = self.values.get(key) or default
        if value not in choices:
            raise ValueError(f"{key} must be one of {', '.join(choices)}")
        return str(value)

    def items(self, key: str) -> Sequence[object]:
        value = self.values.get(key) or ()
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise ValueError(f"{key} must be a list")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        return tuple(str(item) for item in self.items(key))

    def keys(self, key: str) -> tuple[str, ...]:
        value = self.values.get(key) or {}
        if not isinstance(value, Mapping):
            raise ValueError(f"{key} must be an object")
        return tuple(str(name) for name in value)

    def said(self, key: str) -> Said | None:
        value = self.values.get(key)
        return None if value is None else _said(value, key)

    def happened(self, key: str) -> Happened | None:
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, Mapping):
            raise ValueError(f"{key} must be an object")
        cards = value.get("cards") or ()
        if not isinstance(cards, Sequence) or isinstance(cards, str):
            raise ValueError(f"{key} must hold its cards as a list")
        return Happened(
            by=str(value.get("by", "")),
            action=str(value.get("action", "")),
            cards=tuple(str(card) for card in cards),
        )


def _said(value: object, key: str) -> Said:
    if not isinstance(value, Mapping):
        raise ValueError(f"{key} must hold objects with author and text")
    return Said(author=str(value.get("author", "")), text=str(value.get("text", "")))
