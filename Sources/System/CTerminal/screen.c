#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#include "cterminal.h"

#include <curses.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <term.h>
#include <unistd.h>

// ncurses writes to a file in memory. A frame is rarely longer than some kilobytes. The mapping is
// as large as any frame can be, and only written parts of it use memory.
enum { map_bytes = 32 * 1024 * 1024 };

static TERMINAL *description;
static SCREEN *screen;
static FILE *file;
static int memory = -1;
static uint8_t *map;
static int own_colours;

static ct_bytes take(void) {
  off_t written = lseek(memory, 0, SEEK_CUR);
  lseek(memory, 0, SEEK_SET);
  ct_bytes result = {map, written < 0 ? 0 : (size_t)written};
  if (result.count > map_bytes) {
    // Impossible on a real screen. The next frame is drawn completely.
    result.count = map_bytes;
    ct_invalidate_all();
  }
  return result;
}

static int open_memory(void) {
  memory = memfd_create("frame", MFD_CLOEXEC);
  if (memory < 0) return -1;
  map = mmap(NULL, map_bytes, PROT_READ, MAP_SHARED, memory, 0);
  if (map == MAP_FAILED) return -1;
  file = fdopen(memory, "w+");
  return file ? 0 : -1;
}

int ct_open(const char *term) {
  int error;
  if (setupterm(term, -1, &error) != OK) return CT_OPEN_UNKNOWN;
  description = cur_term;
  if (cursor_address && clear_screen) return CT_OPEN_OK;
  ct_close();
  return CT_OPEN_TOO_SIMPLE;
}

int ct_open_screen(const char *term, int width, int height) {
  if (open_memory() != 0) return 0;
  // No delays are needed. The size that ncurses finds is corrected later.
  char *padding = getenv("NCURSES_NO_PADDING");
  if (!padding) setenv("NCURSES_NO_PADDING", "1", 0);
  screen = newterm(term, file, file);
  if (!padding) unsetenv("NCURSES_NO_PADDING");
  if (!screen) return 0;
  typeahead(-1);
  noecho();
  scrollok(stdscr, FALSE);
  leaveok(stdscr, FALSE);
  if (has_colors()) {
    start_color();
    own_colours = use_default_colors() == OK;
  }
  resize_term(height, width);
  // The first update would set modes and clear the screen, which the runtime does itself.
  ct_update(0, 0);
  return 1;
}

void ct_close(void) {
  if (screen) {
    ct_allow_moves(1);
    delscreen(screen);
  }
  screen = NULL;
  if (file) fclose(file);
  else if (memory >= 0) close(memory);
  if (map && map != MAP_FAILED) munmap(map, map_bytes);
  file = NULL;
  memory = -1;
  map = NULL;
  if (description) {
    set_curterm(description);
    del_curterm(description);
  }
  description = NULL;
}

int ct_colours(void) {
  return set_a_foreground || set_foreground || set_color_pair ? max_colors : 0;
}

int ct_pair_limit(void) { return has_colors() ? COLOR_PAIRS : 1; }

void ct_define_pair(int pair, int foreground, int background) {
  if (!own_colours) {
    if (foreground < 0) foreground = COLOR_WHITE;
    if (background < 0) background = COLOR_BLACK;
  }
  init_extended_pair(pair, foreground, background);
}

void ct_resize(int width, int height) { resize_term(height, width); }

void ct_trim_memory(void) {
  // The last frame was sent or copied.
  if (ftruncate(memory, 0) != 0) return;
  malloc_trim(0);
}

static attr_t attributes_of(uint32_t bits) {
  attr_t result = A_NORMAL;
  if (bits & CT_BOLD) result |= A_BOLD;
  if (bits & CT_DIM) result |= A_DIM;
  if (bits & CT_ITALIC) result |= A_ITALIC;
  if (bits & CT_UNDERLINE) result |= A_UNDERLINE;
  if (bits & CT_REVERSE) result |= A_REVERSE;
  return result;
}

void ct_put(int y, int x, const ct_cell *cells, int count) {
  for (int i = 0; i < count; i++) {
    wchar_t text[4] = {(wchar_t)cells[i].scalars[0], (wchar_t)cells[i].scalars[1],
                       (wchar_t)cells[i].scalars[2], 0};
    int pair = cells[i].pair;
    cchar_t cell;
    if (setcchar(&cell, text, attributes_of(cells[i].attributes), 0, &pair) != OK) {
      wchar_t unknown[2] = {L'?', 0};
      setcchar(&cell, unknown, attributes_of(cells[i].attributes), 0, &pair);
    }
    mvadd_wchnstr(y, x, &cell, 1);
    x += cells[i].width;
  }
}

void ct_allow_moves(int allowed) {
  static char *saved[5];
  static int forbidden;
  if (allowed == !forbidden) return;
  forbidden = !allowed;
  idcok(stdscr, allowed);
  // Scrolling within a region cannot be turned off, so its capabilities are removed.
  char **names[5] = {&change_scroll_region, &scroll_forward, &scroll_reverse, &parm_index,
                     &parm_rindex};
  for (int i = 0; i < 5; i++) {
    if (forbidden) saved[i] = *names[i];
    *names[i] = forbidden ? NULL : saved[i];
  }
}

void ct_invalidate_line(int y) { wredrawln(stdscr, y, 1); }

void ct_invalidate_all(void) { clearok(curscr, TRUE); }

ct_bytes ct_update(int y, int x) {
  wmove(stdscr, y, x);
  wnoutrefresh(stdscr);
  doupdate();
  return take();
}

// Copies a capability without its delays: `$<5>`, `$<20/>`, `$<2*>`.
static size_t copy(const char *text, char *out, size_t room) {
  size_t count = 0;
  if (!text || text == (const char *)-1) return 0;
  while (*text && count < room) {
    if (text[0] == '$' && text[1] == '<') {
      const char *end = strchr(text, '>');
      if (end) {
        text = end + 1;
        continue;
      }
    }
    out[count++] = *text++;
  }
  return count;
}

size_t ct_string(const char *name, char *out, size_t room) {
  return copy(tigetstr((char *)name), out, room);
}

size_t ct_move(int y, int x, char *out, size_t room) {
  return copy(tiparm(cursor_address, y, x), out, room);
}

size_t ct_set_style(uint32_t attributes, int foreground, int background, char *out, size_t room) {
  const char *parts[] = {
      attributes & CT_BOLD ? enter_bold_mode : NULL,
      attributes & CT_DIM ? enter_dim_mode : NULL,
      attributes & CT_ITALIC ? enter_italics_mode : NULL,
      attributes & CT_UNDERLINE ? enter_underline_mode : NULL,
      attributes & CT_REVERSE ? enter_reverse_mode : NULL,
  };
  size_t count = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    count += copy(parts[i], out + count, room - count);
  if (foreground >= 0 && set_a_foreground)
    count += copy(tiparm(set_a_foreground, foreground), out + count, room - count);
  if (background >= 0 && set_a_background)
    count += copy(tiparm(set_a_background, background), out + count, room - count);
  return count;
}

int ct_number(const char *name) { return tigetnum((char *)name); }

int ct_flag(const char *name) { return tigetflag((char *)name) > 0; }
