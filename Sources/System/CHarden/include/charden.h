#ifndef CHARDEN_H
#define CHARDEN_H

#include <signal.h>
#include <stddef.h>

// Process hardening and the locked arena. As small as it can be: what Swift cannot do itself.

/// Before any other work: core limit 0, not dumpable, no new privileges, and no file for the keys of TLS
/// in the environment. Idempotent. Returns 0, or -1 when one of the first three was refused (errno says
/// why).
int harden_process(void);

// What holds for this process, for who asks whether hardening worked.

/// 1 when core files and other programs of the same person may see its memory.
int harden_is_dumpable(void);
/// Bytes that a core file may have, and that may be locked; -1: any number.
long long harden_core_limit(void);
long long harden_lock_limit(void);

/// A slot of `size` bytes in locked memory, zeroed. Ends the process when there is no memory at all:
/// who begins something that others can ask for asks `harden_arena_has_room` first.
void *_Nonnull harden_arena_alloc(size_t size);

/// Wipes a slot and gives it back. `size` is what it was allocated with.
void harden_arena_free(void *_Nonnull slot, size_t size);

/// Overwrites memory in a way that the optimiser does not remove.
void harden_wipe(void *_Nonnull memory, size_t size);

/// 1 when both hold the same `size` bytes, in constant time.
int harden_equal(const void *_Nullable a, const void *_Nullable b, size_t size);

/// 1 when the arena's pages are locked against swapping, 0 when the system refused.
int harden_arena_is_locked(void);

/// In a child: locks its arena, which is a new one that nobody has locked.
void harden_arena_forked(void);

/// 1 when something new that needs `size` bytes of the arena may begin. What is under way then has
/// room to end.
int harden_arena_has_room(size_t size);

/// Bytes of the arena in use, for leak tests.
size_t harden_arena_used(void);

/// As many bytes as `harden_set_restore` takes.
enum { HARDEN_RESTORE_BYTES = 8192 };

/// What the fatal-signal handlers do before they re-raise: write these bytes to `fd` and restore
/// the terminal settings saved there with tcgetattr. `bytes` is copied. fd -1 switches it off.
void harden_set_restore(int fd, const char *_Nullable bytes, size_t count);

/// Does that now: once, until it is set again.
void harden_restore_terminal(void);

/// Ends the process where it cannot go on: gives the terminal back, wipes the arena, and says why on
/// standard error. The status is 69 (EX_UNAVAILABLE).
_Noreturn void harden_give_up(const char *_Nonnull message);

/// Before a fork: from now on each process knows whether one of them has set it, and whether it has
/// been done. A parent can then do it for a child that was killed. Returns 0, or -1.
int harden_share_restore(void);

/// Installs handlers for SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS on an alternate
/// stack: restore the terminal, then the default action, so that the exit status stays the
/// signal's. Pre-empts Swift's backtracer, which prints memory.
void harden_install_fatal_handlers(void);

/// All signals that end a process unless it handles them, but for those that say that it has failed (see
/// above), and PIPE and XFSZ, which a failed write tells as well.
void harden_ending_signals(sigset_t *_Nonnull signals);

/// Until it is called with 0: those signals restore the terminal (see harden_set_restore) before they
/// end the process. For one that reads a line and has no loop.
void harden_end_restored(int is_on);

/// Runs `body` on this thread with a stack for the handlers, which an overflow of its own needs:
/// the kernel keeps one a thread.
void harden_run_thread(void (*_Nonnull body)(void *_Nullable), void *_Nullable argument);

/// Does not return when another thread has crashed: what this one sent to the terminal now would
/// come behind the handler's last words.
void harden_await_end(void);

#endif
