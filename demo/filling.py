"""What people fill in, as Discord's client checks and sends it: menus, forms, commands' options."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from demo import interactions
from demo.errors import Refused
from demo.objects import Channel, User
from demo.payloads import Json, of_channel
from demo.world import World

BUTTON, MENU, TEXT_INPUT, USER_MENU, LABEL = 2, 3, 4, 5, 18
SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, NUMBER = 3, 4, 5, 6, 7, 8, 10
LINK: Final = 5


@dataclasses.dataclass(frozen=True, slots=True)
class Filling:
    """One account that fills something in, in one channel. All methods raise Refused."""

    world: World
    user: User
    channel: Channel

    def chosen(self, menu: Json, values: Sequence[str]) -> Json:
        """The lines or people that are chosen from a menu."""
        least, most = menu.get("min_values", 1), menu.get("max_values", 1)
        if not least <= len(values) <= most or len(set(values)) < len(values):
            raise Refused(f"Escolha de {least} a {most}.")
        data: Json = {"component_type": menu["type"], "type": menu["type"], "values": [*values]}
        if menu["type"] == USER_MENU:
            data["resolved"] = self.people(values)
        elif not set(values) <= {option["value"] for option in menu["options"]}:
            raise Refused("Essa opção não está no menu.")
        return data

    def people(self, values: Iterable[str]) -> Json:
        """Those whom a menu or an option names, as they are told of."""
        ids = [int(value) if value.isdecimal() else 0 for value in values]
        if any(one not in self.world.users for one in ids):
            raise Refused("Essa pessoa não está aqui.")
        return interactions.resolved_users(self.world, self.channel, ids)

    def part(self, part: Json, values: Mapping[str, object]) -> Json:
        """One part of a form: a field with its label above or in it."""
        if part["type"] == LABEL:
            return {
                "type": LABEL,
                "id": part.get("id", 0),
                "component": self._field(part["component"], part["label"], values),
            }
        (field,) = part["components"]
        shown = field.get("label") or ""
        return {"type": 1, "components": [self._field(field, shown, values)]}

    def _field(self, field: Json, label: str, values: Mapping[str, object]) -> Json:
        given = values.get(field["custom_id"], field.get("value"))
        answer = {"type": field["type"], "custom_id": field["custom_id"], "id": field.get("id", 0)}
        if field["type"] != TEXT_INPUT:
            chosen = [str(one) for one in given] if isinstance(given, list) else []
            if not chosen and not field.get("required", True):
                return answer | {"values": []}
            picked = self.chosen(field, chosen)
            del picked["component_type"]
            return answer | picked
        text = str(given or "")
        if field.get("required", True) and not text.strip():
            raise Refused(f"Preencha “{label}”.")
        least, most = field.get("min_length") or 0, field.get("max_length") or 4000
        if text and not least <= len(text) <= most:
            raise Refused(f"“{label}” deve ter de {least} a {most} caracteres.")
        return answer | {"value": text}

    def command(
        self, command: Json, path: Sequence[str], options: Mapping[str, object], focused: str | None
    ) -> Json:
        """A command with its options; ``focused`` names the one that is still being typed."""
        declared: list[Json] = command.get("options") or []
        for name in path:
            below = next((one for one in declared if one["name"] == name), None)
            if below is None or below["type"] not in (SUBCOMMAND, GROUP):
                raise Refused("Esse comando não existe aqui.")
            declared = below.get("options") or []
        if any(one["type"] in (SUBCOMMAND, GROUP) for one in declared):
            raise Refused("Falta a segunda parte do comando.")
        resolved: Json = {}
        given = [
            self._option(one, options[one["name"]], focused, resolved)
            for one in declared
            if options.get(one["name"]) not in (None, "") or one["name"] == focused
            if one["name"] in options
        ]
        missing = [one["name"] for one in declared if one.get("required")]
        missing = [name for name in missing if name not in {one["name"] for one in given}]
        if missing and focused is None:
            raise Refused(f"Falta preencher: {', '.join(missing)}.")
        for at in range(len(path) - 1, -1, -1):
            type_ = SUBCOMMAND if at == len(path) - 1 else GROUP
            given = [{"name": path[at], "type": type_, "options": given}]
        return {"options": given} | ({"resolved": resolved} if resolved else {})

    def _option(self, declared: Json, value: object, focused: str | None, resolved: Json) -> Json:
        name, kind = declared["name"], declared["type"]
        option: Json = {"name": name, "type": kind, "value": value}
        if name == focused:
            return option | {"focused": True, "value": str(value)}
        try:
            option["value"] = _valued(kind, value)
        except (KeyError, ValueError):
            raise Refused(f"“{name}” não tem um valor que sirva.") from None
        choices = declared.get("choices")
        if choices and option["value"] not in [choice["value"] for choice in choices]:
            raise Refused(f"Escolha “{name}” da lista.")
        least, most = declared.get("min_value"), declared.get("max_value")
        if isinstance(option["value"], int | float) and kind in (INTEGER, NUMBER):
            low = least is not None and option["value"] < least
            if low or (most is not None and option["value"] > most):
                raise Refused(f"“{name}” deve ficar entre {least} e {most}.")
        if kind == STRING:
            short, long = declared.get("min_length") or 0, declared.get("max_length") or 6000
            if not short <= len(str(value)) <= long:
                raise Refused(f"“{name}” deve ter de {short} a {long} caracteres.")
        if kind == USER:
            for key, found in self.people([str(value)]).items():
                resolved.setdefault(key, {}).update(found)
        elif kind == CHANNEL:
            number = str(option["value"])
            meant = seen_channel(self.world, self.user, int(number) if number.isdecimal() else 0)
            may = str(int(self.world.permissions(self.user, meant)))
            told = of_channel(meant, self.world.users) | {"permissions": may}
            resolved.setdefault("channels", {})[str(meant.id)] = told
        return option


def seen_channel(world: World, user: User, channel_id: int) -> Channel:
    """The channel, if the user sees it. Raises Refused."""
    channel = world.channels.get(channel_id)
    if channel is None or not world.sees(user, channel):
        raise Refused("Esse canal não existe para você.")
    return channel


def _valued(kind: int, value: object) -> object:
    if kind == INTEGER:
        return int(str(value))
    if kind == NUMBER:
        return float(str(value))
    if kind == BOOLEAN:
        if isinstance(value, bool):
            return value
        return {"true": True, "false": False}[str(value).lower()]
    return str(value)
