"""Every word of the page comes from a catalogue, and every catalogue speaks three languages."""

from __future__ import annotations

import re

import pytest

from tests.page_sources import LANGUAGES, MESSAGES, ROOT, Text, areas, catalogue, literal_words, tokens

TEMPLATES = sorted(path.relative_to(ROOT) for path in ROOT.rglob("*.svelte"))
SCRIPTS = sorted(
    path.relative_to(ROOT)
    for kind in ("*.svelte", "*.ts")
    for path in ROOT.rglob(kind)
    if MESSAGES not in path.parents
)
SENTENCE = re.compile(r"^.[A-ZÄÖÜÉÁÍÓŐÚŰ][^\W\d_]+( [^\W\d_]{2,})+|[^\W\d_]{2,} [^\W\d_]{2,}[.!?…].$")
"""Two words or more that begin as a sentence or end as one."""
FORMS = {"one", "other"}
"""The number forms of all three languages, as `Intl.PluralRules` tells them."""


def source(path: object) -> str:
    return (ROOT / str(path)).read_text(encoding="utf-8")


def places(text: Text) -> set[str]:
    """What is filled in."""
    forms = text.values() if isinstance(text, dict) else [text]
    return {name for form in forms for name in re.findall(r"\{(\w+)\}", form)}


@pytest.mark.parametrize("template", TEMPLATES, ids=str)
def test_a_template_says_nothing_by_itself(template: object) -> None:
    assert literal_words(source(template)) == []


@pytest.mark.parametrize("script", SCRIPTS, ids=str)
def test_no_script_holds_a_sentence(script: object) -> None:
    code = re.sub(r"<style.*?</style>|generics=\".*?\"", "", source(script), flags=re.DOTALL)
    shown = re.sub(r"new Error\(.*?\)", "", code)  # errors are for who reads the console
    assert [text for kind, text, _ in tokens(shown) if kind == "text" and SENTENCE.search(text)] == []


@pytest.mark.parametrize("area", areas())
def test_a_catalogue_lacks_nothing_in_any_language(area: str) -> None:
    texts = catalogue(area)
    assert set(texts) == set(LANGUAGES)
    keys = {language: set(texts[language]) for language in LANGUAGES}
    everywhere = set().union(*keys.values())
    assert {language: everywhere - known for language, known in keys.items() if everywhere - known} == {}
    forms = [
        text.split() if isinstance(text, str) else text for part in texts.values() for text in part.values()
    ]
    assert all(forms), "an empty text"


@pytest.mark.parametrize("area", areas())
def test_number_forms_are_there_in_every_language(area: str) -> None:
    texts = catalogue(area)
    counted = {key for part in texts.values() for key, text in part.items() if isinstance(text, dict)}
    lacking = [
        f"{language}: {key}"
        for language in LANGUAGES
        for key in counted
        if not isinstance(text := texts[language][key], dict) or set(text) != FORMS or not all(text.values())
    ]
    assert lacking == []


@pytest.mark.parametrize("area", areas())
def test_what_is_filled_in_is_the_same_in_every_language(area: str) -> None:
    texts = catalogue(area)
    different = [
        key
        for key, text in texts["en"].items()
        if any(places(texts[language][key]) != places(text) for language in LANGUAGES)
    ]
    assert different == []


TELLING = """<script lang="ts">const kept = 'A sentence of the script.';</script>
<p title="Home">{a === 'yes' ? t('yes') : 'No way'} {names.join(' and ')}</p>
<img alt="" /><button aria-label={open ? 'Open' : t('shut')} class="x" disabled={a > 1}>Go on {n}</button>
{#if kind === 'Plain'}<!-- No word here. -->{:else}…{/if}
<style>p { color: red; }</style>"""


def test_literal_words_are_found_where_people_read_them() -> None:
    found = [(line, text) for line, text in literal_words(TELLING)]
    assert found == [(2, "Home"), (2, "'No way'"), (3, "'Open'"), (3, "Go on")]
