"""The words above a player's hand."""

from game.views import player_view
from tests.support.positions import position, round_of
from texts.cards import HandOrder
from texts.turn import turn_text


def test_a_question_stands_nearest_to_the_buttons_that_answer_it():
    # On a phone the picture fills the screen: what stands higher is out of sight.
    state = position(hand="5s8h", stock=5)
    view = player_view(state, round_of(state).turn)
    words = {"title": "Mesa 1", "link": "https://x", "paused": False}
    told = turn_text(view, order=HandOrder.SUIT, due_at=None, note="Mesmo assim?", **words)
    assert told.splitlines()[0].startswith("**Mesa 1: sua vez")
    assert told.splitlines()[-1] == "> Mesmo assim?"
