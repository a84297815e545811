// What is known of each connection, by its socket.
#ifndef CONNECTIONS_H
#define CONNECTIONS_H

#include "framing.h"

#include <stdatomic.h>

// Sockets have small numbers; none above is taken.
enum { MOST_SOCKETS = 65536 };

// Used by the thread that has the connection.
struct connection {
  // Looked at by others, too.
  _Atomic(int) in_handshake;
  struct framing framing;
};

struct connection *cmhd_connection(int socket);

#endif
