// The references of the server's benchmark, and the load for them and for walletd.
#ifndef FLOOR_H
#define FLOOR_H

#include <stdint.h>

// Nanoseconds of the monotonic clock.
int64_t nanoseconds(void);
// Prints an error and ends the process.
_Noreturn void give_up(const char *what);

// A new database with this many rows. `commit_row` makes one durable UPDATE of one of them.
void open_rows(const char *file, int count);
void commit_row(long count);

int hello(int argc, char **argv);
int commits(int argc, char **argv);
int load(int argc, char **argv);

#endif
