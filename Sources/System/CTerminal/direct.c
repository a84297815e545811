#define _GNU_SOURCE
#include "direct.h"

#include <curses.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>

// Makes a compiled terminal description (term(5), the format with 32-bit numbers) with 24-bit
// colours from the terminal's own. ncurses accepts it in TERMINFO as `hex:…`.

enum { limit = 32 * 1024 };

// Below 256: the terminal's palette. From 256 on: red, green and blue.
#define COLOUR(low, bright, extended)                                       \
  "\033[%?%p1%{8}%<%t" low "%p1%d%e%p1%{16}%<%t" bright "%p1%{8}%-%d"       \
  "%e%p1%{256}%<%t" extended ";5;%p1%d%e" extended                          \
  ";2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m"

static const char foreground[] = COLOUR("3", "9", "38");
static const char background[] = COLOUR("4", "10", "48");

typedef struct {
  uint8_t bytes[limit];
  size_t count;
} buffer;

static void put(buffer *out, const void *bytes, size_t count) {
  if (count > limit - out->count) count = limit - out->count;
  memcpy(out->bytes + out->count, bytes, count);
  out->count += count;
}

static void put16(buffer *out, int value) {
  uint8_t bytes[2] = {value & 0xff, value >> 8 & 0xff};
  put(out, bytes, 2);
}

static void put32(buffer *out, int value) {
  uint8_t bytes[4] = {value & 0xff, value >> 8 & 0xff, value >> 16 & 0xff, value >> 24 & 0xff};
  put(out, bytes, 4);
}

static void align(buffer *out) {
  if (out->count & 1) put(out, "", 1);
}

static int count(NCURSES_CONST char *const *names) {
  int result = 0;
  while (names[result]) result++;
  return result;
}

static int is(const char *name, const char *other) { return strcmp(name, other) == 0; }

static int number(const char *name) {
  if (is(name, "colors")) return 1 << 24;
  if (is(name, "pairs")) return 1 << 16;
  // All attributes can be combined with colours.
  return is(name, "ncv") ? -1 : tigetnum((char *)name);
}

static const char *string(const char *name) {
  if (is(name, "setaf")) return foreground;
  if (is(name, "setab")) return background;
  // The older way to set colours, and changing the palette, do not apply to 24-bit colours.
  if (is(name, "setf") || is(name, "setb") || is(name, "initc") || is(name, "oc")) return NULL;
  const char *text = tigetstr((char *)name);
  return text == (char *)-1 ? NULL : text;
}

static void put_strings(buffer *out, buffer *table) {
  for (int i = 0; strnames[i]; i++) {
    const char *text = string(strnames[i]);
    put16(out, text ? (int)table->count : -1);
    if (text) put(table, text, strlen(text) + 1);
  }
}

/// Boolean capabilities that are not in the standard list: whether 39 and 49 select the default
/// colours, that colours are direct, and that the terminal is like xterm.
static void put_extended(buffer *out) {
  static const char names[] = "AX\0RGB\0XT";
  uint8_t flags[3] = {tigetflag("AX") > 0, 1,
                      tigetflag("XT") > 0 || string("BE") != NULL};
  put16(out, 3);
  put16(out, 0);
  put16(out, 0);
  put16(out, 3);
  put16(out, sizeof names);
  put(out, flags, 3);
  align(out);
  put16(out, 0);
  put16(out, 3);
  put16(out, 7);
  put(out, names, sizeof names);
}

char *ct_direct_description(const char *term) {
  int error;
  TERMINAL *before = cur_term;
  if (setupterm(term, -1, &error) != OK) return NULL;
  buffer *out = calloc(1, sizeof *out), *table = calloc(1, sizeof *table);
  char *text = NULL;
  if (out && table && string("setaf") && tigetnum("colors") >= 8) {
    buffer strings = {.count = 0};
    put_strings(&strings, table);
    put16(out, 01036);
    put16(out, (int)strlen(term) + 1);
    put16(out, count(boolnames));
    put16(out, count(numnames));
    put16(out, count(strnames));
    put16(out, (int)table->count);
    put(out, term, strlen(term) + 1);
    for (int i = 0; boolnames[i]; i++) {
      // Direct colours are not affected by the palette.
      uint8_t flag = !is(boolnames[i], "ccc") && tigetflag(boolnames[i]) > 0;
      put(out, &flag, 1);
    }
    align(out);
    for (int i = 0; numnames[i]; i++) put32(out, number(numnames[i]));
    put(out, strings.bytes, strings.count);
    put(out, table->bytes, table->count);
    align(out);
    put_extended(out);
    text = malloc(4 + 2 * out->count + 1);
  }
  if (text && out->count < limit) {
    memcpy(text, "hex:", 4);
    for (size_t i = 0; i < out->count; i++) {
      text[4 + 2 * i] = "0123456789abcdef"[out->bytes[i] >> 4];
      text[5 + 2 * i] = "0123456789abcdef"[out->bytes[i] & 15];
    }
    text[4 + 2 * out->count] = 0;
  }
  free(out);
  free(table);
  TERMINAL *made = set_curterm(before);
  if (made) del_curterm(made);
  return text;
}
