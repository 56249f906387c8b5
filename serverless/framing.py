"""Sections that introduce or sum up others: they touch on everything and work out nothing."""

from __future__ import annotations

from functools import cache

from .tokens import key

TITLES: dict[str, tuple[str, ...]] = {
    "en": ("abstract", "introduction", "overview", "summary", "conclusion", "preface", "outlook"),
    "fr": ("résumé", "introduction", "aperçu", "synthèse", "conclusion", "avant-propos", "perspectives"),
    "de": ("zusammenfassung", "einleitung", "einführung", "überblick", "fazit", "vorwort", "ausblick"),
    "es": ("resumen", "introducción", "visión general", "conclusión", "conclusiones", "prólogo"),
    "zh": ("摘要", "引言", "介绍", "概述", "总结", "小结", "结论", "前言"),
    "ja": ("要旨", "要約", "はじめに", "概要", "まとめ", "おわりに", "結論"),
}


@cache
def keys(lang: str) -> frozenset[str]:
    """The titles of such sections in a language, as `tokens.key` makes them."""
    return frozenset(key(title, lang) for title in TITLES.get(lang, ()))
