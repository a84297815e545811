#include <stdint.h>
#include <wchar.h>

// Declared by <wchar.h> only under _XOPEN_SOURCE, which Swift's importer does not set.
extern int wcwidth(wchar_t character);

/// Columns of a character in the locale that is set: 0, 1, 2, or -1 when it is not printable.
static inline int width_of_scalar(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
