#define _GNU_SOURCE
#include "cmicrohttpd.h"

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <stdatomic.h>

// The library's threads all wait for connections, and the first to wake takes all that it can: of 64
// that come at once one thread may get 40, which then wait for each other, since a change holds its
// thread until it is on the disk. So a thread that has more than its share is told that there is
// nobody. The others are awake by then, too; should they all be busy, it takes the connection after
// some tries.
enum { MOST_TRIES = 100 };

static _Atomic(int) all;
static _Thread_local int mine;

void cmhd_came(void) {
  mine++;
  atomic_fetch_add_explicit(&all, 1, memory_order_relaxed);
}

void cmhd_gone(void) {
  mine--;
  atomic_fetch_sub_explicit(&all, 1, memory_order_relaxed);
}

typedef int (*accept_function)(int, struct sockaddr *, socklen_t *, int);

// Called by the library.
int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags) {
  static _Atomic(accept_function) library_accept;
  static _Thread_local int tries;
  int share = atomic_load_explicit(&all, memory_order_relaxed) / CMHD_THREADS;
  if (mine > share && tries < MOST_TRIES) {
    tries++;
    sched_yield();
    errno = EAGAIN;
    return -1;
  }
  tries = 0;
  accept_function next = atomic_load_explicit(&library_accept, memory_order_relaxed);
  if (!next) {
    next = (accept_function)dlsym(RTLD_NEXT, "accept4");
    atomic_store_explicit(&library_accept, next, memory_order_relaxed);
  }
  return next(listener, address, length, flags);
}
