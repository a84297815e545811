// Where requests begin and end in what comes on a connection (RFC 9112).
#ifndef FRAMING_H
#define FRAMING_H

#include <stddef.h>

// Names and values of fields that we look for are no longer: `Transfer-Encoding`, 18 digits.
enum { LONGEST_WORD = 19 };

struct framing {
  // `…_LF`: where a LF must follow.
  enum {
    BETWEEN, BETWEEN_LF, FIRST_LINE, FIRST_LINE_LF, NAME, VALUE, VALUE_LF, HEAD_LF, BODY,
    CHUNK_SIZE, CHUNK_EXTENSION, CHUNK_SIZE_LF, CHUNK_CR, CHUNK_LF, REJECTED
  } place;
  // Requests that began, and those that the library has told us of.
  unsigned requests, answered;
  // The first one that is wrong, counted from 1; 0: none.
  unsigned wrong;
  // Of the body, or of the chunk, in bytes.
  unsigned long long left;
  unsigned digits;
  // Of the request that is being read. `is_unclear`: where its body ends is not said in one way.
  int has_length, is_chunked, is_unclear, in_trailer;
  // The line that is being read; a length of more than `LONGEST_WORD` is that of any longer one.
  unsigned name_length, value_length;
  // Whether there is white space behind the value so far.
  int spaces;
  char name[LONGEST_WORD], value[LONGEST_WORD];
};

void framing_read(struct framing *framing, const unsigned char *bytes, size_t count);

#endif
