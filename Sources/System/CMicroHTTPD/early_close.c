#define _GNU_SOURCE
#include "cmicrohttpd.h"
#include "connections.h"
#include "next.h"

#include <string.h>
#include <sys/socket.h>

// The library closes a connection without a response if the first line has no space, or nothing
// before its first space. It reads and closes in one step on the connection's thread. So it closes
// because of the bytes that were read last, unless these were recognised as a request or were the
// end of the stream.
static _Thread_local void *context_of_thread;
static _Thread_local int has_tls;
static _Thread_local int last_read_socket = -1;
static _Thread_local void *last_read_session;
// Set before the first daemon has threads, always to the same value.
static _Atomic(const char *) early_close_response;
static _Atomic(cmhd_early_close) early_close_callback;

void cmhd_set_early_close_response(const char *words, cmhd_early_close callback) {
  if (!atomic_load(&early_close_response)) atomic_store(&early_close_response, strdup(words));
  atomic_store(&early_close_callback, callback);
}

void cmhd_set_thread_context(void *context, int with_tls) {
  context_of_thread = context;
  has_tls = with_tls;
}

void cmhd_request_recognized(void) {
  last_read_socket = -1;
  last_read_session = NULL;
}

static const char *begin_early_close(int socket) {
  cmhd_request_recognized();
  atomic_load(&early_close_callback)(context_of_thread, socket);
  const char *words = atomic_load(&early_close_response);
  return words ? words : "";
}

ssize_t recv(int socket, void *bytes, size_t size, int flags) {
  NEXT(recv)
  ssize_t count = next(socket, bytes, size, flags);
  if (context_of_thread && !has_tls) {
    last_read_socket = count > 0 ? socket : -1;
    if (count > 0) framing_read(&cmhd_connection(socket)->framing, bytes, (size_t)count);
  }
  return count;
}

int shutdown(int socket, int how) {
  NEXT(shutdown)
  // Shutting down both directions is done by the server itself: it ends, or a time limit has
  // passed.
  if (how != SHUT_WR) cmhd_request_recognized();
  if (socket >= 0 && socket == last_read_socket) {
    const char *words = begin_early_close(socket);
    send(socket, words, strlen(words), MSG_NOSIGNAL | MSG_DONTWAIT);
  }
  return next(socket, how);
}

// With TLS the library reads and closes with GnuTLS, which it is linked with.

// Declared here because libmicrohttpd's header does not include that of GnuTLS.
int gnutls_transport_get_int(void *session);
ssize_t gnutls_record_send(void *session, const void *bytes, size_t size);

ssize_t gnutls_record_recv(void *session, void *bytes, size_t size) {
  NEXT(gnutls_record_recv)
  ssize_t count = next(session, bytes, size);
  if (context_of_thread) {
    last_read_session = count > 0 ? session : NULL;
    struct connection *connection = cmhd_connection(gnutls_transport_get_int(session));
    if (count > 0) framing_read(&connection->framing, bytes, (size_t)count);
  }
  return count;
}

int gnutls_bye(void *session, int how) {
  NEXT(gnutls_bye)
  if (session && session == last_read_session) {
    const char *words = begin_early_close(gnutls_transport_get_int(session));
    gnutls_record_send(session, words, strlen(words));
  }
  return next(session, how);
}
