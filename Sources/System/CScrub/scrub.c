#define _GNU_SOURCE
#include "cscrub.h"

// The package defines SCRUB_ON_FREE. Without it nothing is scrubbed.
#ifndef SCRUB_ON_FREE
#define SCRUB_OFF 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define SCRUB_OFF 1
#endif
#endif

#ifdef SCRUB_OFF

int scrub_is_active(void) { return 0; }

#else

// Swift copies values freely, in decoders, strings and growing arrays. These copies must not stay
// on the heap when they are freed. The functions here take precedence over glibc's, which they
// call.

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void __libc_free(void *block);
void *__libc_realloc(void *block, size_t size);

int scrub_is_active(void) { return 1; }

// glibc keeps a block's size before it, with three flags in its lowest bits.
static size_t head(const void *block) { return ((const size_t *)block)[-1]; }

// Blocks with a mapping of their own. The kernel clears their pages, so that they need not be
// overwritten.
static int is_mapping(const void *block) { return (head(block) & 2) != 0; }

// The size of other blocks: like malloc_usable_size, but without a call for each block.
static size_t room(const void *block) { return (head(block) & ~(size_t)7) - sizeof(size_t); }

void free(void *block) {
  if (!block) return;
  if (!is_mapping(block)) {
    memset(block, 0, room(block));
    // For the compiler the memory may be read here, so that memset is not removed.
    __asm__ volatile("" : : "r"(block) : "memory");
  }
  __libc_free(block);
}

void *realloc(void *block, size_t size) {
  if (!block || is_mapping(block)) return __libc_realloc(block, size);
  if (size == 0) {
    free(block);
    return NULL;
  }
  size_t old = room(block);
  if (size <= old && size >= old / 2) {
    explicit_bzero((char *)block + size, old - size);
    return block;
  }
  void *moved = malloc(size);
  if (!moved) return NULL;
  memcpy(moved, block, old < size ? old : size);
  free(block);
  return moved;
}

void *reallocarray(void *block, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(block, bytes);
}

#endif
