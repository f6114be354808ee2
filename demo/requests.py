"""The bodies of requests, checked as Discord checks them: unknown fields, counts, lengths.

https://discord.com/developers/docs/resources/message#create-message
https://discord.com/developers/docs/components/reference
https://discord.com/developers/docs/interactions/application-commands
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    RootModel,
    Tag,
    ValidationError,
    field_validator,
    model_validator,
)

from demo.errors import invalid_form

_CODES: Final = {
    "missing": "BASE_TYPE_REQUIRED",
    "extra_forbidden": "UNKNOWN_FIELD",
    "string_too_long": "BASE_TYPE_BAD_LENGTH",
    "string_too_short": "BASE_TYPE_BAD_LENGTH",
    "too_long": "BASE_TYPE_BAD_LENGTH",
    "too_short": "BASE_TYPE_BAD_LENGTH",
    "literal_error": "BASE_TYPE_CHOICES",
    "union_tag_invalid": "BASE_TYPE_CHOICES",
    "string_pattern_mismatch": "STRING_TYPE_REGEX",
}

Snowflake = Annotated[
    str,
    BeforeValidator(lambda raw: str(raw) if type(raw) is int else raw),
    Field(pattern=r"^[0-9]{1,20}$"),
]
"""The number of something, as a number or in text: always text from here on."""

Id = Annotated[str, Field(min_length=1, max_length=100)]


_OF_UNIONS: Final = frozenset({"constrained-str", "int", "float"})
"""Names of a union's members, which are no part of a field's place; others begin with "~"."""


class Body(BaseModel):
    """A body has no fields but those that are known."""

    model_config = ConfigDict(extra="forbid")


class Emoji(Body):
    """An emoji in a button or a menu."""

    id: Snowflake | None = None
    name: str | None = None
    animated: bool | None = None


class Button(Body):
    """A button: a label or an emoji, and an id unless it is a link."""

    type: Literal[2]
    id: int | None = None
    style: Literal[1, 2, 3, 4, 5]
    label: Annotated[str, Field(max_length=80)] | None = None
    emoji: Emoji | None = None
    custom_id: Id | None = None
    url: Annotated[str, Field(max_length=512)] | None = None
    disabled: bool = False

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> "Button":
        if not self.label and self.emoji is None:
            raise ValueError("a button needs a label or an emoji")
        if (self.custom_id is None) == (self.url is None) or (self.style == 5) != bool(self.url):
            raise ValueError("a button needs a custom_id, a link a url")
        return self


class Option(Body):
    """A line of a menu."""

    label: Annotated[str, Field(min_length=1, max_length=100)]
    value: Annotated[str, Field(min_length=1, max_length=100)]
    description: Annotated[str, Field(max_length=100)] | None = None
    emoji: Emoji | None = None
    default: bool = False


class Menu(Body):
    """A menu of lines."""

    type: Literal[3]
    id: int | None = None
    custom_id: Id
    options: Annotated[list[Option], Field(min_length=1, max_length=25)]
    placeholder: Annotated[str, Field(max_length=150)] | None = None
    min_values: Annotated[int, Field(ge=0, le=25)] = 1
    max_values: Annotated[int, Field(ge=1, le=25)] = 1
    disabled: bool = False
    required: bool = True

    @field_validator("options")
    @classmethod
    def _values_differ(cls, options: list[Option]) -> list[Option]:
        if len({option.value for option in options}) < len(options):
            raise ValueError("the values of options must differ")
        return options

    @model_validator(mode="after")
    def _counts_fit(self) -> "Menu":
        if self.min_values > self.max_values or self.max_values > len(self.options):
            raise ValueError("min_values and max_values must fit the options")
        return self


class DefaultValue(Body):
    """Somebody chosen from the start."""

    id: Snowflake
    type: Literal["user"]


class UserMenu(Body):
    """A menu of people."""

    type: Literal[5]
    id: int | None = None
    custom_id: Id
    placeholder: Annotated[str, Field(max_length=150)] | None = None
    default_values: Annotated[list[DefaultValue], Field(max_length=25)] | None = None
    min_values: Annotated[int, Field(ge=0, le=25)] = 1
    max_values: Annotated[int, Field(ge=1, le=25)] = 1
    disabled: bool = False
    required: bool = True


class TextInput(Body):
    """A field of a form."""

    type: Literal[4]
    id: int | None = None
    custom_id: Id
    style: Literal[1, 2]
    label: Annotated[str, Field(max_length=45)] | None = None
    min_length: Annotated[int, Field(ge=0, le=4000)] | None = None
    max_length: Annotated[int, Field(ge=1, le=4000)] | None = None
    required: bool = True
    value: Annotated[str, Field(max_length=4000)] | None = None
    placeholder: Annotated[str, Field(max_length=100)] | None = None


def _kind(raw: Any) -> str:
    return f"~{raw.get('type') if isinstance(raw, dict) else getattr(raw, 'type', None)}"


InRow = Annotated[
    Annotated[Button, Tag("~2")] | Annotated[Menu, Tag("~3")] | Annotated[UserMenu, Tag("~5")],
    Discriminator(_kind),
]


class Row(Body):
    """Up to five buttons, or one menu."""

    type: Literal[1]
    id: int | None = None
    components: Annotated[list[InRow], Field(min_length=1, max_length=5)]

    @field_validator("components")
    @classmethod
    def _a_menu_is_alone(cls, components: list[Any]) -> list[Any]:
        if len(components) > 1 and not all(isinstance(one, Button) for one in components):
            raise ValueError("a menu fills its row")
        return components


def _ids_differ(rows: list[Row] | None) -> list[Row] | None:
    ids = [one.custom_id for row in rows or () for one in row.components if one.custom_id]
    if len(set(ids)) < len(ids):
        raise ValueError("the custom_ids of a message must differ")
    return rows


class AttachmentPart(Body):
    """A file that comes along, or one that stays."""

    id: Snowflake
    filename: str | None = None
    description: Annotated[str, Field(max_length=1024)] | None = None
    # discord.py sends a file that stays with all that it knows of it.
    size: int | None = None
    url: str | None = None
    proxy_url: str | None = None
    height: int | None = None
    width: int | None = None
    content_type: str | None = None
    spoiler: bool | None = None
    flags: int | None = None


class Mentions(Body):
    """Who may be notified."""

    parse: list[Literal["everyone", "users", "roles"]] | None = None
    users: list[Snowflake] | None = None
    roles: list[Snowflake] | None = None
    replied_user: bool | None = None

    @model_validator(mode="after")
    def _says_it_once(self) -> "Mentions":
        if "users" in (self.parse or ()) and self.users:
            raise ValueError("parse:['users'] and users exclude each other")
        return self

    def allows(self, user_id: int) -> bool:
        """Whether this user is notified where he is named."""
        return "users" in (self.parse or ()) or str(user_id) in (self.users or ())


class Reference(Body):
    """The message that is answered."""

    message_id: Snowflake
    channel_id: Snowflake | None = None
    guild_id: Snowflake | None = None
    fail_if_not_exists: bool = True
    type: Literal[0] = 0


class MessageBody(Body):
    """A message to be sent, or what is to change in one."""

    content: Annotated[str, Field(max_length=2000)] | None = None
    embeds: Annotated[list[dict[str, Any]], Field(max_length=10)] | None = None
    components: Annotated[list[Row], Field(max_length=5)] | None = None
    attachments: Annotated[list[AttachmentPart], Field(max_length=10)] | None = None
    allowed_mentions: Mentions | None = None
    flags: int | None = None
    tts: bool | None = None
    nonce: Annotated[str, Field(max_length=25)] | int | None = None
    enforce_nonce: bool = False
    message_reference: Reference | None = None

    _different = field_validator("components")(_ids_differ)


class LabelField(Body):
    """A field of a form with its label above."""

    type: Literal[18]
    id: int | None = None
    label: Annotated[str, Field(max_length=45)]
    description: Annotated[str, Field(max_length=100)] | None = None
    component: Annotated[
        Annotated[TextInput, Tag("~4")]
        | Annotated[Menu, Tag("~3")]
        | Annotated[UserMenu, Tag("~5")],
        Discriminator(_kind),
    ]


class InputRow(Body):
    """A field of a form with its label in it."""

    type: Literal[1]
    id: int | None = None
    components: Annotated[list[TextInput], Field(min_length=1, max_length=1)]


class Modal(Body):
    """A form."""

    custom_id: Id
    title: Annotated[str, Field(min_length=1, max_length=45)]
    components: Annotated[
        list[
            Annotated[
                Annotated[InputRow, Tag("~1")] | Annotated[LabelField, Tag("~18")],
                Discriminator(_kind),
            ]
        ],
        Field(min_length=1, max_length=5),
    ]


class Choice(Body):
    """One of the values that an option of a command may have."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    value: Annotated[str, Field(max_length=100)] | int | float
    name_localizations: dict[str, str] | None = None


class Choices(Body):
    """What is offered while an option is typed."""

    choices: Annotated[list[Choice], Field(max_length=25)]


class Callback(Body):
    """The first answer to an interaction."""

    type: Literal[1, 4, 5, 6, 7, 8, 9]
    data: dict[str, Any] | None = None


_NAME = r"^[-_'\w]{1,32}$"
Name = Annotated[str, Field(pattern=_NAME)]
Description = Annotated[str, Field(min_length=1, max_length=100)]
Words = dict[str, Annotated[str, Field(max_length=100)]] | None


class CommandOption(Body):
    """An option of a command, or a command below it."""

    type: Annotated[int, Field(ge=1, le=11)]
    name: Name
    description: Description
    name_localizations: Words = None
    description_localizations: Words = None
    required: bool = False
    choices: Annotated[list[Choice], Field(max_length=25)] | None = None
    options: Annotated[list["CommandOption"], Field(max_length=25)] | None = None
    channel_types: list[int] | None = None
    min_value: int | float | None = None
    max_value: int | float | None = None
    min_length: int | None = None
    max_length: int | None = None
    autocomplete: bool = False

    @field_validator("name")
    @classmethod
    def _small(cls, name: str) -> str:
        return _small_letters(name)


class Command(Body):
    """A command of the application; a context menu's has no description."""

    id: Snowflake | None = None
    type: Literal[1, 2, 3] = 1
    name: Annotated[str, Field(min_length=1, max_length=32)]
    description: Annotated[str, Field(max_length=100)] = ""
    name_localizations: Words = None
    description_localizations: Words = None
    options: Annotated[list[CommandOption], Field(max_length=25)] | None = None
    default_member_permissions: str | int | None = None
    dm_permission: bool | None = None
    nsfw: bool = False
    contexts: list[Literal[0, 1, 2]] | None = None
    integration_types: list[Literal[0, 1]] | None = None

    @model_validator(mode="after")
    def _fits_its_type(self) -> "Command":
        if self.type == 1:
            _small_letters(self.name)
            if not self.description:
                raise ValueError("a command needs a description")
        return self


class Commands(RootModel[Annotated[list[Command], Field(max_length=100)]]):
    """All commands at once; a 101st is refused."""

    @model_validator(mode="after")
    def _names_differ(self) -> "Commands":
        if len({(one.type, one.name) for one in self.root}) < len(self.root):
            raise ValueError("application command names must be unique")
        return self


def _small_letters(name: str) -> str:
    if not re.fullmatch(_NAME, name) or name != name.lower():
        raise ValueError("a command's name is of small letters")
    return name


class ThreadBody(Body):
    """A thread to be made."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    auto_archive_duration: Literal[60, 1440, 4320, 10080] | None = None
    rate_limit_per_user: Annotated[int, Field(ge=0, le=21600)] | None = None
    type: Literal[10, 11, 12] | None = None
    invitable: bool | None = None


class Deletion(Body):
    """Messages that are deleted together."""

    messages: Annotated[list[Snowflake], Field(min_length=2, max_length=100)]


class ThreadChange(Body):
    """What is to change in a thread."""

    name: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    archived: bool | None = None
    locked: bool | None = None
    auto_archive_duration: Literal[60, 1440, 4320, 10080] | None = None
    invitable: bool | None = None


class EmojiBody(Body):
    """An emoji of the application."""

    name: Annotated[str, Field(pattern=r"^\w{2,32}$")]
    image: str


class Recipient(Body):
    """Whom to open a private conversation with."""

    recipient_id: Snowflake


Checked = TypeVar("Checked", bound=BaseModel)


def checked(model: type[Checked], raw: Any) -> Checked:
    """The body of a request. Raises ApiError 50035 with the tree of what is wrong."""
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        raise invalid_form(_tree(error)) from None


def numbered(components: Sequence[Body] | None) -> list[dict[str, Any]]:
    """Components as Discord gives them back: without what is null, and each with a number."""
    told = [one.model_dump(exclude_none=True) for one in components or ()]
    for number, one in zip(itertools.count(1), _all_of(told), strict=False):
        one.setdefault("id", number)
    return told


def _all_of(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in components:
        yield one
        yield from _all_of(one.get("components") or [one[k] for k in ("component",) if k in one])


def _tree(error: ValidationError) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for each in error.errors(include_url=False, include_input=False, include_context=False):
        node = tree
        for part in each["loc"]:
            if part not in _OF_UNIONS and not str(part).startswith("~"):
                node = node.setdefault(str(part), {})
        code = _CODES.get(each["type"], "BASE_TYPE_INVALID")
        node.setdefault("_errors", []).append({"code": code, "message": each["msg"]})
    return tree
