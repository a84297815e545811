#include "cvaultfile.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

#define MARK_OFFSET 72
#define MARK_SIZE 8
#define LOG_HEADER 32
static const char MARK[MARK_SIZE] = {'l', 'o', 'g', ' ', 'u', 's', 'e', 'd'};
static const char NO_MARK[MARK_SIZE];

static sqlite3_vfs *system_vfs;

typedef struct File File;
struct File {
  sqlite3_file base;
  File *database;  // of a log: the file that it belongs to
  File *log;       // of a database: its log, while it is open
  int is_database;
  int has_unsynced_frames;  // of a log: something was written behind its header and not synced
  int is_lost;   // of a database: see VAULTFILE_LOST
  const volatile uint32_t *index;  // of a database: the start of its log's index, when mapped
};

static sqlite3_file *system_file(sqlite3_file *file) {
  return (sqlite3_file *)((char *)file + sizeof(File));
}

// --- The mark -----------------------------------------------------------------------------------

static int read_mark(File *database, char mark[MARK_SIZE]) {
  sqlite3_file *file = system_file(&database->base);
  int code = file->pMethods->xRead(file, mark, MARK_SIZE, MARK_OFFSET);
  // The file is just being created.
  return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
}

// The caller has the write lock of the log, so that nobody else changes the mark.
static int put_mark(File *database, const char wanted[MARK_SIZE]) {
  char found[MARK_SIZE];
  int code = read_mark(database, found);
  if (code != SQLITE_OK || memcmp(found, wanted, MARK_SIZE) == 0) return code;
  sqlite3_file *file = system_file(&database->base);
  code = file->pMethods->xWrite(file, wanted, MARK_SIZE, MARK_OFFSET);
  if (code == SQLITE_OK) code = file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
  return code;
}

// Called before the log is emptied or removed, when all of it is in the file and synced.
static int clear_mark(File *database) {
  sqlite3_int64 size = 0;
  File *log = database->log;
  if (database->is_lost || !log) return SQLITE_OK;
  sqlite3_file *file = system_file(&log->base);
  // The mark does not refer to a log without changes.
  if (file->pMethods->xFileSize(file, &size) != SQLITE_OK || size <= LOG_HEADER) return SQLITE_OK;
  return put_mark(database, NO_MARK);
}

// --- Files --------------------------------------------------------------------------------------

static int file_close(sqlite3_file *base) {
  File *file = (File *)base;
  if (file->database) file->database->log = NULL;
  if (file->log) file->log->database = NULL;
  sqlite3_file *real = system_file(base);
  int code = real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
  base->pMethods = NULL;
  return code;
}

static int file_read(sqlite3_file *base, void *to, int count, sqlite3_int64 offset) {
  sqlite3_file *real = system_file(base);
  int code = real->pMethods->xRead(real, to, count, offset);
  // The mark is hidden from SQLite. Otherwise it would be written to the log with the page, and
  // from there back to the file later.
  if (((File *)base)->is_database && offset < MARK_OFFSET + MARK_SIZE
      && offset + count > MARK_OFFSET) {
    sqlite3_int64 from = offset > MARK_OFFSET ? offset : MARK_OFFSET;
    sqlite3_int64 end = MARK_OFFSET + MARK_SIZE;
    if (end > offset + count) end = offset + count;
    memset((char *)to + (from - offset), 0, (size_t)(end - from));
  }
  return code;
}

static int file_write(sqlite3_file *base, const void *from, int count, sqlite3_int64 offset) {
  File *file = (File *)base;
  sqlite3_file *real = system_file(base);
  if (file->database && offset >= LOG_HEADER) file->has_unsynced_frames = 1;
  if (!file->is_database || offset != 0 || count < MARK_OFFSET + MARK_SIZE) {
    return real->pMethods->xWrite(real, from, count, offset);
  }
  // The first page keeps its mark.
  char *page = sqlite3_malloc(count);
  if (!page) return SQLITE_IOERR_NOMEM;
  memcpy(page, from, (size_t)count);
  int code = read_mark(file, page + MARK_OFFSET);
  if (code == SQLITE_OK) code = real->pMethods->xWrite(real, page, count, offset);
  sqlite3_free(page);
  return code;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size) {
  File *file = (File *)base;
  sqlite3_file *real = system_file(base);
  if (file->database && size == 0) {
    int code = clear_mark(file->database);
    if (code != SQLITE_OK) return code;
  }
  return real->pMethods->xTruncate(real, size);
}

static int file_sync(sqlite3_file *base, int flags) {
  File *file = (File *)base;
  sqlite3_file *real = system_file(base);
  int code = real->pMethods->xSync(real, flags);
  if (code != SQLITE_OK || !file->database || !file->has_unsynced_frames) return code;
  // After the log's own sync, so that the mark never refers to an empty log.
  if (put_mark(file->database, MARK) != SQLITE_OK) return SQLITE_IOERR_FSYNC;
  file->has_unsynced_frames = 0;
  file->database->is_lost = 0;
  return SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
  sqlite3_file *real = system_file(base);
  return real->pMethods->xFileSize(real, size);
}

static int file_lock(sqlite3_file *base, int level) {
  sqlite3_file *real = system_file(base);
  return real->pMethods->xLock(real, level);
}

static int file_unlock(sqlite3_file *base, int level) {
  sqlite3_file *real = system_file(base);
  return real->pMethods->xUnlock(real, level);
}

static int file_check_reserved_lock(sqlite3_file *base, int *answer) {
  sqlite3_file *real = system_file(base);
  return real->pMethods->xCheckReservedLock(real, answer);
}

// The log's index (walformat 2.1): the number of pages in the log at 16, and of those that are in
// the file at 96.
static void tell_log(File *file, struct vaultfile_log *log) {
  char mark[MARK_SIZE];
  log->is_marked = read_mark(file, mark) == SQLITE_OK && memcmp(mark, NO_MARK, MARK_SIZE) != 0;
  log->frames = file->index ? (int64_t)file->index[4] : -1;
  log->pending = file->index ? log->frames - (int64_t)file->index[24] : -1;
}

static int file_control(sqlite3_file *base, int what, void *argument) {
  File *file = (File *)base;
  sqlite3_file *real = system_file(base);
  if (file->is_database && what == VAULTFILE_LOG) {
    tell_log(file, argument);
    return SQLITE_OK;
  }
  if (file->is_database && what == VAULTFILE_LOST) {
    file->is_lost = 1;
    return SQLITE_OK;
  }
  return real->pMethods->xFileControl(real, what, argument);
}

static int file_sector_size(sqlite3_file *base) {
  sqlite3_file *real = system_file(base);
  return real->pMethods->xSectorSize(real);
}

static int file_characteristics(sqlite3_file *base) {
  sqlite3_file *real = system_file(base);
  return real->pMethods->xDeviceCharacteristics(real);
}

static int file_map_index(
    sqlite3_file *base, int page, int size, int extend, void volatile **to) {
  sqlite3_file *real = system_file(base);
  int code = real->pMethods->xShmMap(real, page, size, extend, to);
  if (page == 0 && (code == SQLITE_OK || code == SQLITE_READONLY)) {
    ((File *)base)->index = (const volatile uint32_t *)*to;
  }
  return code;
}

static int file_lock_index(sqlite3_file *base, int offset, int count, int flags) {
  sqlite3_file *real = system_file(base);
  return real->pMethods->xShmLock(real, offset, count, flags);
}

static void file_index_barrier(sqlite3_file *base) {
  sqlite3_file *real = system_file(base);
  real->pMethods->xShmBarrier(real);
}

static int file_unmap_index(sqlite3_file *base, int removes) {
  sqlite3_file *real = system_file(base);
  // SQLite calls this when the last connection is closed and the log was copied into the file. It
  // removes the log next and ignores errors.
  if (removes) clear_mark((File *)base);
  ((File *)base)->index = NULL;
  return real->pMethods->xShmUnmap(real, removes);
}

// Version 2 has no memory mapping of the file, in which the mark would be visible.
static const sqlite3_io_methods methods = {
    2,
    file_close,
    file_read,
    file_write,
    file_truncate,
    file_sync,
    file_size,
    file_lock,
    file_unlock,
    file_check_reserved_lock,
    file_control,
    file_sector_size,
    file_characteristics,
    file_map_index,
    file_lock_index,
    file_index_barrier,
    file_unmap_index,
    NULL,
    NULL,
};

static const sqlite3_io_methods methods_without_index = {
    1,
    file_close,
    file_read,
    file_write,
    file_truncate,
    file_sync,
    file_size,
    file_lock,
    file_unlock,
    file_check_reserved_lock,
    file_control,
    file_sector_size,
    file_characteristics,
    NULL,
    NULL,
    NULL,
    NULL,
    NULL,
    NULL,
};

// --- The VFS ------------------------------------------------------------------------------------

static int vfs_open(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *opened) {
  (void)vfs;
  File *file = (File *)base;
  memset(file, 0, sizeof *file);
  sqlite3_file *real = system_file(base);
  int code = system_vfs->xOpen(system_vfs, name, real, flags, opened);
  if (!real->pMethods) return code;
  int has_index = real->pMethods->iVersion >= 2 && real->pMethods->xShmMap;
  base->pMethods = has_index ? &methods : &methods_without_index;
  if (code != SQLITE_OK) return code;
  file->is_database = (flags & SQLITE_OPEN_MAIN_DB) != 0;
  if (flags & SQLITE_OPEN_WAL) {
    file->database = (File *)sqlite3_database_file_object(name);
    file->database->log = file;
  }
  return code;
}

static sqlite3_vfs vault_vfs;
static int registration;

static void register_vfs(void) {
  sqlite3_initialize();
  system_vfs = sqlite3_vfs_find(NULL);
  if (!system_vfs) return;
  // The system's other methods do not depend on the VFS that they are called for.
  vault_vfs = *system_vfs;
  vault_vfs.pNext = NULL;
  vault_vfs.zName = "vault";
  vault_vfs.szOsFile = (int)sizeof(File) + system_vfs->szOsFile;
  vault_vfs.xOpen = vfs_open;
  registration = sqlite3_vfs_register(&vault_vfs, 0) == SQLITE_OK;
}

const char *vaultfile_vfs(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, register_vfs);
  return registration ? vault_vfs.zName : NULL;
}
