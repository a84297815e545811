#define _GNU_SOURCE
#include "cvaultfile.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#define MARK_OFFSET 72
#define LOG_HEADER 32
#define SALTS_OFFSET 16
#define SALTS_SIZE 8
static const char NO_LOG[SALTS_SIZE];
// Before each page of a log: four bytes of its header are the size of the file, or zero.
#define FRAME_HEADER 24
#define FRAME_SIZE_OFFSET 4
static const char NO_SIZE[4];
// Bytes of a log that are written together at most: about 16 pages with their headers.
#define MOST_GATHERED (64 << 10)

struct mark {
  char log[SALTS_SIZE];  // the salts of the log with changes that are not in the file
  uint32_t stamp;        // another number after each change of the mark
};
#define MARK_SIZE ((int)sizeof(struct mark))

// The 32-bit words of the index: those of SQLite, then ours. Zero says that nothing is known.
enum { FRAMES = 4, SALTS = 8, BACKFILLED = 24, OWNER = 30, STAMP = 31, NEXT_STAMP = 33 };

#define WRITE_LOCK 0
#define CHECKPOINT_LOCK 1
#define TAKE (SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE)
#define RELEASE (SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE)

static sqlite3_vfs *system_vfs;

typedef struct File File;
struct File {
  sqlite3_file base;
  struct stat info;  // of a database or log: only its device and inode
  File *database;    // of a log: the file that it belongs to
  int has_unsynced_frames;  // of a log: something was written behind its header and not synced
  // Of a log: what SQLite has written last, and where it belongs. It is not in the file yet.
  char *gathered;
  int gathered_count;
  sqlite3_int64 gathered_offset;
  int ends_change;  // of a log: the page after the gathered bytes is the last one of a change
  // The rest is of a database.
  int is_database;
  const char *name;
  File *log;                 // its log, while it is open
  volatile uint32_t *index;  // the start of its log's index, while it is mapped
  struct stat index_info;
  File *next;  // in the list of all
};

static sqlite3_file *system_file(sqlite3_file *file) {
  return (sqlite3_file *)((char *)file + sizeof(File));
}

// --- Names --------------------------------------------------------------------------------------

static int is_same(const struct stat *one, const struct stat *other) {
  return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

// The time of a file is not asked for. On Linux from 6.13 on, the next write after such a question
// changes the time, and then each sync of the log also writes the inode, in a request of its own.
static int identify(const char *database, const char *end, struct stat *info) {
  char name[PATH_MAX];
  size_t length = strlen(database), rest = strlen(end) + 1;
  if (length + rest > sizeof name) return 0;
  memcpy(name, database, length);
  memcpy(name + length, end, rest);
  struct statx found;
  if (statx(AT_FDCWD, name, AT_SYMLINK_NOFOLLOW, STATX_INO, &found) != 0) return 0;
  info->st_dev = makedev(found.stx_dev_major, found.stx_dev_minor);
  info->st_ino = found.stx_ino;
  return 1;
}

static int has_name(const File *database, const char *end, const struct stat *file) {
  struct stat now;
  return identify(database->name, end, &now) && is_same(&now, file);
}

static int has_other_index(const File *database) {
  return database->index && !has_name(database, "-shm", &database->index_info);
}

static int is_moved(const File *database) {
  return !has_name(database, "", &database->info)
         || (database->log && !has_name(database, "-wal", &database->log->info))
         || has_other_index(database);
}

// The databases of this process. It must not open the index of one name for two files: the lock
// that protects an index in use does not exclude the process itself.
static pthread_mutex_t databases_lock = PTHREAD_MUTEX_INITIALIZER;
static File *databases;

// False: the name is not that of the opened file any more, or this process has opened another file
// under it before.
static int add_database(File *file) {
  sqlite3_file *real = system_file(&file->base);
  int is_usable = identify(file->name, "", &file->info);
  int has_moved = 0;
  real->pMethods->xFileControl(real, SQLITE_FCNTL_HAS_MOVED, &has_moved);
  pthread_mutex_lock(&databases_lock);
  for (File *other = databases; other; other = other->next) {
    if (strcmp(other->name, file->name) == 0 && !is_same(&other->info, &file->info)) is_usable = 0;
  }
  file->next = databases;
  databases = file;
  pthread_mutex_unlock(&databases_lock);
  return is_usable && !has_moved;
}

static void remove_database(File *file) {
  pthread_mutex_lock(&databases_lock);
  File **link = &databases;
  while (*link != file) link = &(*link)->next;
  *link = file->next;
  pthread_mutex_unlock(&databases_lock);
}

// --- The mark -----------------------------------------------------------------------------------

static int read_mark(File *database, struct mark *mark) {
  sqlite3_file *file = system_file(&database->base);
  int code = file->pMethods->xRead(file, mark, MARK_SIZE, MARK_OFFSET);
  // The file is just being created.
  return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
}

static int read_salts(File *log, char salts[SALTS_SIZE]) {
  sqlite3_file *file = system_file(&log->base);
  return file->pMethods->xRead(file, salts, SALTS_SIZE, SALTS_OFFSET);
}

static int is_named(File *log) {
  struct mark mark;
  char salts[SALTS_SIZE];
  return log->database && read_mark(log->database, &mark) == SQLITE_OK
         && memcmp(mark.log, NO_LOG, SALTS_SIZE) != 0 && read_salts(log, salts) == SQLITE_OK
         && memcmp(mark.log, salts, SALTS_SIZE) == 0;
}

static uint32_t load(const File *database, int word) {
  return __atomic_load_n(&database->index[word], __ATOMIC_SEQ_CST);
}

static void store(File *database, int word, uint32_t value) {
  if (database->index) __atomic_store_n(&database->index[word], value, __ATOMIC_SEQ_CST);
}

// Stores the value if there is none yet, and returns the one that is there.
static uint32_t settle(File *database, int word, uint32_t value) {
  uint32_t found = __sync_val_compare_and_swap(&database->index[word], 0, value);
  return found ? found : value;
}

static uint32_t new_stamp(void) {
  uint32_t stamp = 0;
  while (!stamp) sqlite3_randomness(sizeof stamp, &stamp);
  return stamp;
}

// Whether another program has written to the file. If a connection changes the mark at the same
// time, it is read again.
static int is_overwritten(File *database) {
  struct mark mark;
  uint32_t known, next;
  do {
    known = database->index ? load(database, STAMP) : 0;
    next = known ? load(database, NEXT_STAMP) : 0;
    if (!known || read_mark(database, &mark) != SQLITE_OK || mark.stamp == known) return 0;
  } while (load(database, STAMP) != known || load(database, NEXT_STAMP) != next);
  if (!mark.stamp || mark.stamp != next) return 1;
  // The connection that wrote it may have been killed before it could say so.
  __sync_bool_compare_and_swap(&database->index[STAMP], known, next);
  return 0;
}

// The caller has the write lock of the log, so that nobody else changes the mark.
static int put_mark(File *database, const char log[SALTS_SIZE]) {
  struct mark mark;
  int code = read_mark(database, &mark);
  if (code != SQLITE_OK || memcmp(mark.log, log, SALTS_SIZE) == 0) return code;
  if (has_other_index(database) || is_overwritten(database)) return SQLITE_READONLY_DBMOVED;
  memcpy(mark.log, log, SALTS_SIZE);
  mark.stamp = new_stamp();
  store(database, NEXT_STAMP, mark.stamp);
  sqlite3_file *file = system_file(&database->base);
  code = file->pMethods->xWrite(file, &mark, MARK_SIZE, MARK_OFFSET);
  if (code == SQLITE_OK) code = file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
  if (code == SQLITE_OK) store(database, STAMP, mark.stamp);
  return code;
}

// Called before the log is emptied, removed or begun anew, when all of it is in the file and
// synced. A mark that names another log stays: that one is lost.
static int clear_mark(File *log) {
  return is_named(log) ? put_mark(log->database, NO_LOG) : SQLITE_OK;
}

// --- Gathered writes ----------------------------------------------------------------------------

// A change has some pages. SQLite writes each of them in two calls, one behind the other, before
// anybody may read them. They are written in one call, with the last page.

static int write_gathered(File *log) {
  int count = log->gathered_count;
  if (count == 0) return SQLITE_OK;
  log->gathered_count = log->ends_change = 0;
  sqlite3_file *real = system_file(&log->base);
  return real->pMethods->xWrite(real, log->gathered, count, log->gathered_offset);
}

static int gather(File *log, const void *from, int count, sqlite3_int64 offset) {
  int is_next = offset == log->gathered_offset + log->gathered_count;
  int ends_change = log->ends_change;
  if (!is_next || log->gathered_count + count > MOST_GATHERED) {
    int code = write_gathered(log);
    if (code != SQLITE_OK) return code;
  }
  if (!log->gathered) log->gathered = sqlite3_malloc(MOST_GATHERED);
  if (!log->gathered) return SQLITE_IOERR_NOMEM;
  if (log->gathered_count == 0) log->gathered_offset = offset;
  memcpy(log->gathered + log->gathered_count, from, (size_t)count);
  log->gathered_count += count;
  // The header of the last page of a change has the size of the file. The index names it next.
  if (count != FRAME_HEADER) return ends_change ? write_gathered(log) : SQLITE_OK;
  log->ends_change = memcmp((const char *)from + FRAME_SIZE_OFFSET, NO_SIZE, 4) != 0;
  return SQLITE_OK;
}

// --- Files --------------------------------------------------------------------------------------

static int file_close(sqlite3_file *base) {
  File *file = (File *)base;
  sqlite3_free(file->gathered);
  file->gathered = NULL;
  if (file->database) file->database->log = NULL;
  if (file->log) file->log->database = NULL;
  if (file->is_database) remove_database(file);
  sqlite3_file *real = system_file(base);
  int code = real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
  base->pMethods = NULL;
  return code;
}

static int file_read(sqlite3_file *base, void *to, int count, sqlite3_int64 offset) {
  sqlite3_file *real = system_file(base);
  int code = write_gathered((File *)base);
  if (code == SQLITE_OK) code = real->pMethods->xRead(real, to, count, offset);
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

// Called before SQLite writes to a log.
static int prepare_log(File *log, sqlite3_int64 offset) {
  // A change that is half written when the file is replaced is refused when it is synced.
  if (!log->has_unsynced_frames && is_moved(log->database)) return SQLITE_READONLY_DBMOVED;
  if (offset < LOG_HEADER) return clear_mark(log);
  log->has_unsynced_frames = 1;
  return SQLITE_OK;
}

static int file_write(sqlite3_file *base, const void *from, int count, sqlite3_int64 offset) {
  File *file = (File *)base;
  sqlite3_file *real = system_file(base);
  if (file->database) {
    int code = prepare_log(file, offset);
    if (code == SQLITE_OK && offset >= LOG_HEADER && count < MOST_GATHERED) {
      return gather(file, from, count, offset);
    }
    if (code == SQLITE_OK) code = write_gathered(file);
    if (code != SQLITE_OK) return code;
  }
  if (!file->is_database || offset != 0 || count < MARK_OFFSET + MARK_SIZE) {
    return real->pMethods->xWrite(real, from, count, offset);
  }
  // The first page keeps its mark.
  char *page = sqlite3_malloc(count);
  if (!page) return SQLITE_IOERR_NOMEM;
  memcpy(page, from, (size_t)count);
  struct mark mark = {0};
  int code = read_mark(file, &mark);
  // A new file has no log yet.
  if (!mark.stamp && !file->index) mark.stamp = new_stamp();
  memcpy(page + MARK_OFFSET, &mark, sizeof mark);
  if (code == SQLITE_OK) code = real->pMethods->xWrite(real, page, count, offset);
  sqlite3_free(page);
  return code;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size) {
  File *file = (File *)base;
  sqlite3_file *real = system_file(base);
  int code = write_gathered(file);
  if (code == SQLITE_OK && file->database && size == 0) code = clear_mark(file);
  return code == SQLITE_OK ? real->pMethods->xTruncate(real, size) : code;
}

static int file_sync(sqlite3_file *base, int flags) {
  File *file = (File *)base;
  sqlite3_file *real = system_file(base);
  int code = write_gathered(file);
  if (code == SQLITE_OK) code = real->pMethods->xSync(real, flags);
  if (code != SQLITE_OK || !file->database || !file->has_unsynced_frames) return code;
  file->has_unsynced_frames = 0;
  // The file that has the name now would not have the change.
  if (is_moved(file->database)) return SQLITE_READONLY_DBMOVED;
  // After the log's own sync, so that the mark never refers to an empty log.
  char salts[SALTS_SIZE];
  code = read_salts(file, salts);
  if (code == SQLITE_OK) code = put_mark(file->database, salts);
  if (code == SQLITE_OK || code == SQLITE_READONLY_DBMOVED) return code;
  file->has_unsynced_frames = 1;
  return SQLITE_IOERR_FSYNC;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
  File *file = (File *)base;
  sqlite3_file *real = system_file(base);
  int code = write_gathered(file);
  if (code == SQLITE_OK) code = real->pMethods->xFileSize(real, size);
  // SQLite asks for the size of a log before it reads what a process left that was killed.
  if (code == SQLITE_OK && file->database && !is_named(file)) *size = 0;
  return code;
}

static int file_lock(sqlite3_file *base, int level) {
  File *file = (File *)base;
  sqlite3_file *real = system_file(base);
  int code = real->pMethods->xLock(real, level);
  if (code != SQLITE_OK || level != SQLITE_LOCK_EXCLUSIVE || !file->is_database) return code;
  if (!is_moved(file) && !is_overwritten(file)) return code;
  // The last connection takes this lock to write the log into the file, and to remove log and index
  // by their names. They may be those of another file.
  real->pMethods->xUnlock(real, SQLITE_LOCK_SHARED);
  return SQLITE_READONLY_DBMOVED;
}

static int file_unlock(sqlite3_file *base, int level) {
  sqlite3_file *real = system_file(base);
  return real->pMethods->xUnlock(real, level);
}

static int file_check_reserved_lock(sqlite3_file *base, int *answer) {
  sqlite3_file *real = system_file(base);
  return real->pMethods->xCheckReservedLock(real, answer);
}

static void tell_log(File *file, struct vaultfile_log *log) {
  struct mark mark;
  log->frames = file->index ? (int64_t)file->index[FRAMES] : -1;
  log->pending = file->index ? log->frames - (int64_t)file->index[BACKFILLED] : -1;
  log->is_lost = read_mark(file, &mark) == SQLITE_OK && memcmp(mark.log, NO_LOG, SALTS_SIZE) != 0
                 && (file->index ? log->frames == 0 : !file->log || !is_named(file->log));
}

static int file_control(sqlite3_file *base, int what, void *argument) {
  File *file = (File *)base;
  sqlite3_file *real = system_file(base);
  if (!file->is_database) return real->pMethods->xFileControl(real, what, argument);
  switch (what) {
    case VAULTFILE_LOG: tell_log(file, argument); return SQLITE_OK;
    case VAULTFILE_REPLACED:
      *(int32_t *)argument = is_moved(file) || is_overwritten(file);
      return SQLITE_OK;
    case VAULTFILE_SYSTEM: *(sqlite3_file **)argument = real; return SQLITE_OK;
    default: return real->pMethods->xFileControl(real, what, argument);
  }
}

static int file_sector_size(sqlite3_file *base) {
  sqlite3_file *real = system_file(base);
  return real->pMethods->xSectorSize(real);
}

static int file_characteristics(sqlite3_file *base) {
  sqlite3_file *real = system_file(base);
  return real->pMethods->xDeviceCharacteristics(real);
}

// Whether the index belongs to this file, and describes its log. The first connection that maps an
// index decides to which file it belongs.
static int is_own_index(File *database) {
  uint32_t owner = (uint32_t)(database->info.st_ino ^ (database->info.st_ino >> 32));
  struct mark mark;
  char salts[SALTS_SIZE];
  if (settle(database, OWNER, owner) != owner || read_mark(database, &mark) != SQLITE_OK) return 0;
  settle(database, STAMP, mark.stamp);
  if (is_overwritten(database)) return 0;
  return load(database, FRAMES) == 0
         || (database->log && read_salts(database->log, salts) == SQLITE_OK
             && memcmp((const void *)&database->index[SALTS], salts, SALTS_SIZE) == 0);
}

static int file_map_index(
    sqlite3_file *base, int page, int size, int extend, void volatile **to) {
  File *file = (File *)base;
  sqlite3_file *real = system_file(base);
  int code = real->pMethods->xShmMap(real, page, size, extend, to);
  if (page != 0 || !*to || code != SQLITE_OK) return code;
  file->index = *to;
  if (identify(file->name, "-shm", &file->index_info) && is_own_index(file)) return code;
  // Others still use a file that had this name before. They end when they notice, and the index can
  // be opened anew then. SQLite tries again for some seconds.
  file->index = NULL;
  *to = NULL;
  // Otherwise SQLite has a lock in the index.
  if (!extend) real->pMethods->xShmUnmap(real, 0);
  return SQLITE_BUSY;
}

static int file_lock_index(sqlite3_file *base, int offset, int count, int flags) {
  sqlite3_file *real = system_file(base);
  // A change that ends without a sync was rolled back. The next writer's frames take its place.
  File *log = ((File *)base)->log;
  if (offset == WRITE_LOCK && flags == RELEASE && log) log->gathered_count = 0;
  int code = real->pMethods->xShmLock(real, offset, count, flags);
  if (code != SQLITE_OK || offset > CHECKPOINT_LOCK || flags != TAKE) return code;
  // Who uses another index does not see this lock.
  if (!has_other_index((File *)base) && !is_overwritten((File *)base)) return code;
  real->pMethods->xShmLock(real, offset, count, RELEASE);
  return SQLITE_READONLY_DBMOVED;
}

static void file_index_barrier(sqlite3_file *base) {
  sqlite3_file *real = system_file(base);
  real->pMethods->xShmBarrier(real);
}

static int file_unmap_index(sqlite3_file *base, int removes) {
  File *file = (File *)base;
  sqlite3_file *real = system_file(base);
  // SQLite calls this when the last connection is closed and the log was copied into the file. It
  // removes the log next and ignores errors.
  if (removes && file->log) clear_mark(file->log);
  file->index = NULL;
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
  file->name = name;
  file->is_database = (flags & SQLITE_OPEN_MAIN_DB) != 0;
  if (file->is_database && !add_database(file)) {
    file_close(base);
    return SQLITE_READONLY_DBMOVED;
  }
  if (flags & SQLITE_OPEN_WAL) {
    identify(name, "", &file->info);
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
