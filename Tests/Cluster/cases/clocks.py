"""Servers whose machines have another time."""

import datetime
import email.utils
import os
import subprocess

from cases import shared
from fixture import CARDS, HERE, Confirmation, Listener, Person, call, form, wait

# Codes are valid for 3 minutes, tokens for 15, and sign-ins for 5 without a request; there is a
# further attempt at a password each 12 seconds. A server ahead and one behind are further apart.
MINUTES = 10


def seconds(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


@shared
def the_clock_of_a_server_does_not_matter(cluster):
    library = cluster.path("clock.so")
    subprocess.run(["clang", "-shared", "-fPIC", "-o", library, HERE / "clock.c"], check=True)
    behind, ahead = (cluster.start(LD_PRELOAD=library, CLOCK_OFFSET=str(minutes * 60))
                     for minutes in (-MINUTES, MINUTES))
    try:
        compare(cluster, behind, ahead)
    finally:
        for server in (behind, ahead):
            server.kill()
            server.wait()


def compare(cluster, behind, ahead):
    right = cluster.servers[0]

    def now():
        return float(cluster.postgres[0].sql("SELECT extract(epoch FROM clock_timestamp())"))

    def is_now(text):
        return abs(seconds(text) - now()) < MINUTES * 60 / 2

    # Control: they have other times.
    for server, offset in ((behind, -MINUTES), (right, 0), (ahead, MINUTES)):
        date = email.utils.parsedate_to_datetime(call(server, "/healthz").headers["Date"])
        assert round((date.timestamp() - now()) / 60) == offset, (offset, date)

    # A sign-in, its renewal, and its time without activity.
    for here, there in ((behind, ahead), (ahead, behind)):
        person = Person(here, "p1")
        for server in (there, right, here):
            assert person.ask(server, CARDS).status == 200
        answer = form(there, "token", grant_type="refresh_token",
                      refresh_token=person.tokens["refresh_token"])
        assert answer.status == 200, answer.body
        person.tokens = answer.json
        assert person.ask(here, CARDS).status == 200

        # A code, and the confirmation.
        card = person.any_card(here)
        details = f"{CARDS}/{card}/details"
        confirmation = Confirmation(person, person.ask(there, details))
        assert is_now(confirmation.details["creationTime"]), confirmation.details
        sent = len(cluster.texts(person))
        answer = confirmation.send(here)
        assert answer.status in (200, 201), answer.body
        assert is_now(answer.json["creationTime"]), answer.body
        wait(lambda: len(cluster.texts(person)) > sent)
        answer = confirmation.submit(there, Confirmation.code(cluster.texts(person)[-1]))
        assert b"VERIFIED" in answer.body, answer.body
        answer = person.ask(here, details, SCA_Authorization=confirmation.header)
        assert answer.status == 200, answer.body

        # A card that is unlocked for five minutes.
        answer = person.set_status(here, card, "LOCKED")
        assert answer.status == 200 and is_now(answer.json["statusDate"]), answer.body
        answer = person.ask(here, f"{CARDS}/{card}/unlock", {"seconds": 300})
        assert answer.status in (200, 201), answer.body
        until = answer.json["unlockedUntil"]
        assert 0 < seconds(until) - now() <= 300, until
        for server in (there, right, here):
            found = person.ask(server, f"{CARDS}/{card}").json
            assert (found["status"], found["unlockedUntil"]) == ("ACTIVE", until), found

        # A key.
        key = {"Idempotency_Key": "clock-" + os.urandom(4).hex()}
        first, second = (person.ask(server, f"{CARDS}/{card}", {"alias": "Clock"}, "PATCH",
                                    If_Match="*", **key) for server in (here, there))
        assert first.status == 200 and first.body == second.body, second.body

        # News: what was missed, and not that anything may have happened.
        listener = Listener(person, here)
        assert person.set_status(here, card, "LOCKED").status == 200
        listener.wait_for(card)
        listener.close()
        assert person.set_status(here, card, "ACTIVE").status == 200
        back = Listener(person, there, listener.last)
        back.wait_for_cards([card])
        back.close()

    # Wrong passwords. By the clock of the server ahead, there would be more attempts.
    def wrong(server):
        return form(server, "token", grant_type="password", username="p1", password="wrong",
                    device_id="clock").status
    assert [wrong(behind) for _ in range(10)] == [400] * 10
    assert wrong(ahead) == wrong(behind) == 429
