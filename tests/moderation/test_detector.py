"""What is blocked, when and for whom; by clear-cut messages alone, for weights are still tuned."""

import pytest

from moderation import Action, Context, Label, Reason, Rigor, Verdict, judge
from moderation.detector import LONGEST, SPLIT_OVER, _earlier, found
from moderation.verdict import INNOCENT, OFFENCES, WIDE_ONLY
from tests.moderation.table import VALUES, at_table, label, message, said

REVEALS = [
    "tenho o sete de copas",
    "não tenho nenhum coringa",
    "estou com dois coringas na mão",
    "preciso do valete de paus",
    "me falta o dez de ouros",
]
ORDERS = [
    "joga a dama de espadas",
    "compra do monte, parceira",
    "pega o lixo",
    "não descarta copas",
    "segura o rei de ouros",
]
INSULTS = [
    "seu idiota",
    "você é um imbecil",
    "vai tomar no cu",
    "fdp",
    "cala a boca, seu burro",
    "vou te matar",
]
INNOCENTS = [
    "Bom dia a todos!",
    "parabéns pela vitória",
    "é a sua vez",
    "que jogo demorado",
    "Minha internet caiu, desculpa",
    "kkkkk boa",
    "obrigada, até amanhã",
    "",
    "   ",
    "😂😂😂",
]


@pytest.mark.parametrize("text", INNOCENTS)
def test_talk_of_other_things_goes_through(text):
    assert said(text) == INNOCENT


@pytest.mark.parametrize("text", REVEALS + ORDERS)
def test_singing_the_game_is_blocked_with_a_reason(text):
    verdict = said(text)
    assert verdict.label is Label.REVEAL
    assert verdict.action is not Action.NONE
    assert verdict.reasons
    assert not set(verdict.reasons) & OFFENCES


@pytest.mark.parametrize("text", INSULTS)
def test_an_insult_is_blocked_with_a_reason(text):
    verdict = said(text)
    assert verdict.label is Label.OFFENCE
    assert set(verdict.reasons) <= OFFENCES


@pytest.mark.parametrize("text", REVEALS + ORDERS + INSULTS + INNOCENTS)
def test_confidence_is_a_probability_and_nought_where_nothing_is_blocked(text):
    verdict = said(text)
    assert 0 <= verdict.confidence <= 1
    assert (verdict.label is Label.OK) == (verdict.confidence == 0)


@pytest.mark.parametrize("text", REVEALS)
def test_whether_a_claim_is_true_decides_nothing(text):
    hands = ([], ["7♥"], ["7♥", "JOKER", "2♠", "J♣", "10♦"], ["4♠"], None)
    verdicts = {judge(text, Context.from_mapping(VALUES | {"hand": hand})) for hand in hands}
    assert verdicts == {said(text)}


@pytest.mark.parametrize("phase", ["between_rounds", "finished", "none"])
@pytest.mark.parametrize("text", REVEALS + ORDERS)
def test_card_talk_is_free_when_no_round_is_live(text, phase):
    assert label(text, phase=phase) == "ok"


@pytest.mark.parametrize("phase", ["lobby", "live", "between_rounds", "finished", "none"])
@pytest.mark.parametrize("text", INSULTS)
def test_an_insult_counts_at_any_time(text, phase):
    assert label(text, phase=phase) == "ofensa"


@pytest.mark.parametrize(
    "text", ["se eu tossir, é copas, combinado?", "se eu disser banana é porque tenho coringa"]
)
@pytest.mark.parametrize("phase", ["lobby", "live"])
def test_a_signal_counts_before_the_deal_and_during_the_round(text, phase):
    verdict = said(text, phase=phase)
    assert verdict.label is Label.REVEAL
    assert Reason.CODE in verdict.reasons


@pytest.mark.parametrize("text", REVEALS + ORDERS)
def test_before_the_deal_only_signals_count(text):
    hits = found(text, at_table(phase="lobby")).card_hits
    assert {hit.reason for hit in hits} <= {Reason.CODE}
    assert label(text, phase="lobby") == "ok"


@pytest.mark.parametrize(
    "text", ["espero que venha um coringa hoje", "hoje eu vou bater rápido", "boa sorte, parceira"]
)
def test_a_wish_before_the_deal_is_free(text):
    assert label(text, phase="lobby") == "ok"


@pytest.mark.parametrize("text", ORDERS)
def test_between_two_an_order_is_banter(text):
    assert label(text) == "canta"
    assert label(text, table_size=2, partner="", opponents=["Caio"]) == "ok"


@pytest.mark.parametrize("text", INSULTS)
@pytest.mark.parametrize("size", [2, 4])
def test_an_insult_counts_at_any_table(text, size):
    assert label(text, table_size=size) == "ofensa"


@pytest.mark.parametrize("text", ORDERS)
@pytest.mark.parametrize("role", ["spectator", "not_seated"])
def test_one_who_looks_on_may_not_advise(text, role):
    assert label(text, author="Eva", author_role=role) == "canta"


@pytest.mark.parametrize(
    "text", ["Boa sorte aos dois times!", "Bela partida, gente", "Posso entrar na próxima?"]
)
def test_one_who_looks_on_may_cheer(text):
    assert label(text, author="Eva", author_role="spectator") == "ok"


@pytest.mark.parametrize("text", REVEALS)
def test_no_rule_takes_one_who_looks_on_to_speak_of_his_own_hand(text):
    hits = found(text, at_table(author="Eva", author_role="spectator")).card_hits
    assert not {hit.reason for hit in hits} & {Reason.NEED, Reason.MOOD, Reason.INTENT}


@pytest.mark.parametrize("text", REVEALS + ORDERS)
def test_the_letter_of_the_rule_forbids_cards_and_orders(text):
    assert label(text, rigor=Rigor.LETTER) == "canta"


@pytest.mark.parametrize(
    "text", ["minha mão está péssima", "vou bater na próxima", "minha mão está ótima"]
)
def test_moods_and_plans_are_forbidden_under_the_wide_reading_alone(text):
    assert label(text) == "canta"
    assert label(text, rigor=Rigor.LETTER) == "ok"


def test_the_letter_of_the_rule_never_gives_a_reason_of_the_wide_reading():
    texts = [*REVEALS, *ORDERS, "minha mão está péssima, tenho só copas"]
    for text in texts:
        assert not set(said(text, rigor=Rigor.LETTER).reasons) & WIDE_ONLY


@pytest.mark.parametrize("text", INSULTS)
def test_an_insult_counts_under_any_rigour(text):
    assert said(text, rigor=Rigor.LETTER) == said(text)


def test_swearing_at_nobody_blocks_where_the_server_forbids_it():
    assert label("que merda") == "ok"
    verdict = said("que merda", forbid_swearing=True)
    assert (verdict.label, verdict.reasons) == (Label.OFFENCE, (Reason.SWEARING,))


@pytest.mark.parametrize("text", INNOCENTS)
def test_a_server_that_forbids_swearing_forbids_nothing_else(text):
    assert said(text, forbid_swearing=True) == INNOCENT


@pytest.mark.parametrize("text", INSULTS)
def test_to_forbid_swearing_lets_no_insult_through(text):
    assert label(text, forbid_swearing=True) == "ofensa"


def attached(*names, text=""):
    return label(text, event="attachment", attachments=[{"filename": name} for name in names])


@pytest.mark.parametrize(
    "name", ["tenhoSeteDeCopas.jpg", "sete-de-copas.png", "minhas_cartas.png", "minhaMao.webp"]
)
def test_the_name_of_a_file_is_read(name):
    assert attached(name) == "canta"
    assert attached("ferias.jpg", name) == "canta"


@pytest.mark.parametrize("name", ["IMG_1234.jpg", "ferias.jpg", "cachorro.png", "", ".png"])
def test_the_name_of_a_file_may_say_nothing(name):
    assert attached(name) == "ok"


def test_of_an_edited_message_the_new_text_counts():
    assert label(REVEALS[0], event="edit", before="bom dia") == "canta"
    assert label("bom dia", event="edit", before=REVEALS[0]) == "ok"


@pytest.mark.parametrize("event", ["nickname", "status", "thread_name"])
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("TenhoCoringa", "canta"),
        ("tenhoSeteDeCopas", "canta"),
        ("SeuIdiota", "ofensa"),
        ("AnaMaria", "ok"),
        ("McDonald", "ok"),
    ],
)
def test_a_name_is_parted_at_its_capitals(event, name, expected):
    assert label(name, event=event) == expected


SENTENCE = ["tenho", "o sete", "de", "copas"]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_sentence_split_over_messages_is_read_as_one(size):
    *before, last = [*SENTENCE[: size - 1], " ".join(SENTENCE[size - 1 :])]
    verdict = said(last, previous=[message(text) for text in before])
    assert (verdict.label, verdict.reasons[:1]) == (Label.REVEAL, (Reason.CARDS,))


def test_a_word_split_over_messages_is_read_as_one():
    assert label("ota", previous=[message("seu"), message("idi")]) == "ofensa"
    assert label("ota") == "ok"


def test_what_others_said_is_no_part_of_a_message():
    assert label("ota", previous=[message("seu", "Caio"), message("idi", "Caio")]) == "ok"


def test_a_message_is_put_together_with_the_last_three_at_most():
    context = at_table(previous=[message(f"parte {number}") for number in range(9)])
    assert _earlier(context) == ["parte 6", "parte 7", "parte 8"]
    assert SPLIT_OVER == 4


def test_a_long_message_is_no_part_of_a_split_one():
    assert _earlier(at_table(previous=[message("parte " * 50)])) == []


@pytest.mark.parametrize("text", ["bom dia", "oi, gente", "vou ao banheiro, já volto"])
@pytest.mark.parametrize(
    "before", [*REVEALS, *ORDERS, *INSULTS, "tenhocopas", "seu i d i o t a", "5o 6o", "copas"]
)
def test_what_was_blocked_before_does_not_block_the_next_message(before, text):
    assert label(text, previous=[message(before)]) == "ok"
    assert label(text, previous=[message("seu idiota"), message(before)]) == "ok"


def test_an_insult_before_does_not_make_another_of_what_is_said_next():
    verdict = said("dama de paus", previous=[message("seu i d i o t a")])
    assert verdict.label is not Label.OFFENCE


@pytest.mark.parametrize(
    "text",
    [
        "t e n h o  o  s e t e  d e  c o p a s",
        "tenhocopas",
        "#damadecopas",
        "sapoc ed amad",
        "seu i d i o t a",
        "tenho o cu rin ga",
        "Cadê\nOs\nPontos\nAmigos\nSim",
    ],
)
def test_a_disguise_is_removed_without_a_strike(text):
    assert said(text).action is Action.REMOVE


@pytest.mark.parametrize(
    "text",
    [
        "t\u200benho o sete de c\u200bopas",
        "𝓽𝓮𝓷𝓱𝓸 𝓸 𝓼𝓮𝓽𝓮 𝓭𝓮 𝓬𝓸𝓹𝓪𝓼",
        "tenho o ||sete|| de **copas**",
        "tenho o 7️⃣ de copas",
        "tenho c0ringa",
        "tenho koringa",
        "tnh coriiiinga",
        "ѕеu іdіоtа",
    ],
)
def test_a_disguise_takes_the_label_of_what_it_says(text):
    assert label(text) in ("canta", "ofensa")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("é a sua vez, Rei", {"opponents": ["Rei", "Davi"]}),
        ("boa, Valete!", {"names": ["Valete"]}),
        ("Dama, é a sua vez", {"partner": "Dama"}),
        ("Coringa jogou bem", {"opponents": ["Coringa", "Davi"]}),
        ("boa, 𝓥𝓪𝓵𝓮𝓽𝓮!", {"names": ["𝓥𝓪𝓵𝓮𝓽𝓮"]}),
    ],
)
def test_a_name_at_the_table_is_an_innocent_word(text, names):
    assert label(text, **names) == "ok"


def test_a_name_excuses_nothing_else():
    assert label("Valete, tenho o sete de copas", names=["Valete"]) == "canta"


@pytest.mark.parametrize("text", ["olha o rei de copas no lixo", "o rei de copas está no lixo"])
def test_what_lies_open_may_be_named(text):
    assert label(text) == "ok"


def test_what_stands_beyond_the_longest_message_is_not_read():
    assert said("ah " * (LONGEST // 3 + 1) + REVEALS[0]) == said("ah " * (LONGEST // 3))


def test_the_reason_that_weighs_most_comes_first_and_none_comes_twice():
    verdict = said("tenho o sete de copas, joga a dama de espadas e pega o lixo")
    assert len(set(verdict.reasons)) == len(verdict.reasons) > 1


def test_a_verdict_is_a_value():
    assert said("bom dia") == Verdict(Label.OK, Action.NONE, 0.0, ())
    assert hash(said(REVEALS[0])) == hash(said(REVEALS[0]))
