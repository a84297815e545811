"""Several servers behind HAProxy."""

import re
import signal
import time

from cases import shared
from fixture import IS_LONG, LIMIT, Listener, Person, call, metrics, wait
from history import UNKNOWN, Workload


def served_by(log):
    """The servers that have answered something, by HAProxy's log."""
    return set(re.findall(r" ms (walletd\d) ", log))


def errors(load):
    """What clients were told instead of an answer. 409: it was not possible for this card."""
    return [problem for problem in load.others if problem[0] != 409]


def all_wait(load):
    """Waits until no client gets an answer any more. Returns the numbers of their calls."""
    waiting = None
    while not waiting or load.waiting != waiting:
        waiting = load.waiting
        time.sleep(0.2)
    return waiting


@shared
def a_killed_server_behind_haproxy_loses_nothing(cluster):
    with cluster.front() as front:
        load = Workload(cluster, [front], [Person(front)])
        try:
            load.wait_for(100)
            assert served_by(front.text()) == {"walletd1", "walletd2", "walletd3"}
            cluster.servers[0].send_signal(signal.SIGSTOP)
            all_wait(load)
            cluster.kill(0)
            load.wait_for(100)
            wait(lambda: "Server walletd/walletd1 is DOWN" in front.text())
        finally:
            text = load.finish()
            cluster.servers[0] = cluster.start()
    # Control: the server had requests.
    assert errors(load), load.others
    return f"{text}: {sorted(set(errors(load)), key=str)}"


@shared
def a_server_that_is_stopped_behind_haproxy_answers_what_was_asked(cluster):
    """SIGTERM, while the server has requests that wait for the database."""
    stopped = cluster.servers[1]
    with cluster.front() as front:
        load = Workload(cluster, [front], [Person(front)])
        try:
            load.wait_for(100)
            assert "walletd2" in served_by(front.text())
            with cluster.postgres[0].locked("customer"):
                waiting = all_wait(load)
                stopped.send_signal(signal.SIGTERM)
                wait(lambda: is_refused(stopped))
                assert stopped.poll() is None, "it did not wait for its requests"
            status = stopped.wait()
            load.wait_for(100)
        finally:
            text = load.finish()
            cluster.servers[1] = cluster.start()
    assert status == 0, status
    without = [call for call in load.calls if call.began in waiting and call.outcome == UNKNOWN]
    assert not without, without
    # What had not reached it may be without an answer: docs/cluster.md, Stopping one server.
    return f"{text}: {errors(load)}"


@shared
def servers_that_drain_behind_haproxy_cost_no_answer(cluster):
    """They are stopped while clients work. Before that they stand still, so that connections wait
    to be accepted, and requests wait in connections that are kept."""
    def stop(drain):
        """Stops two of three servers. Returns what clients were told instead of an answer."""
        servers = []
        try:
            for _ in range(2):
                servers.append(cluster.start(drain=drain))
            with cluster.front([cluster.servers[0], *servers]) as front:
                load = Workload(cluster, [front], [Person(front)])
                try:
                    for server in servers:
                        load.wait_for(50)
                        server.send_signal(signal.SIGSTOP)
                        all_wait(load)
                        server.send_signal(signal.SIGTERM)
                        server.send_signal(signal.SIGCONT)
                        status = server.wait()
                        assert status == 0, status
                    load.wait_for(50)
                finally:
                    load.finish()
            return errors(load)
        finally:
            for server in servers:
                server.kill()
                server.wait()

    rounds = 20 if IS_LONG else 2
    for _ in range(rounds):
        # HAProxy needs two checks. Each has a second, and begins a second after the one before.
        missing = stop(drain=5)
        assert not missing, missing
    lost = []
    # Control: without the time to drain, answers are lost. 503 is one: HAProxy has found no server.
    wait(lambda: lost.extend(one for one in stop(drain=0) if one[0] != 503) or lost)
    return f"{2 * rounds} stops without a missing answer; without --drain {set(lost)}"


def is_refused(server):
    try:
        call(server, "/healthz")
        return False
    except OSError as error:
        # Otherwise it was accepted before.
        return isinstance(error, ConnectionRefusedError)


@shared
def a_server_that_stands_still_is_taken_out(cluster):
    """A client waits for it once, up to the own deadline, which is that of walletui."""
    with cluster.front() as front:
        load = Workload(cluster, [front], [Person(front)], deadline=12)
        still = cluster.servers[2]
        try:
            load.wait_for(100)
            still.send_signal(signal.SIGSTOP)
            waiting = all_wait(load)
            wait(lambda: "Server walletd/walletd3 is DOWN" in front.text())
            wait(lambda: not waiting & load.waiting)
            load.wait_for(100)
            still.send_signal(signal.SIGCONT)
            wait(lambda: "Server walletd/walletd3 is UP" in front.text())
            load.wait_for(100)
        finally:
            still.send_signal(signal.SIGCONT)
            text = load.finish()
    late = [problem for problem in errors(load) if problem[0] == "TimeoutError"]
    assert len(late) <= len(load.threads), errors(load)
    # Control: somebody has waited for it.
    assert late, errors(load)
    # It may hold the lock of the customer.
    others = set(errors(load)) - set(late)
    assert others <= {(503, "WUI-VAULT-BUSY")}, others
    return f"{text}: {len(late)} timed out, {sorted(others)}"


@shared
def a_stream_behind_haproxy_goes_on_at_another_server(cluster):
    person = Person(cluster.servers[0], "p0")
    cards = person.any_cards(cluster.servers[0], 2)

    def streams(server):
        return metrics(server)["walletd_listeners"]

    with cluster.front() as front:
        # Others may have left some.
        before = [streams(server) for server in cluster.servers]
        listener = Listener(person, front)
        first, = [place for place, server in enumerate(cluster.servers)
                  if streams(server) > before[place]]
        assert person.set_status(front, cards[0], "LOCKED").status == 200
        listener.wait_for(cards[0])
        cluster.kill(first)
        try:
            listener.thread.join(LIMIT)
            assert not listener.thread.is_alive(), "the stream did not end"
            # What happens while nobody listens.
            others = [place for place in range(3) if place != first]
            assert person.set_status(cluster.servers[others[0]], cards[0], "ACTIVE").status == 200
            assert person.set_status(cluster.servers[others[1]], cards[1], "LOCKED").status == 200
            back = Listener(person, front, listener.last)
            back.wait_for_cards(cards)
            back.close()
        finally:
            cluster.servers[first] = cluster.start()
