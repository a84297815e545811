// What the server's benchmark compares with, and what drives both.
#ifndef FLOOR_H
#define FLOOR_H

#include <stdint.h>

// Nanoseconds of the monotonic clock.
int64_t nanoseconds(void);
// Says what went wrong and ends the process.
_Noreturn void give_up(const char *what);

// A new database with so many rows, for `commit_row`: one durable UPDATE of one of them.
void open_rows(const char *file, int count);
void commit_row(long count);

int hello(int argc, char **argv);
int commits(int argc, char **argv);
int load(int argc, char **argv);

#endif
