"""Private words that the glossary has replaced do not come back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = {
    "Python": [
        path
        for folder in ("src", "support", "tests", "benchmarks", "tools", "examples")
        for path in (ROOT / folder).rglob("*.py")
    ],
    "the page": [
        path
        for pattern in ("**/*.ts", "**/*.svelte", "**/en/*.json")
        for path in (ROOT / "web/src").glob(pattern)
    ],
}
OLD_WORDS = re.compile(
    r"(?<![a-z])(anew|afresh|courtes[a-z]+|for[ _]ever|founding|ledgers?|looks?[ _]on|marbles?|nudg[a-z]+"
    r"|sayings?|telling|what[ _]fell|wish[a-z]*)(?![a-z])",
    re.IGNORECASE,
)
LISTS_OLD_WORDS = {ROOT / "tests/test_plain_words.py", ROOT / "tests/docs/test_names.py"}


@pytest.mark.parametrize("sources", SOURCES.values(), ids=SOURCES)
def test_sources_use_the_words_of_the_glossary(sources: list[Path]) -> None:
    found = {
        f"{path.relative_to(ROOT)}: {word}"
        for path in sources
        if path not in LISTS_OLD_WORDS
        for word in OLD_WORDS.findall(path.read_text(encoding="utf-8"))
    }
    assert found == set()
