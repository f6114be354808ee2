"""Things one may say at the table with one tap: none tells anything about cards."""

from typing import Final

PHRASES: Final = (
    "Boa!",
    "Que azar…",
    "Bem jogado!",
    "Já volto",
    "Voltei",
    "Calma, estou pensando",
    "Desculpem a demora",
    "Boa sorte a todos!",
    "Valeu, gente!",
    "Bora mais uma?",
    "😄",
    "👏",
)
