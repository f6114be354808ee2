"""How simulated people come to a table: commands, the lobby's buttons, and patience."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from cogs.ui.custom_ids import Verb
from demo.objects import Channel, Interaction, Message
from demo.people import Person, controls

PATIENCE_S: Final = 20.0
_LOOK_S: Final = 0.01

Found = TypeVar("Found")


async def until(look: Callable[[], Found | None], *, within_s: float = PATIENCE_S) -> Found:
    """What ``look`` finds, once it finds something. Raises TimeoutError."""
    async with asyncio.timeout(within_s):
        while not (found := look()):  # noqa: ASYNC110 - what is looked at tells nobody
            await asyncio.sleep(_LOOK_S)
        return found


async def use(person: Person, channel_id: int, command: str, **options: object) -> Interaction:
    """Type a command, such as ``"mesa criar"``, and wait for its first answer."""
    name, *path = command.split()
    found = next(one for one in person.commands() if one["name"] == name)
    used = person.command(channel_id, int(found["id"]), path, options)
    await used.done.wait()
    return used


def id_of(message: Message, verb: Verb) -> str | None:
    """The first enabled button of the verb."""
    for one in controls(message):
        custom_id = str(one.get("custom_id") or "")
        if custom_id.startswith(f"b:{verb.value}:") and not one.get("disabled"):
            return custom_id
    return None


def newest(person: Person, channel: Channel, verb: Verb) -> Message | None:
    """The newest message there with an enabled button of the verb."""
    messages = reversed(person.messages(channel))
    return next((message for message in messages if id_of(message, verb)), None)


async def press(person: Person, message: Message, verb: Verb) -> Interaction:
    """Press a button once it can be pressed, and see the message change or go."""
    custom_id = await until(lambda: id_of(message, verb))
    shown = message.components
    pressed = person.click(message.channel_id, message.id, custom_id)
    await pressed.done.wait()
    await until(lambda: message.components != shown)
    return pressed


async def sit_down(
    people: list[Person], channel: Channel, *, size: int = 4, **options: object
) -> None:
    """Open a table, sit down, have robots fill it, and begin."""
    first, *others = people
    await use(first, channel.id, "mesa criar", jogadores=size, **options)
    lobby = await until(lambda: newest(first, channel, Verb.SIT))
    for person in others:
        await press(person, lobby, Verb.SIT)
    if size > len(people):
        await press(first, lobby, Verb.ROBOTS)
    await press(first, lobby, Verb.START)
