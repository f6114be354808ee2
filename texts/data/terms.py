"""The glossary: every term of the game in our own words, with the paragraphs of docs/rules.md."""

from typing import Final

from texts.data.chapters import Entry

TERMS: Final[tuple[Entry, ...]] = (
    (
        "stbl",
        "STBL",
        ("sem trinca e bate com limpa", "buraco fechado stbl", "sigla", "nome do jogo"),
        """\
As letras querem dizer **Sem Trinca, Bate com Limpa**: as duas exigências que separam este jogo \
do Buraco Fechado comum. Só sequências formam jogo (3.4), e a batida final pede uma canastra \
limpa (5.7).""",
    ),
    (
        "buraco-fechado",
        "Buraco Fechado",
        ("fechado", "buraco aberto", "aberto"),
        """\
“Fechado” fala do lixo: dele só se vê o topo, e para levá-lo o topo precisa entrar num jogo na \
hora (1.2, 4.3). No aberto todas as cartas do lixo ficam à mostra. Esta mesa joga só o fechado, \
na forma STBL.""",
    ),
    (
        "trinca",
        "Trinca",
        ("sem trinca", "trincas", "lavadeira", "mesmo número", "três iguais"),
        """\
Três ou mais cartas do mesmo número, como 7-7-7, também chamada lavadeira. **Aqui nunca é \
jogo** (3.4). Quem vem de outras mesas costuma estranhar: par de reis não serve para nada, K e \
Q do mesmo naipe sim.""",
    ),
    (
        "bate-com-limpa",
        "Bate com limpa",
        ("bater com limpa", "precisa de limpa", "exigência da batida"),
        """\
A batida final só é aceita se a sua dupla já tem na mesa uma canastra sem curinga: limpa, de \
500 ou de 1000 (5.7). A suja dá pontos, mas não abre essa porta. Para pegar o morto não é \
preciso canastra (5.2).""",
    ),
    (
        "sequencia",
        "Sequência",
        ("sequências", "em sequência", "seguida", "linha"),
        """\
Cartas do mesmo naipe em posições seguidas, 3 ou mais (3.1). O Ás pode abrir (A-2-3) ou fechar \
(Q-K-A); a linha não dá a volta, então K-A-2 não vale (3.2, 3.3). De 3 a 6 cartas chama-se só \
sequência; com 7, canastra (3.19).""",
    ),
    (
        "jogadores",
        "Jogadores e duplas",
        ("dupla", "duplas", "time", "parceiro", "lugares", "lugar", "mesa de 2", "mesa de 4"),
        """\
Jogam **2 ou 4** (2.2). Com quatro são duas duplas: o parceiro senta à sua frente, os \
adversários dos lados (1.10, 2.3). Jogos, canastras e morto são da dupla; a mão é de cada um. \
Com dois, um joga contra o outro.""",
    ),
    (
        "monte",
        "Monte",
        ("baralho fechado", "pilha de compra"),
        """\
A pilha fechada que sobra depois de dar as mãos e os mortos, de onde se compra uma carta por \
vez (1.1, 4.2). Quantas cartas restam todo mundo vê. Quando acaba, um morto que não foi pego \
toma o lugar dele (6.2).""",
    ),
    (
        "topo",
        "Topo do lixo",
        ("carta de cima", "carta do topo"),
        """\
A única carta do lixo que se vê: o último descarte (1.2). Para levar o lixo, é ela que tem de \
entrar num jogo (4.3).""",
    ),
    (
        "justificar",
        "Compra justificada",
        ("justificar", "justificativa", "justificada", "justificar o lixo"),
        """\
Levar o lixo usando o topo **na hora** num jogo: um novo, com cartas da mão, ou um da dupla \
(4.3). Exemplo: topo 9♠ e você tem 10♠ e J♠. As outras cartas do lixo não contam para isso \
(4.4); só depois elas vêm para a mão (4.5).""",
    ),
    (
        "curinga",
        "Curinga",
        ("coringa", "curingas", "2 como curinga", "o dois", "dois"),
        """\
A carta que faz o papel de outra: um **Curingão** ou um **2** de qualquer naipe (1.6, 3.6). \
Cada jogo aceita um só (3.5). Ele anda: quando chega a carta que ele fazia, passa para outro \
lugar (3.11). Curinga de outro naipe, ou Curingão, deixa o jogo sujo para sempre (3.16).""",
    ),
    (
        "curingao",
        "Curingão",
        ("joker", "coringão", "🃏"),
        """\
O Joker, quatro no baralho. É sempre curinga (1.6) e vale **50 pontos**: ótimo na mesa, caro na \
mão quando a rodada acaba (7.1, 7.5). O jogo em que ele entra nunca mais fica limpo (3.16).""",
    ),
    (
        "dois-natural",
        "2 natural",
        ("2 no lugar", "dois natural", "2 do naipe", "2 do mesmo naipe", "primeiro o natural"),
        """\
O 2 do próprio naipe, no lugar do 2, é carta comum e **não suja**: A-2-3-4♥ é jogo limpo (3.7). \
Se as cartas podem ficar sem curinga, é assim que ficam (3.12). Por isso um jogo pode ter dois \
2: um no lugar dele e outro de curinga (3.8).""",
    ),
    (
        "limpar",
        "Limpar um jogo",
        ("limpar canastra", "limpar suja", "limpeza", "limpável"),
        """\
Se o curinga do jogo é um **2 do próprio naipe**, o jogo fica limpo quando esse 2 pode ir para \
o lugar do 2: faltando pouco, desça a sequência até o 3 (3.14). Exemplo: 4♣ a 9♣ com 2♣; entra \
o 3♣ e a canastra vira limpa, 200 em vez de 100.

Com Curingão ou 2 de outro naipe não há como (3.16). No conjunto tradicional só se limpa antes \
da sétima carta (3.15).""",
    ),
    (
        "suja-de-vez",
        "Suja de vez",
        ("suja para sempre", "locked_at_seven", "não limpa mais", "travada"),
        """\
Jogo que não tem mais como ficar limpo. Sempre que o curinga é um Curingão ou um 2 de outro \
naipe (3.16). No conjunto tradicional, também todo jogo com curinga que chega a 7 cartas \
(3.15).""",
    ),
    (
        "curinga-anda",
        "O curinga anda",
        ("anda", "curinga muda de lugar", "lugar do curinga"),
        """\
O jogo é arrumado de novo a cada carta que entra (3.9). Falta uma no meio? O curinga fica ali. \
Não falta nenhuma? Vai para a ponta de cima, ou para a de baixo se em cima já está o Ás (3.10). \
Chegou a carta que ele fazia? Ele passa adiante (3.11).""",
    ),
    (
        "canastra",
        "Canastra",
        ("canastras", "7 cartas", "sete cartas"),
        """\
Um jogo com **7 cartas ou mais** (1.5). Limpa 200, suja 100, de Ás a Rei 500, de Ás a Ás 1000, \
sempre somados às cartas (3.19, 7.2). Como trinca não vale, toda canastra é sequência de um \
naipe.""",
    ),
    (
        "canastra-limpa",
        "Canastra limpa",
        ("limpa", "200"),
        """\
Sete cartas ou mais **sem curinga**. Vale 200 e permite a batida final (3.19, 5.7, 7.2). Se um \
curinga entrar nela, passa a suja (3.21), por isso o bot pergunta antes.""",
    ),
    (
        "canastra-suja",
        "Canastra suja",
        ("suja", "100"),
        """\
Sete cartas ou mais **com um curinga**. Vale 100 e não serve para a batida final (3.19, 5.7). \
Se o curinga é um 2 do mesmo naipe, ainda dá para limpar (3.14).""",
    ),
    (
        "canastra-de-500",
        "Canastra de 500",
        ("500", "quinhentos", "ás a rei", "canastra de quinhentos"),
        """\
Do Ás de baixo até o Rei, 13 cartas do naipe sem curinga: **500 pontos** (3.19, 7.2). Onde a \
regra está desligada, como no mano-a-mano, ela conta como limpa (7.12).""",
    ),
    (
        "canastra-de-1000",
        "Canastra de 1000",
        ("1000", "mil", "real", "canastra real", "ás a ás", "canastra de mil"),
        """\
De um Ás ao outro, as 14 posições do naipe sem curinga: **1000 pontos**, o maior prêmio da mesa \
(3.19, 7.2). Está completa e não recebe mais nada (3.22).""",
    ),
    (
        "comprar",
        "Comprar",
        ("compra", "puxar", "pegar do monte"),
        """\
Como toda vez começa: uma carta do monte **ou** o lixo todo, com o topo justificado (4.2, 4.3). \
Em texto: `c`, ou `l` para o lixo.""",
    ),
    (
        "baixar",
        "Baixar",
        ("baixar jogo", "descer", "abrir jogo"),
        """\
Pôr na mesa um jogo novo, de 3 cartas ou mais (1.4, 3.1). Depois os dois parceiros podem \
aumentá-lo (3.18). O que se baixou não volta para a mão (4.8). Em texto: `b 5 6 7 c`.""",
    ),
    (
        "encaixar",
        "Encaixar",
        ("acrescentar", "aumentar jogo", "completar jogo"),
        """\
Juntar cartas a um jogo que a sua dupla já tem na mesa, nunca aos do outro lado (1.4, 3.18). Em \
texto: `e 8p 2`, o 8♣ no jogo 2.""",
    ),
    (
        "descartar",
        "Descartar",
        ("descarte", "jogar fora"),
        """\
Pôr uma carta no lixo, o que termina a vez; pode ser qualquer uma (4.9). Ela vira o topo, e o \
próximo jogador pode usá-la para levar tudo. Em texto: `d 9e`.""",
    ),
    (
        "batida-direta",
        "Batida direta",
        ("direta", "bater direto"),
        """\
A última carta da mão foi para um jogo. Você pega o morto na hora e segue na mesma vez, sem \
comprar; no fim descarta (5.3). O tempo de jogar recomeça (9.3).""",
    ),
    (
        "batida-indireta",
        "Batida indireta",
        ("indireta", "bater no descarte"),
        """\
A última carta da mão foi o descarte. Você pega o morto, mas a vez passa: com ele só joga na \
sua próxima (5.4). No mano-a-mano, se a rodada acabar antes, esse morto se paga (7.9).""",
    ),
    (
        "batida-final",
        "Batida final",
        ("final", "bater e encerrar", "fim da rodada", "100 da batida"),
        """\
Ficar sem cartas quando a dupla já pegou o morto. A rodada termina e a dupla ganha **100** \
(5.6, 7.3). Exige uma canastra limpa na mesa (5.7). A última carta pode ir para um jogo ou para \
o lixo (5.8).""",
    ),
    (
        "ninguem-preso",
        "Ninguém fica preso",
        ("preso", "ficar sem cartas", "cannot_go_out", "uma carta só"),
        """\
Uma jogada que deixaria você com nenhuma ou uma carta só é aceita se você puder bater (4.10). O \
que conta é a mesa depois dela: a sétima carta pode fazer a limpa que faltava (4.11). Às vezes \
basta mudar a ordem; o bot diz qual.""",
    ),
    (
        "mao",
        "Mão",
        ("o mão", "a mão", "mão de cartas", "quem começa"),
        """\
Dois sentidos (1.9): **a mão** são as suas cartas; **o mão** é quem joga primeiro na rodada, \
sorteado na primeira (2.7). As cartas que sobram na mão no fim descontam pontos (7.5).""",
    ),
    (
        "jogada-automatica",
        "Jogada automática",
        ("automática", "automáticas", "tempo esgotado", "o bot jogou por mim"),
        """\
O que a mesa joga por quem deixou o tempo passar: compra do monte (9.5) ou põe no lixo a mais \
nova da mão (9.6). Compra e descarte contam um cada; uma vez inteira perdida são duas, seguidas \
ou não (9.9). Só uma partida nova zera (9.16).""",
    ),
    (
        "eliminacao",
        "Eliminação",
        ("eliminado", "quarta jogada automática", "substituto", "substituir", "robô"),
        """\
Com a **quarta** jogada automática na mesma partida o jogador sai; três ainda não (9.10). Com \
quatro à mesa um robô fica no lugar, e depois outra pessoa pode sentar ali (9.13), ou a dupla \
perde, se a mesa escolheu assim (9.14). Com dois, quem sai perde (9.12). O eliminado só volta \
se os dois adversários deixarem (9.17).""",
    ),
    (
        "desistir",
        "Desistir",
        ("desistência", "abandonar", "sair da partida"),
        """\
Entregar a partida, a qualquer momento: a sua dupla perde, tenha os pontos que tiver (8.6), e a \
rodada em curso não conta (8.7). Se só quer ir embora, passe o lugar a outra pessoa ou a um \
robô (9.15).""",
    ),
    (
        "cantar-jogo",
        "Cantar jogo",
        ("cantar", "avisar o parceiro", "dica", "sinais"),
        """\
Dizer ao parceiro o que fazer ou que cartas se tem durante a rodada, às claras ou disfarçado: é \
**proibido** (10.1, 10.3, 10.4). Blefe também conta (10.2). Repetir rende bloqueio temporário \
(10.9).""",
    ),
    (
        "ofensas",
        "Ofensas",
        ("abuso", "xingar", "bloqueio", "banimento", "moderação"),
        """\
Ofender ou perseguir alguém é proibido sempre, também entre as rodadas, e leva a bloqueio por \
um tempo ou a banimento (10.8). Banir sem prazo só um moderador decide (10.10).""",
    ),
)
