#ifndef CSCRUB_H
#define CSCRUB_H

/// 1 if freed heap memory is overwritten; 0 in debug builds and with a sanitizer, which has its own
/// allocator.
int scrub_is_active(void);

#endif
