"""The buttons and menus under a player's hand."""

from collections.abc import Iterator, Mapping, Sequence

import discord

from bot.services.matches import Look
from cogs.ui.base import VerbButton, VerbMenu
from cogs.ui.custom_ids import Ids, Verb
from game.actions import Discard, ExtendMeld, LayMeld, Play
from game.cards import JOKER, Card, Suit, parse_cards
from game.plans import plays_together, way_out
from game.record import format_action, parse_action
from game.state import Phase
from rendering.emoji import card_emoji_name
from texts.cards import SUIT_SIGNS, SUITS_SHOWN, HandOrder, card_sign, cards_sign, sorted_hand
from texts.plays import (
    discard_label,
    makes_meld,
    out_label,
    play_detail,
    play_label,
    sort_plays,
    take_label,
)

MOST_OPTIONS = 25
MOST_TAKE_BUTTONS = 3
LONGEST_LABEL = 80
LONGEST_OPTION = 100
ALL_TOGETHER = "all"
WAY_OUT = "out"

Item = VerbButton | VerbMenu
Items = list[Item]
Faces = Mapping[str, discord.PartialEmoji]
"""The application's own emojis by name; empty until they are there, and then text must do."""

NO_FACES: Faces = {}


def ids(look: Look, verb: Verb, arg: str = "") -> Ids:
    """The ids of an item under this hand."""
    return Ids(verb, look.live.info.id, look.version, arg)


def order_of(look: Look) -> HandOrder:
    """How the player likes his hand sorted."""
    return HandOrder(look.preferences.hand_order)


def plays_named(look: Look, arg: str) -> tuple[Play, ...]:
    """The plays that a button or an option stands for. Raises ValueError for no play of ours."""
    state = look.live.state
    assert state is not None, "a hand is of a match that has begun"
    if arg == ALL_TOGETHER:
        return plays_together(state, look.seat)
    if arg == WAY_OUT:
        return way_out(state, look.seat) or ()
    action = parse_action(arg)
    if not isinstance(action, Play):
        raise ValueError(arg)
    return (action,)


def hand_items(look: Look, faces: Faces = NO_FACES) -> Items:
    """What the player may do now; while another plays, only to look again."""
    if look.live.info.paused or look.view.phase is None:
        items: Items = []
    elif look.view.phase is Phase.DRAW:
        items = [*_draw_items(look)]
    else:
        items = [*_play_items(look, faces)]
    refresh = Ids(Verb.REFRESH, look.live.info.id)  # no version: it would count hidden draws
    items.append(VerbButton(refresh, "Atualizar", row=_last_row(look)))
    return items


def _last_row(look: Look) -> int:
    return 4 if look.view.phase is Phase.PLAY else 2


def _draw_items(look: Look) -> Iterator[Item]:
    primary = discord.ButtonStyle.primary
    yield VerbButton(ids(look, Verb.PLAY, "draw"), "Comprar", style=primary, emoji="🎴", row=0)
    takes = look.options.takes
    if not takes:
        table = look.view.table
        why = "Lixo vazio" if table.top_card is None else f"{card_sign(table.top_card)} não serve"
        yield VerbButton(ids(look, Verb.PLAY, "take new"), why, disabled=True, row=0)
    elif len(takes) <= MOST_TAKE_BUTTONS:
        for take in takes:
            label = take_label(look.view, take)[:LONGEST_LABEL]
            yield VerbButton(
                ids(look, Verb.PLAY, format_action(take)),
                label,
                style=discord.ButtonStyle.success,
                row=0,
            )
    else:
        options = [
            discord.SelectOption(
                label=take_label(look.view, take)[:LONGEST_OPTION], value=format_action(take)
            )
            for take in sort_plays(look.view, takes)[:MOST_OPTIONS]
        ]
        yield VerbMenu(
            ids(look, Verb.PLAY, "t"), placeholder="Pegar o lixo", options=options, row=1
        )


def _play_items(look: Look, faces: Faces) -> Iterator[Item]:
    view, state = look.view, look.live.state
    assert state is not None, "a hand is of a match that has begun"
    legal: tuple[Play, ...] = (*look.options.extensions, *look.options.melds)
    plays = sort_plays(view, legal)
    if plays:
        together = plays_together(state, look.seat)
        options = []
        if len(together) > 1:
            described = "; ".join(play_label(view, play) for play in together)
            options.append(
                discord.SelectOption(
                    label=f"Fazer todas ({len(together)})",
                    value=ALL_TOGETHER,
                    description=described[:LONGEST_OPTION],
                )
            )
        options += [
            discord.SelectOption(
                label=play_label(view, play)[:LONGEST_OPTION],
                value=format_action(play),
                description=play_detail(view, play)[:LONGEST_OPTION],
            )
            for play in plays[: MOST_OPTIONS - len(options)]
        ]
        more = " (mais em Escolher cartas)" if len(plays) > MOST_OPTIONS - 1 else ""
        placeholder = f"Jogadas{more}"
        yield VerbMenu(ids(look, Verb.PLAY, "j"), placeholder=placeholder, options=options, row=0)
    yield from _discard_menus(look, faces)
    row = 4
    if len(view.newest) == 1 and view.newest[0] in view.hand:
        newest = Discard(view.newest[0])
        if newest in look.options.discards:
            yield VerbButton(
                ids(look, Verb.PLAY, format_action(newest)),
                discard_label(view, newest)[:LONGEST_LABEL],
                emoji=faces.get(card_emoji_name(newest.card)),
                row=row,
            )
    out = way_out(state, look.seat)
    if out is not None:
        yield VerbButton(
            ids(look, Verb.PLAY, WAY_OUT),
            out_label(view),
            style=discord.ButtonStyle.success,
            row=row,
        )
    if view.hand:
        yield VerbButton(ids(look, Verb.CHOOSE), "Escolher cartas", row=row)


def _discard_menus(look: Look, faces: Faces) -> Iterator[Item]:
    hand = sorted_hand(look.view.hand, order_of(look))
    legal = {discard.card for discard in look.options.discards}
    held = [face for face in dict.fromkeys(hand) if face in legal]
    parts = [held[at : at + MOST_OPTIONS] for at in range(0, len(held), MOST_OPTIONS)]
    for number, part in enumerate(parts, start=1):
        which = f" ({card_sign(part[0])} a {card_sign(part[-1])})" if len(parts) > 1 else ""
        options = [
            discord.SelectOption(
                label=discard_label(look.view, Discard(face)).removeprefix("Descartar "),
                value=format_action(Discard(face)),
                emoji=faces.get(card_emoji_name(face)),
            )
            for face in part
        ]
        yield VerbMenu(
            ids(look, Verb.PLAY, f"d{number}"),
            placeholder=f"Descartar{which}",
            options=options,
            row=number,
        )


def confirm_items(look: Look, arg: str) -> Items:
    """Do it after all, or go back."""
    danger = discord.ButtonStyle.danger
    plays = plays_named(look, arg)
    what = "pode fazer"  # the question above says what; on a phone it may be out of sight
    if len(plays) == 1 and isinstance(plays[0], Discard):
        what = f"descartar {card_sign(plays[0].card)}"
    return [
        VerbButton(ids(look, Verb.CONFIRM, arg), f"Sim, {what}", style=danger, row=0),
        VerbButton(ids(look, Verb.REFRESH), "Voltar", row=0),
    ]


def choose_items(
    look: Look, suit: Suit, picked: tuple[Card, ...], faces: Faces = NO_FACES
) -> Items:
    """Pick cards of one suit and wilds; what was picked stands in the buttons' own ids."""
    items: Items = []
    hand = look.view.hand
    for row_suit in SUITS_SHOWN:
        count = sum(face.suit is row_suit for face in hand)
        items.append(
            VerbButton(
                ids(look, Verb.CHOOSE, row_suit.value),
                f"{SUIT_SIGNS[row_suit]} {count}",
                style=discord.ButtonStyle.primary
                if row_suit is suit
                else discord.ButtonStyle.secondary,
                disabled=count == 0,
                row=0,
            )
        )
    choices = suit_choices(hand, suit)
    if choices:
        taken = list(picked)
        options = []
        for value, face in choices:
            chosen = face in taken
            if chosen:
                taken.remove(face)
            again = " (a outra)" if value.endswith("+") else ""
            label = f"{card_sign(face)}{again}"
            emoji = faces.get(card_emoji_name(face))
            options.append(
                discord.SelectOption(label=label, value=value, default=chosen, emoji=emoji)
            )
        items.append(
            VerbMenu(
                ids(look, Verb.PICK, suit.value),
                placeholder=f"Cartas de {SUIT_SIGNS[suit]} e curingas",
                options=options,
                least=0,
                most=len(options),
                row=1,
            )
        )
    items += _chosen_items(look, picked)
    items.append(VerbButton(ids(look, Verb.REFRESH), "Voltar", row=4))
    return items


def suit_choices(hand: Sequence[Card], suit: Suit) -> list[tuple[str, Card]]:
    """At most 19 options, as (value, card): the suit's ranks, a second Ace and 2, other wilds."""
    of_suit = sorted({face for face in hand if face.suit is suit}, key=lambda face: face.rank)
    choices: list[tuple[str, Card]] = []
    for face in of_suit:
        choices.append((face.code, face))
        if face.rank in (1, 2) and list(hand).count(face) > 1:
            choices.append((f"{face.code}+", face))
    foreign = [face for face in dict.fromkeys(hand) if face.rank == 2 and face.suit is not suit]
    choices += ((face.code, face) for face in foreign)
    if JOKER in hand:
        choices.append((JOKER.code, JOKER))
    return choices


def picked_cards(values: Sequence[str]) -> tuple[Card, ...]:
    """The cards that the chosen values stand for."""
    return parse_cards("".join(value.removesuffix("+") for value in values))


def _chosen_items(look: Look, picked: tuple[Card, ...]) -> Iterator[Item]:
    if not picked:
        return
    view = look.view
    shown = cards_sign(picked)
    if len(picked) >= 3:
        laid = LayMeld(picked)
        is_meld = makes_meld(view, laid)
        label = play_label(view, laid) if is_meld else f"{shown} não dá jogo"
        yield VerbButton(
            ids(look, Verb.PLAY, format_action(laid)),
            f"Baixar {label}"[:LONGEST_LABEL] if is_meld else label[:LONGEST_LABEL],
            style=discord.ButtonStyle.success,
            disabled=not is_meld,
            row=2,
        )
    elif len(picked) == 1:
        yield VerbButton(
            ids(look, Verb.PLAY, format_action(Discard(picked[0]))),
            f"Descartar {shown}",
            style=discord.ButtonStyle.danger,
            row=2,
        )
    buttons = 0
    for number in range(1, len(view.table.melds[view.team]) + 1):
        longer = ExtendMeld(number, picked)
        if not makes_meld(view, longer):
            continue
        buttons += 1
        if buttons > 5:
            return
        yield VerbButton(
            ids(look, Verb.PLAY, format_action(longer)),
            f"Encaixar {play_label(view, longer)}"[:LONGEST_LABEL],
            style=discord.ButtonStyle.success,
            row=3,
        )
