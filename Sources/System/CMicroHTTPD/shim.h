#include <sys/socket.h>
#include <microhttpd.h>

// Variadic functions, which Swift does not import.
static inline struct MHD_Daemon *_Nullable cmhd_start(
    unsigned int flags, const struct sockaddr *_Nonnull address,
    MHD_AccessHandlerCallback _Nonnull handler, void *_Nullable context,
    struct MHD_OptionItem *_Nonnull options) {
  return MHD_start_daemon(flags, 0, NULL, NULL, handler, context, MHD_OPTION_SOCK_ADDR, address,
                          MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

static inline int cmhd_port(struct MHD_Daemon *_Nonnull daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

static inline unsigned int cmhd_connections(struct MHD_Daemon *_Nonnull daemon) {
  const union MHD_DaemonInfo *info =
      MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
  return info ? info->num_connections : 0;
}

static inline int cmhd_socket(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

static inline void *_Nullable cmhd_visit(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

// A closed connection, as an error: MHD_CONTENT_READER_END_WITH_ERROR is a cast.
static inline ssize_t cmhd_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }

static inline uint64_t cmhd_unknown_size(void) { return MHD_SIZE_UNKNOWN; }
