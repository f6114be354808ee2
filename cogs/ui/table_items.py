"""The buttons under the public messages of a table."""

import discord

from cogs.ui.base import VerbButton, VerbMenu
from cogs.ui.custom_ids import Ids, Verb
from storage.records import MatchInfo
from texts.moderation import SPEAK
from texts.phrases import PHRASES

Items = list[VerbButton | VerbMenu]


def table_items(info: MatchInfo, *, speak: bool = False) -> Items:
    """Under the table: the own hand, the score, the rules, more; quick phrases.

    ``speak`` is whether nobody writes by himself there.
    """
    primary = discord.ButtonStyle.primary
    phrases = [
        discord.SelectOption(label=phrase, value=str(number))
        for number, phrase in enumerate(PHRASES)
    ]
    return [
        VerbButton(Ids(Verb.HAND, info.id), "Minha mão", style=primary, emoji="🃏", row=0),
        VerbButton(Ids(Verb.SCORE, info.id), "Placar", row=0),
        VerbButton(Ids(Verb.RULES, info.id), "Regras", row=0),
        VerbButton(Ids(Verb.MORE, info.id), "Mais…", row=0),
        *([speak_item(info)] if speak else []),
        VerbMenu(Ids(Verb.PHRASE, info.id), placeholder="Frase rápida", options=phrases, row=1),
    ]


def speak_item(info: MatchInfo) -> VerbButton:
    """Say something through the bot."""
    return VerbButton(Ids(Verb.SPEAK, info.id), SPEAK, emoji="💬", row=0)


def sheet_items(info: MatchInfo, label: str = "Continuar", *, speak: bool = False) -> Items:
    """Under a round's score sheet: on to the next round."""
    success = discord.ButtonStyle.success
    on = VerbButton(Ids(Verb.NEXT, info.id), label, style=success, emoji="▶️", row=0)
    return [on, *([speak_item(info)] if speak else [])]


def over_items(
    info: MatchInfo,
    wins: tuple[int, int] = (0, 0),
    label: str | None = None,
    *,
    speak: bool = False,
) -> Items:
    """Under the result: the same people again; ``wins`` are those of the series by now."""
    goes_on = info.best_of > 1 and max(wins) <= info.best_of // 2
    label = label or ("Próxima partida" if goes_on else "Revanche")
    success = discord.ButtonStyle.success
    again = VerbButton(Ids(Verb.REMATCH, info.id), label, style=success, row=0)
    return [again, *([speak_item(info)] if speak else [])]
