#include <errno.h>
#include <poll.h>
#include <time.h>

#include "cpostgres.h"
#include "library.h"

// Notices of the server, which libpq would write to the standard error.
static void drop_notice(void *context, const char *message) {
  (void)context;
  (void)message;
}

cpg_connection *cpg_connect(const char *const *names, const char *const *values) {
  PGconn *connection = pq.PQconnectdbParams(names, values, 1);
  if (!connection || pq.PQstatus(connection) != CONNECTION_OK) return connection;
  pq.PQsetNoticeProcessor(connection, drop_notice, NULL);
  // With a full socket a command waits in memory, and results are read meanwhile: otherwise both
  // sides could wait for each other to read.
  if (pq.PQsetnonblocking(connection, 1) != 0 || pq.PQenterPipelineMode(connection) != 1) {
    pq.PQfinish(connection);
    return NULL;
  }
  return connection;
}

void cpg_close(cpg_connection *connection) { pq.PQfinish(connection); }

int cpg_is_open(cpg_connection *connection) {
  if (pq.PQstatus(connection) != CONNECTION_OK) return 0;
  // The server's last words come before the end.
  for (int reads = 0; reads < 4; reads++) {
    struct pollfd socket = {.fd = pq.PQsocket(connection), .events = POLLIN};
    if (poll(&socket, 1, 0) <= 0) return 1;
    if (socket.revents & (POLLHUP | POLLERR)) return 0;
    if (pq.PQconsumeInput(connection) != 1) return 0;
    if (pq.PQstatus(connection) != CONNECTION_OK) return 0;
  }
  return 1;
}

const char *cpg_message(cpg_connection *connection) { return pq.PQerrorMessage(connection); }

int cpg_prepare(cpg_connection *connection, const char *name, const char *sql) {
  return pq.PQsendPrepare(connection, name, sql, 0, NULL) == 1 ? 0 : -1;
}

int cpg_run(
    cpg_connection *connection, const char *name, int count, const char *const *values,
    const int *lengths) {
  enum { most = 16 };
  static const int binary[most] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  if (count > most) return -1;
  return pq.PQsendQueryPrepared(connection, name, count, values, lengths, binary, 1) == 1 ? 0 : -1;
}

int cpg_sync(cpg_connection *connection) { return pq.PQpipelineSync(connection) == 1 ? 0 : -1; }

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Waits for the socket until `end`. Returns -1 if the connection is broken, 0 if the time has
// passed.
static int wait_socket(PGconn *connection, int64_t end) {
  int unsent = pq.PQflush(connection);
  if (unsent < 0) return -1;
  struct pollfd socket = {
      .fd = pq.PQsocket(connection), .events = POLLIN | (unsent ? POLLOUT : 0)};
  if (socket.fd < 0) return -1;
  int64_t left = end - now_ms();
  int ready = poll(&socket, 1, left > 0 ? (int)left : 0);
  if (ready < 0) return errno == EINTR ? 1 : -1;
  if (ready == 0) return 0;
  if (socket.revents & ~POLLOUT && pq.PQconsumeInput(connection) != 1) return -1;
  return 1;
}

cpg_result *cpg_next(cpg_connection *connection, int milliseconds) {
  int64_t end = now_ms() + milliseconds;
  // The results of a command end with NULL.
  for (int ends = 0; ends < 2;) {
    while (pq.PQisBusy(connection)) {
      if (wait_socket(connection, end) <= 0) return NULL;
    }
    PGresult *result = pq.PQgetResult(connection);
    if (result) return result;
    if (pq.PQstatus(connection) != CONNECTION_OK) return NULL;
    ends++;
  }
  return NULL;
}

enum cpg_kind cpg_kind(const cpg_result *result) {
  switch (pq.PQresultStatus(result)) {
    case PGRES_COMMAND_OK: return CPG_DONE;
    case PGRES_TUPLES_OK: return CPG_ROWS;
    case PGRES_PIPELINE_SYNC: return CPG_SYNC;
    case PGRES_PIPELINE_ABORTED: return CPG_SKIPPED;
    default: return CPG_FAILED;
  }
}

const char *cpg_state(const cpg_result *result) {
  const char *state = pq.PQresultErrorField(result, PG_DIAG_SQLSTATE);
  return state ? state : "";
}

int cpg_rows(const cpg_result *result) { return pq.PQntuples(result); }

const void *cpg_value(const cpg_result *result, int row, int column, int *length) {
  *length = pq.PQgetlength(result, row, column);
  return pq.PQgetisnull(result, row, column) ? NULL : pq.PQgetvalue(result, row, column);
}

void cpg_clear(cpg_result *result) { pq.PQclear(result); }

cpg_result *cpg_execute(cpg_connection *connection, const char *sql, int milliseconds) {
  if (pq.PQexitPipelineMode(connection) != 1) return NULL;
  if (pq.PQsendQuery(connection, sql) != 1) return NULL;
  int64_t end = now_ms() + milliseconds;
  PGresult *last = NULL;
  for (;;) {
    while (pq.PQisBusy(connection)) {
      if (wait_socket(connection, end) > 0) continue;
      if (last) pq.PQclear(last);
      return NULL;
    }
    PGresult *result = pq.PQgetResult(connection);
    if (!result) break;
    // The first error ends the others.
    if (last) pq.PQclear(last);
    last = result;
  }
  if (pq.PQenterPipelineMode(connection) != 1) {
    if (last) pq.PQclear(last);
    return NULL;
  }
  return last;
}

int cpg_wait_notified(cpg_connection *connection, int milliseconds) {
  int64_t end = now_ms() + milliseconds;
  for (;;) {
    int found = 0;
    for (PGnotify *notice; (notice = pq.PQnotifies(connection)); found = 1) pq.PQfreemem(notice);
    if (found) return 1;
    int ready = wait_socket(connection, end);
    if (ready <= 0) return ready;
  }
}
