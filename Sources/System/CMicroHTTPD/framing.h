// Finds where requests begin and end in the bytes of a connection (RFC 9112).
#ifndef FRAMING_H
#define FRAMING_H

#include <stddef.h>

// Names and values of the fields that are looked for are not longer: `Transfer-Encoding`, 18
// digits.
enum { LONGEST_WORD = 19 };

struct framing {
  // `…_LF`: a LF must follow. OTHER_VALUE: that of a field that is not looked for.
  enum {
    BETWEEN, BETWEEN_LF, FIRST_LINE, FIRST_LINE_LF, NAME, VALUE, OTHER_VALUE, VALUE_LF, HEAD_LF,
    BODY, CHUNK_SIZE, CHUNK_EXTENSION, CHUNK_SIZE_LF, CHUNK_CR, CHUNK_LF, REJECTED
  } place;
  // Requests that began, and those that the library has reported.
  unsigned requests, answered;
  // The first malformed request, counted from 1; 0: none.
  unsigned wrong;
  // Bytes that are left of the body or of the chunk.
  unsigned long long left;
  unsigned digits;
  // Of the current request. `is_unclear`: the end of its body is ambiguous.
  int has_length, is_chunked, is_unclear, in_trailer;
  // The current line. A length above `LONGEST_WORD` means any longer one.
  unsigned name_length, value_length;
  // Whether the value so far has white space after it.
  int spaces;
  char name[LONGEST_WORD], value[LONGEST_WORD];
};

void framing_read(struct framing *framing, const unsigned char *bytes, size_t count);

#endif
