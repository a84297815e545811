"""Clients of several servers, what they were told, and whether it can have happened.

The same as Tests/PostgresLedgerTests/Support/History.swift, over HTTP.
"""

import collections
import dataclasses
import itertools
import os
import random
import threading
import time

from fixture import BASE, CARDS, NEW_CARD, Confirmation, wait

OK, FAILED, UNKNOWN = "ok", "failed", "unknown"
# What has certainly not happened: nobody takes requests, the service cannot at the moment, or the
# card's status or the number of cards does not allow it.
REFUSED = {"ConnectionRefusedError", 503, 409}


@dataclasses.dataclass
class Call:
    """A call as its client saw it. Calls with the same key have one effect together."""
    key: str
    person: int
    # None: it makes a card.
    card: str | None
    # What the card has afterwards.
    effect: tuple = ()
    # The order of all beginnings and ends.
    began: int = 0
    ended: int = 0
    outcome: str = UNKNOWN
    # Of the card in the answer.
    id: str = ""
    version: int = 0
    # The status and code of another answer, or an error of the connection.
    problem: tuple = ()

    @property
    def needs_code(self):
        return any(name == "paymentLimit" for name, _ in self.effect)


@dataclasses.dataclass
class State:
    """What a person has: cards by their ids, and how many more can be made."""
    cards: dict
    left: int


def state(person, server):
    programs = person.ask(server, BASE + "/profile/prepaid/programs").json["programs"]
    return State({card["cardId"]: card for card in person.cards(server)},
                 sum(program["allowableCards"] for program in programs))


def violations(calls, before, after):
    """What the calls cannot have led to: each sentence names a violation.

    - An effect with an answer has happened once, one without an answer at most once, and one that
      failed never. All calls with a key have one effect, and the same answer.
    - A card's versions have no gaps, no version was given to two changes, and a change that began
      after another one had ended has a higher version. The card is as its last change left it.
    - Cards that were made are counted.
    """
    found = []
    for person, (old, new) in enumerate(zip(before, after)):
        keys = collections.defaultdict(list)
        for call in calls:
            if call.person == person:
                keys[call.key].append(call)
        found += answers(keys) + new_cards(keys, old, new)
        for card in old.cards:
            found += changes(card, [group for group in keys.values() if group[0].card == card],
                             old.cards[card], new.cards.get(card))
    return sorted(found)


def outcome(group):
    """Of all calls with a key."""
    outcomes = {call.outcome for call in group}
    return next(one for one in (OK, UNKNOWN, FAILED) if one in outcomes)


def answers(keys):
    return [f"{key} has several answers" for key, group in keys.items()
            if len({(call.id, call.version) for call in group if call.outcome == OK}) > 1]


def new_cards(keys, old, new):
    made = {key: group for key, group in keys.items() if group[0].card is None}
    added = {id: card for id, card in new.cards.items() if id not in old.cards}
    found = [f"card {id} was not asked for" for id, card in added.items()
             if card["alias"] not in made]
    for key, group in made.items():
        count = sum(card["alias"] == key for card in added.values())
        least, most = {OK: (1, 1), UNKNOWN: (0, 1), FAILED: (0, 0)}[outcome(group)]
        if not least <= count <= most:
            found.append(f"{key} is {outcome(group)} and happened {count} times")
        found += [f"card {call.id} of {key} is gone" for call in group
                  if call.outcome == OK and call.id not in added]
    if old.left - new.left != len(added):
        found.append(f"{len(added)} new cards, counted {old.left - new.left}")
    return found


def changes(id, groups, old, new):
    if new is None:
        return [f"card {id} is gone"]
    found, first, last = [], old["version"], new["version"]
    # When it began, and its first answer. Later calls with the same key get the same one.
    done = [(min(call.began for call in group),
             min((call for call in group if call.outcome == OK), key=lambda call: call.ended))
            for group in groups if outcome(group) == OK]
    unknown = sum(outcome(group) == UNKNOWN for group in groups)
    if not len(done) <= last - first <= len(done) + unknown:
        found.append(f"card {id} has {len(done)} changes, {unknown} without an answer,"
                     f" and {last - first} versions")
    given = [call.version for _, call in done]
    if len(set(given)) != len(given):
        found.append(f"card {id} has a version twice")
    if any(not first < version <= last for version in given):
        found.append(f"card {id} has a version that it never had")
    if any(began > earlier.ended and later.version <= earlier.version
           for _, earlier in done for began, later in done):
        found.append(f"card {id} has changes in a wrong order")
    for _, call in done:
        if call.version == last and any(new.get(name) != value for name, value in call.effect):
            found.append(f"card {id} is not as {call.key} left it")
    return found


class Workload:
    """Clients that change cards until `finish`, each at any of the servers.

    `servers` may change meanwhile. Half of the clients keep their connections open.
    """

    def __init__(self, cluster, servers, people, clients=6, deadline=120, has_codes=False):
        self.cluster, self.servers, self.people = cluster, servers, people
        self.deadline, self.calls = deadline, []
        # No two workloads have the same keys.
        self.run = os.urandom(3).hex()
        self.lock, self.clock = threading.Lock(), itertools.count(1)
        # What was begun, by its key: the arguments of `perform`, except the server.
        self.operations, self.is_over = {}, threading.Event()
        for person in people:
            person.any_cards(servers[0], 4)
            if has_codes:
                # Less than before, so without a code. More needs one.
                last = sorted(card["cardId"] for card in person.cards(servers[0]))[-1]
                assert self.limit(person, last, servers[0], 1000).status == 200
        self.before = [state(person, servers[0]) for person in people]
        # The last one is changed with codes, by one client only: a confirmation is for one version.
        self.cards = [sorted(one.cards) for one in self.before]
        self.threads = [threading.Thread(target=self.work, args=(number,))
                        for number in range(clients)]
        if has_codes:
            self.threads += [threading.Thread(target=self.confirm, args=(number,))
                             for number in range(len(people))]
        for thread in self.threads:
            thread.start()

    @property
    def done(self):
        """How many calls were answered with what they asked for."""
        with self.lock:
            return sum(call.outcome == OK for call in self.calls)

    @property
    def others(self):
        """What the other calls were answered."""
        with self.lock:
            return [call.problem for call in self.calls if call.problem]

    @property
    def waiting(self):
        """The numbers of the calls that wait for an answer."""
        with self.lock:
            return {call.began for call in self.calls if not call.ended}

    def wait_for(self, more):
        """Until so many more calls were answered."""
        least = self.done + more
        wait(lambda: self.done >= least)

    def work(self, client):
        chance, kept = random.Random(client), {} if client % 2 else None
        for number in itertools.count():
            if self.is_over.is_set():
                return
            with self.lock:
                recent = list(itertools.islice(reversed(self.operations.values()), 8))
            if recent and chance.random() < 0.3:
                operation = chance.choice(recent)
            else:
                operation = self.new(client, number, chance)
            self.perform(*operation, server=chance.choice(self.servers), kept=kept)

    def new(self, client, number, chance):
        key = f"{self.run}-{client}-{number}"
        person = chance.randrange(len(self.people))
        if chance.random() < 0.1:
            return Call(key, person, None), {**NEW_CARD, "alias": key}
        card = chance.choice(self.cards[person][:-1])
        if chance.random() < 0.3:
            status = chance.choice(["ACTIVE", "LOCKED"])
            return (Call(key, person, card, (("status", status),)),
                    {"status": status, "statusReason": "Test"})
        return Call(key, person, card, (("alias", key),)), {"alias": key}

    def perform(self, call, body, path="", confirmation=None, *, server, kept=None):
        """Records a call, also if it gets no answer."""
        with self.lock:
            self.operations.setdefault(call.key, (call, body, path, confirmation))
            call = dataclasses.replace(call, began=next(self.clock))
            self.calls.append(call)
        method, place = ("PATCH", f"{CARDS}/{call.card}{path}") if call.card else ("POST", CARDS)
        headers = {"SCA_Authorization": confirmation} if confirmation else {}
        if call.card:
            headers["If_Match"] = "*"
        id, version, problem = "", 0, ()
        try:
            answer = self.people[call.person].ask(
                server, place, body, method, self.deadline, kept, Idempotency_Key=call.key,
                **headers)
            if answer.status in (200, 201):
                id, version, outcome = answer.json["cardId"], answer.json["version"], OK
            elif answer.status in (502, 504) or answer.code == "WUI-DISK-UNKNOWN":
                outcome = UNKNOWN
            else:
                outcome = FAILED
            if outcome != OK:
                problem = (answer.status, answer.code)
        except OSError as error:
            problem = (type(error).__name__, str(error))
            outcome = FAILED if problem[0] in REFUSED else UNKNOWN
        with self.lock:
            call.ended, call.outcome, call.problem = next(self.clock), outcome, problem
            call.id, call.version = id, version
        if outcome != OK:
            # Others may need the processor to come back.
            time.sleep(0.02)
        return call

    def confirm(self, number):
        """Raises the limit of a person's last card, which needs a code each time."""
        person, card = self.people[number], self.cards[number][-1]
        chance, texts, limit = random.Random(number), len(self.cluster.texts(person)), 1000

        def ask(function, *arguments):
            try:
                return function(chance.choice(self.servers), *arguments)
            except OSError:
                return None

        while not self.is_over.is_set():
            limit += 1
            refused = ask(lambda server: self.limit(person, card, server, limit))
            if refused is None or refused.status != 401:
                time.sleep(0.02)
                continue
            confirmation = Confirmation(person, refused)
            sent = ask(confirmation.send)
            # The server that made the code sends it, and may be killed before.
            end = time.monotonic() + 3
            while len(found := self.cluster.texts(person)) <= texts \
                    and time.monotonic() < end and not self.is_over.is_set():
                time.sleep(0.02)
            if sent is None or sent.status not in (200, 201) or len(found) <= texts:
                continue
            texts = len(found)
            accepted = ask(confirmation.submit, Confirmation.code(found[-1]))
            if accepted and b"VERIFIED" in accepted.body:
                call = Call(f"{self.run}-code{number}-{limit}", number, card,
                            (("paymentLimit", limit),))
                self.until_known(call, {"paymentLimit": limit}, "/controls", confirmation.header)

    @staticmethod
    def limit(person, card, server, limit):
        return person.ask(server, f"{CARDS}/{card}/controls", {"paymentLimit": limit}, "PATCH",
                          If_Match="*")

    def until_known(self, *operation):
        """Repeats an operation until it has an answer, or the clients have ended."""
        while self.perform(*operation, server=random.choice(self.servers)).outcome == UNKNOWN \
                and not self.is_over.is_set():
            pass

    def finish(self):
        """Ends the clients, asks once more for what has no answer, and raises an error if the
        answers cannot be true. Returns a line for the report."""
        self.is_over.set()
        for thread in self.threads:
            thread.join()
        wait(lambda: all(person.ask(self.servers[0], CARDS).status == 200
                         for person in self.people))
        unknown = [call.key for call in self.calls if call.outcome == UNKNOWN]
        for key in set(unknown):
            self.perform(*self.operations[key], server=random.choice(self.servers))
        after = [state(person, self.servers[0]) for person in self.people]
        found = violations(self.calls, self.before, after)
        unexpected = {call.problem for call in self.calls if call.problem
                      and call.problem[0] not in REFUSED and call.outcome == FAILED
                      # A confirmation is valid for a minute.
                      and not (call.needs_code and call.problem[0] == 401)}
        assert not found, found
        assert not unexpected, unexpected
        confirmed = sum(call.outcome == OK and call.needs_code for call in self.calls)
        return (f"{len(self.calls)} calls, {self.done} done, {confirmed} with codes,"
                f" {len(unknown)} without an answer")
