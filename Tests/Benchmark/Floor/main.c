// listfloor N: the minimum cost of a list of N cards in C and ncurses, as the benchmark's reference.
// It draws a header, rows with a scroll margin and a footer. For each key: getch, draw, refresh.
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

struct card {
  char name[24];
  const char *scheme;
  int last_four;
  const char *status;
};

static struct card *cards;
static int count, selected, top;

static void make_cards(void) {
  static const char *schemes[] = {"VISA", "MC"};
  static const char *statuses[] = {"Active", "Locked", "Issued", "Expired"};
  cards = calloc((size_t)count, sizeof *cards);
  if (!cards) exit(1);
  for (int i = 0; i < count; i++) {
    snprintf(cards[i].name, sizeof cards[i].name, "Card %d", i + 1);
    cards[i].scheme = schemes[i % 2];
    cards[i].last_four = i * 7919 % 10000;
    cards[i].status = statuses[i % 4];
  }
}

static void draw_row(int index) {
  int y = index - top + 1;
  if (y < 1 || y >= LINES - 1) return;
  move(y, 0);
  clrtoeol();
  if (index >= count) return;
  if (index == selected) attron(A_REVERSE);
  const struct card *card = &cards[index];
  printw(" %-24s %-5s ·· %04d  %-8s", card->name, card->scheme, card->last_four, card->status);
  if (index == selected) attroff(A_REVERSE);
}

static void draw_header(void) {
  mvprintw(0, 0, " cards  %d of %d", selected + 1, count);
  clrtoeol();
}

static void draw_all(void) {
  draw_header();
  for (int i = top; i < top + LINES - 2; i++) draw_row(i);
  mvaddstr(LINES - 1, 0, " j down  k up  g first  G last  q quit");
}

static void go(int to) {
  if (to < 0) to = 0;
  if (to >= count) to = count - 1;
  if (to == selected) return;
  int rows = LINES - 2, margin = rows > 8 ? 3 : 0, old = selected, old_top = top;
  selected = to;
  if (selected < top + margin) top = selected - margin;
  if (selected > top + rows - 1 - margin) top = selected - rows + 1 + margin;
  if (top > count - rows) top = count - rows;
  if (top < 0) top = 0;
  if (top != old_top) {
    draw_all();
  } else {
    draw_header();
    draw_row(old);
    draw_row(selected);
  }
}

int main(int argc, char **argv) {
  setlocale(LC_ALL, "");
  count = argc > 1 ? atoi(argv[1]) : 6;
  if (count < 1) count = 1;
  make_cards();
  initscr();
  raw();
  noecho();
  curs_set(0);
  draw_all();
  refresh();
  for (;;) {
    int key = getch();
    if (key == 'q' || key == ERR) break;
    if (key == 'j') go(selected + 1);
    if (key == 'k') go(selected - 1);
    if (key == 'g') go(0);
    if (key == 'G') go(count - 1);
    refresh();
  }
  endwin();
  return 0;
}
