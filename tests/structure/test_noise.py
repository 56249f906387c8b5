"""Sections that nobody asks about."""

from __future__ import annotations

import pytest

from builder.noise import Titled, kind, kinds


@pytest.mark.parametrize(
    ("titles", "expected"),
    [
        ("Contents; Table of Contents; Sommaire; Inhaltsverzeichnis; 目录; Índice; 目次", "contents"),
        ("List of Figures; Table des figures; Abbildungsverzeichnis; Lista de tablas; 图目录", "contents"),
        (
            "Glossary; Abbreviations; Liste des abréviations; Abkürzungsverzeichnis; Siglas; 术语表; 用語集",
            "glossary",
        ),
        (
            "References; REFERENCES; Bibliography; Références; Literatur; Bibliografía; 参考文献; 引用文献",
            "references",
        ),
        (
            "Acknowledgements; ACKNOWLEDGMENT; Remerciements; Danksagung; Agradecimientos; 致谢; 謝辞",
            "acknowledgements",
        ),
        ("Foreword; Preface; Avant-propos; Vorwort; Prólogo; 前言; まえがき", "foreword"),
        ("Index; Index alphabétique; Stichwortverzeichnis; Índice alfabético; 索引", "index"),
        ("Copyright; Legal notice; Mentions légales; Impressum; Aviso legal; 版权声明; 著作権", "legal"),
        ("Package contents; API reference; Introduction; Executive summary; Referenzen prüfen; 系统", "none"),
    ],
)
def test_titles_in_six_languages(titles: str, expected: str) -> None:
    assert {title: kind(title) for title in titles.split("; ")} == dict.fromkeys(titles.split("; "), expected)


def test_what_stands_below_references_and_contents_is_noise_too() -> None:
    sections = [
        Titled("Pumps", "All about pumps. " * 9),
        Titled("Contents", "", 0),
        Titled("Part one", "1", 1),
        Titled("References", "", 0),
        Titled("Books", "J. Doe, Pumps, 2020.", 3),
        Titled("Preface", "Short.", 0),
        Titled("How to read", "Long ago.", 5),
    ]
    assert kinds(sections) == ("none", "contents", "contents", "references", "references", "foreword", "none")


def test_a_chapter_about_references_or_indexes_is_none() -> None:
    sections = [
        Titled("A language", ""),
        Titled("Index", "An index is a number.", 0),
        Titled("References", "A reference is another name of a variable.", 0),
        Titled("Literature", "Doe 2020", 0),
        Titled("Index", "array 3, loop 4", 0),
    ]
    assert kinds(sections) == ("none", "none", "none", "references", "index")


def test_a_document_that_is_all_preface_is_about_its_preface() -> None:
    assert kinds([Titled("前言", "短"), Titled("前言", "很长的前言。" * 9, 0)]) == ("none", "none")


def test_the_root_is_never_noise() -> None:
    assert kinds([Titled("References", "Doe 2020")]) == ("none",)
