"""What a question asks, one thing at a time: "How is it lit, and what does it weigh?" asks two."""

from __future__ import annotations

import re

from .tokens import query_terms

END = r"[?!;:]+(?=\s|$)|\.(?=\s|$)|[？！；。]"
STARTERS = (
    "how|what|why|which|when|where|who|whom|whose|does|do|did|is|are|can|could|should|describe|explain|list"
    "|compare|give|provide|name|comment|que|quel|quelle|quels|quelles|pourquoi|où|qui|quand|combien"
    "|expliquez|décrivez|wie|was|warum|welche|welcher|welches|wann|wo|wer|erkläre|beschreibe|cómo|qué|cuál"
    "|cuáles|por qué|dónde|cuándo|quién|cuánto|explica"
)
AND = "and|or|but|versus|vs|while|whereas|et|ou|mais|und|oder|aber|y|o|pero"
CONTINUES = "and|or|then|finally|including|specifically|et|puis|enfin|und|dann|schließlich|y|luego"
SPLIT = re.compile(
    rf"{END}|,\s*(?=(?:{CONTINUES})\b)|\b(?:{AND})\s+(?=(?:{STARTERS})\b)"
    r"|[，、](?=(?:以及|并且|并|如何|怎么|怎样|为什么|什么|哪|是否|どの|なぜ|何))",
    re.IGNORECASE,
)
FEWEST = 2
"""Meaning words of an aspect; with fewer it asks nothing by itself."""
MOST = 4


def split(text: str, lang: str) -> tuple[str, ...]:
    """The aspects of a question in their order; empty where it asks one thing."""
    parts = [part.strip(" ,") for part in SPLIT.split(text)]
    found = [part for part in parts if part and len(query_terms(part, lang)) >= FEWEST]
    return tuple(found[:MOST]) if len(found) > 1 else ()
