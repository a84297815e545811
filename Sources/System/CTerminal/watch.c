#define _GNU_SOURCE
#include "cterminal.h"

#include <charden.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// Shared by both processes. It outlives each child.
typedef struct {
  /// Nanoseconds of CLOCK_MONOTONIC, which does not include suspension. 0: none yet.
  _Atomic uint64_t beat;
  _Atomic uint64_t counters[CT_COUNTERS];
} shared_state;

static shared_state unshared;
static shared_state *shared = &unshared;

// In milliseconds.
enum {
  /// A child without a beat for this time hangs.
  beat_timeout = 1250,
  /// The same before the first beat.
  first_beat_timeout = 5000,
  poll_interval = 100,
  /// If the watchdog looks again only after this time, it stood still itself.
  longest_gap = 500,
  /// The time that a child has to end when it is told to.
  exit_timeout = 600,
  /// A child that lives shorter than this has failed.
  short_life = 2000,
};
/// After this many failures in a row no other child is started.
enum { most_failures = 5 };

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static uint64_t ago(uint64_t then) {
  uint64_t here = now();
  return here > then ? (here - then) / 1000000u : 0;
}

void ct_watch_beat(void) { atomic_store(&shared->beat, now()); }

uint64_t ct_watch_counter(int which) { return atomic_load(&shared->counters[which]); }

void ct_watch_set_counter(int which, uint64_t value) {
  atomic_store(&shared->counters[which], value);
}

static void ignore(int number) { signal(number, SIG_IGN); }

/// Waits for a signal of `wanted`, for milliseconds at most; 0 if none came.
static int await(const sigset_t *wanted, long milliseconds) {
  struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  int number = sigtimedwait(wanted, NULL, &limit);
  return number > 0 ? number : 0;
}

/// Whether it has ended; then `status` is as from waitpid.
static int has_ended(pid_t child, int *status) {
  pid_t found;
  do found = waitpid(child, status, WNOHANG);
  while (found < 0 && errno == EINTR);
  return found == child;
}

static void kill_now(pid_t child, int *status) {
  kill(child, SIGKILL);
  while (waitpid(child, status, 0) < 0 && errno == EINTR) {}
}

/// Tells the child to end, and kills it if it does not.
static void end(pid_t child, const sigset_t *wanted) {
  int status;
  kill(child, SIGTERM);
  kill(child, SIGCONT);
  uint64_t start = now();
  while (ago(start) < exit_timeout) {
    if (has_ended(child, &status)) return;
    await(wanted, 20);
  }
  kill_now(child, &status);
}

int ct_watch_hangs(ct_watched *child, uint64_t beat, uint64_t time) {
  uint64_t gap = time - child->looked;
  int begins = beat != child->beat || gap > longest_gap * 1000000ull;
  *child = (ct_watched){.looked = time, .beat = beat, .silent = begins ? 0 : child->silent + gap};
  return child->silent > (beat ? beat_timeout : first_beat_timeout) * 1000000ull;
}

/// Watches one child. Returns a signal that ends us, or 0 and how the child ended.
static int watch(pid_t child, const sigset_t *wanted, int *status) {
  for (ct_watched seen = {.looked = now()};;) {
    int number = await(wanted, poll_interval);
    if (number && number != SIGCHLD && number != SIGPIPE && number != SIGXFSZ) return number;
    if (has_ended(child, status)) return 0;
    if (ct_watch_hangs(&seen, atomic_load(&shared->beat), now())) {
      kill_now(child, status);
      return 0;
    }
  }
}

/// In the child: restores the signal mask, and lets the child end with its parent.
static void begin(pid_t parent, const sigset_t *before) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  harden_arena_forked();
  // It has not changed the terminal yet.
  harden_set_restore(-1, NULL, 0);
  sigprocmask(SIG_SETMASK, before, NULL);
  if (getppid() != parent) raise(SIGTERM);
}

int ct_watch(int terminal, const char *leaving, size_t count, int *result) {
  shared_state *pages = mmap(NULL, sizeof *pages, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || harden_share_restore() != 0) return CT_WATCH_FAILED;
  shared = pages;
  // Signals of the keyboard are ignored in both processes.
  ignore(SIGINT), ignore(SIGQUIT), ignore(SIGTSTP), ignore(SIGTTIN), ignore(SIGTTOU);
  sigset_t wanted, before;
  harden_ending_signals(&wanted);
  // sigtimedwait would return them although they are ignored.
  sigdelset(&wanted, SIGINT);
  sigdelset(&wanted, SIGQUIT);
  sigaddset(&wanted, SIGCHLD);
  // Handled here, as the child does with its own handler.
  sigaddset(&wanted, SIGPIPE);
  sigaddset(&wanted, SIGXFSZ);
  // If the signal were ignored, children could not be waited for.
  signal(SIGCHLD, SIG_DFL);
  sigprocmask(SIG_BLOCK, &wanted, &before);
  pid_t parent = getpid();
  for (int failures = 0;;) {
    harden_set_restore(terminal, leaving, count);
    atomic_store(&shared->beat, 0);
    uint64_t begun = now();
    pid_t child = fork();
    if (child < 0) return CT_WATCH_FAILED;
    if (child == 0) {
      begin(parent, &before);
      return CT_WATCH_CHILD;
    }
    int status = 0;
    int number = watch(child, &wanted, &status);
    if (number) end(child, &wanted);
    int is_over = !number && WIFEXITED(status) &&
                  (WEXITSTATUS(status) == 0 || !atomic_load(&shared->beat) ||
                   WEXITSTATUS(status) == 128 + SIGHUP);
    // Does nothing if the child has done so.
    harden_restore_terminal();
    // Keys that were typed for the program must not go to the shell.
    if (!is_over) tcflush(terminal, TCIFLUSH);
    if (number) ct_signals_die(number);
    *result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    failures = ago(begun) < short_life ? failures + 1 : 0;
    if (is_over || failures == most_failures) break;
    ct_watch_set_counter(CT_RESTARTS, ct_watch_counter(CT_RESTARTS) + 1);
  }
  harden_set_restore(-1, NULL, 0);
  sigprocmask(SIG_SETMASK, &before, NULL);
  return CT_WATCH_ENDED;
}
