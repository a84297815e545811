#define _GNU_SOURCE
#include "charden.h"
#include "internal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sysexits.h>
#include <termios.h>
#include <unistd.h>

int harden_process(void) {
  int result = 0;
  struct rlimit none = {0, 0};
  if (setrlimit(RLIMIT_CORE, &none) != 0) result = -1;
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) result = -1;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) result = -1;
  // OpenSSL and GnuTLS would write the keys of each connection to that file.
  unsetenv("SSLKEYLOGFILE");
  return result;
}

int harden_is_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) != 0; }

int harden_limit_memory(int child, unsigned long long bytes) {
  struct rlimit most = {bytes, bytes};
  return prlimit(child, RLIMIT_AS, &most, NULL);
}

static long long limit(int resource) {
  struct rlimit found;
  if (getrlimit(resource, &found) != 0 || found.rlim_cur == RLIM_INFINITY) return -1;
  return (long long)found.rlim_cur;
}

long long harden_core_limit(void) { return limit(RLIMIT_CORE); }
long long harden_lock_limit(void) { return limit(RLIMIT_MEMLOCK); }

// The actions of the handlers. `is_armed` is set last and cleared first, so that a signal in
// between sees either nothing or all of it.
static _Atomic int is_armed_here;
static _Atomic int *is_armed = &is_armed_here;
static int restore_fd;
static char restore_bytes[HARDEN_RESTORE_BYTES];
static size_t restore_count;
static struct termios restore_termios;

void harden_set_restore(int fd, const char *bytes, size_t count) {
  atomic_store(is_armed, 0);
  if (fd < 0 || !bytes) return;
  if (count > sizeof restore_bytes) count = sizeof restore_bytes;
  memcpy(restore_bytes, bytes, count);
  restore_count = count;
  if (tcgetattr(fd, &restore_termios) != 0) return;
  restore_fd = fd;
  atomic_store(is_armed, 1);
}

int harden_share_restore(void) {
  void *page = mmap(NULL, sizeof *is_armed, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return -1;
  is_armed = page;
  return 0;
}

void harden_restore_terminal(void) {
  if (!atomic_exchange(is_armed, 0)) return;
  int fd = restore_fd;
  // Queued output may contain a secret, and would delay this.
  tcflush(fd, TCOFLUSH);
  size_t done = 0;
  while (done < restore_count) {
    struct pollfd ready = {.fd = fd, .events = POLLOUT};
    if (poll(&ready, 1, 200) <= 0) break;
    ssize_t n = write(fd, restore_bytes + done, restore_count - done);
    if (n <= 0 && errno != EINTR && errno != EAGAIN) break;
    if (n > 0) done += (size_t)n;
  }
  tcsetattr(fd, TCSANOW, &restore_termios);
}

// Set when a thread is about to end the process.
static _Atomic int dying;

static void wait_for_the_end(void) {
  for (;;) pause();
}

void harden_give_up(const char *message) {
  // The process is already ending.
  if (atomic_exchange(&dying, 1)) wait_for_the_end();
  harden_restore_terminal();
  harden_wipe_arena();
  ssize_t ignored = write(STDERR_FILENO, message, strlen(message));
  (void)ignored;
  _exit(EX_UNAVAILABLE);
}

void harden_await_end(void) {
  if (atomic_load_explicit(&dying, memory_order_relaxed)) wait_for_the_end();
}

static void on_fatal(int number) {
  // If two threads crash at once, the second must not end the process while the first restores the
  // terminal.
  if (atomic_exchange(&dying, 1)) wait_for_the_end();
  harden_restore_terminal();
  harden_wipe_arena();
  // The default action ends the process, so that its exit status is that of the signal.
  signal(number, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  raise(number);
  _exit(128 + number);
}

enum { handler_stack_bytes = 64 * 1024 };

void harden_run_thread(void (*body)(void *), void *argument) {
  // At the beginning of the thread's stack, far from where it would overflow. Pages that are not
  // used cost nothing.
  char stack[handler_stack_bytes];
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternate, NULL);
  body(argument);
  alternate.ss_flags = SS_DISABLE;
  sigaltstack(&alternate, NULL);
}

void harden_ending_signals(sigset_t *signals) {
  static const int numbers[] = {SIGHUP,  SIGINT,    SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM,
                                SIGVTALRM, SIGPROF, SIGIO,   SIGPWR,  SIGXCPU, SIGSTKFLT};
  sigemptyset(signals);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaddset(signals, numbers[i]);
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) sigaddset(signals, number);
}

void harden_end_restored(int is_on) {
  sigset_t ending;
  harden_ending_signals(&ending);
  struct sigaction action = {.sa_handler = is_on ? on_fatal : SIG_DFL};
  sigfillset(&action.sa_mask);
  for (int number = 1; number <= SIGRTMAX; number++) {
    struct sigaction now;
    if (sigismember(&ending, number) != 1 || sigaction(number, NULL, &now) != 0) continue;
    // Signals that the parent process ignores, like nohup, stay ignored.
    if (now.sa_handler != SIG_IGN) sigaction(number, &action, NULL);
  }
}

void harden_install_fatal_handlers(void) {
  static const int numbers[] = {SIGSEGV, SIGBUS,  SIGILL, SIGFPE,
                                SIGABRT, SIGTRAP, SIGSYS};
  static char stack[handler_stack_bytes];
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternate, NULL);

  struct sigaction action = {.sa_handler = on_fatal, .sa_flags = SA_ONSTACK};
  // Nothing may interrupt the handler, and a background process must not be stopped in it.
  sigfillset(&action.sa_mask);
  // If the parent process has blocked them, they would end the process without the handlers.
  sigset_t fatal;
  sigemptyset(&fatal);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    sigaction(numbers[i], &action, NULL);
    sigaddset(&fatal, numbers[i]);
  }
  pthread_sigmask(SIG_UNBLOCK, &fatal, NULL);
}
