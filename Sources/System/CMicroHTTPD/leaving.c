#define _GNU_SOURCE
#include "cmicrohttpd.h"
#include "connections.h"
#include "next.h"

#include <string.h>
#include <sys/socket.h>

// A first line with nothing before its first space, or without a space, is no request to the library,
// which closes the connection without a word. It reads and closes in one go, on the thread that has
// the connection: so it closes for what was heard last, unless that was understood, or was the end.
static _Thread_local void *context_of_thread;
static _Thread_local int has_tls;
static _Thread_local int heard_socket = -1;
static _Thread_local void *heard_session;
// Set before the first daemon has threads, always to the same.
static _Atomic(const char *) words_of_ours;
static _Atomic(cmhd_farewell) farewell_of_ours;

void cmhd_take_leave(const char *words, cmhd_farewell farewell) {
  if (!atomic_load(&words_of_ours)) atomic_store(&words_of_ours, strdup(words));
  atomic_store(&farewell_of_ours, farewell);
}

void cmhd_serve(void *context, int with_tls) {
  context_of_thread = context;
  has_tls = with_tls;
}

void cmhd_understood(void) {
  heard_socket = -1;
  heard_session = NULL;
}

static const char *last_words(int socket) {
  cmhd_understood();
  atomic_load(&farewell_of_ours)(context_of_thread, socket);
  const char *words = atomic_load(&words_of_ours);
  return words ? words : "";
}

ssize_t recv(int socket, void *bytes, size_t size, int flags) {
  NEXT(recv)
  ssize_t count = next(socket, bytes, size, flags);
  if (context_of_thread && !has_tls) {
    heard_socket = count > 0 ? socket : -1;
    if (count > 0) framing_read(&cmhd_connection(socket)->framing, bytes, (size_t)count);
  }
  return count;
}

int shutdown(int socket, int how) {
  NEXT(shutdown)
  // In both directions it is the server that ends: it drains, or was waiting too long.
  if (how != SHUT_WR) cmhd_understood();
  if (socket >= 0 && socket == heard_socket) {
    const char *words = last_words(socket);
    send(socket, words, strlen(words), MSG_NOSIGNAL | MSG_DONTWAIT);
  }
  return next(socket, how);
}

// With TLS the library reads and closes by GnuTLS, which it brings along.

// Not by its header, which this library does not include either.
int gnutls_transport_get_int(void *session);
ssize_t gnutls_record_send(void *session, const void *bytes, size_t size);

ssize_t gnutls_record_recv(void *session, void *bytes, size_t size) {
  NEXT(gnutls_record_recv)
  ssize_t count = next(session, bytes, size);
  if (context_of_thread) {
    heard_session = count > 0 ? session : NULL;
    struct connection *connection = cmhd_connection(gnutls_transport_get_int(session));
    if (count > 0) framing_read(&connection->framing, bytes, (size_t)count);
  }
  return count;
}

int gnutls_bye(void *session, int how) {
  NEXT(gnutls_bye)
  if (session && session == heard_session) {
    const char *words = last_words(gnutls_transport_get_int(session));
    gnutls_record_send(session, words, strlen(words));
  }
  return next(session, how);
}
