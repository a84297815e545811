#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H

#include <sys/socket.h>
#include <microhttpd.h>

/// What the library refuses by itself, before or while it reads a request: what is not HTTP, or
/// too long. `status` is the one it means to answer with; may be changed. Returns the response to
/// send in place of the library's page of HTML, which stays the callee's; NULL: that page.
///
/// The library has no setting for it, but calls its own exported functions by name: refusing.c
/// defines two of them, too. Ordinary answers go by `cmhd_queue` and meet nothing of it.
typedef struct MHD_Response *_Nullable (*cmhd_error_callback)(
    struct MHD_Connection *_Nonnull connection, unsigned int *_Nonnull status);

/// Starts a daemon; NULL, with errno: it cannot.
struct MHD_Daemon *_Nullable cmhd_start(
    unsigned int flags, const struct sockaddr *_Nonnull address,
    MHD_AcceptPolicyCallback _Nonnull policy, MHD_AccessHandlerCallback _Nonnull handler,
    void *_Nullable context, struct MHD_OptionItem *_Nonnull options,
    cmhd_error_callback _Nonnull refusal);

/// Something came on `socket` that is no request, and its connection is closed with our words.
/// `context` is the thread's.
typedef void (*cmhd_early_close)(void *_Nonnull context, int socket);

/// What is sent where the library would close a connection without a word. The same for all daemons,
/// before the first one.
void cmhd_set_early_close_response(const char *_Nonnull words, cmhd_early_close _Nonnull callback);

/// Whose connections this thread has.
void cmhd_set_thread_context(void *_Nonnull context, int with_tls);

/// What came last on this thread is a request, or was refused.
void cmhd_request_recognized(void);

/// Called once for each request on `socket`, when its headers are there: whether they, and all that
/// came before, are HTTP/1.1 to the letter (RFC 9112). 0: nothing that comes is to be believed.
int cmhd_is_framing_valid(int socket);

/// How many threads a daemon has, each with its connections: accepting.c spreads them.
enum { CMHD_THREADS = 16 };

/// A connection began on `socket`, and ended, on the thread that has it.
void cmhd_came(int socket, int with_tls);
void cmhd_gone(void);

/// Whether the TLS handshake on `socket`, which is a connection's, has not come to its end.
int cmhd_in_handshake(int socket);

/// Queues an answer of ours.
enum MHD_Result cmhd_queue(
    struct MHD_Connection *_Nonnull connection, unsigned int status,
    struct MHD_Response *_Nonnull response);

// Variadic functions, which Swift does not import.
static inline int cmhd_port(struct MHD_Daemon *_Nonnull daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

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
