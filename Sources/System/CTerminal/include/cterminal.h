#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stddef.h>
#include <stdint.h>

// ncurses without its globals, macros and variadic functions. It never accesses the terminal: its
// output is returned as bytes, so that a slow terminal does not block the program, and keyboard
// input never passes through its buffers. For one thread only.

typedef struct {
  /// The base character and up to two combining marks; 0 = none.
  uint32_t scalars[3];
  /// CT_BOLD and so on.
  uint32_t attributes;
  /// A pair of ct_define_pair, 0 for the default colours.
  int32_t pair;
  /// Its width in columns: 1 or 2.
  int32_t width;
} ct_cell;

enum {
  CT_BOLD = 1,
  CT_DIM = 2,
  CT_ITALIC = 4,
  CT_UNDERLINE = 8,
  CT_REVERSE = 16,
};

/// Why ct_open failed.
enum { CT_OPEN_OK, CT_OPEN_UNKNOWN, CT_OPEN_TOO_SIMPLE };

/// Reads the terminal description `term`.
int ct_open(const char *_Nonnull term);
/// Lets ncurses draw on the terminal of that description, with an empty screen; 0 if there is no memory.
/// ncurses then assumes that the screen is clear, the cursor in the upper left corner and every attribute
/// off.
int ct_open_screen(const char *_Nonnull term, int width, int height);
void ct_close(void);

/// The number of the terminal's colours; 0 or less for none.
int ct_colours(void);
/// The most pairs, with pair 0.
int ct_pair_limit(void);
/// Sets the colours of `pair` (1 or more); -1 is the default colour.
void ct_define_pair(int pair, int foreground, int background);

void ct_resize(int width, int height);
/// Returns memory that a larger screen used to the system.
void ct_trim_memory(void);
/// Puts cells beside each other, the first at (y, x).
void ct_put(int y, int x, const ct_cell *_Nonnull cells, int count);
/// Whether parts of the screen may be scrolled instead of drawn. Not while something is shown that
/// ncurses does not know.
void ct_allow_moves(int allowed);
/// The line, or the whole screen, does not show what ncurses assumes and has to be drawn again.
void ct_invalidate_line(int y);
void ct_invalidate_all(void);

typedef struct {
  const uint8_t *_Nullable bytes;
  size_t count;
} ct_bytes;

/// The bytes that update the terminal and leave the cursor at (y, x) with every attribute off.
/// Valid until the next call.
ct_bytes ct_update(int y, int x);

// Terminal descriptions. These functions write to `out` (at most `room` bytes, without delays) and
// return the length, 0 if the terminal lacks the capability.
size_t ct_string(const char *_Nonnull name, char *_Nonnull out, size_t room);
size_t ct_move(int y, int x, char *_Nonnull out, size_t room);
/// Sets these attributes and colours, if every attribute was off before.
size_t ct_set_style(uint32_t attributes, int foreground, int background, char *_Nonnull out,
               size_t room);
/// A numeric capability; below 0 if the description lacks it.
int ct_number(const char *_Nonnull name);
/// Whether the description has this boolean capability.
int ct_flag(const char *_Nonnull name);

// Signals. Those that would end the program (except the fatal ones), TSTP, CONT and WINCH are
// written to a pipe as bytes with the signal's number. Ignored ones stay ignored, and PIPE and XFSZ
// do not end the program.

/// Returns the reading end of the pipe, or -1.
int ct_signals_start(void);
/// Restores the previous handlers.
void ct_signals_stop(void);
/// Ends the program by this signal, so that the parent process sees it.
void ct_signals_die(int number);
/// Stops the program like ^Z; the whole process group if `group` is 1. Returns when it was
/// continued.
void ct_signals_suspend(int group);

// A watchdog process that starts the worker process again.

enum { CT_WATCH_CHILD, CT_WATCH_ENDED, CT_WATCH_FAILED };
/// Counters that outlive a child: the number of restarts, and the caller's own.
enum { CT_RESTARTS, CT_VISITS, CT_SCRIPT_FAILURES, CT_PIN_FAILURES, CT_PIN_BLOCKED, CT_COUNTERS };

/// Forks as often as needed. Returns CT_WATCH_CHILD in each child, which has to call `ct_watch_beat` at
/// least once a second. A child that does not, or that crashes, is killed; the terminal is restored and
/// `leaving` sent, and the next child is started, all within two seconds. Returns CT_WATCH_ENDED in the
/// parent, with the last child's status (128 and the signal's number), if a child ended with 0, before
/// its first beat, or because its terminal was gone, or if five in a row lived less than two seconds.
/// Signals that end a process end both within a second; those of the keyboard are ignored in both. To be
/// called before there are threads. A child does not get the contents of the arena.
int ct_watch(int terminal, const char *_Nonnull leaving, size_t count, int *_Nonnull result);
void ct_watch_beat(void);

/// When a watchdog looked last, the beat that it saw (0: none yet), and how long there was no other one.
/// In nanoseconds.
typedef struct { uint64_t looked, beat, silent; } ct_watched;

/// Looks at a child, and says whether it hangs: whether it has not beaten for 1.25 s, or for 5 s before
/// its first beat. If the last look was half a second ago, both processes may have stood still, as in a
/// paused container, and the time begins anew.
int ct_watch_hangs(ct_watched *_Nonnull child, uint64_t beat, uint64_t time);

/// Counters are kept only where a watchdog runs.
uint64_t ct_watch_counter(int which);
void ct_watch_set_counter(int which, uint64_t value);

/// A descriptor that other threads can make readable, and a timer that includes suspension.
int ct_wake_open(void);
void ct_wake_signal(int fd);
void ct_wake_clear(int fd);
int ct_timer_open(void);
/// `deadline` is in nanoseconds of CLOCK_BOOTTIME; 0 turns it off.
void ct_timer_set(int fd, uint64_t deadline);

#endif
