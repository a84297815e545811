#ifndef CPOSTGRES_H
#define CPOSTGRES_H

#include <stdint.h>

/// libpq, loaded when it is first used. All functions but `cpg_load` need it to be loaded. A
/// connection is used by one thread at a time. Nothing waits longer than its time limit.

typedef struct pg_conn cpg_connection;
typedef struct pg_result cpg_result;

/// Loads libpq. 0: done. -1: it is not installed, or too old for pipelines (before 14).
int cpg_load(void);

/// Connects, in pipeline mode.
///
/// - Parameter names, values: The parameters, each list ending with NULL. A parameter `dbname` may
///   be a whole address.
/// - Returns: A connection that is open or broken (`cpg_is_open`); NULL: there is no memory.
cpg_connection *_Nullable cpg_connect(
    const char *_Nullable const *_Nonnull names, const char *_Nullable const *_Nonnull values);

void cpg_close(cpg_connection *_Nonnull connection);

/// Whether it is open, as far as is known without a request: an end that the server has sent is
/// seen.
int cpg_is_open(cpg_connection *_Nonnull connection);

/// Why connecting failed. It quotes no value and no password.
const char *_Nonnull cpg_message(cpg_connection *_Nonnull connection);

/// Queues commands. 0: done. -1: the connection is broken.
int cpg_prepare(
    cpg_connection *_Nonnull connection, const char *_Nonnull name, const char *_Nonnull sql);
/// - Parameter name: A prepared statement. Parameters and columns are binary.
int cpg_run(
    cpg_connection *_Nonnull connection, const char *_Nonnull name, int count,
    const char *_Nullable const *_Nullable values, const int *_Nullable lengths);
/// Sends what was queued and ends the pipeline: a result `CPG_SYNC` follows, and commands behind it
/// are not skipped after an error.
int cpg_sync(cpg_connection *_Nonnull connection);

/// The result of the next command.
///
/// - Returns: NULL: the connection broke, or `milliseconds` have passed; it must be closed.
cpg_result *_Nullable cpg_next(cpg_connection *_Nonnull connection, int milliseconds);

enum cpg_kind { CPG_DONE, CPG_ROWS, CPG_SYNC, CPG_SKIPPED, CPG_FAILED };
enum cpg_kind cpg_kind(const cpg_result *_Nonnull result);
/// Five letters and digits of an error; empty: there are none.
const char *_Nonnull cpg_state(const cpg_result *_Nonnull result);
int cpg_rows(const cpg_result *_Nonnull result);
/// NULL: the value is NULL.
const void *_Nullable cpg_value(
    const cpg_result *_Nonnull result, int row, int column, int *_Nonnull length);
void cpg_clear(cpg_result *_Nonnull result);

/// Runs commands that have no parameters and are not prepared, outside of the pipeline, with a
/// textual result.
///
/// - Returns: NULL: the connection broke, or the time has passed.
cpg_result *_Nullable cpg_execute(
    cpg_connection *_Nonnull connection, const char *_Nonnull sql, int milliseconds);

/// Waits until the server has sent a notification. Returns 1: it has, 0: the time has passed, -1:
/// the connection is broken. All that has arrived is taken.
int cpg_wait_notified(cpg_connection *_Nonnull connection, int milliseconds);

#endif
