"""«Sim», «dois» and 👍 say what was asked."""

import pytest

from moderation.answers import answered
from moderation.normalize import normal
from moderation.verdict import Reason
from tests.moderation.table import at_table, message, said

ASKED = "você tem coringa?"


def reasons(text, asked=ASKED, by="Bia", **changes):
    """Why an answer to a message is blocked, as far as it is an answer."""
    changes = {"event": "reply", "reply_to": message(asked, by)} | changes
    return {hit.reason for hit in answered(normal(text), at_table(**changes))}


@pytest.mark.parametrize(
    "text",
    ["sim", "não", "Sim!", "dois", "só um", "nenhum", "talvez", "👍", "👎", "3️⃣", "yes", "aham"],
)
def test_an_answer_to_a_question_about_hidden_cards_tells_them(text):
    assert reasons(text) == {Reason.ANSWER}


@pytest.mark.parametrize("asked", ["tem coringa", "quantos coringas você tem?", "você tem paus?"])
def test_a_question_is_one_with_and_without_its_mark(asked):
    assert reasons("sim", asked) == {Reason.ANSWER}


def test_the_whole_verdict_on_an_answer_is_that_it_gives_cards_away():
    verdict = said("sim", event="reply", reply_to=message(ASKED, "Bia"))
    assert verdict.label == "canta"
    assert Reason.ANSWER in verdict.reasons


def test_the_message_before_is_the_question_where_nothing_is_quoted():
    assert reasons("sim", reply_to=None, previous=[message(ASKED, "Bia")]) == {Reason.ANSWER}


def test_what_is_quoted_comes_before_what_was_said_last():
    last = [message(ASKED, "Bia")]
    assert reasons("sim", "você quer café?", previous=last) == set()


@pytest.mark.parametrize(
    "asked", ["você quer café?", "tudo bem?", "vai chover amanhã?", "que horas são?", "bom dia"]
)
def test_an_answer_to_another_question_tells_nothing(asked):
    assert reasons("sim", asked) == set()


@pytest.mark.parametrize("by", ["Ana", "bot", ""])
def test_oneself_the_bot_and_nobody_are_not_answered(by):
    assert reasons("sim", by=by) == set()


@pytest.mark.parametrize(
    "text",
    ["não posso dizer", "segredo", "é proibido perguntar", "como assim?", "depois da rodada"],
)
def test_an_answer_that_evades_tells_nothing(text):
    assert reasons(text) == set()


@pytest.mark.parametrize("text", ["😂", "🎉", "😮"])
def test_a_reaction_without_a_sign_tells_nothing(text):
    assert reasons(text, event="reaction") == set()


@pytest.mark.parametrize("text", ["👍", "❌", "2️⃣", "♥"])
def test_a_reaction_with_a_sign_tells(text):
    assert reasons(text, event="reaction") == {Reason.ANSWER}


@pytest.mark.parametrize("text", ["pode", "sim", "não", "👍", "espera"])
def test_the_partners_proposal_is_approved_or_vetoed(text):
    assert reasons(text, "vou bater agora") == {Reason.ANSWER}


def test_an_opponents_proposal_is_banter():
    assert reasons("pode", "vou bater agora", by="Caio") == set()


def test_one_who_has_no_seat_answers_nothing():
    assert reasons("sim", author_role="not_seated") == set()


def test_a_page_is_no_question():
    assert reasons("sim", "bla " * 100 + ASKED) == set()


@pytest.mark.parametrize("phase", ["lobby", "between_rounds", "finished", "none"])
def test_answers_are_free_when_no_round_is_live(phase):
    verdict = said("sim", phase=phase, event="reply", reply_to=message(ASKED, "Bia"))
    assert Reason.ANSWER not in verdict.reasons
