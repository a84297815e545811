#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stddef.h>
#include <stdint.h>

// ncurses without its globals, macros and variadics. It never touches the terminal: what it would
// write is handed back as bytes, so that a slow terminal cannot hold up the program, and what the
// keyboard sends never passes through its buffers. One thread only.

typedef struct {
  /// The base character and up to two combining marks; 0 = none.
  uint32_t scalars[3];
  /// CT_BOLD and so on.
  uint32_t attributes;
  /// A pair from ct_define_pair, 0 for the terminal's own colours.
  int32_t pair;
  /// Columns that it takes: 1 or 2.
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
enum { CT_OPEN_OK, CT_OPEN_UNKNOWN, CT_OPEN_TOO_SIMPLE, CT_OPEN_FAILED };

/// Opens the terminal description `term` and an empty screen. Afterwards ncurses believes that the
/// screen is clear, the cursor in the upper left corner and every attribute off. `direct`: with
/// 24-bit colours, whatever the description says of colours; those below 256 are the palette's,
/// from there on they are 0xRRGGBB.
int ct_open(const char *_Nonnull term, int direct, int width, int height);
void ct_close(void);

/// Colours that the terminal can show; 0 or less for none.
int ct_colours(void);
/// How many pairs there can be, pair 0 included.
int ct_pair_limit(void);
/// Makes `pair` (1 or more) these two colours; -1 is the terminal's own.
void ct_define_pair(int pair, int foreground, int background);

void ct_resize(int width, int height);
/// Gives memory back to the system that a larger screen took.
void ct_trim_memory(void);
/// Puts base characters side by side, the first at (y, x).
void ct_put(int y, int x, const ct_cell *_Nonnull cells, int count);
/// Whether parts of the screen may be shifted instead of drawn: not while something is shown that
/// ncurses does not know of.
void ct_allow_moves(int allowed);
/// The line, or the whole screen, does not show what ncurses believes: draw it again.
void ct_invalidate_line(int y);
void ct_invalidate_all(void);

typedef struct {
  const uint8_t *_Nullable bytes;
  size_t count;
} ct_bytes;

/// The bytes that bring the terminal up to date and leave the cursor at (y, x), every attribute
/// off. Valid until the next call.
ct_bytes ct_update(int y, int x);

// Terminal descriptions. The following write to `out` (at most `room` bytes, delays left out) and
// return the length, 0 when the terminal cannot do it.
size_t ct_string(const char *_Nonnull name, char *_Nonnull out, size_t room);
size_t ct_move(int y, int x, char *_Nonnull out, size_t room);
/// From every attribute off to these looks.
size_t ct_look(uint32_t attributes, int foreground, int background, char *_Nonnull out,
               size_t room);
/// Whether the description has this boolean.
int ct_flag(const char *_Nonnull name);

// Signals. Those that would end the program, but for faults, and TSTP, CONT and WINCH come as bytes (the
// signal's number) from a pipe; those that were ignored stay so, and PIPE and XFSZ no longer end it.

/// Returns the pipe's reading end, or -1.
int ct_signals_start(void);
/// Everything as it was before.
void ct_signals_stop(void);
/// Ends the program by this signal, so that whoever waits for it sees that.
void ct_signals_die(int number);
/// Stops the program as ^Z does, its whole process group when `group` is 1. Returns when it has
/// been continued.
void ct_signals_suspend(int group);

// A process that watches over the one that works, and starts it again.

enum { CT_WATCH_CHILD, CT_WATCH_OVER, CT_WATCH_FAILED };
/// Numbers that outlive a child: how often one had to be started again; and the caller's own.
enum { CT_RESTARTS, CT_VISITS, CT_SCRIPT_FAILURES, CT_PIN_FAILURES, CT_PIN_BLOCKED, CT_COUNTERS };

/// Forks, as often as needed: returns CT_WATCH_CHILD in each child, which has to call
/// `ct_watch_beat` once a second or more often. One that does not, or crashes, is killed, the
/// terminal is given back as it was with `leaving` sent, and the next one is started: all within
/// two seconds. Returns CT_WATCH_OVER in the parent with what the last one ended with (128 and the
/// signal's number), when one ended with 0, before its first beat, or as its terminal was gone, or
/// when five in a row did not live two seconds. Signals that end a process end both within a second.
/// Those of the keyboard are ignored in both. To be called before there are threads. What is in the arena
/// does not come along to a child.
int ct_watch(int terminal, const char *_Nonnull leaving, size_t count, int *_Nonnull result);
void ct_watch_beat(void);
/// Of no use to others where nothing is watched, and not kept there.
uint64_t ct_watch_counter(int which);
void ct_watch_set_counter(int which, uint64_t value);

/// A descriptor that other threads make readable; and a timer that counts while the machine sleeps.
int ct_wake_open(void);
void ct_wake_signal(int fd);
void ct_wake_clear(int fd);
int ct_timer_open(void);
/// `deadline` in nanoseconds of CLOCK_BOOTTIME; 0 switches it off.
void ct_timer_set(int fd, uint64_t deadline);

#endif
