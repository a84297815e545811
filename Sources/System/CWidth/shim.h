#include <stdint.h>
#include <wchar.h>

// <wchar.h> declares it only with _XOPEN_SOURCE, which Swift's importer does not set.
extern int wcwidth(wchar_t character);

/// The columns of a character in the current locale: 0, 1, 2, or -1 if it cannot be printed.
static inline int width_of_scalar(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
