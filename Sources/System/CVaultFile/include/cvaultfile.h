#ifndef CVAULTFILE_H
#define CVAULTFILE_H

#include <stdint.h>

// A VFS for vaults. SQLite finds the write-ahead log and its index by the names FILE-wal and
// FILE-shm. This VFS uses them only for the file that they belong to, also when files were renamed
// or copied.
//
// While the log contains changes, the file has a mark that names the log by its salts, which are
// random. For SQLite a log that is not named is empty. The mark is in the twelve bytes at 72, in a
// part of SQLite's header that is "reserved for expansion" (fileformat2, 1.3). SQLite does not see
// or change it. It is written and synced after the log's first change was synced and before the
// caller is told. It is removed and synced when all changes are in the file, before the log is
// emptied, removed or begun anew. This costs one or two syncs for each log, none for a change.
//
// Unused bytes of the index (walformat, 2.1: 120 to 127, 132 to 135) say to which file it belongs,
// and which stamp the mark of this file has. A file that another program has written to has another
// stamp. It is not changed.

// The VFS name for sqlite3_open_v2; NULL if SQLite refused to register it.
const char *vaultfile_vfs(void);

// For sqlite3_file_control.
enum {
  VAULTFILE_LOG = 0x574C01,       // fills a struct vaultfile_log
  VAULTFILE_REPLACED = 0x574C02,  // fills an int32_t: another file has the name of this file, its
                                  // log or its index, or another program has written to this file
  VAULTFILE_SYSTEM = 0x574C03,    // fills a sqlite3_file *, with which the mark can be read
};

struct vaultfile_log {
  int is_lost;      // the file's mark names a log that is not there
  int64_t frames;   // pages in the log; -1: not known
  int64_t pending;  // those of them that are not in the file; -1: not known
};

// Renames a file in a folder and replaces none, which Swift cannot call. 0, or -1 with errno.
int vaultfile_rename(int folder, const char *from, const char *to);

#endif
