// Gives a program another time of day, CLOCK_OFFSET seconds ahead, with LD_PRELOAD. Its other
// clocks, such as the one since the start of the machine, stay right.
//
// With Debian's libfaketime, a program in Swift does not find its arguments.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long offset(void) {
  const char *text = getenv("CLOCK_OFFSET");
  return text ? atol(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *result) {
  static int (*next)(clockid_t, struct timespec *);
  if (!next) next = dlsym(RTLD_NEXT, "clock_gettime");
  int status = next(clock, result);
  if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    result->tv_sec += offset();
  return status;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
  struct timespec now;
  (void)zone;
  int status = clock_gettime(CLOCK_REALTIME, &now);
  if (status == 0) *result = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return status;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
