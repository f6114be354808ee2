"""Every problem of the services has a sentence that says what to do."""

import pytest

from bot.services.errors import Problem
from texts.problems import _SENTENCES, _WITH_FACTS, explain_problem, unexpected


def test_every_problem_has_its_own_sentence_and_nothing_else_has():
    values = {problem.value for problem in Problem}
    assert set(_SENTENCES) == values
    assert set(_WITH_FACTS) <= values
    assert len({explain_problem(value) for value in values}) == len(values)


@pytest.mark.parametrize("problem", Problem)
def test_a_sentence_is_short_and_says_what_to_do(problem):
    told = explain_problem(problem.value)
    assert told.endswith(".")
    assert told[0].isupper()
    assert 40 <= len(told) <= 200
    assert any(mark in told for mark in (". ", ": ", ", "))
    assert explain_problem(problem.value, table="Mesa 12", until="<t:1:R>", name="Ana")


def test_facts_make_a_sentence_exact():
    assert explain_problem("not_seated", table="Mesa 12").startswith("Você não joga na Mesa 12.")
    assert (
        explain_problem("seat_taken", name="Ana") == "Ana sentou nesse lugar antes. Escolha outro."
    )
    assert explain_problem("paused", table="Mesa 12") == explain_problem("paused")
    assert explain_problem("stale", other=1).startswith("A mesa mudou.")


def test_braces_in_a_name_are_only_text():
    assert explain_problem("seat_taken", name="{0} {x}").startswith("{0} {x} sentou")


def test_an_unknown_problem_still_gets_a_sentence():
    assert "tente de novo" in explain_problem("something_new")


def test_the_unexpected_names_its_reference():
    told = unexpected("ABC123")
    assert "ABC123" in told
    assert "do nosso lado" in told
