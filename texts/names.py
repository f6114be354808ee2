"""Names of people and robots, fit for a record, a picture and a message."""

from collections.abc import Collection
from typing import Final

LONGEST_NAME: Final = 32
ROBOT_NAMES: Final = (
    "Robô Zeca",
    "Robô Nena",
    "Robô Tião",
    "Robô Lia",
    "Robô Bento",
    "Robô Dora",
    "Robô Juca",
    "Robô Cida",
)


def player_name(display: str, *, taken: Collection[str] = ()) -> str:
    """A display name without what a record uses itself, different from those at the table."""
    printable = "".join(letter if letter.isprintable() else " " for letter in display)
    name = " ".join(printable.replace("|", "/").split())[:LONGEST_NAME].strip() or "Jogador"
    if name not in taken:
        return name
    number = 2
    while f"{name} ({number})" in taken:
        number += 1
    return f"{name} ({number})"


def robot_name(taken: Collection[str]) -> str:
    """The first robot's name that nobody at the table has."""
    for name in ROBOT_NAMES:
        if name not in taken:
            return name
    return player_name(ROBOT_NAMES[0], taken=taken)
