"""The one way in which clicks and commands are answered: acknowledge, guard, log, explain.

discord.py only logs what a dynamic item's callback raises and swallows what its
``interaction_check`` raises; so all items share this module, and none overrides that check.
"""

import contextlib
import dataclasses
import enum
import functools
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, ClassVar, Final, TypeVar

import discord
from discord import ui
from discord.ext import commands

from bot.client import NO_ANSWER, BuracoBot
from bot.log import ABOUT
from bot.services.errors import Denied, Problem
from cogs.ui.custom_ids import (
    BUTTON,
    BUTTON_TEMPLATE,
    FORM,
    FORM_TEMPLATE,
    MENU,
    MENU_TEMPLATE,
    Ids,
    Verb,
    from_pattern,
)
from storage.errors import Conflict
from texts.help import NO_LONGER
from texts.problems import explain_problem, unexpected

log = logging.getLogger(__name__)

Interaction = discord.Interaction[BuracoBot]
Method = TypeVar("Method", bound=Callable[..., Awaitable[None]])


GONE: Final = frozenset({10008, 10015, 10062, 40060})
"""The message, its token or the interaction is gone, or it was answered before (sent twice)."""


MOST_BITS: Final = 63
"""Of numbers: Discord's ids are the longest, and the database takes no longer ones."""


class Ack(enum.Enum):
    """How a verb acknowledges its click within Discord's three seconds."""

    UPDATE = "update"  # the clicked message is to be edited
    EPHEMERAL = "ephemeral"  # a new message for the clicking user alone
    FORM = "form"  # the handler opens a form, which must be the first answer


@dataclasses.dataclass(frozen=True, slots=True)
class Click:
    """One click on a button, one choice from a menu or one form sent (``values``)."""

    interaction: Interaction
    ids: Ids
    values: tuple[str, ...] = ()

    @property
    def user(self) -> discord.User | discord.Member:
        """Who clicked."""
        return self.interaction.user

    @property
    def number(self) -> int:
        """The argument, where that is a number. Raises Denied for any other."""
        return number_in(self.ids.arg)


def number_in(text: str) -> int:
    """A number of ours in an id or a value. Raises Denied for what is none, and of no message."""
    if not (text.isascii() and text.isdigit()) or int(text) >> MOST_BITS:
        raise Denied(Problem.STALE)
    return int(text)


Handler = Callable[[Click], Awaitable[None]]


def handles(verb: Verb, ack: Ack) -> Callable[[Method], Method]:
    """Mark a cog's method as the handler of a verb."""

    def mark(method: Method) -> Method:
        method.__handles__ = (verb, ack)  # type: ignore[attr-defined]  # read by VerbCog below
        return method

    return mark


class VerbCog(commands.Cog):
    """A cog some of whose methods handle verbs."""

    verbs: ClassVar[dict[Verb, tuple[Ack, str]]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        marks = {
            name: mark
            for name, method in vars(cls).items()
            if (mark := getattr(method, "__handles__", None)) is not None
        }
        cls.verbs = {verb: (ack, name) for name, (verb, ack) in marks.items()}

    def __init__(self, bot: BuracoBot) -> None:
        self.bot = bot
        self.app = bot.app

    async def on_denied(self, _click: Click, _problem: Problem) -> None:
        """Do more than explain, after a click that was not granted; nothing by default."""


def _handler(bot: BuracoBot, verb: Verb) -> tuple[VerbCog, Ack, Handler]:
    for cog in bot.cogs.values():
        if isinstance(cog, VerbCog) and verb in cog.verbs:
            ack, name = cog.verbs[verb]
            return cog, ack, getattr(cog, name)
    raise LookupError(f"no cog handles {verb}")


async def answer(click: Click) -> None:
    """Answer a click: the verb's acknowledgement, then its handler, under the guard."""
    interaction = click.interaction
    async with guard(interaction, match_id=click.ids.match_id):
        cog, ack, handler = _handler(interaction.client, click.ids.verb)
        await acknowledge(interaction, ack)
        try:
            await handler(click)
        except Denied as denied:
            if denied.problem is not Problem.ALREADY_HANDLED:
                await cog.on_denied(click, denied.problem)
            raise


async def acknowledge(interaction: Interaction, ack: Ack) -> None:
    """Acknowledge within three seconds. Raises discord.HTTPException where Discord refuses it.

    Where Discord itself fails nobody knows whether it heard of it: what was asked is done all the
    same, and shows at the next click.
    """
    if ack is Ack.FORM:
        return
    try:
        async with interaction.client.acknowledging():
            if ack is Ack.UPDATE:
                await interaction.response.defer()
            elif ack is Ack.EPHEMERAL:
                await interaction.response.defer(ephemeral=True, thinking=True)
    except NO_ANSWER as error:
        log.warning("interaction %s is not acknowledged: %s", interaction.id, type(error).__name__)


def guard(
    interaction: Interaction, *, match_id: int | None = None
) -> contextlib.AbstractAsyncContextManager[None]:
    """Guard what answers an interaction: whatever goes wrong is told to the user alone."""
    say = functools.partial(tell, interaction)
    return guarded(interaction.client, say, match_id=match_id)


@contextlib.asynccontextmanager
async def guarded(
    bot: BuracoBot, say: Callable[[str], Awaitable[object]], *, match_id: int | None = None
) -> AsyncIterator[None]:
    """Explain what a service denies, and log anything else under a reference that is shown.

    What Discord fails to take is logged: it has happened, and shows next time. Log lines name ids
    only: what was clicked or typed may tell cards. The bot does not close meanwhile.
    """
    ABOUT.set(match_id)  # the task's own: discord.py answers each interaction in one
    with bot.busy():
        try:
            async with _explained(say, match_id):
                yield
        except NO_ANSWER as error:
            log.warning("Discord failed at match %s: %s", match_id, type(error).__name__)


@contextlib.asynccontextmanager
async def _explained(
    say: Callable[[str], Awaitable[object]], match_id: int | None
) -> AsyncIterator[None]:
    try:
        yield
    except NO_ANSWER:
        raise
    except Denied as denied:
        if denied.problem is Problem.ALREADY_HANDLED:
            log.info("an interaction came twice at match %s", match_id)
        else:
            await say(explain_problem(denied.problem.value, **denied.facts))
    except Conflict:
        await say(explain_problem(Problem.STALE.value))
    except Exception as error:
        if isinstance(error, discord.HTTPException) and error.code in GONE:
            log.info("an answer at match %s came too late: %s", match_id, error.code)
            return
        reference = secrets.token_hex(3).upper()
        log.exception("reference %s: something failed at match %s", reference, match_id)
        await say(unexpected(reference))


async def tell(interaction: Interaction, text: str, **more: Any) -> None:
    """Say something to the user alone, whether or not the interaction has been answered.

    An answer that Discord no longer takes is logged: what happened stands, and shows next time.
    """
    try:
        if interaction.response.is_done():
            await interaction.followup.send(text, ephemeral=True, **more)
        else:
            await interaction.response.send_message(text, ephemeral=True, **more)
    except NO_ANSWER as error:
        log.warning("interaction %s is not answered: %s", interaction.id, type(error).__name__)
    except discord.HTTPException as error:
        log.warning("interaction %s could not be answered: %s", interaction.id, error.code)


class VerbButton(ui.DynamicItem[ui.Button[Any]], template=BUTTON_TEMPLATE):
    """A button that carries ids alone."""

    def __init__(
        self,
        ids: Ids,
        label: str | None = None,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: str | discord.PartialEmoji | None = None,
        disabled: bool = False,
        row: int | None = None,
    ) -> None:
        self.ids = ids
        super().__init__(
            ui.Button(
                label=label,
                style=style,
                emoji=emoji,
                disabled=disabled,
                custom_id=ids.format(BUTTON),
                row=row,
            )
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: Any, /
    ) -> "VerbButton":
        """Only parse: the label is of no more use."""
        return cls(from_pattern(match), "…", row=item._rendered_row)  # noqa: SLF001 - as discord.py

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the click."""
        await answer(Click(interaction, self.ids))


class VerbMenu(ui.DynamicItem[ui.Select[Any]], template=MENU_TEMPLATE):
    """A menu whose id carries ids alone; what was chosen stands in ``values``."""

    def __init__(
        self,
        ids: Ids,
        *,
        placeholder: str | None = None,
        options: list[discord.SelectOption],
        least: int = 1,
        most: int = 1,
        row: int | None = None,
    ) -> None:
        self.ids = ids
        super().__init__(
            ui.Select(
                custom_id=ids.format(MENU),
                placeholder=placeholder,
                options=options,
                min_values=least,
                max_values=most,
                row=row,
            )
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: ui.Item[Any], match: Any, /
    ) -> "VerbMenu":
        """Only parse: the options are of no more use."""
        return cls(from_pattern(match), options=[discord.SelectOption(label="…")])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the choice."""
        await answer(Click(interaction, self.ids, tuple(self.item.values)))


async def open_form(interaction: Interaction, ids: Ids, title: str, field: ui.Label[Any]) -> None:
    """Open a form of one field; what is sent comes back as a click (``answer_lost``)."""
    form: ui.Modal = ui.Modal(title=title, custom_id=ids.format(FORM), timeout=None)
    form.add_item(field)
    form.stop()  # discord.py shall not wait for it: who sends it is answered all the same
    await interaction.response.send_modal(form)


async def answer_lost(interaction: Interaction) -> None:
    """Answer a click that discord.py hands to no item, and every form.

    The message may have changed under the click, and a button may be of another version of ours.
    No form is remembered, so that one that was open over a restart is answered as well.
    """
    data: dict[str, Any] = dict(interaction.data or {})
    if interaction.type is discord.InteractionType.modal_submit:
        sent = FORM_TEMPLATE.match(str(data["custom_id"]))
        if sent is None:
            await tell(interaction, NO_LONGER)
        else:
            await answer(Click(interaction, from_pattern(sent), _typed_in(data)))
    if interaction.type is not discord.InteractionType.component:
        return
    custom_id, kind = str(data["custom_id"]), data["component_type"]
    is_menu = kind == discord.ComponentType.select.value
    found = (MENU_TEMPLATE if is_menu else BUTTON_TEMPLATE).match(custom_id)
    if found is None:
        await tell(interaction, NO_LONGER)
    elif not _stands_under(interaction.message, custom_id, kind):
        await answer(Click(interaction, from_pattern(found), tuple(data.get("values", ()))))


def _typed_in(data: dict[str, Any]) -> tuple[str, ...]:
    """What was typed into a form's fields."""
    parts = data.get("components") or ()
    fields = [part.get("component") or part["components"][0] for part in parts]
    return tuple(str(field.get("value", "")) for field in fields)


def _stands_under(message: discord.Message | None, custom_id: str, kind: int) -> bool:
    """Whether the message has this control: then discord.py calls its item."""
    return message is not None and any(
        child.type.value == kind and getattr(child, "custom_id", None) == custom_id
        for row in message.components
        if isinstance(row, discord.ActionRow)
        for child in row.children
    )


def buttons_under(message: discord.Message | None) -> list[tuple[Ids, str]]:
    """The buttons of ours under a message: what each asks for, and its label."""
    rows = [] if message is None else message.components
    found = []
    for row in rows:
        for child in row.children if isinstance(row, discord.ActionRow) else ():
            ours = BUTTON_TEMPLATE.match(getattr(child, "custom_id", None) or "")
            if ours is not None:
                found.append((from_pattern(ours), getattr(child, "label", None) or ""))
    return found


def board_of(*items: VerbButton | VerbMenu) -> ui.View:
    """A view of these items that never times out and that discord.py need not remember."""
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view
