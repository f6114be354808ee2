"""Plays as labels that say what they do, and what is asked before what cannot be mended."""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar, assert_never

from game.actions import Discard, Draw, ExtendMeld, LayMeld, Play, TakePile
from game.cards import Card
from game.melds import Meld, MeldKind, NotAMeld, make_meld
from game.scoring import CANASTRA_POINTS, GOING_OUT_POINTS
from game.views import PlayerView
from texts.cards import (
    JOKER_SIGN,
    KIND_NAMES,
    RANK_SIGNS,
    SUIT_SIGNS,
    HandOrder,
    card_sign,
    cards_sign,
    meld_sign,
    sorted_hand,
)
from texts.refusals import play_sign
from texts.score_sheet import points

LONGEST_BUTTON: Final = 80
"""In characters, of a button's label on Discord; a menu's option takes 100."""
LONGEST_DETAIL: Final = 100

AnyPlay = TypeVar("AnyPlay", bound=Play)

_LOUD_KINDS: Final = {
    MeldKind.RUN: "",
    MeldKind.DIRTY: "SUJA",
    MeldKind.CLEAN: "LIMPA",
    MeldKind.FIVE_HUNDRED: "DE 500",
    MeldKind.THOUSAND: "DE 1000",
}

CHOOSE_CARDS: Final = (
    "Escolha o naipe e as cartas; os botões do que dá para fazer aparecem embaixo."
)


@dataclasses.dataclass(frozen=True, slots=True)
class _Effect:
    """What a play does to a meld; ``before`` is None for a new one."""

    before: Meld | None
    after: Meld
    kind_before: MeldKind
    kind: MeldKind

    @property
    def gain(self) -> int:
        """The points by which the canastra's bonus grows or shrinks."""
        return CANASTRA_POINTS[self.kind] - CANASTRA_POINTS[self.kind_before]

    @property
    def spoils(self) -> bool:
        """Whether a canastra without a wild becomes dirty."""
        return self.kind_before.is_clean_canastra and not self.kind.is_clean_canastra

    @property
    def is_now_dirty_for_good(self) -> bool:
        """Whether it could have been or become clean before, and no longer can."""
        was = self.before is not None and self.before.is_dirty_for_good
        return self.after.is_dirty_for_good and not was

    @property
    def cleans(self) -> bool:
        """Whether the wild has found a place of its own."""
        return self.before is not None and self.before.wild is not None and self.after.wild is None


def play_label(view: PlayerView, play: Play) -> str:
    """A play by its effect, at most 80 characters: ``8♣ no jogo 2 → LIMPA +200``."""
    match play:
        case Draw():
            return "Comprar do monte"
        case TakePile():
            return take_label(view, play)
        case Discard():
            return discard_label(view, play)
        case LayMeld():
            effect = _effect(view, play)
            shown = play_sign(play) if effect is None else _new_meld(effect.after)
        case ExtendMeld():
            effect = _effect(view, play)
            shown = f"{_added(play.cards)} no jogo {play.meld}"
        case _:
            assert_never(play)
    return _clipped(shown + _effect_words(effect) + _going_out(view, play))


def take_label(view: PlayerView, take: TakePile) -> str:
    """A way to take the pile: ``Lixo: J-Q-K♦``, ``Lixo no jogo 2: 9♠``, with its effect."""
    top = view.table.top_card
    effect = _effect(view, take)
    if top is None:
        return "Lixo"
    cards = sorted_hand((top, *take.cards), HandOrder.SUIT)
    if take.meld is not None:
        shown = f"Lixo no jogo {take.meld}: {_added(cards)}"
    else:
        shown = f"Lixo: {_added(cards) if effect is None else _new_meld(effect.after)}"
    return _clipped(shown + _effect_words(effect) + _going_out(view, take))


def discard_label(view: PlayerView, discard: Discard) -> str:
    """A discard, and what speaks against it: ``Descartar 9♠ · serve no jogo 2``."""
    face = discard.card
    note = ""
    if face.can_be_wild:
        note = " · curinga"
    elif numbers := view.fits.get(face):
        melds = "no jogo" if len(numbers) == 1 else "nos jogos"
        note = f" · serve {melds} {', '.join(map(str, numbers))}"
    return _clipped(f"Descartar {card_sign(face)}{_going_out(view, discard) or note}")


def play_detail(view: PlayerView, play: Play) -> str:
    """What lies on the table afterwards, for an option's second line (at most 100 characters)."""
    effect = _effect(view, play)
    if effect is None:
        return ""
    meld = effect.after
    kind = f", {KIND_NAMES[effect.kind]}" if effect.kind.is_canastra else ""
    told = f"Fica {meld_sign(meld)}: {len(meld.cards)} cartas{kind}"
    return _clipped(told, LONGEST_DETAIL)


def what_cannot_be_mended(view: PlayerView, play: Play) -> str | None:
    """The question before a play that spoils something for good; None where there is none.

    Asked before: dirtying a clean canastra, making a run of the table dirty for good, throwing a
    wild, the final going out. Whether the play is allowed is not judged.
    """
    effect = _effect(view, play)
    told = [] if effect is None else _spoilt(effect, play)
    if _ends_round(view, play):
        told.append("Com isso você bate e a rodada acaba.")
    elif isinstance(play, Discard) and play.card.can_be_wild:
        told.append(f"{card_sign(play.card)} é curinga, e o próximo jogador pode pegar.")
    if not told:
        return None
    ask = "Descartar mesmo assim?" if isinstance(play, Discard) else "Jogar mesmo assim?"
    return f"{' '.join(told)} {'Bater agora?' if _ends_round(view, play) else ask}"


def makes_meld(view: PlayerView, play: LayMeld | ExtendMeld) -> bool:
    """Whether the cards lie as a meld, alone or with the one they join."""
    return _effect(view, play) is not None


def sort_plays(view: PlayerView, plays: Iterable[AnyPlay]) -> tuple[AnyPlay, ...]:
    """The neutral order of the menu "Jogadas".

    First what completes, raises or cleans a canastra without a wild, then what spends no wild,
    what completes a dirty one, what may still become clean, what is dirty for good, and last what
    lowers a canastra; within each the longest meld that results, and among equal ones the order
    given. So a list that is cut loses the plays with wilds, of which there is one for each.
    """

    def place(play: Play) -> tuple[int, int]:
        effect = _effect(view, play)
        return (1, -99) if effect is None else (_rank(effect), -len(effect.after.cards))

    return tuple(sorted(plays, key=place))


def _rank(effect: _Effect) -> int:
    if effect.gain < 0:
        return 5
    if effect.after.wild is None:
        return 0 if effect.gain > 0 or effect.cleans else 1
    if effect.before is not None and effect.before.wild is not None and effect.gain == 0:
        return 1  # a natural card more in a meld that had its wild
    if effect.gain > 0:
        return 2
    return 4 if effect.after.is_dirty_for_good else 3


def hand_words(view: PlayerView, order: HandOrder) -> str:
    """The hand in one line, sorted as in the picture: ``♠ A 5 10 · ♥ 4 5 5 8 · 🃏 ×2``.

    By rank it is ``A♠ · 5♠♥♥ · 🃏 ×2``. Sixty cards take some 200 characters.
    """
    shown = sorted_hand(view.hand, order)
    jokers = sum(face.suit is None for face in shown)
    groups: dict[str, list[str]] = {}
    for face in shown:
        if face.suit is None:
            continue
        suit, rank = SUIT_SIGNS[face.suit], RANK_SIGNS[face.rank]
        first, then = (suit, rank) if order is HandOrder.SUIT else (rank, suit)
        groups.setdefault(first, []).append(then)
    if order is HandOrder.SUIT:
        parts = [f"{suit} {' '.join(ranks)}" for suit, ranks in groups.items()]
    else:
        parts = [rank + "".join(suits) for rank, suits in groups.items()]
    if jokers:
        parts.append(JOKER_SIGN if jokers == 1 else f"{JOKER_SIGN} ×{jokers}")
    return " · ".join(parts) or "sem cartas"


def _effect(view: PlayerView, play: Play) -> _Effect | None:
    """What the play makes of a meld; None where it makes none."""
    rules = view.table.rules
    melds = view.table.melds[view.team]
    cards, number = _melded(view, play)
    if not cards or (number is not None and not 1 <= number <= len(melds)):
        return None
    before = None if number is None else melds[number - 1]
    try:
        after = make_meld(cards, rules, onto=before)
    except NotAMeld:
        return None
    kind_before = MeldKind.RUN if before is None else before.kind_under(rules)
    return _Effect(before, after, kind_before, after.kind_under(rules))


def _melded(view: PlayerView, play: Play) -> tuple[tuple[Card, ...], int | None]:
    match play:
        case LayMeld():
            return play.cards, None
        case ExtendMeld():
            return play.cards, play.meld
        case TakePile():
            top = view.table.top_card
            return ((top, *play.cards), play.meld) if top is not None else ((), None)
        case Draw() | Discard():
            return (), None
        case _:
            assert_never(play)


def _effect_words(effect: _Effect | None) -> str:
    if effect is None:
        return ""
    kind = KIND_NAMES[effect.kind_before]
    if effect.spoils:
        return f" → SUJA (perde a {kind})"
    words = ""
    if effect.gain > 0:
        words = f" → {_LOUD_KINDS[effect.kind]} +{points(effect.gain)}"
    elif effect.cleans and not effect.kind.is_canastra:
        words = " → fica limpa"
    if effect.is_now_dirty_for_good:
        return f"{words} (para sempre)" if words else " · suja para sempre"
    gets_wild = effect.after.wild is not None and (
        effect.before is None or effect.before.wild is None
    )
    return f"{words} · suja, mas pode limpar" if gets_wild else words


def _spoilt(effect: _Effect, play: Play) -> list[str]:
    number = play.meld if isinstance(play, ExtendMeld | TakePile) else None
    if effect.before is None or number is None:
        return []
    told = []
    if effect.spoils:
        told.append(
            f"A canastra {KIND_NAMES[effect.kind_before]} do jogo {number} fica suja: "
            f"perde {points(-effect.gain)} pontos."
        )
    if effect.is_now_dirty_for_good:
        told.append(
            "Ela não poderá mais ser limpa." if told else f"O jogo {number} fica sujo para sempre."
        )
    return told


def _hand_left(view: PlayerView, play: Play) -> int:
    match play:
        case Draw():
            return len(view.hand) + 1
        case TakePile():
            return len(view.hand) - len(play.cards) + view.table.pile_count - 1
        case LayMeld() | ExtendMeld():
            return len(view.hand) - len(play.cards)
        case Discard():
            return len(view.hand) - 1
        case _:
            assert_never(play)


def out_label(view: PlayerView) -> str:
    """The button that empties the hand: what it brings as far as that is known."""
    if _finds_morto(view):
        return "Bater e pegar o morto"
    return f"Bater: +{GOING_OUT_POINTS}, fim da rodada"


def _finds_morto(view: PlayerView) -> bool:
    return view.table.mortos_left > 0 and view.table.morto_takers[view.team] is None


def _ends_round(view: PlayerView, play: Play) -> bool:
    """Whether it is the final going out, if it is allowed at all."""
    return _hand_left(view, play) == 0 and not _finds_morto(view)


def _going_out(view: PlayerView, play: Play) -> str:
    if _hand_left(view, play):
        return ""
    return " · bate e pega o morto" if _finds_morto(view) else " · BATE"


def _new_meld(meld: Meld) -> str:
    """A new meld with its wild apart: ``Q-K♦ + 2♠``."""
    if meld.wild is None:
        return cards_sign(meld.cards)
    naturals = [face for at, face in enumerate(meld.cards) if at != meld.wild_at]
    return f"{cards_sign(naturals)} + {card_sign(meld.wild)}"


def _added(cards: Sequence[Card]) -> str:
    """Cards of one suit together, then the others: ``9-10♠ + 🃏``."""
    suits = Counter(face.suit for face in cards if not face.can_be_wild)
    main = suits.most_common(1)[0][0] if suits else None
    same = [face for face in cards if main is not None and face.suit is main]
    other = [card_sign(face) for face in cards if face not in same]
    return " + ".join([cards_sign(same), *other] if same else other)


def _clipped(text: str, longest: int = LONGEST_BUTTON) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
