"""A second implementation of Tock, naive and clause by clause, over position documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from stammtisch.core import Document, Seat

from .comparing import over
from .tock_board import (
    CENTRE,
    FORWARD,
    PACK,
    RANKS,
    RESERVE,
    Stones,
    board_of,
    controlled,
    home,
    on_track,
    owner_of,
    place_of,
    protected,
    rows_of,
    stone_at,
    stones_of,
    team_is_home,
)
from .tock_steps import completable, hit, joker_finish, put, put_and_hit, routes, single_parts, walked

LISTED_AT_MOST: Final = 1000


def start(players: int, options: Document) -> Document:
    """T8, T26: the lot for the first dealer comes first; in free play one stone stands on its start."""
    defaults: Document = {"board": "canadian", "direction": "clockwise", "play_on": False}
    defaults |= {"canadian_seven": False, "no_joker_finish": False}
    head: Document = {"game": "tock", "options": defaults | options, "players": players}
    board = board_of(head)
    head["options"]["house_entry"] = board.house_entry
    first = [RESERVE if board.teams else f"{board.start(seat)}!" for seat in range(players)]
    return head | {
        "phase": "deal",
        "turn": None,
        "dealer": None,
        "round": 1,
        "stones": [[stone, RESERVE, RESERVE, RESERVE] for stone in first],
        "hands": [[] for _ in range(players)],
        "discard": [],
        "places": [],
    }


def turn(doc: Document) -> Document:
    """As the engine answers it, less the reason."""
    phase = doc["phase"]
    if phase == "over":
        return outcome(doc)
    if phase == "deal":
        return {"kind": "chance", "seat": doc["dealer"]}
    if phase == "draw":
        return {"kind": "chance", "seat": doc["turn"]}
    if phase == "give":
        return {"kind": "choose", "seats": [seat for seat in playing(doc) if doc["given"][seat] is None]}
    return {"kind": "choose", "seats": [doc["turn"]]}


def playing(doc: Document) -> list[Seat]:
    """T27: the seats that are not done yet."""
    return [seat for seat in range(doc["players"]) if seat not in doc["places"]]


def outcome(doc: Document) -> Document:
    """Winners first, done seats in their order, the rest by stones home."""
    board, stones = board_of(doc), stones_of(doc)
    seats = range(board.players)
    scores = [home(stones, seat) for seat in seats]
    if board.teams:
        merits = [sum(scores[member] for member in board.team(seat)) for seat in seats]
    else:
        done: list[int] = doc["places"]
        merits = [100 - done.index(seat) if seat in done else scores[seat] for seat in seats]
    places = [1 + sum(other > merit for other in merits) for merit in merits]
    return over([seat for seat in seats if places[seat] == 1], places, scores)


def is_over(doc: Document) -> bool:
    """T27."""
    board, stones = board_of(doc), stones_of(doc)
    if board.teams:
        return any(team_is_home(board, stones, seat) for seat in range(board.players))
    return len(playing(doc)) <= 1 if board.play_on else bool(doc["places"])


def chance(doc: Document) -> dict[str, Fraction] | None:
    """Every text that may fall with its probability; None where there are too many."""
    if doc["phase"] == "draw":
        hand = Counter(doc["hands"][doc["draw"]["from"]])
        return {card: Fraction(number, hand.total()) for card, number in hand.items()}
    if doc["dealer"] is None:
        return {str(seat): Fraction(1, doc["players"]) for seat in range(doc["players"])}
    deals = {"": Fraction(1)}
    for pile in piles(doc):
        left = {deal: pile - Counter(deal.split()) for deal in deals}
        if sum(map(len, left.values())) > LISTED_AT_MOST:
            return None
        deals = {
            f"{deal} {card}".strip(): deals[deal] * Fraction(number, rest.total())
            for deal, rest in left.items()
            for card, number in rest.items()
        }
    return deals


def stock_of(doc: Document) -> Counter[str]:
    """Every card that is nowhere else."""
    elsewhere: Counter[str] = Counter(doc["discard"])
    for hand in doc["hands"]:
        elsewhere.update(hand)
    if doc["phase"] == "give":
        elsewhere.update(card for card in doc["given"] if card is not None)
    return PACK - elsewhere


def cards_each(doc: Document) -> int:
    """T8: 6, 5, 4, 3, 2 and again."""
    return 6 - (int(doc["round"]) - 1) % 5


def piles(doc: Document) -> list[Counter[str]]:
    """T9: for each card of the deal, what it and those before it are taken from."""
    stock = stock_of(doc)
    number = cards_each(doc) * len(playing(doc))
    from_stock = min(number, stock.total())
    return [stock] * from_stock + [stock + Counter(doc["discard"])] * (number - from_stock)


def fall(doc: Document, text: str) -> Document:
    """The position after that lot, deal or drawn card."""
    if doc["phase"] == "draw":
        return _drawn(doc, text)
    if doc["dealer"] is None:
        return doc | {"dealer": int(text)}
    cards = text.split()
    takers = [seat for seat in board_of(doc).clockwise(doc["dealer"]) if seat in playing(doc)]
    hands: list[list[str]] = [[] for _ in range(doc["players"])]
    for index, card in enumerate(cards):
        hands[takers[index % len(takers)]].append(card)
    after = doc | {"phase": "give", "hands": hands, "given": [None] * doc["players"]}
    if len(cards) > stock_of(doc).total():
        after["discard"] = []
    return after


def _drawn(doc: Document, card: str) -> Document:
    """T19."""
    victim, seat = doc["draw"]["from"], doc["turn"]
    hands = [list(hand) for hand in doc["hands"]]
    hands[victim].remove(card)
    hands[seat].append(card)
    return next_turn(doc | {"hands": hands})


def moves(doc: Document, seat: Seat) -> set[str]:
    """Every legal move of the seat, as text."""
    return set(plays(doc, seat))


def play(doc: Document, seat: Seat, text: str) -> Document:
    """The position after a legal move."""
    return plays(doc, seat)[text]


def plays(doc: Document, seat: Seat) -> dict[str, Document]:
    """Every legal move of the seat with the position it leads to."""
    if seat not in turn(doc).get("seats", []):
        return {}
    if doc["phase"] == "give":
        return {f"give {card}": _given(doc, seat, card) for card in doc["hands"][seat]}
    if doc["phase"] == "seven":
        return dict(_parts(doc, seat, ""))
    if doc["phase"] == "center":
        return dict(_into_centre(doc, seat))
    found = dict(pair for card in doc["hands"][seat] for pair in _with_card(doc, seat, card))
    return found or {"fold": _folded(doc, seat)}


def _without(doc: Document, seat: Seat, card: str) -> list[list[str]]:
    """The hands after the seat has put that card away."""
    hands = [list(hand) for hand in doc["hands"]]
    hands[seat].remove(card)
    return hands


def _laid(doc: Document, seat: Seat, card: str) -> Document:
    return doc | {"hands": _without(doc, seat, card), "discard": [*doc["discard"], card]}


def _given(doc: Document, seat: Seat, card: str) -> Document:
    """T10: when all have passed a card on, each takes up what it got, and the first player begins."""
    given = list(doc["given"])
    given[seat] = card
    after = doc | {"given": given, "hands": _without(doc, seat, card)}
    if any(given[giver] is None for giver in playing(doc)):
        return after
    for giver in playing(doc):
        after["hands"][receiver(doc, giver, playing(doc))].append(given[giver])
    return next_turn(after | {"turn": doc["dealer"]})


def receiver(doc: Document, giver: Seat, exchanging: Iterable[Seat]) -> Seat:
    """T10, T27: the partner, in free play the left neighbour who takes part."""
    board = board_of(doc)
    if board.teams:
        return board.partner(giver)
    return next(seat for seat in board.clockwise(giver) if seat in exchanging)


def _folded(doc: Document, seat: Seat) -> Document:
    """T12."""
    hands = [list(hand) for hand in doc["hands"]]
    hands[seat] = []
    return next_turn(doc | {"hands": hands, "discard": [*doc["discard"], *doc["hands"][seat]]})


def _with_card(doc: Document, seat: Seat, card: str) -> Iterator[tuple[str, Document]]:
    """T13: everything that the card can do."""
    laid = _laid(doc, seat, card)
    joker = card == "X"
    for rank in RANKS if joker else card[0]:
        said = f"X={rank}" if joker else card
        yield from _by_steps(laid, seat, rank, said)
        if rank == "7":
            yield from _parts(laid | {"seven": {"left": 7, "as": card[0], "moved": []}}, seat, f"{said} ")
        if rank == "J":
            yield from _swaps(laid, seat, said)
        if rank == "2" and not board_of(doc).teams:
            yield from _draws(laid, seat, said)
    if card[0] in "KAX":
        yield from _entering(laid, seat, card)
    if card[0] in "KAX3":
        yield from _out_of_centre(laid, seat, card)


def _by_steps(doc: Document, seat: Seat, rank: str, said: str) -> Iterator[tuple[str, Document]]:
    """T15, T16, T25: forward, and the four also backward."""
    board, stones = board_of(doc), stones_of(doc)
    ways = [(steps, 1) for steps in FORWARD.get(rank, ())] + ([(4, -1)] if rank == "4" else [])
    for name in controlled(board, stones, seat):
        for steps, direction in ways:
            for route in routes(board, stones, name, steps, direction):
                after = walked(board, stones, name, route)
                if not joker_finish(board, after, seat, said):
                    yield f"{said} {name}>{route[-1]}", card_played(doc, seat, after, [name])


def _swaps(doc: Document, seat: Seat, said: str) -> Iterator[tuple[str, Document]]:
    """T24, T37."""
    board, stones = board_of(doc), stones_of(doc)
    free = [
        name
        for name, text in stones.items()
        if not protected(text) and (on_track(text) or place_of(text) == CENTRE)
    ]
    mine = controlled(board, stones, seat)
    for one in free:
        for other in free:
            if one in mine and owner_of(other) != owner_of(one):
                places = place_of(stones[one]), place_of(stones[other])
                after = put(board, put(board, stones, one, places[1]), other, places[0])
                moved = [name for name in (one, other) if place_of(stones[name]) != CENTRE]
                yield f"{said} {one}<>{other}", card_played(doc, seat, after, moved)


def _draws(doc: Document, seat: Seat, said: str) -> Iterator[tuple[str, Document]]:
    """T19."""
    for opponent in range(doc["players"]):
        if opponent != seat and doc["hands"][opponent]:
            yield f"{said} draw {opponent}", doc | {"phase": "draw", "draw": {"from": opponent}}


def _entering(doc: Document, seat: Seat, card: str) -> Iterator[tuple[str, Document]]:
    """T17, T18."""
    board, stones = board_of(doc), stones_of(doc)
    mine = controlled(board, stones, seat)
    waiting = [name for name in mine if stones[name] == RESERVE]
    if not waiting:
        return
    start = board.start(owner_of(waiting[0]))
    if stone_at(stones, start) not in mine:
        hit(stones, start)
        stones[waiting[0]] = f"{start}!"
        yield f"{card} in", card_played(doc, seat, stones, [waiting[0]])


def _out_of_centre(doc: Document, seat: Seat, card: str) -> Iterator[tuple[str, Document]]:
    """T36: the stone was in the centre when the turn began, so it does not go in again (T35)."""
    board, stones = board_of(doc), stones_of(doc)
    name = stone_at(stones, CENTRE)
    if name in controlled(board, stones, seat):
        for field in board.eights:
            after = put_and_hit(board, stones, name, field)
            yield f"{card} {name}>{field}", card_played(doc, seat, after, [])


def _into_centre(doc: Document, seat: Seat) -> Iterator[tuple[str, Document]]:
    """T35."""
    board, stones = board_of(doc), stones_of(doc)
    yield "end", next_turn(doc)
    for card in doc["hands"][seat]:
        for name in doc["center"] if card[0] in "KAX3" else []:
            after = put_and_hit(board, stones, name, CENTRE)
            laid = _laid(doc, seat, card)
            yield f"center {card} {name}", next_turn(laid | {"stones": rows_of(after, board.players)})


def _parts(doc: Document, seat: Seat, prefix: str) -> Iterator[tuple[str, Document]]:
    """Every next part of the seven after which the rest can be played in full."""
    board, stones, seven = board_of(doc), stones_of(doc), doc["seven"]
    for name, route, after in single_parts(board, stones, seat, seven["left"], seven["as"]):
        left = seven["left"] - len(route)
        if not completable(board, tuple(after.items()), seat, left, seven["as"]):
            continue
        text = f"{prefix}{name}>{route[-1]}"
        moved = list(dict.fromkeys([*seven["moved"], name]))
        if left == 0:
            yield text, card_played(doc, seat, after, moved)
        else:
            under_way = {"phase": "seven", "seven": seven | {"left": left, "moved": moved}}
            yield text, with_places(doc | under_way | {"stones": rows_of(after, board.players)})


def card_played(doc: Document, seat: Seat, stones: Stones, moved: list[str]) -> Document:
    """T27, T35: the card is played in full; `moved` are the stones it moved that were not in the centre."""
    board = board_of(doc)
    after = with_places(doc | {"stones": rows_of(stones, board.players)})
    if is_over(after):
        return cleared(after) | {"phase": "over", "turn": None}
    may_go_in = [
        name
        for name in sorted(moved)
        if name in controlled(board, stones, seat) and place_of(stones[name]) in board.eights
    ]
    if may_go_in and after["hands"][seat]:
        return cleared(after) | {"phase": "center", "center": may_go_in}
    return next_turn(after)


def with_places(doc: Document) -> Document:
    """T27: in free play a seat with four stones home is done, at once, also within a seven."""
    board, stones = board_of(doc), stones_of(doc)
    if board.teams:
        return doc
    done = [seat for seat in playing(doc) if home(stones, seat) == 4]
    after = doc | {"places": doc["places"] + done}
    if board.play_on:
        after["discard"] = doc["discard"] + [card for seat in done for card in doc["hands"][seat]]
        after["hands"] = [[] if seat in done else hand for seat, hand in enumerate(doc["hands"])]
    return after


def cleared(doc: Document) -> Document:
    """Without what belongs to a single phase."""
    return {key: value for key, value in doc.items() if key not in ("seven", "center", "draw")}


def next_turn(doc: Document) -> Document:
    """T11: the next seat clockwise that holds cards; where nobody does, the next round."""
    after = cleared(doc)
    for seat in board_of(doc).clockwise(doc["turn"]):
        if doc["hands"][seat]:
            return after | {"phase": "play", "turn": seat}
    del after["given"]
    dealer = next(seat for seat in board_of(doc).clockwise(doc["dealer"]) if seat in playing(doc))
    return after | {"phase": "deal", "turn": None, "dealer": dealer, "round": doc["round"] + 1}


def view(doc: Document, seat: Seat | None) -> Document:
    """The document as the seat, or a spectator, may know it."""
    hands = [hand if owner == seat else ["?"] * len(hand) for owner, hand in enumerate(doc["hands"])]
    seen = doc | {"hands": hands}
    if "given" in doc:
        seen["given"] = [
            card if card is None or seat in _knowing(doc, giver) else "?"
            for giver, card in enumerate(doc["given"])
        ]
    return seen


def _knowing(doc: Document, giver: Seat) -> set[Seat]:
    """Who knows what the giver passed on. Who was done before this round took no part in the exchange."""
    if doc["phase"] == "give":
        return {giver}
    exchanging = [
        seat for seat in range(doc["players"]) if seat not in doc["places"] or doc["given"][seat] is not None
    ]
    return {giver, receiver(doc, giver, exchanging)}
