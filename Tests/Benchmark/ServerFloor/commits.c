// The minimum cost of a durable change: one UPDATE of a row with a card's size, in its own
// transaction and a write-ahead log that is synced at each commit.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"

// A card's encrypted record: 256 bytes, the nonce and the tag.
enum { BOX = 256 + 40, KEPT = 1 << 20 };

static sqlite3 *database;
static sqlite3_stmt *begin, *update, *commit;
static int rows;
static unsigned char box[BOX];

static void run(const char *sql) {
  if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK)
    give_up(sqlite3_errmsg(database));
}

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL))
    give_up(sqlite3_errmsg(database));
  return statement;
}

static void step(sqlite3_stmt *statement) {
  if (sqlite3_step(statement) != SQLITE_DONE) give_up(sqlite3_errmsg(database));
  sqlite3_reset(statement);
}

static int compare(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

void open_rows(const char *file, int count) {
  rows = count;
  memset(box, 7, sizeof box);
  if (sqlite3_open(file, &database)) give_up(sqlite3_errmsg(database));
  run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
      "CREATE TABLE cards(id INTEGER PRIMARY KEY, ver INTEGER NOT NULL, box BLOB NOT NULL);"
      "BEGIN");
  sqlite3_stmt *insert = prepare("INSERT INTO cards VALUES(?1, 1, ?2)");
  for (int i = 0; i < rows; i++) {
    sqlite3_bind_int(insert, 1, i);
    sqlite3_bind_blob(insert, 2, box, sizeof box, SQLITE_STATIC);
    step(insert);
  }
  run("COMMIT");
  begin = prepare("BEGIN IMMEDIATE");
  update = prepare("UPDATE cards SET ver=?2, box=?3 WHERE id=?1");
  commit = prepare("COMMIT");
}

void commit_row(long count) {
  box[0]++;
  step(begin);
  sqlite3_bind_int(update, 1, (int)(count % rows));
  sqlite3_bind_int64(update, 2, count);
  sqlite3_bind_blob(update, 3, box, sizeof box, SQLITE_STATIC);
  step(update);
  step(commit);
}

int commits(int argc, char **argv) {
  double seconds = atof(argv[2]);
  open_rows(argv[0], atoi(argv[1]));
  int64_t start = nanoseconds(), end = start + (int64_t)(seconds * 1e9);
  long count = 0;
  uint32_t *delays = malloc(KEPT * sizeof *delays);
  if (!delays) give_up("malloc");
  for (int64_t now = start; now < end;) {
    commit_row(count);
    int64_t then = now;
    now = nanoseconds();
    if (count < KEPT) delays[count] = (uint32_t)((now - then) / 1000);
    count++;
  }
  double took = (double)(nanoseconds() - start) / 1e9;
  long kept = count < KEPT ? count : KEPT;
  qsort(delays, (size_t)kept, sizeof *delays, compare);
  printf("{\"count\":%ld,\"rate\":%.1f,\"p99\":%.3f}\n", count, (double)count / took,
         delays[(long)((double)(kept - 1) * 0.99)] / 1000.0);
  return 0;
}
