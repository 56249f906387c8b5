"""Function words of six languages: they tell languages apart, and they are dropped from questions."""

from __future__ import annotations

WORDS: dict[str, frozenset[str]] = {
    lang: frozenset(words.split())
    for lang, words in {
        "en": """
            a about above after again all also am an and any are aren't as at be because been before being
            below between both but by can cannot could did do does doesn't doing don't down during each few
            for from further had has have having he her here hers him his how i if in into is isn't it its
            it's just let me more most my no nor not now of off on once only or other our ours out over own
            please same shall she should so some such than that the their theirs them then there these they
            this those through to too under until up us very was we were what what's when where which while
            who whom whose why will with would you your yours
            """,
        "fr": """
            a à afin ai ainsi alors au aucun aussi autre aux avait avant avec avez avoir ayant bien c'est ça
            car ce cela celle celles celui ces cet cette ceux chaque chez combien comme comment d dans de
            depuis des dois doit doivent donc dont du elle elles en encore entre es est et étaient était être
            eu eux fait faut il ils j je l la le les leur leurs lors lui ma mais me même mes moi moins mon n
            ne ni nos notre nous on ont ou où par parce pas pendant peu peut peuvent peux plus pour pourquoi
            puis qu quand que quel quelle quelles quels qui quoi sa sans se sera ses si sinon soit son sont
            sous sur ta te tes toi ton tous tout toute toutes très tu un une vers vos votre vous y
            """,
        "de": """
            ab aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis
            bist da dabei damit dann das dass dein deine dem den denn der des dessen die dies diese diesem
            diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es etwas euch für
            gegen gibt hab habe haben hat hatte hier ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ist
            ja jede jedem jeden jeder jedes kann kein keine können könnte man mehr mein meine mich mir mit
            muss müssen nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seit
            sich sie sind so soll sollte um und uns unser unter viel vom von vor wann war waren warum was
            weil welche welchem welchen welcher welches wenn wer werden weshalb wie wieso wieviel will wir
            wird wo wodurch wofür worden wurde wurden während zu zum zur zwischen über
            """,
        "es": """
            a al algo algunos ante antes aquí así aún bajo bien cada como cómo con contra cual cuál cuales
            cuáles cualquier cuando cuándo cuánto cuántos cuántas de debe deben del desde después donde dónde
            dos durante e el él ella ellas ellos en entre era es esa ese eso esta está están estas este esto
            estos fue fueron ha había hacia han hasta hay la las le les lo los más me mi mientras muy ni no
            nos nosotros nuestro o os otra otro otros para pero poco por porque porqué puede pueden pues que
            qué quien quién quiénes se según ser si sí sin sino sobre son su sus también tanto te tiene
            tienen toda todas todo todos tu tus un una unas uno unos usted y ya yo
            """,
    }.items()
}
"""Words of languages that put spaces between words, in lower case with their accents."""

CUT: frozenset[str] = frozenset(
    phrase
    for phrases in (
        # Chinese: question words, politeness and the particles that end a phrase.
        "请问 请解释 请说明 请简述 请描述 为什么 为何 什么是 是什么 什么 怎么样 怎么 怎样 如何",
        "哪些 哪个 哪一个 哪种 哪里 哪儿 多少 是否 有没有 能不能 可不可以 可以 应该 以及 或者",
        "并且 关于 对于 其中 之间 的话 吗 呢 吧 的 了",
        # Japanese: what makes a noun a question.
        "とは何ですか は何ですか とはなんですか について教えてください について説明してください",
        "について 教えてください ですか ますか でしょうか どのように どのような どうやって どうすれば",
        "どうして",
    )
    for phrase in phrases.split()
)
"""Phrases of languages without spaces that are cut out of questions."""

ALONE: frozenset[str] = frozenset("和与及在是有我你您他她它们这那被把就都也还或请何誰はがをにでとのもやかへ")
"""Chinese and Japanese characters that say nothing when they stand alone."""
