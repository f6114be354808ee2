"""Advice for players, in our own words."""

from typing import Final

from texts.data.chapters import Entry

STRATEGIES: Final[tuple[Entry, ...]] = (
    (
        "estrategia",
        "Estratégia: por onde começar",
        ("estratégia", "estratégias", "dicas", "como ganhar"),
        """\
Quatro hábitos que já fazem diferença:
• procure cedo a **canastra limpa**: sem ela a sua dupla não encerra a rodada (5.7);
• guarde os 2 e os Curingões para quando completam algo, e olhe se o jogo ainda poderia ser \
limpo;
• repare no que os outros descartam e pegam: isso diz que naipe eles juntam;
• conte as cartas na mão de cada um e o monte: eles dizem quanto tempo resta.

Outras: “setes e oitos”, “baixar ou guardar”, “bater cedo ou tarde”, “quando tentar 500 ou \
1000”.""",
    ),
    (
        "estrategia-mano-a-mano",
        "Estratégia: a dois, guarde os jogos",
        ("um contra um", "jogar a dois", "contra um só", "guardar jogos"),
        """\
Contra uma pessoa só, jogo na mesa é informação dada de graça: ninguém mais vai completá-lo por \
você. Muita gente segura as sequências na mão e baixa tudo junto na vez em que pode bater. O \
risco é o outro bater primeiro: tudo o que está na mão desconta (7.5).""",
    ),
    (
        "estrategia-sete-oito",
        "Estratégia: setes e oitos",
        ("setes e oitos", "7 e 8", "não descartar 7", "cartas do meio"),
        """\
Sete cartas seguidas sem curinga passam sempre pelo 7 ou pelo 8: de A a 7, de 8 ao Ás de cima, \
ou algo entre eles. Por isso no começo essas duas são as últimas a descartar. Serve ao \
contrário também: quando já saíram os 7 e os 8 de um naipe, nele não vem mais limpa.""",
    ),
    (
        "estrategia-dupla",
        "Estratégia: em dupla, mostre os jogos",
        ("baixar ou guardar", "jogar em dupla", "ajudar o parceiro"),
        """\
Com parceiro o jogo na mesa trabalha por dois: ele encaixa o que você não tem, e vê que cartas \
vale guardar. Segurar tudo na mão atrasa a dupla. Baixar é também o único jeito permitido de \
contar a ele o que você junta.""",
    ),
    (
        "estrategia-fim",
        "Estratégia: perceba o fim chegando",
        ("fim próximo", "adversário com poucas cartas", "cuidado no fim"),
        """\
Quando o outro lado pegou o morto ou está com poucas cartas, a rodada pode acabar a qualquer \
momento, até na vez em que o morto foi pego (5.9). Aí é hora de pôr pontos na mesa, soltar \
primeiro as cartas caras e não dar de presente o topo que falta a eles.""",
    ),
    (
        "estrategia-bater",
        "Estratégia: bater cedo ou juntar mais",
        ("bater cedo ou tarde", "batida rápida", "muitos pontos"),
        """\
Ganha quem tem mais pontos, não quem bate. Bater cedo pega os outros com a mão cheia; juntar \
mais faz canastras maiores, mas deixa você exposto se baterem antes. Conte: os 100 da batida \
mais a mão deles contra o que você ainda poderia baixar.""",
    ),
    (
        "estrategia-500-1000",
        "Estratégia: quando tentar 500 ou 1000",
        ("quando tentar 500 ou 1000", "vale a pena 500", "dividir jogo"),
        """\
Uma canastra de 500 come 13 cartas de um naipe, e basta faltar uma. Com adversários rápidos, ou \
que sujam sem pena, duas limpas do mesmo naipe saem mais fácil, e aproveitam as cartas \
repetidas. Tente a grande quando o jogo já passou das dez cartas e a rodada anda devagar.""",
    ),
    (
        "estrategia-demora",
        "Estratégia: conte com uma rodada longa",
        ("rodada longa", "demora para terminar", "paciência"),
        """\
Sem trincas e com limpa obrigatória, demora mais para alguém encerrar do que no Buraco comum. O \
monte acaba com frequência e os mortos entram nele (6.2). Há tempo para limpar uma suja; não \
gaste o curinga no primeiro jogo que aparece.""",
    ),
    (
        "estrategia-descarte",
        "Estratégia: o que descartar",
        ("o que descartar", "descarte seguro", "curinga no lixo"),
        """\
Pense em quem joga depois de você. Curinga no lixo cedo é presente: serve em quase tudo e leva \
a pilha junto. Perigosa é também a carta que encosta num jogo deles. Segura costuma ser a \
repetida, a isolada, ou a do naipe que ninguém junta. Quanto maior o lixo, mais cuidado.""",
    ),
    (
        "estrategia-curinga",
        "Estratégia: que curinga usar",
        ("que curinga usar", "2 de outro naipe", "curinga de fora"),
        """\
Um 2 de outro naipe ou um Curingão fecha a porta: aquele jogo vale no máximo 100 de canastra e \
não ajuda a bater (3.16). O 2 do próprio naipe deixa a porta aberta, pois ainda pode descer ao \
seu lugar (3.14). Se precisa sujar, suje o jogo que não tem como chegar a limpa.""",
    ),
)
