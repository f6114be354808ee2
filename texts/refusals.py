"""Each refusal as a sentence that says what to do instead, with the rule's number."""

from collections.abc import Sequence
from typing import assert_never

from game.actions import Discard, ExtendMeld, LayMeld, Play, TakePile
from game.refusals import (
    CannotGoOut,
    CardNotInHand,
    MatchOver,
    MortoNotInPlay,
    NoSuchMeld,
    NotASequence,
    NotYourTurn,
    PileEmpty,
    Refusal,
    RoundOver,
    TooFewCards,
    TooManyWilds,
    WrongPhase,
)
from texts.cards import card_sign, cards_sign

Names = Sequence[str]


def explain(refusal: Refusal, players: Names, *, first: Play | None = None) -> str:
    """Say why the action was refused and what to do instead.

    ``players`` are the names in seat order. ``first`` is a play that would make the refused one
    legal, where one is known.
    """
    match refusal:
        case MatchOver():
            return "A partida já acabou. Abra outra mesa ou peça a revanche."
        case RoundOver():
            return "A rodada já acabou. Espere a próxima ser dada."
        case NotYourTurn():
            return f"Ainda não é a sua vez: quem joga agora é {players[refusal.turn]}."
        case WrongPhase():
            if refusal.must_draw:
                return "Primeiro compre do monte ou pegue o lixo; depois baixe, encaixe e descarte."
            return "Você já comprou nesta vez. Agora baixe, encaixe ou descarte."
        case PileEmpty():
            return "O lixo está vazio. Compre do monte."
        case CardNotInHand():
            if refusal.held:
                times = "uma vez só" if refusal.held == 1 else f"só {refusal.held} vezes"
                return f"Você tem {card_sign(refusal.card)} {times}. Confira a sua mão."
            return f"{card_sign(refusal.card)} não está na sua mão. Confira as cartas."
        case NoSuchMeld():
            return _no_such_meld(refusal)
        case TooFewCards():
            if refusal.count == 0:
                return "Diga que cartas quer pôr no jogo."
            return "Um jogo novo precisa de pelo menos 3 cartas. Junte mais alguma."
        case TooManyWilds():
            wilds = cards_sign(refusal.wilds)
            return f"Cada jogo aceita um curinga só, e aqui há {len(refusal.wilds)} ({wilds})."
        case NotASequence():
            return (
                f"{cards_sign(refusal.cards)} não dá sequência: um jogo é de um naipe só, em "
                "sequência (A 2 3 … Q K A), com um curinga no máximo. Trinca não vale."
            )
        case MortoNotInPlay():
            waiting = " e ".join(players[seat] for seat in refusal.waiting_for)
            return (
                f"A batida final espera o morto entrar em jogo: {waiting} ainda não jogou com ele. "
                "Guarde pelo menos duas cartas."
            )
        case CannotGoOut():
            return _cannot_go_out(refusal, first)
        case _:
            assert_never(refusal)


def play_sign(action: Play) -> str:
    """A play in a few words, for a sentence or a button: ``9♣ no jogo 1``, ``5-6-7♥``."""
    match action:
        case ExtendMeld():
            return f"{cards_sign(action.cards)} no jogo {action.meld}"
        case LayMeld():
            return cards_sign(action.cards)
        case Discard():
            return f"descartar {card_sign(action.card)}"
        case TakePile():
            if action.meld is None:
                return f"o lixo com {cards_sign(action.cards)}"
            cards = f"{cards_sign(action.cards)} e " if action.cards else ""
            return f"o lixo com {cards}o jogo {action.meld}"
        case _:
            return "comprar"


def _no_such_meld(refusal: NoSuchMeld) -> str:
    if refusal.count == 0:
        return "Sua dupla ainda não tem jogos na mesa. Baixe um primeiro."
    if refusal.count == 1:
        return "Sua dupla tem um jogo só: o número 1."
    return f"Sua dupla não tem jogo {refusal.number}: escolha de 1 a {refusal.count}."


def _cannot_go_out(refusal: CannotGoOut, first: Play | None) -> str:
    if first is not None:
        return f"Primeiro {play_sign(first)}; depois {_refused_play(refusal)}."
    left = "sem cartas" if refusal.cards_left == 0 else "com uma carta só"
    return (
        f"Assim você ficaria {left}, e sua dupla ainda não pode bater: falta uma canastra limpa. "
        "Fique com pelo menos duas cartas."
    )


def _refused_play(refusal: CannotGoOut) -> str:
    action = refusal.action
    if isinstance(action, ExtendMeld | LayMeld | Discard | TakePile):
        return play_sign(action)
    return "o resto"
