#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <sys/socket.h>

// The library's threads all wait for connections, and the first to wake takes ten at a time: of 64
// that come at once one thread may get 20, which then wait for each other, since a change holds its
// thread until it is on the disk. So a thread takes one, and is told that there is no other; the
// rest wakes the other threads, too.
typedef int (*accept_function)(int, struct sockaddr *, socklen_t *, int);

int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags) {
  static _Atomic(accept_function) library_accept;
  static _Thread_local int has_taken;
  if (has_taken) {
    has_taken = 0;
    errno = EAGAIN;
    return -1;
  }
  accept_function next = atomic_load_explicit(&library_accept, memory_order_relaxed);
  if (!next) {
    next = (accept_function)dlsym(RTLD_NEXT, "accept4");
    atomic_store_explicit(&library_accept, next, memory_order_relaxed);
  }
  int socket = next(listener, address, length, flags);
  has_taken = socket >= 0;
  return socket;
}
