// serverfloor: the minimum cost of a request and of a commit in C, and a load for servers.
//
//   serverfloor hello BYTES [FILE ROWS] libmicrohttpd with walletd's set-up and an answer of BYTES;
//                                       with FILE, each request first makes a transaction:
//   serverfloor commits FILE ROWS SECONDS
//                                       SQLite transactions of one UPDATE each, on the disk
//   serverfloor load PORT CONNECTIONS SECONDS RATE < requests
//                                       asks as fast as it goes (RATE 0) or RATE times a second
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "floor.h"

int64_t nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void give_up(const char *what) {
  fprintf(stderr, "serverfloor: %s: %s\n", what, errno ? strerror(errno) : "failed");
  exit(1);
}

int main(int argc, char **argv) {
  signal(SIGPIPE, SIG_IGN);
  if ((argc == 3 || argc == 5) && !strcmp(argv[1], "hello")) return hello(argc - 2, argv + 2);
  if (argc == 5 && !strcmp(argv[1], "commits")) return commits(argc - 2, argv + 2);
  if (argc == 6 && !strcmp(argv[1], "load")) return load(argc - 2, argv + 2);
  fprintf(stderr, "usage: serverfloor hello | commits | load …\n");
  return 2;
}
