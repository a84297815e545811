// The state of each connection, by its socket.
#ifndef CONNECTIONS_H
#define CONNECTIONS_H

#include "framing.h"

#include <stdatomic.h>

// Used by the connection's thread.
struct connection {
  // Also read by other threads.
  _Atomic(int) in_handshake;
  struct framing framing;
};

struct connection *cmhd_connection(int socket);

#endif
