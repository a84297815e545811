#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H

#include <sys/socket.h>
#include <microhttpd.h>

/// Called when the library itself refuses something, before or while it reads a request: input that
/// is not HTTP, or too long. `status` is the library's status and may be changed. Returns the
/// response that replaces the library's HTML page and still belongs to the callee; NULL: that page.
///
/// The library has no setting for this, but calls its own exported functions by name.
/// error_responses.c defines two of them. Our own responses use `cmhd_queue` and are not affected.
typedef struct MHD_Response *_Nullable (*cmhd_error_callback)(
    struct MHD_Connection *_Nonnull connection, unsigned int *_Nonnull status);

/// Starts a daemon without a listening socket. Connections are passed to it with
/// `MHD_add_connection`. NULL, with errno, if it cannot be started.
struct MHD_Daemon *_Nullable cmhd_start(
    unsigned int flags, MHD_AccessHandlerCallback _Nonnull handler,
    void *_Nullable context, struct MHD_OptionItem *_Nonnull options,
    cmhd_error_callback _Nonnull refusal);

/// Called when a connection on `socket` is closed because its bytes are not a request, after the
/// early-close response was sent. `context` is that of the thread.
typedef void (*cmhd_early_close)(void *_Nonnull context, int socket);

/// Sets the response that is sent where the library would close a connection without one. To be
/// called before the first daemon is started. It is the same for all daemons.
void cmhd_set_early_close_response(const char *_Nonnull words, cmhd_early_close _Nonnull callback);

/// Sets the context of the calling thread, which serves connections of a daemon.
void cmhd_set_thread_context(void *_Nonnull context, int with_tls);

/// To be called when the bytes that this thread has read last are a request, or were refused.
void cmhd_request_recognized(void);

/// To be called once for each request on `socket`, after its headers. Returns whether it and all
/// requests before it strictly follow RFC 9112. 0: nothing that follows may be accepted.
int cmhd_is_framing_valid(int socket);

enum {
  /// Threads of a server. Each belongs to a daemon of its own.
  CMHD_THREADS = 16,
  /// Numbers of sockets are below this. The kernel gives the lowest that is free.
  CMHD_SOCKETS = 65536,
};

/// Accepts a connection as a non-blocking socket; -1, with errno: there is none. Swift does not import
/// `accept4`.
int cmhd_accept(int listener, struct sockaddr *_Nonnull address, socklen_t *_Nonnull length);

/// To be called after `socket` was accepted, before the daemon gets it.
void cmhd_prepare(int socket, int with_tls);

/// To be called on the connection's thread when the daemon has begun a TLS connection.
void cmhd_watch_handshake(struct MHD_Connection *_Nonnull connection);

/// Whether the TLS handshake of the connection on `socket` is not complete.
int cmhd_in_handshake(int socket);

/// Queues one of our own responses.
enum MHD_Result cmhd_queue(
    struct MHD_Connection *_Nonnull connection, unsigned int status,
    struct MHD_Response *_Nonnull response);

// Variadic functions, which Swift does not import.
static inline int cmhd_socket(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

static inline void *_Nullable cmhd_connection_context(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

// A cast, which Swift does not import.
static inline ssize_t cmhd_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }

static inline uint64_t cmhd_unknown_size(void) { return MHD_SIZE_UNKNOWN; }

/// The status that was queued; 0: none.
static inline unsigned int cmhd_status(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_HTTP_STATUS);
  return info ? info->http_status : 0;
}

#endif
