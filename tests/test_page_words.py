"""Every text of the page comes from a catalogue, and every catalogue has it in three languages."""

from __future__ import annotations

import re

import msgspec
import pytest

from stammtisch import catalog
from support import icu
from support.page_sources import LANGUAGES, ROOT, areas, catalogue, is_used, literal_words, tokens

TEMPLATES = sorted(path.relative_to(ROOT) for path in ROOT.rglob("*.svelte"))
SCRIPTS = sorted(path.relative_to(ROOT) for kind in ("*.svelte", "*.ts") for path in ROOT.rglob(kind))
SENTENCE = re.compile(r"^.[A-ZÄÖÜÉÁÍÓŐÚŰ][^\W\d_]+( [^\W\d_]{2,})+|[^\W\d_]{2,} [^\W\d_]{2,}[.!?…].$")
"""Two words or more that begin as a sentence or end as one."""
GLUED = re.compile(r"\}(?:-?[^\W\d_]|’[^\W\d_])|[^\W\d_]-?(?=\{\w+[,}])|#-?[^\W\d_]")
ARTICLE = re.compile(r"\b[Aa]z? (?=#|\{(?!sign\}))")
"""Before a name or number nobody knows whether it is *a* or *az*; a sign is a shape and is not spoken."""
BY_DATA = ("/options", "/presets")
"""Their keys are made of what the server and the presets name."""


def source(path: object) -> str:
    return (ROOT / str(path)).read_text(encoding="utf-8")


def test_a_template_says_nothing_by_itself() -> None:
    said = [(str(template), words) for template in TEMPLATES for words in literal_words(source(template))]
    assert said == []


def test_no_script_holds_a_sentence() -> None:
    held = [(str(script), text) for script in SCRIPTS for text in sentences_in(source(script))]
    assert held == []


def sentences_in(script: str) -> list[str]:
    code = re.sub(r"<style.*?</style>|generics=\".*?\"", "", script, flags=re.DOTALL)
    shown = re.sub(r"new Error\(.*?\)", "", code)  # errors are for people who read the console
    return [text for kind, text, _ in tokens(shown) if kind == "text" and SENTENCE.search(text)]


# Catalogues


@pytest.mark.parametrize("area", areas())
def test_every_language_has_the_same_texts(area: str) -> None:
    keys = list(catalogue(area, "en"))
    assert {language: list(catalogue(area, language)) for language in LANGUAGES} == dict.fromkeys(
        LANGUAGES, keys
    )
    assert [
        key for language in LANGUAGES for key, text in catalogue(area, language).items() if not text.strip()
    ] == []


@pytest.mark.parametrize("area", areas())
def test_placeholders_are_the_same_in_every_language(area: str) -> None:
    different = [
        key
        for key, text in catalogue(area, "en").items()
        if any(places(catalogue(area, language)[key]) != places(text) for language in LANGUAGES)
    ]
    assert different == []


@pytest.mark.parametrize("area", areas())
def test_plurals_have_every_form(area: str) -> None:
    lacking = [
        f"{language}: {key}"
        for language in LANGUAGES
        for key, text in catalogue(area, language).items()
        for plural in icu.plurals(icu.parse(text))
        if tuple(plural.forms) != icu.PLURAL_FORMS or not all(plural.forms.values())
    ]
    assert lacking == []


@pytest.mark.parametrize("area", areas())
def test_no_word_is_glued_to_a_placeholder(area: str) -> None:
    """A suffix or prefix fits some names and numbers only: `{n}-s` reads well for 5, not for 6."""
    glued = [
        f"{language}: {text}"
        for language in LANGUAGES
        for text in catalogue(area, language).values()
        for found in GLUED.findall(text)
        if (language, found) != ("en", "}’s")
    ]
    assert glued == []


@pytest.mark.parametrize("area", areas())
def test_no_hungarian_article_stands_before_a_placeholder(area: str) -> None:
    """`a {n}` reads well for 4, not for 5."""
    assert [text for text in catalogue(area, "hu").values() if ARTICLE.search(text)] == []


@pytest.mark.parametrize("area", [area for area in areas() if not area.endswith(BY_DATA)])
def test_every_text_is_used(area: str) -> None:
    assert [key for key in catalogue(area, "en") if not is_used(area, key)] == []


@pytest.mark.parametrize("name", catalog.NAMES)
def test_every_option_has_its_texts(name: str) -> None:
    texts = set(catalogue(f"{name}/options", "en"))
    required, allowed = option_keys(name)
    assert required - texts == set()
    assert texts - required - allowed == set()


def option_keys(name: str) -> tuple[set[str], set[str]]:
    """The texts that the options of a game need, and those that they may have besides."""
    schema = msgspec.json.schema(catalog.game(name).options_type)
    required, parts = set(), set()
    definition = schema["$defs"][schema["$ref"].rpartition("/")[2]]
    for option, about in definition["properties"].items():
        required |= {option, f"{option}.help", *(f"{option}={value}" for value in about.get("enum", ()))}
        inner = schema["$defs"].get(about.get("$ref", "").rpartition("/")[2], {})
        parts |= {f"{option}.{part}" for part in inner.get("properties", ())}
    return required, parts | {f"{key}.help" for key in required if "=" in key} | {"players.help"}


def places(text: str) -> set[tuple[str, str]]:
    return icu.placeholders(icu.parse(text))


# Literal words


WITH_WORDS = """<script lang="ts">const kept = 'A sentence of the script.';</script>
<p title="Home">{a === 'yes' ? t('yes') : 'No way'} {names.join(' and ')}</p>
<img alt="" /><button aria-label={open ? 'Open' : t('shut')} class="x" disabled={a > 1}>Go on {n}</button>
{#if kind === 'Plain'}<!-- No word here. -->{:else}…{/if}
<style>p { color: red; }</style>"""


def test_literal_words_are_found_where_people_read_them() -> None:
    found = [(line, text) for line, text in literal_words(WITH_WORDS)]
    assert found == [(2, "Home"), (2, "'No way'"), (3, "'Open'"), (3, "Go on")]
