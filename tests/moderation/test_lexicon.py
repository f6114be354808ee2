"""The words that the detector knows: how they are looked up, and the files they stand in."""

from collections import Counter
from importlib import resources

import pytest

from moderation import lexicon, verbs
from moderation.lexicon import (
    ABBREVIATIONS,
    ENTRIES,
    MACROS,
    PATTERN_FILES,
    PROFILES,
    bare,
    lines,
    meant,
    patterns,
    segmented,
    sound,
    tagged,
    uncensored,
)
from moderation.rules import WEIGHTS
from moderation.tokens import RANK_WORDS, SUIT_WORDS
from moderation.verdict import Reason

DATA = resources.files("moderation") / "data"
LISTS = sorted(file.name for file in DATA.iterdir() if file.name.endswith(".txt"))
TAGGED = ("words.txt", "offence_words.txt", "verbs.txt", "macros.txt", "ranks.txt", "suits.txt")
TAGS = frozenset().union(*PROFILES)


def repeated(items):
    return sorted(item for item, count in Counter(items).items() if count > 1)


@pytest.mark.parametrize(
    ("written", "word"),
    [
        ("vc", "voce"),
        ("tbm", "tambem"),
        ("n", "nao"),
        ("cpas", "copas"),
        ("tnh", "tenho"),
        ("lx", "lixo"),
        ("parc", "parceiro"),
    ],
)
def test_an_abbreviation_is_the_word_that_it_stands_for(written, word):
    assert meant(written) == word


@pytest.mark.parametrize(
    ("written", "word"),
    [
        ("coriiiinga", "coringa"),
        ("copasss", "copas"),
        ("dammmma", "dama"),
        ("tenhooooo", "tenho"),
        ("nnnnn", "nao"),
    ],
)
def test_a_drawn_out_word_is_the_word(written, word):
    assert meant(written) == word


def test_two_letters_that_belong_together_stay_two():
    assert meant("carro") == "carro"


@pytest.mark.parametrize(
    ("written", "word"),
    [
        ("c0ringa", "coringa"),
        ("c0p4s", "copas"),
        ("t3nho", "tenho"),
        ("0tario", "otario"),
        ("id1ota", "idiota"),
        ("1di0ta", "idiota"),
        ("e$padas", "espadas"),
        ("d@ma", "dama"),
        ("va1ete", "valete"),
    ],
)
def test_digits_and_signs_among_letters_are_the_letters_that_they_look_like(written, word):
    assert meant(written) == word


@pytest.mark.parametrize("written", ["7", "100", "2024", "0", "13", "4014"])
def test_a_number_is_never_leet(written):
    assert meant(written) in (None, written)


@pytest.mark.parametrize("written", ["j4c4r3", "mp3", "r2d2", "covid19", "x9z", "h2o"])
def test_leet_of_no_known_word_stays_what_it_is(written):
    assert meant(written) is None


@pytest.mark.parametrize("written", ["4k", "a4", "5g", "g1", "m4"])
def test_a_letter_and_a_digit_are_no_word(written):
    assert meant(written) is None


@pytest.mark.parametrize(
    ("written", "word"),
    [
        ("kopas", "copas"),
        ("kuringa", "curinga"),
        ("valeti", "valete"),
        ("ispadas", "espadas"),
        ("jogano", "jogando"),
        ("idiotta", "idiota"),
    ],
)
def test_a_word_spelt_as_it_sounds_is_the_word(written, word):
    assert meant(written) == word


@pytest.mark.parametrize(
    ("one", "other"), [("kuringa", "curinga"), ("xave", "chave"), ("quero", "kero")]
)
def test_spellings_of_one_sound_sound_alike(one, other):
    assert sound(one) == sound(other)


@pytest.mark.parametrize(
    ("written", "word"), [("idoita", "idiota"), ("crtino", "cretino"), ("cretnio", "cretino")]
)
def test_a_sure_word_with_one_slip_is_the_word(written, word):
    assert meant(written) == word


@pytest.mark.parametrize("word", sorted({*lines("not_by_sound.txt")}))
def test_a_word_that_only_sounds_like_one_of_ours_stays_itself(word):
    assert meant(bare(word)) in (None, bare(word))


@pytest.mark.parametrize(
    ("written", "word"),
    [
        ("cr*tino", "cretino"),
        ("id•ota", "idiota"),
        ("m*rda", "merda"),
        ("p•••", "puta"),
        ("c*ringa", "coringa"),
        ("f#der", "foder"),
    ],
)
def test_a_blotted_word_is_the_sure_word_that_fits(written, word):
    assert uncensored(written) == word


@pytest.mark.parametrize("written", ["bom", "••••", "2*3", "x*y", "a" * 29 + "**"])
def test_a_blot_that_hides_no_sure_word_hides_nothing(written):
    assert uncensored(written) is None


@pytest.mark.parametrize("run", ["bomdia", "boanoite", "abacaxi", "casa", "dama" * 16, ""])
def test_a_run_without_a_sure_word_is_not_parted(run):
    assert segmented(run) is None


def test_bare_takes_accents_and_capitals_alone():
    assert bare("Ação É çÜ") == "acao e cu"


@pytest.mark.parametrize(
    ("verb", "form", "name"),
    [
        ("jogar", "joga", "imp"),
        ("jogar", "jogue", "imp"),
        ("jogar", "jogo", "f1"),
        ("jogar", "joguei", "p1"),
        ("jogar", "jogou", "p3"),
        ("jogar", "jogando", "ger"),
        ("jogar", "jogado", "part"),
        ("jogar", "jogava", "impf"),
        ("jogar", "jogarei", "fut1"),
        ("jogar", "jogaria", "cond"),
        ("jogar", "jogasse", "subj"),
        ("jogar", "jogamos", "pl"),
        ("tocar", "toque", "imp"),
        ("tocar", "toquei", "p1"),
        ("pegar", "peguem", "imp"),
        ("bater", "bata", "imp"),
        ("bater", "bati", "p1"),
        ("bater", "batendo", "ger"),
        ("recolher", "recolho", "f1"),
        ("abrir", "abra", "imp"),
        ("abrir", "abriu", "p3"),
        ("seguir", "sega", "imp"),
        ("proteger", "proteja", "imp"),
    ],
)
def test_a_regular_verb_has_this_form(verb, form, name):
    assert (form, name) in set(verbs.forms(verb))


@pytest.mark.parametrize("form", ["jogei", "joqei", "tocei", "pegei", "joge"])
def test_a_stem_keeps_its_sound_before_e(form):
    every = {found for verb in ("jogar", "tocar", "pegar") for found, _ in verbs.forms(verb)}
    assert form not in every


def test_the_forms_of_the_listed_verbs_are_tagged_by_what_they_do():
    assert {"DISC", "DISC.imp"} <= ENTRIES["descarta"]
    assert "DRAW.p1" in ENTRIES["comprei"]
    assert "BATE.inf" in ENTRIES["bater"]


def test_a_homograph_loses_the_tag_that_is_taken_from_it():
    assert "DISC.f1" not in ENTRIES["jogo"]
    assert "LAY.imp" not in ENTRIES["monte"]


@pytest.mark.parametrize("name", TAGGED)
def test_a_word_stands_under_a_tag_once(name):
    entries = [(tag, bare(word)) for tag, words in tagged(name) for word in words]
    assert repeated(entries) == []


@pytest.mark.parametrize("name", [name for name in LISTS if not name.startswith("ear_")])
def test_no_line_of_a_list_comes_twice(name):
    assert repeated(lines(name)) == []


@pytest.mark.parametrize("name", PATTERN_FILES)
def test_no_pattern_of_a_file_comes_twice(name):
    assert repeated(patterns(name)) == []


@pytest.mark.parametrize("name", TAGGED)
def test_a_line_of_tags_has_a_tag_and_words(name):
    for tag, words in tagged(name):
        assert words, tag
        assert tag.removeprefix("-")[:1].isupper() or tag.isdigit() or name == "suits.txt"


def test_an_abbreviation_has_one_meaning_and_is_found_as_it_is_written():
    pairs = [line.split() for line in lines("abbreviations.txt")]
    assert [pair for pair in pairs if len(pair) != 2] == []
    meanings = {tuple(pair) for pair in pairs}
    assert repeated(short for short, _ in meanings) == []
    # Words are looked up without accents: one with an accent would need its plain form beside it.
    assert [short for short, _ in pairs if bare(short) not in ABBREVIATIONS] == []


def test_every_name_in_a_pattern_is_a_tag_or_a_macro():
    for name in PATTERN_FILES:
        for _, pattern in patterns(name):
            for item in lexicon.literals(pattern):
                assert lexicon.literal_tag(item) in TAGS, (name, pattern)
    for macro, names in MACROS.items():
        assert macro not in TAGS, macro
        for tag in names.split("/"):
            assert tag in TAGS, (macro, tag)


def test_a_rule_has_a_known_reason_and_weight():
    for name in PATTERN_FILES:
        folder, _, file = name.partition("/")
        if folder in ("grammar", "offence"):
            assert Reason(file.partition(".")[0])
            assert {weight for weight, _ in patterns(name)} <= set(WEIGHTS), name


def test_a_shield_takes_known_reasons():
    known = {*map(str, Reason), "*", "rest"}
    for name in PATTERN_FILES:
        if name.startswith("shields/"):
            for takes, pattern in patterns(name):
                assert set(takes.split(",")) <= known, (name, pattern)


def test_the_words_of_ranks_and_suits_are_known_words():
    assert [word for word in (*RANK_WORDS, *SUIT_WORDS) if word not in ENTRIES] == []
    assert set(SUIT_WORDS.values()) == set("♣♦♥♠")
    assert set(RANK_WORDS.values()) == {"A", "K", "Q", "J", *map(str, range(2, 11))}


def test_a_homonym_is_a_card_word_with_what_stands_before_and_after():
    for line in lines("homonyms.txt"):
        word, before, after = (part.split() for part in line.split(":"))
        assert len(word) == 1
        assert word[0] in ENTRIES
        assert before + after, line


def test_a_kind_is_a_tag():
    assert [kind for kind in lines("kinds.txt") if kind not in TAGS] == []


@pytest.mark.parametrize("name", ["ear_cards.txt", "ear_offence.txt"])
def test_the_ear_has_one_weight_for_a_feature_and_a_bias(name):
    rows = [line.partition(" ") for line in (DATA / name).read_text("utf-8").splitlines()]
    assert all(abs(float(weight)) < 50 for weight, _, _ in rows)
    assert repeated(feature for _, _, feature in rows) == []
    assert "" in {feature for _, _, feature in rows}
