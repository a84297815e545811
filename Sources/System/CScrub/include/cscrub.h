#ifndef CSCRUB_H
#define CSCRUB_H

/// 1 when this program's heap is overwritten as it is freed, 0 in debug builds and under a
/// sanitizer, which has an allocator of its own.
int scrub_is_active(void);

#endif
