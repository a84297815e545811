#ifndef CVAULTFILE_H
#define CVAULTFILE_H

#include <stdint.h>

// A VFS for vaults: while the write-ahead log contains changes, the file has a mark that says so. A
// copy of the file without its log can then be recognised as incomplete.
//
// The mark is in the eight bytes at 72, in a part of SQLite's header that is "reserved for expansion"
// (fileformat2, 1.3). SQLite does not see or change it. It is written and synced after the log's first
// change was synced and before the caller is told. It is removed and synced when all changes are in
// the file, before the log is emptied or removed. This costs one sync for each log, none for a change.

// The VFS name for sqlite3_open_v2; NULL if SQLite refused to register it.
const char *vaultfile_vfs(void);

// For sqlite3_file_control.
enum {
  VAULTFILE_LOG = 0x574C01,   // fills a struct vaultfile_log
  VAULTFILE_LOST = 0x574C02,  // the log is lost: the mark stays until there is a new one
};

struct vaultfile_log {
  int is_marked;    // the file says that there are changes in a log; as it stands on the disk
  int64_t frames;   // pages in the log; -1: not known
  int64_t pending;  // those of them that are not in the file; -1: not known
};

#endif
