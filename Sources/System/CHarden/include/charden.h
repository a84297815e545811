#ifndef CHARDEN_H
#define CHARDEN_H

#include <signal.h>
#include <stddef.h>

// Process hardening and the locked arena: only what Swift cannot do itself.

/// To be called first: sets the core limit to 0, makes the process not dumpable, prevents new
/// privileges, and removes the file for TLS keys from the environment. May be called again. Returns
/// 0, or -1 if one of the first three was refused (see errno).
int harden_process(void);

/// Limits the memory that a child process can map, in bytes. Returns 0, or -1 (see errno).
int harden_limit_memory(int child, unsigned long long bytes);

// The current state of this process, to check whether hardening worked.

/// 1 if core files and other programs of the same user may read its memory.
int harden_is_dumpable(void);
/// The most bytes of a core file, and of locked memory; -1: no limit.
long long harden_core_limit(void);
long long harden_lock_limit(void);

/// A zeroed slot of `size` bytes in locked memory. Ends the process if there is no memory. For work
/// that others can cause, check `harden_arena_has_room` first.
void *_Nonnull harden_arena_alloc(size_t size);

/// Wipes and frees a slot. `size` is that of the allocation.
void harden_arena_free(void *_Nonnull slot, size_t size);

/// Overwrites memory. The optimiser does not remove it.
void harden_wipe(void *_Nonnull memory, size_t size);

/// 1 if both have the same `size` bytes, in constant time.
int harden_equal(const void *_Nullable a, const void *_Nullable b, size_t size);

/// 1 if the arena is locked against swapping, 0 if the system refused.
int harden_arena_is_locked(void);

/// To be called in a child process: locks its copy of the arena.
void harden_arena_forked(void);

/// 1 if new work that needs `size` bytes of the arena may begin. Work that has begun has enough
/// room.
int harden_arena_has_room(size_t size);

/// Bytes of the arena in use, for leak tests.
size_t harden_arena_used(void);

/// The most bytes for `harden_set_restore`.
enum { HARDEN_RESTORE_BYTES = 8192 };

/// Sets what the handlers for fatal signals do before they raise the signal again: they write these
/// bytes to `fd` and restore the current terminal settings of `fd`. `bytes` is copied. fd -1 turns
/// it off.
void harden_set_restore(int fd, const char *_Nullable bytes, size_t count);

/// Does this now, once until it is set again.
void harden_restore_terminal(void);

/// Ends the process if it cannot continue: restores the terminal, wipes the arena, and writes the
/// message to standard error. The exit status is 69 (EX_UNAVAILABLE).
_Noreturn void harden_give_up(const char *_Nonnull message);

/// To be called before a fork: shares between the processes whether the terminal has to be
/// restored, so that a parent can do it for a killed child. Returns 0, or -1.
int harden_share_restore(void);

/// Installs handlers for SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP and SIGSYS on an
/// alternate stack. They restore the terminal and then run the default action, so that the exit
/// status is that of the signal. They replace Swift's backtracer, which prints memory.
void harden_install_fatal_handlers(void);

/// All signals that end a process by default, except the fatal ones (see above), and PIPE and XFSZ,
/// whose failed write returns an error too.
void harden_ending_signals(sigset_t *_Nonnull signals);

/// While it is on, these signals restore the terminal (see harden_set_restore) before they end the
/// process. For programs that read a line without a loop.
void harden_end_restored(int is_on);

/// Runs `body` with an alternate stack for the handlers on this thread. The handlers need it after
/// a stack overflow, and the kernel keeps one for each thread.
void harden_run_thread(void (*_Nonnull body)(void *_Nullable), void *_Nullable argument);

/// Does not return if another thread has crashed, so that no output follows that of the handler.
void harden_await_end(void);

#endif
