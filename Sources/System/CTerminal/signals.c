#define _GNU_SOURCE
#include "cterminal.h"

#include <charden.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static struct sigaction before[NSIG];
static int ends[2] = {-1, -1};

static void on_signal(int number) {
  // These have a handler that does nothing: a write then fails, and programs that we start have the
  // default action.
  if (number == SIGPIPE || number == SIGXFSZ) return;
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  // If the pipe is full, there are enough signals in it.
  ssize_t ignored = write(ends[1], &byte, 1);
  (void)ignored;
  errno = saved;
}

/// Signals that end the process, and those about the terminal and writing. Not TTIN and TTOU: they
/// stop a process in the background, and with a handler the next one would follow at once.
static sigset_t handled(void) {
  static const int others[] = {SIGTSTP, SIGCONT, SIGWINCH, SIGPIPE, SIGXFSZ};
  sigset_t result;
  harden_ending_signals(&result);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) sigaddset(&result, others[i]);
  return result;
}

static void unblock(int number) {
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
}

static void install(int number) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

int ct_signals_start(void) {
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  sigset_t wanted = handled();
  for (int number = 1; number < NSIG; number++) {
    if (sigismember(&wanted, number) != 1) continue;
    sigaction(number, NULL, &before[number]);
    int ignored = before[number].sa_handler == SIG_IGN;
    if (!ignored || number == SIGWINCH || number == SIGCONT) install(number);
    // The parent process may have blocked them.
    unblock(number);
  }
  return ends[0];
}

void ct_signals_stop(void) {
  sigset_t wanted = handled();
  for (int number = 1; number < NSIG; number++)
    if (sigismember(&wanted, number) == 1) sigaction(number, &before[number], NULL);
  close(ends[0]);
  close(ends[1]);
  ends[0] = ends[1] = -1;
}

void ct_signals_die(int number) {
  signal(number, SIG_DFL);
  unblock(number);
  raise(number);
  _exit(128 + number);
}

void ct_signals_suspend(int group) {
  signal(SIGTSTP, SIG_DFL);
  unblock(SIGTSTP);
  if (group) kill(0, SIGTSTP);
  else raise(SIGTSTP);
  install(SIGTSTP);
}

int ct_wake_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void ct_wake_signal(int fd) { eventfd_write(fd, 1); }

void ct_wake_clear(int fd) {
  eventfd_t ignored;
  eventfd_read(fd, &ignored);
}

int ct_timer_open(void) {
  return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
}

void ct_timer_set(int fd, uint64_t deadline) {
  struct itimerspec when = {0};
  when.it_value.tv_sec = (time_t)(deadline / 1000000000u);
  when.it_value.tv_nsec = (long)(deadline % 1000000000u);
  timerfd_settime(fd, TFD_TIMER_ABSTIME, &when, NULL);
}
