"""What a person sees of a message: snapshots that later edits leave alone."""

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Literal

import discord
from simcord.backend import Backend, serializers
from simcord.backend.models import Message
from simcord.components import walk_components

_BUTTON = 2
_SELECTS = {3, 5, 6, 7, 8}


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One line of a menu."""

    label: str
    value: str
    description: str
    default: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """A button, a menu, a field of a form, or anything else that a message is built of."""

    kind: Literal["button", "select", "other"]
    type: int
    custom_id: str
    # A button's or field's label, a menu's placeholder, a text's content, a picture's alt text.
    label: str
    options: tuple[Option, ...]
    disabled: bool

    @classmethod
    def of(cls, raw: dict[str, Any], *, label: str | None = None) -> "Component":
        number = int(raw["type"])
        texts = [raw.get("label"), raw.get("placeholder"), raw.get("content")]
        texts += [item.get("description") for item in raw.get("items") or []]
        options = [
            Option(
                label=option["label"],
                value=option["value"],
                description=option.get("description") or "",
                default=bool(option.get("default")),
            )
            for option in raw.get("options") or []
        ]
        return cls(
            kind="button" if number == _BUTTON else "select" if number in _SELECTS else "other",
            type=number,
            custom_id=raw.get("custom_id") or "",
            label=label if label is not None else "\n".join(text for text in texts if text),
            options=tuple(options),
            disabled=bool(raw.get("disabled")),
        )

    @classmethod
    def fields_of(cls, modal: list[dict[str, Any]]) -> "list[Component]":
        """The fields of a form, whether their label stands around or in them."""
        found = []
        for raw in modal:
            inner = [raw["component"]] if "component" in raw else raw.get("components", [raw])
            found += [cls.of(one, label=raw.get("label") or one.get("label")) for one in inner]
        return [field for field in found if field.custom_id]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A file of a message; `description` is its alt text."""

    filename: str
    description: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenMessage:
    """A message at one moment."""

    id: int
    channel_id: int
    author_id: int
    content: str
    embeds: tuple[discord.Embed, ...]
    components: tuple[Component, ...]
    attachments: tuple[Attachment, ...]
    ephemeral: bool
    edited: bool
    # By whom it shows: a post of a webhook has a name of its own.
    author_name: str
    is_webhook: bool
    mentions: tuple[int, ...]
    # What Discord sends along when one of its components is used.
    payload: dict[str, Any] = field(repr=False, compare=False)

    @classmethod
    def of(cls, backend: Backend, stored: Message) -> "SeenMessage":
        return cls(
            id=stored.id,
            channel_id=stored.channel_id,
            author_id=stored.author_id,
            content=stored.content,
            embeds=tuple(discord.Embed.from_dict(dict(raw)) for raw in stored.embeds),
            components=tuple(Component.of(raw) for raw in walk_components(stored.components)),
            attachments=tuple(
                Attachment(
                    filename=raw["filename"],
                    description=raw.get("description") or "",
                    data=backend.cdn.get(raw["url"]) or b"",
                )
                for raw in stored.attachments
            ),
            ephemeral=stored.is_ephemeral,
            edited=stored.edited_timestamp is not None,
            author_name=getattr(backend, "names_of_posts", {}).get(str(stored.id))
            or backend.users[stored.author_id].name,
            is_webhook=stored.webhook_id is not None and stored.webhook_id in backend.webhooks,
            mentions=tuple(
                int(user["id"]) for user in serializers.message_payload(backend, stored)["mentions"]
            ),
            payload=deepcopy(dict(serializers.message_payload(backend, stored)))
            if stored.components
            else {},
        )

    @property
    def labels(self) -> list[str]:
        """The labels of the buttons, in their order."""
        return [one.label for one in self.components if one.kind == "button"]

    def menu(self, custom_id_prefix: str = "") -> Component:
        """The one menu whose custom id begins so."""
        (menu,) = [
            one
            for one in self.components
            if one.kind == "select" and one.custom_id.startswith(custom_id_prefix)
        ]
        return menu

    @property
    def text(self) -> str:
        """All that can be read in it, from the content to file names and alt texts."""
        parts = [self.content]
        for embed in self.embeds:
            parts += [embed.title or "", embed.description or "", embed.footer.text or ""]
            parts += [embed.author.name or ""]
            parts += [f"{field.name}\n{field.value}" for field in embed.fields]
        for one in self.components:
            parts.append(one.label)
            parts += [f"{option.label}\n{option.description}" for option in one.options]
        for file in self.attachments:
            parts += [file.filename, file.description]
        return "\n".join(part for part in parts if part)
