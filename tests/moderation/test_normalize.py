"""Disguises of characters: what each step undoes, and what it leaves alone."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderation.normalize import (
    STEPS,
    composed,
    latin,
    normal,
    with_cards_named,
    without_invisible,
    without_markdown,
)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("co\u200bpas", "copas"),
        ("c\u00adopas", "copas"),
        ("\u202ecopas\u202c", "copas"),
        ("\u2066copas\u2069", "copas"),
        ("co\u2060pas\ufeff", "copas"),
        ("a\ufe0fb\ufe0e", "ab"),
        ("co\u3164pas", "copas"),
        ("co\u2800pas", "copas"),
        ("co\u034fpas", "copas"),
        ("co\u115fpas", "copas"),
        ("\U000e0063copas", "copas"),
        ("co\x00pas", "copas"),
        ("co\ue000pas", "copas"),
        ("co\ud800pas", "copas"),
        ("um\r\ndois\ttrês", "um\ndois\ttrês"),
    ],
)
def test_what_has_no_shape_is_dropped(text, plain):
    assert without_invisible(text) == plain


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("сораs", "copas"),  # Cyrillic
        ("ԁаmа", "dama"),
        ("ѕеtе", "sete"),
        ("đama", "dama"),
        ("αs", "as"),  # Greek
        ("corιηga", "coringa"),
        ("νaleτe", "valete"),
        ("ΑΒΕ", "ABE"),
        ("ᴄᴏᴘᴀs", "copas"),  # small capitals
        ("ɐɔ", "ac"),  # turned letters
        ("ıdıota", "idiota"),
        ("cøpas", "copas"),
        ("Ꭰama", "Dama"),  # Cherokee
    ],
)
def test_letters_of_other_scripts_become_those_whose_shape_they_have(text, plain):
    assert latin(text) == plain


@pytest.mark.parametrize("text", ["copas", "Ação é ü ñ", "日本語", "مرحبا", "😂 12 ?!", "ã\u0303"])
def test_accents_and_what_looks_like_no_latin_letter_stay(text):
    assert latin(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("👸", ["dama"]),
        ("🤴", ["rei"]),
        ("👑", ["rei"]),
        ("🃏", ["coringa"]),
        ("🗡", ["espada"]),
        ("💎", ["ouro"]),
        ("🍀", ["trevo"]),
        ("🗑", ["lixo"]),
        ("🖕", ["dedodomeio"]),
        ("🔟", ["10"]),
        ("7️⃣", ["7"]),
        ("7⃣", ["7"]),
        ("1️⃣0️⃣", ["10"]),
        ("2️⃣ 3️⃣", ["2", "3"]),
        ("7♣", ["7", "♣"]),
        ("♧♢♡♤", ["♣", "♦", "♥", "♠"]),
        ("oi👸tchau", ["oi", "dama", "tchau"]),
        ("🇨🇴🇵🇦🇸", ["copas"]),
        ("🇨 🇴 🇵 🇦 🇸", ["c", "o", "p", "a", "s"]),
        ("🅒🅞🅟🅐🅢", ["copas"]),
        ("🅲🅾🅿🅰🆂", ["copas"]),
        ("👍 😂", ["👍", "😂"]),
    ],
)
def test_pictures_of_cards_and_letters_become_words(text, words):
    assert with_cards_named(text).split() == words


@pytest.mark.parametrize(
    ("glyph", "words"),
    [
        ("🂡", "as de espadas"),
        ("🂱", "as de copas"),
        ("🃁", "as de ouros"),
        ("🃑", "as de paus"),
        ("🂺", "10 de copas"),
        ("🂫", "valete de espadas"),
        ("🂬", "valete de espadas"),  # the knight, which this pack has not
        ("🃝", "dama de paus"),
        ("🃞", "rei de paus"),
        ("🃟", "coringa"),
        ("🂿", "coringa"),
        ("🂠", "carta"),
    ],
)
def test_the_playing_cards_of_unicode_are_named(glyph, words):
    assert with_cards_named(glyph).strip() == words


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("ｃｏｐａｓ", "copas"),
        ("ⓒⓞⓟⓐⓢ", "copas"),
        ("𝐜𝐨𝐩𝐚𝐬", "copas"),
        ("𝓬𝓸𝓹𝓪𝓼", "copas"),
        ("𝚌𝚘𝚙𝚊𝚜 𝟟", "copas 7"),
        ("⑦", "7"),
        ("c̶o̶p̶a̶s̶", "copas"),
        ("c\u0336opas", "copas"),
        ("ação", "ação"),
        ("ac\u0327a\u0303o", "ação"),
    ],
)
def test_letters_of_a_fancy_form_become_plain(text, plain):
    assert composed(text) == plain


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("**copas**", "copas"),
        ("*copas*", "copas"),
        ("__copas__", "copas"),
        ("~~copas~~", "copas"),
        ("||copas||", "copas"),
        ("||c||||o||||pas||", "copas"),
        ("co**pas**", "copas"),
        ("`copas`", "copas"),
        ("```\ncopas\n```", "copas"),
        ("```py\ncopas\n```", "copas"),
        ("> copas", "copas"),
        (">>> copas", "copas"),
        ("# copas", "copas"),
        ("- um\n- dois", "um dois"),
        ("<:copas:1234>", "copas"),
        ("<a:ta_com_copas:1234>", "ta com copas"),
        (":copas:", "copas"),
        ("oi <@123> e <@!45> em <#67> e <@&8>", "oi e em e"),
        ("https://exemplo.com/tenho_copas.png", "exemplo tenho copas"),
        ("<https://www.exemplo.com/sete-de-copas>", "exemplo sete de copas"),
    ],
)
def test_marks_of_discord_go_and_names_and_addresses_give_their_words(text, words):
    assert without_markdown(text).split() == words.split()


def test_a_link_gives_its_text_and_the_words_of_its_address():
    found = without_markdown("[veja](https://exemplo.com/tenho_copas)").split()
    assert found[0] == "veja"
    assert found[-2:] == ["tenho", "copas"]


@pytest.mark.parametrize("text", ["2*3", "snake_case", "10:30:40", "a_b", "5 * 3 = 15"])
def test_signs_inside_words_and_numbers_are_no_marks(text):
    assert without_markdown(text) == text


def test_a_blotted_word_is_no_bold_type():
    assert without_markdown("p***") == "p•••"


def test_a_mark_of_a_line_is_not_looked_for_beyond_it():
    assert without_markdown("\n\n  > oi\n\n# tchau") == "\n\noi\n\ntchau"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("||**`𝓬𝓸𝓹𝓪𝓼`**||", "copas"),
        ("с\u200bо\u200bр\u200bа\u200bs", "copas"),
        ("**7️⃣** ♣", "7 ♣"),
        ("ｓｅｔｅ ⅾе ｃｏｐａｓ", "sete de copas"),
        ("~~👸~~ de ||copas||", "dama de copas"),
    ],
)
def test_disguises_over_each_other_are_undone_together(text, words):
    assert normal(text).split() == words.split()


@pytest.mark.parametrize(
    "text",
    [
        "Bom dia, tudo bem?",
        "Ação! Você vai às 7h?",
        "São João (é hoje) - 50% de desconto: R$ 3,50",
        "kkkk 😂 que legal :)",
        "Não sei; talvez amanhã, ou não!",
        "José_Silva disse: «até já»",
        "Linha um\nlinha dois\n\nlinha quatro",
        "",
        "   ",
    ],
)
def test_innocent_text_comes_out_as_it_went_in(text):
    assert normal(text) == text


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.__name__)
def test_every_step_is_for_any_text_and_gives_the_same_each_time(step):
    @given(st.text(max_size=300))
    def holds(text):
        before = text[:]
        assert step(text) == step(text)
        assert text == before

    holds()


@given(st.text(max_size=300))
def test_nothing_without_a_shape_is_left(text):
    assert not {unicodedata.category(char) for char in normal(text)} & {"Cf", "Co", "Cs"}
