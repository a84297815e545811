#ifndef CVAULTFILE_H
#define CVAULTFILE_H

#include <stdint.h>

// SQLite's files as a vault has them: while changes stand in the write-ahead log, the file says so.
// A copy of the file alone then tells that it may lack some.
//
// The mark stands in the eight bytes at 72, in the part of SQLite's header that is "reserved for
// expansion" (fileformat2, 1.3). SQLite itself neither sees nor changes it. It is written and synced
// when the log's first change has been synced, before whoever made that change hears of it, and
// taken away and synced when all changes are in the file, before the log is emptied or removed: one
// more sync for a log, none for a change.

// The name to give to sqlite3_open_v2; NULL when SQLite refused to register it.
const char *vaultfile_vfs(void);

// Asked with sqlite3_file_control.
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
