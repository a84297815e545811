"""Servers and databases that fail."""

import os
import signal
import subprocess
import time

from cases import alone, shared
from disk import Disk
from fixture import (CARDS, IS_LONG, NEW_CARD, Cluster, Listener, Person, call, form, is_running,
                     together, wait)
from history import Workload
from proxy import Proxy


@shared
def servers_that_are_killed_lose_nothing(cluster):
    kills = 20 if IS_LONG else 4
    load = Workload(cluster, cluster.servers, [Person(cluster.servers[0])])
    try:
        for number in range(kills):
            load.wait_for(50)
            place = number % len(cluster.servers)
            cluster.kill(place)
            cluster.servers[place] = cluster.start()
    finally:
        text = load.finish()
    # Control: something was disturbed.
    assert load.others
    return f"{text}, while servers were killed {kills} times"


@alone
def a_promoted_standby_has_all_that_was_acknowledged(walletd):
    """It takes over while clients work. Their streams go on, and are told that anything may have
    happened."""
    with Cluster(walletd, has_standby=True) as cluster:
        person = Person(cluster.servers[0])
        card = person.card(cluster.servers[0])
        listener = Listener(person, cluster.servers[1])
        other = Person(cluster.servers[2])
        load = Workload(cluster, cluster.servers, [person])
        try:
            load.wait_for(100)
            cluster.postgres[0].kill()
            # Until nothing is answered any more.
            wait(lambda: any(call(server, "/readyz").status == 503 for server in cluster.servers))
            before = load.done
            cluster.postgres[1].sql("SELECT pg_promote()")
            load.wait_for(100)
        finally:
            text = load.finish()
        listener.wait_for("cards{}")
        # What was ended while nobody was told is ended for all.
        assert form(cluster.servers[0], "revocation",
                    token=other.tokens["access_token"]).status == 204
        wait(lambda: all(other.ask(server, CARDS).status == 401 for server in cluster.servers))
        while not listener.arrived.empty():
            listener.arrived.get()
        # One of them is a change.
        answers = [person.set_status(cluster.servers[0], card, status).status
                   for status in ("LOCKED", "ACTIVE")]
        assert 200 in answers, answers
        listener.wait_for(card)
        return f"{text}, {before} of them before the standby took over"


@shared
def connections_that_were_ended_cost_no_answer(cluster):
    """As after a restart of the database: each server has some that are idle."""
    person = Person(cluster.servers[0])
    together(lambda number: person.ask(cluster.servers[number % 3], CARDS), 60)
    cluster.postgres[0].sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                            " WHERE application_name = 'walletd' AND state = 'idle'")
    time.sleep(0.2)
    answers = [person.ask(cluster.servers[number % 3], CARDS).status for number in range(90)]
    assert answers == [200] * 90, answers
    listener = Listener(person, cluster.servers[1])
    card = person.any_card(cluster.servers[0])
    assert person.set_status(cluster.servers[0], card, "LOCKED").status == 200
    listener.wait_for(card)
    assert person.set_status(cluster.servers[0], card, "ACTIVE").status == 200


@shared
def a_server_without_its_database_says_so(cluster):
    assert call(cluster.servers[0], "/readyz").status == 200
    cluster.postgres[0].signal(signal.SIGSTOP)
    try:
        wait(lambda: call(cluster.servers[0], "/readyz").status == 503)
        assert call(cluster.servers[0], "/healthz").status == 200
    finally:
        cluster.postgres[0].signal(signal.SIGCONT)
    wait(lambda: call(cluster.servers[0], "/readyz").status == 200)


@shared
def a_lost_answer_of_the_database_is_found_by_its_key(cluster):
    """The database commits, and walletd is not told."""
    person = Person(cluster.servers[0], "p1")
    proxy = Proxy(cluster.postgres[0])
    server = cluster.start(proxy.folder)
    try:
        def lose(**headers):
            """A request for a card whose answer is lost, and the cards that it has made."""
            before = {card["cardId"] for card in person.cards(server)}
            dropped = proxy.dropped
            proxy.drop_next()
            answer = person.ask(server, CARDS, NEW_CARD, **headers)
            assert proxy.dropped == dropped + 1
            assert (answer.status, answer.code) == (500, "WUI-DISK-UNKNOWN"), answer.body

            def made():
                cards = person.cards(cluster.servers[2])
                return {card["cardId"] for card in cards} - before
            return made

        key = {"Idempotency_Key": "lost-" + os.urandom(4).hex()}
        made = lose(**key)
        assert len(made()) == 1
        for one in (cluster.servers[1], server):
            again = person.ask(one, CARDS, NEW_CARD, **key)
            assert again.status == 201 and {again.json["cardId"]} == made(), again.body
        # Control: without the key, the repetition makes another one.
        made = lose()
        assert person.ask(cluster.servers[1], CARDS, NEW_CARD).status == 201
        assert len(made()) == 2
    finally:
        server.kill()
        server.wait()
        proxy.close()


def with_a_full_disk(walletd, folder, during):
    """Fills the disk with a folder of the database's data while clients work. `during` gets the
    cluster, the disk and the clients; afterwards the disk has space. walletd is not started again.
    """
    def mount(postgres):
        postgres.stop()
        postgres.disk = Disk(f"{postgres.folder}/data/{folder}")
        postgres.start()

    with Cluster(walletd, servers=2, prepare=mount) as cluster:
        disk = cluster.postgres[0].disk
        load = Workload(cluster, cluster.servers, [Person(cluster.servers[0])])
        try:
            load.wait_for(50)
            disk.fill()
            during(cluster, disk, load)
            load.wait_for(50)
        finally:
            text = load.finish()
        answers = {problem for problem in load.others if problem[0] != 409}
        return f"{text}; meanwhile {sorted(answers, key=str)}"


@alone
def a_full_disk_refuses_changes_and_nothing_else(walletd):
    def during(cluster, disk, load):
        wait(lambda: (503, "WUI-DISK-FULL") in load.others)
        # Without a change there is nothing to write.
        for server in cluster.servers:
            load.people[0].cards(server)
        disk.free()

    return with_a_full_disk(walletd, "base", during)


@alone
def a_full_disk_of_the_log_loses_nothing(walletd):
    """PostgreSQL ends itself then, and is started when there is space."""
    def during(cluster, disk, load):
        postgres = cluster.postgres[0]
        main = postgres.main
        while is_running(main):
            try:
                # Goes on to the next file, so that not all of this one has to be written.
                postgres.sql("SELECT pg_switch_wal() FROM pg_create_restore_point('test')",
                             stderr=subprocess.DEVNULL)
            except subprocess.CalledProcessError:
                time.sleep(0.1)
        wait(lambda: all(call(one, "/readyz").status == 503 for one in cluster.servers))
        for server in cluster.servers:
            answer = load.people[0].ask(server, CARDS)
            assert (answer.status, answer.code) == (503, "1007"), answer.body
        disk.free()
        postgres.start()

    return with_a_full_disk(walletd, "pg_wal", during)
