from __future__ import annotations

import hashlib
import hmac
import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, count

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch import catalog
from stammtisch.core import AnyGame, BadRecord, BadRequest, Document, Value
from stammtisch.match import (
    Difference,
    Fair,
    Match,
    Record,
    commitment,
    draws,
    fair_dice,
    fresh_secret,
    read_record,
    replay,
    verify,
)

from .playing import FAIR, SECRET, changed, fair_match, played

HEX = "0123456789abcdef"
digests = st.text(HEX, min_size=64, max_size=64)
seeds = st.text(HEX, max_size=64)
visible = st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="|")
ids = st.text(visible, min_size=1, max_size=100)


@cache
def whole() -> Record:
    """A fair match of ZOCK from its first throw to its end."""
    return played(fair_match())


THROWS = [number for number, (seat, _) in enumerate(whole().log) if seat is None]


def found(record: Record) -> bool:
    """Whether somebody who gets this record as a file learns that something is wrong."""
    try:
        return verify(read_record(record.to_json())).result == "wrong"
    except BadRecord:
        return True


def test_secrets_are_long_and_differ() -> None:
    secrets = {fresh_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert all(len(bytes.fromhex(secret)) == 32 for secret in secrets)


def test_a_commitment_is_the_sha256_of_the_bytes() -> None:
    assert commitment(SECRET) == hashlib.sha256(bytes(range(32))).hexdigest()


@pytest.mark.parametrize("seed", ["", "0", "c0ffee", "f" * 64])
def test_a_player_may_add_hexadecimal_digits_or_nothing(seed: str) -> None:
    assert msgspec.structs.replace(FAIR, seeds=(seed, "")).problems(2) == []


@pytest.mark.parametrize("seed", ["A", "g", " ", "1|2", "1\n", "é", "f" * 65, "٣"])
def test_a_player_may_not_add_anything_else(seed: str) -> None:
    (problem,) = msgspec.structs.replace(FAIR, seeds=(seed, "")).problems(2)
    assert "at most 64 hexadecimal digits in small letters" in problem


def test_without_its_secret_nobody_can_throw() -> None:
    hidden = msgspec.structs.replace(FAIR, secret=None)
    with pytest.raises(BadRequest, match="secret of this match is not shown"):
        fair_dice(hidden)
    throws = [dice.source(7).below(10**12) for dice in (fair_dice(hidden, SECRET), fair_dice(FAIR))]
    assert throws[0] == throws[1]


class Plain:
    """The draws of a match by nothing but the page on fair dice, hashlib and hmac."""

    def __init__(self, fair: Fair, number: int) -> None:
        self._bytes = self._blocks(fair, number)

    @staticmethod
    def _blocks(fair: Fair, number: int) -> Iterator[int]:
        key = bytes.fromhex(fair.secret or "")
        head = f"{fair.match}|{'|'.join(fair.seeds)}|".encode() + number.to_bytes(8, "big")
        blocks = (
            hmac.new(key, head + block.to_bytes(8, "big"), hashlib.sha256).digest() for block in count()
        )
        return chain.from_iterable(blocks)

    def below(self, bound: int) -> int:
        size = len(f"{bound:b}") // 8 + (len(f"{bound:b}") % 8 > 0)
        while True:
            number = 0
            for _ in range(size):
                number = number * 256 + next(self._bytes)
            if number < 256**size - 256**size % bound:
                return number % bound

    def first(self, items: Sequence[str], take: int) -> list[str]:
        pile, drawn = list(items), []
        for place in range(take):
            chosen = place + self.below(len(pile) - place)
            pile[place], pile[chosen] = pile[chosen], pile[place]
            drawn.append(pile[place])
        return drawn

    def throw(self, game: AnyGame, state: Value) -> str:
        outcomes = game.chance(state).outcomes()
        if outcomes is None:
            return {"tock": self.deal, "zocknroll": self.cups}[game.id](game.dump(state))
        total = math.lcm(*(chance.denominator for _, chance in outcomes))
        lots = [text for text, chance in outcomes for _ in range(int(chance * total))]
        assert len(lots) == total
        return lots[self.below(total)]

    def deal(self, position: Document) -> str:
        pack = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS" for _ in range(2)] + ["X"] * 6
        order = list(dict.fromkeys(pack))
        pile = sorted(position["discard"], key=order.index)
        for card in pile:
            pack.remove(card)
        cards = (6 - (position["round"] - 1) % 5) * (position["players"] - len(position["places"]))
        from_stock = min(cards, len(pack))
        return " ".join(self.first(pack, from_stock) + self.first(pile, cards - from_stock))

    def cups(self, position: Document) -> str:
        own = {"basic": 2}[position["options"]["variant"]]
        lots = ["".join(sorted(f"{number:02}")) for number in range(100)]
        lots = sorted(cup for cup in lots if set(cup) <= set("123456"))
        assert len(lots) == 6**own
        return " ".join(["own", *(lots[self.below(36)] for _ in range(position["players"]))])


@pytest.mark.parametrize("game", catalog.NAMES)
def test_every_throw_of_every_game_can_be_derived_by_hand(game: str) -> None:
    four = 4 in catalog.game(game).players
    fair = msgspec.structs.replace(FAIR, seeds=("c0ffee", "", "7e", "0")) if four else FAIR
    record = played(fair_match(game, fair), steps=400)
    numbers = [number for number, (seat, _) in enumerate(record.log) if seat is None]
    positions = [position.match.state for position in replay(record)]
    throws = [Plain(fair, number).throw(catalog.game(game), positions[number]) for number in numbers]
    assert throws == [record.log[number][1] for number in numbers]
    assert len(throws) > 5


@pytest.mark.parametrize("game", catalog.NAMES)
def test_a_fair_match_of_every_game_is_right(game: str) -> None:
    verdict = verify(played(fair_match(game), steps=300))
    assert (verdict.result, verdict.luck, verdict.notes) == ("right", "fair", ())
    assert verdict.throws > 5


@given(secret=digests, match=ids, added=st.tuples(seeds, seeds))
def test_any_secret_any_match_and_any_seeds_are_right(
    secret: str, match: str, added: tuple[str, str]
) -> None:
    fair = Fair(match=match, commitment=commitment(secret), seeds=added, secret=secret)
    assert verify(read_record(played(fair_match(fair=fair), steps=20).to_json())).result == "right"


def test_the_whole_match_is_right() -> None:
    verdict = verify(read_record(whole().to_json()))
    assert (verdict.result, verdict.differences) == ("right", ())
    assert verdict.throws == len(THROWS) > 20


@given(digests.filter(lambda secret: secret != SECRET))
def test_another_secret_is_found(secret: str) -> None:
    record = changed(whole(), secret=secret)
    assert found(record)
    assert "does not match the commitment" in verify(record).notes[0]


@given(digests.filter(lambda secret: secret != SECRET))
def test_another_secret_with_its_own_commitment_is_found(secret: str) -> None:
    verdict = verify(changed(whole(), secret=secret, commitment=commitment(secret)))
    assert verdict.result == "wrong"
    assert verdict.notes == ()


@given(digests.filter(lambda digest: digest != FAIR.commitment))
def test_another_commitment_is_found(digest: str) -> None:
    record = changed(whole(), commitment=digest)
    assert found(record)
    assert verify(record).differences == ()


@given(ids.filter(lambda match: match != FAIR.match))
def test_another_match_is_found(match: str) -> None:
    assert found(changed(whole(), match=match))


@given(st.tuples(seeds, seeds).filter(lambda added: added != FAIR.seeds))
def test_other_seeds_are_found(added: tuple[str, str]) -> None:
    assert found(changed(whole(), seeds=added))


@given(st.data())
def test_a_single_slip_anywhere_in_the_fairness_data_is_found(data: st.DataObject) -> None:
    fair = msgspec.to_builtins(FAIR)
    texts = {"match": fair["match"], "commitment": fair["commitment"], "secret": SECRET}
    key = data.draw(st.sampled_from(sorted(texts)))
    at = data.draw(st.integers(0, len(texts[key]) - 1))
    other = data.draw(st.characters(codec="ascii").filter(lambda letter: letter != texts[key][at]))
    assert found(changed(whole(), **{key: texts[key][:at] + other + texts[key][at + 1 :]}))


def test_swapped_seeds_are_found() -> None:
    assert found(changed(whole(), seeds=FAIR.seeds[::-1]))


@given(st.sampled_from(THROWS), st.data())
def test_another_throw_is_found(number: int, data: st.DataObject) -> None:
    seat, text = whole().log[number]
    others = ["".join(map(str, (high, low))) for high in range(1, 7) for low in range(1, high + 1)]
    other = data.draw(st.sampled_from([throw for throw in others if throw != text]))
    log = (*whole().log[:number], (seat, other), *whole().log[number + 1 :])
    assert found(msgspec.structs.replace(whole(), log=log))


def test_a_roll_that_differs_is_reported_with_its_number_and_the_right_one() -> None:
    log = list(whole().log)
    last = THROWS[-1]
    right = log[last][1]
    log[last] = (None, "11" if right != "11" else "22")
    verdict = verify(msgspec.structs.replace(whole(), log=tuple(log[: last + 1])))
    assert verdict.result == "wrong"
    assert verdict.differences == (Difference(last + 1, log[last][1], right),)


def test_a_match_without_seeds_of_players_is_right_and_proves_less() -> None:
    verdict = verify(played(fair_match(fair=msgspec.structs.replace(FAIR, seeds=("", "")))))
    assert verdict.result == "right"
    assert "No player added a seed" in verdict.notes[0]


def test_real_dice_cannot_be_verified() -> None:
    match = Match.new(catalog.game("zock"), 2, None, ["Anna", "Ben"]).fall("63").match
    verdict = verify(match.record())
    assert (verdict.result, verdict.luck, verdict.throws) == ("unknown", "real", 1)
    assert "real" in verdict.notes[0]


def test_a_secret_that_is_not_shown_yet_cannot_be_verified() -> None:
    verdict = verify(changed(played(fair_match(), steps=5), secret=None))
    assert (verdict.result, verdict.luck) == ("unknown", "fair")
    assert "not over yet" in verdict.notes[0]


def test_a_secret_that_is_missing_after_the_end_is_reported() -> None:
    verdict = verify(changed(whole(), secret=None))
    assert verdict.result == "unknown"
    assert "secret is missing" in verdict.notes[0]


def test_the_throws_of_a_seed_are_derived_too_but_prove_less() -> None:
    record = played(Match.new(catalog.game("zock"), 2, None, ["Anna", "Ben"], "a rainy evening"))
    verdict = verify(record)
    assert (verdict.result, verdict.luck) == ("right", "seed")
    assert "only that the record is consistent" in verdict.notes[0]
    assert found(msgspec.structs.replace(record, seed="a sunny evening"))


@pytest.mark.parametrize("game", catalog.NAMES)
def test_every_roll_can_be_derived_from_its_draw_without_the_rules(game: str) -> None:
    record = played(fair_match(game), steps=400)
    made = draws(record)
    assert [(draw.n, draw.text) for draw in made.draws] == [
        (number, text) for number, (seat, text) in enumerate(record.log) if seat is None
    ]
    for draw in made.draws:
        stream = Plain(FAIR, draw.n)
        assert [number for number, _ in draw.numbers] == [stream.below(bound) for _, bound in draw.numbers]
        if draw.lots is not None:
            lots = [text for text, often in made.lists[draw.lots] for _ in range(often)]
            ((number, bound),) = draw.numbers
            assert (bound, lots[number]) == (len(lots), draw.text)


def test_possible_rolls_are_listed_once_however_often_they_are_rolled() -> None:
    made = draws(whole())
    assert len(made.lists) == 1
    assert sum(often for _, often in made.lists[0]) == 36
    assert {draw.lots for draw in made.draws} == {0}


def test_a_deal_has_a_number_for_every_card_and_no_list() -> None:
    deal = next(draw for draw in draws(played(fair_match("tock"), steps=2)).draws if draw.lots is None)
    assert [bound for _, bound in deal.numbers] == list(range(110, 110 - len(deal.text.split()), -1))


def test_a_changed_throw_differs_from_what_its_draw_makes() -> None:
    right = whole().log[THROWS[0]][1]
    log = ((None, "11" if right != "11" else "22"),)
    assert draws(msgspec.structs.replace(whole(), log=log)).draws[0].text == right


def test_throws_that_cannot_be_derived_have_no_draws() -> None:
    real = Match.new(catalog.game("zock"), 2, None, ["Anna", "Ben"])
    real.fall("63")
    assert draws(real.record()).draws == ()
    assert draws(changed(whole(), secret=None)).draws == ()
