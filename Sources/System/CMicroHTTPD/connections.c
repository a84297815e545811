#define _GNU_SOURCE
#include "connections.h"
#include "cmicrohttpd.h"

#include <gnutls/gnutls.h>

static struct connection connections[CMHD_SOCKETS];

struct connection *cmhd_connection(int socket) { return &connections[socket]; }

int cmhd_accept(int listener, struct sockaddr *address, socklen_t *length) {
  return accept4(listener, address, length, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

void cmhd_prepare(int socket, int with_tls) {
  struct connection *connection = cmhd_connection(socket);
  connection->framing = (struct framing){0};
  atomic_store(&connection->in_handshake, with_tls);
}

int cmhd_in_handshake(int socket) { return atomic_load(&cmhd_connection(socket)->in_handshake); }

// Called for Finished messages in both directions. The incoming one is the client's.
static int on_finished(gnutls_session_t session, unsigned type, unsigned when, unsigned incoming,
                       const gnutls_datum_t *message) {
  (void)type, (void)when, (void)message;
  int socket = gnutls_transport_get_int(session);
  if (incoming && socket >= 0 && socket < CMHD_SOCKETS)
    atomic_store(&cmhd_connection(socket)->in_handshake, 0);
  return 0;
}

void cmhd_watch_handshake(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  if (info && info->tls_session)
    gnutls_handshake_set_hook_function(info->tls_session, GNUTLS_HANDSHAKE_FINISHED,
                                       GNUTLS_HOOK_POST, on_finished);
}
