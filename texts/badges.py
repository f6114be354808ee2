"""What everybody may know of the players beside the game: strikes for chat, a shared voice channel.

Seats are numbered from 0, as in a view.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Final

Seats = frozenset[int]

NOBODY: Final[Seats] = frozenset()


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Badges:
    """The seats with a yellow and with a red card, and those who can talk to one another.

    ``yellow`` has one strike for chat in this match; ``red`` has two or more, or is banned, and
    counts where a seat is in both. ``voice`` has a group for each voice channel in which two or
    more of the seated players are.
    """

    yellow: Seats = NOBODY
    red: Seats = NOBODY
    voice: frozenset[Seats] = frozenset()

    def has_voice(self, seat: int) -> bool:
        """Whether another seated player is in this one's voice channel."""
        return any(seat in group for group in self.voice)


NO_BADGES: Final = Badges()


def together(channels: Mapping[int, int]) -> frozenset[Seats]:
    """The groups of ``Badges.voice``; ``channels`` has the voice channel of each seat in one."""
    groups: dict[int, set[int]] = {}
    for seat, channel in channels.items():
        groups.setdefault(channel, set()).add(seat)
    return frozenset(frozenset(seats) for seats in groups.values() if len(seats) > 1)


def badges_line(badges: Badges, names: Sequence[str]) -> str:
    """All badges in a line for a message; ``names`` in seat order, escaped. Empty without any."""
    parts = []
    voices = [_listed(group) for group in _voices(badges, names)]
    if voices:
        others = "".join(f"; {voice}, em outro" for voice in voices[1:])
        parts.append(f"🎙 {voices[0]} estão no mesmo canal de voz{others}.")
    yellow, red = _carded(badges, names)
    what = " por conversa"
    if yellow:
        each = " cada" if len(yellow) > 1 else ""
        parts.append(f"🟨 {_listed(yellow)}: 1 advertência{what}{each}.")
    if red:
        rest = "" if yellow else f" advertências{what}"
        parts.append(f"🟥 {_listed(red)}: 2 ou mais{rest}.")
    return " ".join(parts)


def badges_alt(badges: Badges, names: Sequence[str]) -> str:
    """The same facts without signs, for the description of a picture."""
    parts = []
    voices = [_listed(group) for group in _voices(badges, names)]
    if voices:
        parts.append(f"No mesmo canal de voz: {'; '.join(voices)}.")
    yellow, red = _carded(badges, names)
    told = [f"{name} 1" for name in yellow] + [f"{name} 2 ou mais" for name in red]
    if told:
        parts.append(f"Advertências por conversa: {', '.join(told)}.")
    return " ".join(parts)


def _voices(badges: Badges, names: Sequence[str]) -> list[list[str]]:
    """The groups' names, the lowest seat's group first."""
    groups = sorted(sorted(group) for group in badges.voice)
    return [[names[seat] for seat in group] for group in groups]


def _carded(badges: Badges, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The names of those with a yellow card and of those with a red one, in seat order."""
    yellow = [names[seat] for seat in sorted(badges.yellow - badges.red)]
    return yellow, [names[seat] for seat in sorted(badges.red)]


def _listed(names: Sequence[str]) -> str:
    """The names as a sentence joins them: "Ana, Bia e Caio"."""
    *first, last = names
    return f"{', '.join(first)} e {last}" if first else last
