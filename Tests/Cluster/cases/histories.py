"""Whether what clients were told can have happened."""

import copy
import random

from cases import alone
from fixture import IS_LONG, Cluster, Person
from history import FAILED, OK, UNKNOWN, Call, State, Workload, violations


@alone
def each_change_is_made_once_whatever_is_killed(walletd):
    """Several people, with codes, while servers and the database are killed and start again."""
    people = 3
    with Cluster(walletd, others=people - 1) as cluster:
        names = ["ana", *(f"p{number}" for number in range(people - 1))]
        load = Workload(cluster, cluster.servers,
                        [Person(cluster.servers[0], name) for name in names],
                        clients=16 if IS_LONG else 6, has_codes=True)
        chance, counts = random.Random(1), [0, 0]
        try:
            for number in range(60 if IS_LONG else 4):
                load.wait_for(60)
                if number % 2:
                    cluster.postgres[0].kill()
                    cluster.postgres[0].start()
                else:
                    place = chance.randrange(len(cluster.servers))
                    cluster.kill(place)
                    cluster.servers[place] = cluster.start()
                counts[number % 2] += 1
            load.wait_for(60)
        finally:
            text = load.finish()
        # Control: calls were disturbed.
        assert any(call.outcome == UNKNOWN for call in load.calls)
        return f"{text}; {counts[0]} servers and {counts[1]} times the database killed"


@alone
def the_checker_finds_each_violation(_):
    """Two changes, a card without an answer at first, a repetition, a refusal, and a change of
    which nobody knows."""
    def call(key, card, outcome, began, ended, version=0, id="card", **effect):
        return Call(key, 0, card, tuple(effect.items()), began, ended, outcome,
                    id if outcome == OK else "", version)

    calls = [call("a", "card", OK, 1, 4, 4, alias="a"), call("b", "card", OK, 5, 8, 5, alias="b"),
             call("n", None, UNKNOWN, 2, 6), call("n", None, OK, 9, 10, 1, id="new"),
             call("a", "card", OK, 11, 12, 4, alias="a"), call("x", None, FAILED, 13, 14),
             call("y", "card", UNKNOWN, 15, 16, alias="y")]
    before = State({"card": {"version": 3, "alias": ""}}, 5)
    after = State({"card": {"version": 5, "alias": "b"}, "new": {"version": 1, "alias": "n"}}, 4)

    def found(change=lambda calls, after: None):
        changed = copy.deepcopy((calls, after))
        change(*changed)
        return violations(changed[0], [before], [changed[1]])

    def the_unknown_happened(_, after):
        after.cards["card"] = {"version": 6, "alias": "y"}

    assert found() == [], found()
    assert found(the_unknown_happened) == []

    def card(**members):
        return lambda _, after: after.cards["card"].update(members)

    def new(**cards):
        return lambda _, after: after.cards.update(
            {id: {"version": 1, "alias": alias} for id, alias in cards.items()})

    def answer(place, **members):
        return lambda calls, _: [setattr(calls[place], *one) for one in members.items()]

    def both(*all):
        return lambda *state: [one(*state) for one in all]

    for words, change in [
            # Lost, and twice.
            ("2 changes, 1 without an answer, and 1 versions", card(version=4)),
            ("2 changes, 1 without an answer, and 4 versions", card(version=7)),
            ("n is ok and happened 0 times", lambda _, after: after.cards.pop("new")),
            ("n is ok and happened 2 times", new(new2="n")),
            ("x is failed and happened 1 times", new(other="x")),
            ("card other was not asked for", new(other="stranger")),
            ("card card is gone", lambda _, after: after.cards.pop("card")),
            ("card new of n is gone", lambda _, after: after.cards.update(
                {"newer": after.cards.pop("new")})),
            ("a has several answers", answer(4, version=5)),
            ("version twice", both(answer(0, version=5), answer(4, version=5))),
            # A gap: nobody has had version 4, and one too many is needed.
            ("a version that it never had", answer(1, version=9)),
            ("wrong order", both(answer(0, version=5), answer(4, version=5), answer(1, version=4))),
            ("is not as b left it", card(alias="other")),
            ("1 new cards, counted 0", lambda _, after: setattr(after, "left", 5))]:
        assert any(words in one for one in found(change)), (words, found(change))
