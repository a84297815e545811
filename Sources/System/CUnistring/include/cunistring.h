#ifndef CUNISTRING_H
#define CUNISTRING_H

#include <stddef.h>
#include <stdint.h>

// Forms of letters, by GNU libunistring, loaded when it is first used.

/// Converts a text in UTF-8 to Normalization Form C, or folds it: without case, in Form KD.
///
/// `out` has room for `*length` bytes. If `out` is NULL, the caller frees the result. `*length`
/// becomes the length of the result. NULL: it is not UTF-8, or there is no room or no library.
uint8_t *cunistring_convert(const uint8_t *text, size_t count, int folds, uint8_t *out,
                            size_t *length);

/// Whether a letter is joined to the one beside it, as those of Arabic are: 1 or 0. -1: it is a
/// mark on a letter.
int cunistring_joins(uint32_t scalar);

#endif
