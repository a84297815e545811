"""What several servers share."""

import signal
import queue
import threading
import time

from cases import Skipped, shared
from fixture import (CARDS, IS_LONG, NEW_CARD, Confirmation, Listener, Person, call, form,
                     metrics, together, wait)


@shared
def a_sign_in_counts_on_all_servers(cluster):
    one, two, three = cluster.servers
    person = Person(one)
    # At once, on a server that has not been told yet.
    assert len(person.cards(two)) == len(person.cards(three)) == 0
    old = person.tokens["refresh_token"]
    for server in (three, one, two):
        answer = form(server, "token", grant_type="refresh_token",
                      refresh_token=person.tokens["refresh_token"])
        assert answer.status == 200, answer.body
        person.tokens = answer.json
    # A token that was used before is refused, and ends the sign-in everywhere.
    answer = form(three, "token", grant_type="refresh_token", refresh_token=old)
    assert answer.status == 400, answer.body
    wait(lambda: all(person.ask(server, CARDS).status == 401 for server in cluster.servers))
    again = Person(two)
    assert form(one, "revocation", token=again.tokens["access_token"]).status == 204
    wait(lambda: all(again.ask(server, CARDS).status == 401 for server in cluster.servers))


@shared
def a_clients_own_token_counts_on_all_servers(cluster):
    """It is known, and has no wallet. A token that nobody made is unknown."""
    def statuses(token):
        return [call(server, CARDS, headers={"Authorization": "Bearer " + token}).status
                for server in cluster.servers]

    answer = form(cluster.servers[0], "token", grant_type="client_credentials")
    assert answer.status == 200, answer.body
    token = answer.json["access_token"]
    assert statuses(token) == [403] * 3, statuses(token)
    assert statuses(token[::-1]) == [401] * 3, statuses(token[::-1])


@shared
def wrong_passwords_count_on_all_servers(cluster):
    """Ten wrong ones of a device, wherever they are tried, and the right one does not count."""
    def sign_in(number, password, device):
        return form(cluster.servers[number % 3], "token", grant_type="password", username="ana",
                    password=password, device_id=device).status

    statuses = [sign_in(number, "wrong", "stranger") for number in range(12)]
    assert statuses == [400] * 10 + [429] * 2, statuses
    wait(lambda: sign_in(0, "open sesame 1", "stranger") == 200)
    Person(cluster.servers[1])


@shared
def requests_of_a_customer_count_on_all_servers(cluster):
    """Three servers let pass what one would. Without the table that they share, each one decides
    for itself."""
    rate, person = 8, Person(cluster.servers[0])

    def flood():
        """Returns how many of many requests passed, and for how many there was room."""
        servers, answers = [], []
        try:
            for _ in range(3):
                servers.append(cluster.start(rate=rate))
            begun = time.monotonic()
            together(lambda number: answers.append(person.ask(servers[number % 3], CARDS)), 400)
            seconds = time.monotonic() - begun
        finally:
            for server in servers:
                server.kill()
                server.wait()
        assert {one.status for one in answers} == {200, 429}, {one.status for one in answers}
        assert all(one.headers["Retry-After"] for one in answers if one.status == 429)
        # What each server lets pass before it asks is an eighth of the rate.
        room = 2 * rate + rate * seconds + 3 * rate / 8
        return sum(one.status == 200 for one in answers), room

    passed, room = flood()
    assert 2 * rate <= passed <= room, (passed, room)
    cluster.postgres[0].sql(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE 'refused'; END $$;"
        " CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON bucket EXECUTE FUNCTION refuse()")
    try:
        alone, room_alone = flood()
    finally:
        cluster.postgres[0].sql("SET client_min_messages = warning; DROP FUNCTION refuse CASCADE")
    assert alone > room_alone, ("control", alone, room_alone)
    return (f"{passed} requests passed, of {room:.0f} at most; without sharing {alone}"
            f" of {room_alone:.0f}")


@shared
def news_reach_the_clients_of_all_servers_once(cluster):
    person = Person(cluster.servers[0])
    card = person.any_card(cluster.servers[1])
    listeners = [Listener(person, server) for server in cluster.servers]
    for number, server in enumerate((cluster.servers * 4)[:10]):
        status = "LOCKED" if number % 2 == 0 else "ACTIVE"
        assert person.set_status(server, card, status).status == 200
    for listener in listeners:
        for _ in range(10):
            listener.wait_for(card)
    time.sleep(0.5)
    assert all(listener.arrived.empty() for listener in listeners), "an event came twice"
    # Who was away gets what was missed, at any server, and nothing else.
    for listener in listeners:
        listener.close()
    new = person.card(cluster.servers[0])
    assert person.set_status(cluster.servers[1], new, "LOCKED").status == 200
    back = Listener(person, cluster.servers[2], listeners[0].last)
    back.wait_for_cards([new])
    back.close()
    # However much was missed.
    for number in range(1400):
        status = "ACTIVE" if number % 2 == 0 else "LOCKED"
        assert person.set_status(cluster.servers[number % 3], new, status).status == 200
    back = Listener(person, cluster.servers[2], back.last)
    back.wait_for("cards{}")
    # An id that no server knows: anything may have happened.
    lost = Listener(person, cluster.servers[0], "elsewhere-1")
    lost.wait_for("cards{}")


@shared
def metrics_tell_of_waits_for_a_customers_row(cluster):
    server = cluster.servers[0]
    person = Person(server)
    card = person.any_card(server)
    before = metrics(server)
    waiting = threading.Thread(target=lambda: person.set_status(server, card, "LOCKED"))
    with cluster.postgres[0].locked("customer"):
        waiting.start()
        wait(lambda: cluster.postgres[0].sql(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") != "0")
        time.sleep(0.5)
    waiting.join()
    after = metrics(server)
    name = "walletd_database_lock_wait_seconds"
    assert after[name + "_count"] >= before[name + "_count"] + 1, after
    assert after[name + "_sum"] >= before[name + "_sum"] + 0.5, after
    assert after["walletd_database_conflicts"] == before["walletd_database_conflicts"], after
    assert person.set_status(server, card, "ACTIVE").status == 200


@shared
def metrics_tell_how_late_the_news_are(cluster):
    """A server that stands still tells late. One that cannot read them says how old they may be."""
    one, two, _ = cluster.servers
    person = Person(one)
    card = person.any_card(one)
    lag, age = "walletd_news_lag_seconds", "walletd_news_age_seconds"
    before = metrics(two)
    two.send_signal(signal.SIGSTOP)
    try:
        assert person.set_status(one, card, "LOCKED").status == 200
        time.sleep(1)
    finally:
        two.send_signal(signal.SIGCONT)
    wait(lambda: metrics(two)[lag + "_count"] > before[lag + "_count"])
    assert metrics(two)[lag + "_sum"] >= before[lag + "_sum"] + 0.9, metrics(two)
    told = metrics(two)[lag + "_count"]
    time.sleep(1.5)
    assert metrics(two)[lag + "_count"] == told, "nothing was changed"
    wait(lambda: metrics(two)[age] < 1.5)
    with cluster.postgres[0].transaction("LOCK TABLE news"):
        wait(lambda: metrics(two)[age] > 3)
    wait(lambda: metrics(two)[age] < 1.5)
    wait(lambda: person.set_status(one, card, "ACTIVE").status == 200)


@shared
def a_lock_is_seen_on_another_server_soon(cluster):
    person = Person(cluster.servers[0])
    card = person.any_card(cluster.servers[0])
    listener = Listener(person, cluster.servers[2])
    times = []
    for number in range(1000 if IS_LONG else 100):
        begun = time.monotonic()
        answer = person.set_status(cluster.servers[number % 2], card,
                                   "LOCKED" if number % 2 == 0 else "ACTIVE")
        assert answer.status == 200, answer.body
        times.append(listener.wait_for(card) - begun)
    times.sort()
    return (f"from the request to the event elsewhere: median {times[len(times) // 2] * 1e3:.0f}"
            f" ms, p99 {times[len(times) * 99 // 100 - 1] * 1e3:.0f} ms")


@shared
def a_lock_by_time_is_told_by_another_server(cluster):
    """The server that has unlocked a card for a minute is killed. The shortest time is a minute."""
    if not IS_LONG:
        raise Skipped("it takes a minute")
    person = Person(cluster.servers[1])
    card = person.any_card(cluster.servers[1])
    assert person.set_status(cluster.servers[1], card, "LOCKED").status == 200
    listeners = [Listener(person, cluster.servers[1])]
    answer = person.ask(cluster.servers[0], f"{CARDS}/{card}/unlock", {"seconds": 60}, If_Match="*")
    assert answer.status == 200, answer.body
    begun = time.monotonic()
    wait(lambda: not listeners[0].arrived.empty())
    cluster.kill(0)
    cluster.servers[0] = cluster.start()
    # One who has listened all the time, and one who comes back.
    listeners.append(Listener(person, cluster.servers[2]))
    listeners[0].arrived = queue.Queue()
    for listener in listeners:
        assert listener.wait_for(card) - begun > 58, "something else has changed the card"
    answer = person.ask(cluster.servers[1], f"{CARDS}/{card}")
    assert answer.json["status"] == "LOCKED", answer.json
    assert answer.json["statusReason"].startswith("Locked again"), answer.json


@shared
def a_code_is_accepted_once(cluster):
    person = Person(cluster.servers[0])
    card = person.any_card(cluster.servers[0])
    confirmation = Confirmation(
        person, person.ask(cluster.servers[0], f"{CARDS}/{card}/details"))
    sent = len(cluster.texts(person))
    answer = confirmation.send(cluster.servers[1])
    assert answer.status in (200, 201), answer.body
    wait(lambda: len(cluster.texts(person)) > sent)
    code = Confirmation.code(cluster.texts(person)[-1])
    results = []
    together(lambda number: results.append(confirmation.submit(cluster.servers[number % 3], code)),
             *((1000, 300) if IS_LONG else (90, 30)))
    good = [one for one in results if one.status in (200, 201) and b"VERIFIED" in one.body]
    others = {one.status for one in results} - {200, 201}
    assert len(good) == 1, f"{len(good)} were accepted, others {others}"
    # The confirmation, too, is valid once.
    shown = []
    together(lambda number: shown.append(person.ask(
        cluster.servers[number % 3], f"{CARDS}/{card}/details",
        SCA_Authorization=confirmation.header).status), 30)
    assert shown.count(200) == 1, shown


@shared
def a_key_has_one_effect_on_all_servers(cluster):
    person = Person(cluster.servers[0])
    before = len(person.cards(cluster.servers[0]))
    results = []
    together(lambda number: results.append(person.ask(
        cluster.servers[number % 3], CARDS, NEW_CARD, Idempotency_Key="one")), 30)
    made = {one.json["cardId"] for one in results if one.status == 201}
    assert len(made) == 1, made
    # Who came while it was being done is told so.
    assert {one.status for one in results} <= {201, 409}, {one.status for one in results}
    assert len(person.cards(cluster.servers[1])) == before + 1


@shared
def each_page_is_a_state_that_existed(cluster):
    """Lists at all servers while cards are changed one after the other."""
    person = Person(cluster.servers[0], "p0")
    cards = person.any_cards(cluster.servers[0], 4)

    def page(server):
        return {card["cardId"]: card["version"] for card in person.cards(server)}

    states = [page(cluster.servers[0])]
    # Of each page, the states that there were before it was asked for, and after it was answered.
    pages, count = [], 1000 if IS_LONG else 100
    is_over = threading.Event()

    def read(number):
        while not is_over.is_set():
            least = len(states) - 1
            found = page(cluster.servers[number])
            # The change that is being made may be seen before its answer.
            pages.append((least, found, len(states) + 1))

    readers = [threading.Thread(target=read, args=(number,)) for number in range(3)]
    for reader in readers:
        reader.start()
    try:
        number = 0
        while number < count or len(pages) < count:
            card = cards[number % len(cards)]
            answer = person.ask(cluster.servers[number % 3], f"{CARDS}/{card}",
                                {"alias": f"Page {number}"}, "PATCH", If_Match="*")
            assert answer.status == 200, answer.body
            states.append({**states[-1], card: answer.json["version"]})
            number += 1
    finally:
        is_over.set()
        for reader in readers:
            reader.join()
    wrong = [one for one in pages if not existed(states, *one)]
    assert not wrong, wrong[:3]
    # Control: cards of two states, and an old state.
    later = next(card for card in cards if states[-1][card] != states[-2][card])
    mixed = {**states[-3], later: states[-1][later]}
    assert not existed(states, 0, mixed, len(states))
    assert existed(states, 0, states[-3], len(states))
    assert not existed(states, len(states) - 1, states[-5], len(states))
    different = {tuple(sorted(found.items())) for _, found, _ in pages}
    assert len(different) > 10, "nothing was changed meanwhile"
    return f"{len(pages)} pages during {len(states) - 1} changes"


def existed(states, least, page, most):
    """Whether a page is one of the states with these numbers."""
    return page in states[least:most]
