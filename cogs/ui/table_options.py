"""The options with which a table is opened: choices, and house rules in words."""

from typing import Final

from discord import app_commands

from cogs.ui.asked import Sorry
from game.rules import HIGHEST_TARGET, TARGET_STEP, BadRules, Preset, Rules, parse_rules
from storage.records import Pace
from texts.lobby import bad_house_rule, pace_words
from texts.score_sheet import points

ONE_ROUND: Final = 0
"""The choice of no target."""

PLAYER_CHOICES: Final = [
    app_commands.Choice(name="4 jogadores", value=4),
    app_commands.Choice(name="2 jogadores", value=2),
]
PRESET_CHOICES: Final = [
    app_commands.Choice(name="oficiais", value=Preset.OFICIAL.value),
    app_commands.Choice(name="tradicionais", value=Preset.TRADICIONAL.value),
    app_commands.Choice(name="mano a mano (só 2 jogadores)", value=Preset.MANO_A_MANO.value),
]
TARGET_CHOICES: Final = [
    app_commands.Choice(name="uma rodada, sem meta", value=ONE_ROUND),
    *(
        app_commands.Choice(name=f"{points(target)} pontos", value=target)
        for target in range(TARGET_STEP, HIGHEST_TARGET + 1, TARGET_STEP)
    ),
]
PACE_CHOICES: Final = [
    app_commands.Choice(
        name=f"{pace.value}: {pace_words(pace.draw_seconds, pace.play_seconds)}", value=pace.value
    )
    for pace in Pace
]

_YES_NO: Final = {"sim": "yes", "não": "no", "nao": "no", "nenhuma": "none", "nenhum": "none"}


def table_rules(preset: str, target: int | None, house: str) -> Rules:
    """The rules of a new table. Raises Sorry for house rules that cannot be read.

    ``house`` is ``name=value …`` as in a record; commas, ``sim`` and ``não`` are understood.
    """
    settings = []
    for word in house.replace(",", " ").replace(";", " ").split():
        name, equals, value = word.partition("=")
        settings.append(f"{name}{equals}{_YES_NO.get(value.casefold(), value)}")
    if target is not None:
        settings.append(f"target={target or 'none'}")
    try:
        return parse_rules(" ".join([preset, *settings]))
    except BadRules as error:
        raise Sorry(bad_house_rule(str(error))) from None
