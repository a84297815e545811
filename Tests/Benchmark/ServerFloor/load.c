// A load for an HTTP server on loopback that is not the bottleneck itself: two threads, each with one
// epoll for its connections. Requests consist of prepared parts. Answers end after Content-Length.
//
// Standard input: a bearer token (or -) on the first line, then one request on each line. The
// connections take them in turn: `GET /path`, or `PATCH /path VERSION STATUS`, which locks and unlocks
// a card with the version of the last answer and a new key each time, or `POST /path BODY`, with a new
// key as well. `AS TOKEN PORT` is about the requests after it: another person, or another server. The
// port of a connection's first request counts.
//
// With a RATE each request has a fixed time, whether or not the server is ready. Delays are measured
// from that time.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "floor.h"

enum { THREADS = 2, LONGEST = 1 << 20, KEPT = 1 << 22 };

struct request {
  char *path;
  // For a PATCH; 0: another method.
  long version;
  // For a POST; NULL: another method.
  char *body;
  int is_locked;
  const char *token;
  int port;
};

struct connection {
  int socket;
  // This connection sends each `connections`-th request.
  int next;
  struct request *sent;
  int64_t due;
  int64_t asked;
  char *answer;
  size_t got;
  size_t wanted;
  int is_busy;
};

struct worker {
  pthread_t thread;
  int first;
  long answers, errors;
  int status;
  uint32_t *delays;
  long delay_count;
};

static int port, connections;
static double rate;
static int64_t start, end;
static struct request *requests;
static int request_count;
static long run_id;

static void read_requests(void) {
  static char line[4096];
  char token[256];
  if (!fgets(token, sizeof token, stdin)) give_up("no token");
  token[strcspn(token, "\n")] = 0;
  const char *person = strdup(token);
  int its_port = port;
  while (fgets(line, sizeof line, stdin)) {
    char method[8], path[4000], status[16] = "";
    long version = 0;
    int rest = 0;
    if (sscanf(line, "AS %255s %d", token, &its_port) == 2) {
      person = strdup(token);
      continue;
    }
    if (sscanf(line, "%7s %3999s %n", method, path, &rest) < 2) continue;
    int posts = !strcmp(method, "POST");
    if (!posts) sscanf(line + rest, "%ld %15s", &version, status);
    line[strcspn(line, "\n")] = 0;
    requests = realloc(requests, (size_t)(request_count + 1) * sizeof *requests);
    if (!requests) give_up("realloc");
    requests[request_count++] = (struct request){
        strdup(path), version, posts ? strdup(line + rest) : NULL, !strcmp(status, "LOCKED"), person,
        its_port};
  }
  if (request_count == 0) give_up("no requests");
}

static void connect_to_server(struct connection *connection, int poll) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)requests[connection->next % request_count].port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  connection->socket = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(connection->socket, (struct sockaddr *)&address, sizeof address)) give_up("connect");
  int yes = 1;
  setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
  epoll_ctl(poll, EPOLL_CTL_ADD, connection->socket, &event);
}

static void ask(struct connection *connection, int number, int64_t now) {
  char text[4096], more[512] = "", body[1024] = "";
  struct request *request = &requests[connection->next];
  connection->next += connections;
  if (connection->next >= request_count) connection->next = number % request_count;
  static __thread long key;
  char match[64] = "";
  if (request->version) {
    snprintf(body, sizeof body, "{\"status\":\"%s\",\"statusReason\":\"Benchmark\"}",
             request->is_locked ? "ACTIVE" : "LOCKED");
    snprintf(match, sizeof match, "If-Match: \"%ld\"\r\n", request->version);
  } else if (request->body) {
    snprintf(body, sizeof body, "%s", request->body);
  }
  if (body[0])
    snprintf(more, sizeof more,
             "%sIdempotency-Key: %lx-%d-%ld\r\n"
             "Content-Type: application/json\r\nContent-Length: %zu\r\n",
             match, run_id, number, key++, strlen(body));
  int length = snprintf(text, sizeof text,
                        "%s %s HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n"
                        "Authorization: Bearer %s\r\n%s\r\n%s",
                        request->body ? "POST" : request->version ? "PATCH" : "GET",
                        request->path, request->token, more, body);
  connection->sent = request;
  connection->asked = rate > 0 ? connection->due : now;
  connection->got = connection->wanted = 0;
  connection->is_busy = 1;
  if (send(connection->socket, text, (size_t)length, 0) != length) give_up("send");
}

static const char *field(const char *head, const char *name) {
  const char *found = strcasestr(head, name);
  return found ? found + strlen(name) : NULL;
}

// Whether the whole answer has arrived.
static int receive(struct connection *connection, struct worker *worker) {
  ssize_t count = recv(connection->socket, connection->answer + connection->got,
                       LONGEST - connection->got - 1, MSG_DONTWAIT);
  if (count < 0 && errno == EAGAIN) return 0;
  if (count <= 0) give_up("the server closed a connection");
  connection->got += (size_t)count;
  connection->answer[connection->got] = 0;
  if (!connection->wanted) {
    char *body = strstr(connection->answer, "\r\n\r\n");
    if (!body) return 0;
    *body = 0;
    const char *length = field(connection->answer, "\r\nContent-Length:");
    if (!length) give_up("an answer without a length");
    connection->wanted = (size_t)(body + 4 - connection->answer) + strtoul(length, NULL, 10);
    if (connection->wanted >= LONGEST) give_up("an answer that is too long");
    int status = atoi(connection->answer + 9);
    if (status != 200 && status != 201) {
      worker->errors++;
      worker->status = status;
    } else if (connection->sent->version) {
      const char *tag = field(connection->answer, "\r\nETag: \"");
      if (tag) connection->sent->version = strtol(tag, NULL, 10);
      connection->sent->is_locked = !connection->sent->is_locked;
    }
  }
  return connection->got >= connection->wanted;
}

static void *work(void *context) {
  struct worker *worker = context;
  int count = (connections - worker->first + THREADS - 1) / THREADS;
  struct connection *all = calloc((size_t)count, sizeof *all);
  struct epoll_event events[64];
  int poll = epoll_create1(0);
  worker->delays = malloc(KEPT * sizeof *worker->delays);
  for (int i = 0; i < count; i++) {
    int number = worker->first + i * THREADS;
    all[i].answer = malloc(LONGEST);
    all[i].next = number % request_count;
    all[i].due = start + (rate > 0 ? (int64_t)(number * 1e9 / rate) : 0);
    connect_to_server(&all[i], poll);
  }
  // Waits for all answers, so that the server is idle when the next run begins.
  for (int busy = 1; busy || nanoseconds() < end;) {
    int64_t now = nanoseconds(), next = now < end ? end : now + 1000000000;
    busy = 0;
    for (int i = 0; i < count; i++) {
      if (!all[i].is_busy && now < end && all[i].due <= now)
        ask(&all[i], worker->first + i * THREADS, now);
      if (all[i].is_busy) busy = 1;
      else if (all[i].due > now && all[i].due < next) next = all[i].due;
    }
    if (!busy && now >= end) break;
    struct timespec left = {(next - now) / 1000000000, (next - now) % 1000000000};
    int ready = epoll_pwait2(poll, events, 64, &left, NULL);
    if (ready < 0 && errno != EINTR) give_up("epoll");
    for (int i = 0; i < ready; i++) {
      struct connection *connection = events[i].data.ptr;
      if (!receive(connection, worker)) continue;
      now = nanoseconds();
      connection->is_busy = 0;
      connection->due = rate > 0 ? connection->due + (int64_t)(connections * 1e9 / rate) : now;
      worker->answers++;
      if (worker->delay_count < KEPT)
        worker->delays[worker->delay_count++] = (uint32_t)((now - connection->asked) / 1000);
      // At full speed the next one is sent at once.
      if (rate == 0 && now < end)
        ask(connection, worker->first + (int)(connection - all) * THREADS, now);
    }
  }
  return NULL;
}

static int compare(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

int load(int argc, char **argv) {
  port = atoi(argv[0]);
  connections = atoi(argv[1]);
  rate = atof(argv[3]);
  read_requests();
  struct worker workers[THREADS] = {0};
  run_id = (long)(nanoseconds() / 1000);
  start = nanoseconds();
  end = start + (int64_t)(atof(argv[2]) * 1e9);
  for (int i = 0; i < THREADS; i++) {
    workers[i].first = i;
    if (pthread_create(&workers[i].thread, NULL, work, &workers[i])) give_up("thread");
  }
  long answers = 0, errors = 0, count = 0;
  int status = 0;
  uint32_t *delays = malloc(2 * KEPT * sizeof *delays);
  for (int i = 0; i < THREADS; i++) {
    pthread_join(workers[i].thread, NULL);
    answers += workers[i].answers;
    errors += workers[i].errors;
    if (workers[i].status) status = workers[i].status;
    memcpy(delays + count, workers[i].delays, (size_t)workers[i].delay_count * sizeof *delays);
    count += workers[i].delay_count;
  }
  double took = (double)(nanoseconds() - start) / 1e9;
  qsort(delays, (size_t)count, sizeof *delays, compare);
#define SHARE(p) (count ? delays[(long)((double)(count - 1) * p)] / 1000.0 : 0.0)
  printf("{\"answers\":%ld,\"errors\":%ld,\"status\":%d,\"rate\":%.1f,"
         "\"p50\":%.3f,\"p99\":%.3f,\"p999\":%.3f,\"max\":%.3f}\n",
         answers, errors, status, (double)answers / took, SHARE(0.5), SHARE(0.99), SHARE(0.999),
         SHARE(1.0));
  return 0;
}
