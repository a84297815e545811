#define _GNU_SOURCE
#include "connections.h"
#include "cmicrohttpd.h"
#include "next.h"

static struct connection connections[MOST_SOCKETS];

struct connection *cmhd_connection(int socket) { return &connections[socket]; }

int cmhd_in_handshake(int socket) { return atomic_load(&cmhd_connection(socket)->in_handshake); }

// The library does not tell when a handshake has come to its end.
int gnutls_transport_get_int(void *session);

int gnutls_handshake(void *session) {
  NEXT(gnutls_handshake)
  int result = next(session);
  int socket = result == 0 ? gnutls_transport_get_int(session) : -1;
  if (socket >= 0 && socket < MOST_SOCKETS) {
    atomic_store(&cmhd_connection(socket)->in_handshake, 0);
  }
  return result;
}
