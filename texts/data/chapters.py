"""The rules by chapter, in short, with the paragraphs of docs/rules.md.

An entry is a key, a title, other names for it, and its text in Discord's Markdown.
"""

from typing import Final

Entry = tuple[str, str, tuple[str, ...], str]

CHAPTERS: Final[tuple[Entry, ...]] = (
    (
        "resumo",
        "O jogo em um minuto",
        ("resumo", "regras", "como jogar", "objetivo", "começo", "iniciante"),
        """\
Junte cartas do mesmo naipe em sequência, faça canastras (7 cartas ou mais) e some mais pontos \
que o outro lado.

**Na sua vez:** 1. compre uma carta do monte ou leve o lixo; 2. baixe jogos e encaixe cartas, \
se quiser; 3. descarte uma carta (4.1).
**Só valem sequências:** trinca não existe aqui (3.4). Cada jogo leva no máximo um curinga \
(3.5).
**Quem fica sem cartas bate.** Na primeira vez a dupla pega o morto, 11 cartas novas; depois \
disso, bater encerra a rodada e vale 100, mas pede uma canastra limpa na mesa (5.2, 5.7).
**No fim** contam as cartas baixadas e as canastras; as que sobram na mão descontam (7.6).""",
    ),
    (
        "baralho",
        "Baralho e distribuição",
        ("cartas", "baralhos", "distribuição", "dar as cartas", "108 cartas", "seção 2"),
        """\
São **108 cartas**: dois baralhos comuns e quatro Curingões (2.1).

• Cada pessoa recebe 11 cartas, e duas pilhas de 11 ficam de lado: os mortos (2.4).
• O resto é o monte: 42 cartas com quatro jogadores, 64 com dois (2.5).
• O lixo começa vazio, por isso quem abre a rodada só pode comprar do monte (2.6, 4.6).
• O primeiro mão sai por sorteio; a cada rodada o começo anda um lugar para a direita (2.7, \
2.8).

Naipes: ♣ paus, ♦ ouros, ♥ copas, ♠ espadas. Figuras: J valete, Q dama, K rei.""",
    ),
    (
        "jogos",
        "Jogos",
        ("jogo", "seção 3", "montar jogo", "o que vale"),
        """\
Um jogo tem **3 cartas ou mais, de um naipe só, em sequência** (3.1).

• A linha é A 2 3 4 5 6 7 8 9 10 J Q K A: o Ás serve embaixo, em cima ou nas duas pontas (3.2). \
K-A-2 não emenda (3.3).
• Cartas do mesmo número não fazem jogo (3.4).
• No máximo um curinga por jogo (3.5); ele anda conforme chegam cartas (3.9 a 3.11).
• Só se encaixa em jogos da própria dupla, e os dois parceiros podem (3.18).
• Dá para ter vários jogos do mesmo naipe, mas eles não se juntam nem se dividem (3.17).

Com 7 cartas o jogo vira canastra: limpa, suja, de 500 ou de 1000 (3.19).""",
    ),
    (
        "vez",
        "A vez",
        ("turno", "minha vez", "jogada", "seção 4", "ordem da jogada"),
        """\
A vez tem três passos (4.1):

**1. Comprar:** a carta de cima do monte, ou o lixo inteiro (4.2).
**2. Jogar:** baixe e encaixe quanto quiser, ou nada (4.7).
**3. Descartar:** uma carta para o lixo, qualquer uma, e a vez passa para a esquerda (4.9, \
2.3).

Nada volta atrás: o que foi para a mesa fica (4.8). E ninguém fica preso: uma jogada que \
deixaria você com nenhuma ou uma carta só é aceita se você puder bater (4.10). Com duas cartas \
ou mais a vez sempre termina bem.""",
    ),
    (
        "lixo",
        "Lixo",
        (
            "lixeira",
            "refugo",
            "pegar o lixo",
            "levar o lixo",
            "monte de descarte",
            "cartas da mesa",
        ),
        """\
O lixo é a pilha dos descartes. À vista fica só a carta de cima, o **topo**; de baixo se sabe \
quantas são, não quais (1.2).

**Para levar, justifique:** o topo vai na hora para um jogo (4.3). Ele pode
• abrir um jogo novo com cartas da sua mão; ou
• entrar num jogo da dupla, sozinho ou com cartas da mão.

Nenhuma outra carta do lixo ajuda nisso (4.4). Feito isso, o resto vem para a mão e já pode ser \
usado (4.5). Se não der para justificar, o lixo fica onde está.""",
    ),
    (
        "morto",
        "Morto",
        ("mortos", "pegar o morto", "11 cartas"),
        """\
São **dois pacotes de 11 cartas** postos de lado, um para cada dupla no máximo (1.3, 5.5).

Pega o morto quem primeiro fica sem cartas na sua dupla, e para isso não precisa de canastra \
(5.2):
• gastou a última carta num jogo: pega na hora e continua a mesma vez (5.3);
• descartou a última: pega, mas só joga com ele na próxima vez (5.4).

Quem não pega perde **100 pontos** (7.4). Se o monte acaba, um morto que sobrou vira monte \
(6.2).""",
    ),
    (
        "bater",
        "Bater",
        ("batida", "batidas", "seção 5", "sair"),
        """\
Bater é **ficar sem cartas na mão** (1.7).

**Primeira da dupla:** dá direito ao morto, sem exigir canastra (5.2). Pode ser direta ou \
indireta (5.3, 5.4).
**Final:** a dupla já pegou o morto. Encerra a rodada, vale 100 e pede **uma canastra limpa** \
na mesa: limpa, de 500 ou de 1000. Suja não serve (5.6, 5.7).

A última carta da final pode ir para um jogo ou para o lixo (5.8), até na mesma vez em que se \
pegou o morto (5.9). Se não resta morto para a dupla, a batida dela já é a final (5.10).""",
    ),
    (
        "pontos",
        "Pontos",
        (
            "tabela",
            "tabela de pontos",
            "pontuação",
            "contagem",
            "placar",
            "valor das cartas",
            "quanto vale",
        ),
        """\
**Cartas** (7.1)
🃏 Curingão **50** · Ás **15**
2, 8, 9, 10, J, Q, K **10** · 3, 4, 5, 6, 7 **5**

**Canastras**, além das cartas (7.2)
Suja **100** · Limpa **200** · De 500 **500** · De 1000 **1000**

**Batida final** **+100** (7.3)
**Não pegar o morto** **−100** (7.4)
**Cartas na mão**, dos dois parceiros: descontam o que valem (7.5)

Total = cartas baixadas + canastras + batida − mão − morto não pego (7.6). As regras da casa \
podem mudar detalhes (7.8 a 7.12).""",
    ),
    (
        "fim-do-monte",
        "Fim do monte",
        ("monte vazio", "acabou o monte", "monte acabou", "seção 6"),
        """\
O monte é olhado quando uma vez termina; quem compra a última carta ainda joga até o fim (6.1).

• Há morto por pegar? Ele vira o novo monte (6.2). Com dois, vai um agora e o outro na próxima \
(6.3).
• Não há mais morto? A rodada acaba na hora, e ninguém ganha os 100 da batida (6.4, 6.5).

Aí cada dupla desconta o que tem na mão, e quem ficou sem morto paga os 100.""",
    ),
    (
        "partida",
        "Rodada e partida",
        ("rodada", "meta", "alvo", "empate", "seção 8", "quem ganha"),
        """\
Uma **rodada** vai da distribuição à contagem; a **partida** tem uma ou várias (1.8).

• Sem meta: uma rodada só, e mais pontos ganham. Igual é empate (8.1).
• Com meta (3000 ou 5000 é o usual): joga-se até que uma dupla chegue lá no fim de uma rodada; \
ganha o total maior. Se os totais forem iguais, vem mais uma rodada (8.2 a 8.4).
• O total pode ficar negativo (8.5).
• Quem desiste perde a partida, e a rodada em curso não conta (8.6, 8.7).""",
    ),
    (
        "relogio",
        "Relógio",
        ("tempo", "segundos", "prazo", "demora", "seção 9", "ritmo"),
        """\
No ritmo oficial há **30 segundos para comprar** e **60 para todo o resto**, descarte incluído \
(9.1, 9.2). A mesa pode escolher mais tempo (9.4). Quem bate direto ganha 60 novos para jogar \
com o morto (9.3).

Passou do tempo? A mesa joga por você:
• na compra, tira do monte, nunca do lixo (9.5);
• depois, descarta a carta que entrou por último na sua mão (9.6).

Isso conta como jogada automática; a **quarta elimina** (9.10).""",
    ),
    (
        "conversa",
        "Conversa à mesa",
        ("chat", "falar", "conduta", "seção 10", "o que posso dizer"),
        """\
Durante a rodada não se **canta jogo**: nada de instruir o parceiro nem de dizer que cartas se \
tem, verdade ou blefe (10.1, 10.2). Vale também para perguntas, pedidos, sinais, apelidos e \
reações (10.3, 10.4). Quem assiste não dá conselho (10.5).

Pode-se comentar o que todos veem: os jogos da mesa, o topo do lixo, quantas cartas cada um \
tem, o placar, rodadas já contadas (10.6).

Ofensa não se aceita nunca (10.8). Cantar jogo muitas vezes rende bloqueio por um tempo (10.9).""",
    ),
    (
        "regras-da-casa",
        "Regras da casa",
        ("conjuntos", "oficial", "tradicional", "mano-a-mano", "presets", "opções", "seção 11"),
        """\
Uma mesa parte de um conjunto e pode mudar cada regra (11.1, 11.2):

**oficial**: uma rodada, canastra suja pode ser limpa, com canastra de 500.
**tradicional**: até 3000; jogo sujo com 7 cartas fica sujo de vez; total arredondado para \
cima; no fim do monte só se paga a diferença das mãos; ninguém paga morto se ninguém pegou; a \
final espera o morto entrar em jogo.
**mano-a-mano**: dois jogadores, sem canastra de 500; morto que não chegou a ser jogado se \
paga; quem é eliminado perde.

O número de jogadores vem de quem senta à mesa (11.3).""",
    ),
    (
        "recusas",
        "Recusas",
        ("jogada recusada", "não deixa", "erro", "não posso", "seção 12", "inválida"),
        """\
Uma jogada recusada **não muda nada** (12.1). Os motivos mais comuns:

• não é a sua vez, ou falta comprar primeiro;
• a carta não está na mão, ou o número de jogo não existe;
• o jogo tem menos de 3 cartas (3.1);
• há mais de um curinga (3.5);
• as cartas não formam sequência de um naipe: trinca, buraco, repetição (3.1 a 3.4);
• você ficaria com nenhuma ou uma carta sem poder bater (4.10);
• o morto de alguém ainda não entrou em jogo (5.11).

A resposta diz sempre o que fazer no lugar.""",
    ),
    (
        "exemplos",
        "Exemplos de jogos",
        ("exemplo", "casos", "dúvidas", "seção 13"),
        """\
• 3♥ 4♥ 5♥ e 2♥: o 2 vai para o seu lugar, jogo limpo (3.12).
• K♠ A♠ 2♠: o 2 faz a dama, jogo sujo (3.10).
• Q♦ A♦ 2♣: o 2 faz o rei; sujo para sempre (3.16).
• 5♦ 6♦ 🃏 8♦ e chega o 7♦: o Curingão anda e faz o 9 (3.11).
• De 4♣ a 9♣ com 2♣: canastra suja. Chega o 3♣ e ela fica limpa (3.14).
• De 3♠ a 9♠, entra o Curingão: de limpa passa a suja (3.21).
• De 3♠ a 9♠, entra o 2♠: continua limpa (3.7).
• 5♣ 6♣ 2♣ 2♣ não vale: sobra um curinga a mais (3.8).
• 7♣ 7♦ 🃏 não vale: seria trinca (3.4).""",
    ),
)
