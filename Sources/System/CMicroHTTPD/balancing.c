#define _GNU_SOURCE
#include "cmicrohttpd.h"
#include "connections.h"
#include "next.h"

#include <errno.h>
#include <sched.h>
#include <unistd.h>

// The library's threads all wait for connections, and the first to wake takes all that it can: of 64
// that come at once one thread may get 40, which then wait for each other, since a change holds its
// thread until it is on the disk. So a thread that has more than its share is told that there is
// nobody. The others are awake by then, too; should they all be busy, it takes the connection after
// some tries.
enum { MOST_TRIES = 100 };

static _Atomic(int) all;
static _Thread_local int mine;

void cmhd_came(int socket, int with_tls) {
  struct connection *connection = cmhd_connection(socket);
  connection->in_handshake = with_tls;
  connection->framing = (struct framing){0};
  mine++;
  atomic_fetch_add_explicit(&all, 1, memory_order_relaxed);
}

void cmhd_gone(void) {
  mine--;
  atomic_fetch_sub_explicit(&all, 1, memory_order_relaxed);
}

int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags) {
  NEXT(accept4)
  static _Thread_local int tries;
  int share = atomic_load_explicit(&all, memory_order_relaxed) / CMHD_THREADS;
  if (mine > share && tries < MOST_TRIES) {
    tries++;
    sched_yield();
    errno = EAGAIN;
    return -1;
  }
  tries = 0;
  int socket = next(listener, address, length, flags);
  if (socket < MOST_SOCKETS) return socket;
  close(socket);
  errno = EMFILE;
  return -1;
}
