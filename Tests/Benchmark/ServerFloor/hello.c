// A server that answers every request with the same bytes. Its threads, flags and limits are those
// of walletd (`Daemon.swift`). With a file, each request first commits a row.
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "floor.h"

static char *body;
static size_t size;
static int commits_rows;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *count, void **handle) {
  static int seen;
  if (!*handle) {
    *handle = &seen;
    return MHD_YES;
  }
  if (*count) {
    *count = 0;
    return MHD_YES;
  }
  if (commits_rows) {
    static long changes;
    pthread_mutex_lock(&turn);
    commit_row(changes++);
    pthread_mutex_unlock(&turn);
  }
  struct MHD_Response *response =
      MHD_create_response_from_buffer(size, body, MHD_RESPMEM_PERSISTENT);
  MHD_add_response_header(response, "Content-Type", "application/json");
  enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
  MHD_destroy_response(response);
  return result;
}

int hello(int argc, char **argv) {
  size = (size_t)atoi(argv[0]);
  commits_rows = argc == 3;
  if (commits_rows) open_rows(argv[1], atoi(argv[2]));
  body = malloc(size + 1);
  if (!body) give_up("malloc");
  memset(body, 'x', size);
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, answer, NULL,
      MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_THREAD_POOL_SIZE, 16u,
      MHD_OPTION_CONNECTION_LIMIT, 1024u, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)16 * 1024,
      MHD_OPTION_CONNECTION_TIMEOUT, 10u, MHD_OPTION_END);
  if (!daemon) give_up("listen");
  printf("listening on http://127.0.0.1:%d\n",
         MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
  fflush(stdout);
  pause();
  return 0;
}
