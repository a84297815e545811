#define _GNU_SOURCE
#include "charden.h"
#include "internal.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// One mapping between two guard pages, divided into granules. The map of used granules is outside
// of it, so that the arena contains only secrets and may be wiped at any time.
//
// At first only the first part is usable. New work is refused before that part is full
// (`harden_arena_has_room`). Work that has begun may need more, and gets it from the following
// parts, which are opened and locked one after the other.

enum {
  part_bytes = 512 * 1024,
  parts = 4,
  arena_bytes = parts * part_bytes,
  // The part of the first part that is reserved for work that has begun.
  reserve_bytes = 128 * 1024,
  granule = 32,
  granules = arena_bytes / granule,
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint8_t *arena;
static int locked;
static uint8_t used[granules];
static size_t used_granules;
// All granules below are used, so the search starts here.
static size_t first_free;
// The number of usable bytes, in the parts that are open.
static size_t open_bytes;

static void give_up(const char *message) {
  ssize_t ignored = write(STDERR_FILENO, message, strlen(message));
  (void)ignored;
  abort();
}

static void lock_arena(void) {
  locked = mlock2(arena, open_bytes, MLOCK_ONFAULT) == 0 || mlock(arena, open_bytes) == 0;
}

// Opens the next part of the arena; 0: there is none.
static int open_part(void) {
  if (open_bytes == arena_bytes) return 0;
  if (mprotect(arena + open_bytes, part_bytes, PROT_READ | PROT_WRITE) != 0) return 0;
  open_bytes += part_bytes;
  // Pages are locked when they are first used, so that a short run does not lock all of them.
  lock_arena();
  return 1;
}

static void map_arena(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  uint8_t *base =
      mmap(NULL, arena_bytes + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED) give_up("walletui: no memory for secrets\n");
  arena = base + page;
  if (!open_part()) give_up("walletui: no memory for secrets\n");
  // Core files and child processes get no copy. If the kernel does not support this, the core limit
  // and exec prevent it.
  madvise(arena, arena_bytes, MADV_DONTDUMP);
  madvise(arena, arena_bytes, MADV_WIPEONFORK);
}

static size_t count_for(size_t size) {
  return size == 0 ? 1 : (size + granule - 1) / granule;
}

static size_t find_run(size_t wanted) {
  size_t run = 0;
  for (size_t i = first_free; i < open_bytes / granule; i++) {
    run = used[i] ? 0 : run + 1;
    if (run == wanted) return i + 1 - wanted;
  }
  return granules;
}

void *harden_arena_alloc(size_t size) {
  if (size > arena_bytes) give_up("walletui: a secret is too large\n");
  size_t wanted = count_for(size);
  pthread_mutex_lock(&lock);
  if (!arena) map_arena();
  size_t start = find_run(wanted);
  while (start == granules) {
    if (!open_part()) give_up("walletui: locked memory is full\n");
    start = find_run(wanted);
  }
  memset(used + start, 1, wanted);
  used_granules += wanted;
  while (first_free < granules && used[first_free]) first_free++;
  uint8_t *slot = arena + start * granule;
  pthread_mutex_unlock(&lock);
  return slot;
}

void harden_arena_free(void *slot, size_t size) {
  size_t wanted = count_for(size);
  size_t start = (size_t)((uint8_t *)slot - arena) / granule;
  pthread_mutex_lock(&lock);
  // A slot that is freed twice may already belong to another secret, so the process ends.
  for (size_t i = start; i < start + wanted; i++)
    if (!used[i]) give_up("walletui: a secret was given back twice\n");
  explicit_bzero(slot, wanted * granule);
  memset(used + start, 0, wanted);
  used_granules -= wanted;
  if (start < first_free) first_free = start;
  pthread_mutex_unlock(&lock);
}

void harden_wipe(void *memory, size_t size) { explicit_bzero(memory, size); }

int harden_equal(const void *a, const void *b, size_t size) {
  const volatile uint8_t *x = a;
  const volatile uint8_t *y = b;
  uint8_t difference = 0;
  for (size_t i = 0; i < size; i++) difference |= x[i] ^ y[i];
  return difference == 0;
}

int harden_arena_is_locked(void) {
  pthread_mutex_lock(&lock);
  if (!arena) map_arena();
  int result = locked;
  pthread_mutex_unlock(&lock);
  return result;
}

int harden_arena_has_room(size_t size) {
  return harden_arena_used() + size <= part_bytes - reserve_bytes;
}

void harden_arena_forked(void) {
  if (arena) lock_arena();
}

size_t harden_arena_used(void) {
  pthread_mutex_lock(&lock);
  size_t result = used_granules * granule;
  pthread_mutex_unlock(&lock);
  return result;
}

void harden_wipe_arena(void) {
  // Called in a signal handler. It takes no lock, because the process is about to end.
  if (arena) explicit_bzero(arena, open_bytes);
}
