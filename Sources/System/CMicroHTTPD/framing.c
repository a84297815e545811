#include "framing.h"
#include "cmicrohttpd.h"
#include "connections.h"

#include <string.h>
#include <strings.h>

// The library accepts a single CR or LF as the end of a line, joins folded lines and hides what
// follows a NUL. A proxy may see another request in the same bytes (request smuggling). So all
// bytes are also read here, strictly by RFC 9112, to find the first request that is malformed.
// Nothing from it on is accepted.

static int is_control(unsigned char byte) { return (byte < 0x20 && byte != '\t') || byte == 0x7f; }

// RFC 9110, 5.6.2.
static int is_token(unsigned char byte) {
  return (byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') ||
         byte == '-' || (byte && strchr("!#$%&'*+.^_`|~", byte));
}

static int hexadecimal(unsigned char byte) {
  if (byte >= '0' && byte <= '9') return byte - '0';
  byte |= 0x20;
  return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

static void reject(struct framing *framing, unsigned request) {
  framing->wrong = request;
  framing->place = REJECTED;
}

static void begin_line(struct framing *framing) {
  framing->name_length = framing->value_length = framing->spaces = 0;
  framing->place = NAME;
}

// The rest of a longer name or value does not matter.
static void keep(char *text, unsigned *length, unsigned char byte) {
  if (*length < LONGEST_WORD) text[*length] = (char)byte;
  if (*length <= LONGEST_WORD) ++*length;
}

static int is(const char *text, unsigned length, const char *word) {
  return length == strlen(word) && strncasecmp(text, word, length) == 0;
}

static int has_name(const struct framing *framing, const char *name) {
  return is(framing->name, framing->name_length, name);
}

static void end_name(struct framing *framing) {
  int is_wanted = has_name(framing, "Content-Length") || has_name(framing, "Transfer-Encoding");
  framing->place = is_wanted ? VALUE : OTHER_VALUE;
}

static void end_field(struct framing *framing) {
  const char *value = framing->value;
  unsigned length = framing->value_length;
  if (has_name(framing, "Content-Length")) {
    unsigned long long number = 0;
    int is_number = length > 0 && length < LONGEST_WORD;
    for (unsigned at = 0; at < length && is_number; at++) {
      is_number = value[at] >= '0' && value[at] <= '9';
      number = 10 * number + (unsigned)(value[at] - '0');
    }
    if (!is_number || (framing->has_length && number != framing->left)) framing->is_unclear = 1;
    framing->has_length = 1;
    framing->left = number;
  } else if (has_name(framing, "Transfer-Encoding")) {
    // The library does not recognise the value with white space after it.
    if (framing->is_chunked || framing->spaces || !is(value, length, "chunked"))
      framing->is_unclear = 1;
    framing->is_chunked = 1;
  }
}

static void await_request(struct framing *framing) {
  framing->place = BETWEEN;
  framing->has_length = framing->is_chunked = framing->is_unclear = framing->in_trailer = 0;
  framing->left = 0;
}

static void await_chunk(struct framing *framing) {
  framing->place = CHUNK_SIZE;
  framing->digits = 0;
  framing->left = 0;
}

static void end_head(struct framing *framing) {
  if (framing->in_trailer) {
    await_request(framing);
  } else if (framing->is_unclear || (framing->has_length && framing->is_chunked)) {
    // The request is refused because of its headers. What follows is not read any more.
    reject(framing, framing->requests + 1);
  } else if (framing->is_chunked) {
    await_chunk(framing);
  } else if (framing->left > 0) {
    framing->place = BODY;
  } else {
    await_request(framing);
  }
}

static void read_byte(struct framing *framing, unsigned char byte) {
  switch (framing->place) {
    case BETWEEN:
      if (byte == '\r') {
        framing->place = BETWEEN_LF;
        break;
      }
      framing->requests++;
      framing->place = FIRST_LINE;
      // fallthrough
    case FIRST_LINE:
      if (byte == '\r') framing->place = FIRST_LINE_LF;
      else if (is_control(byte)) reject(framing, framing->requests);
      break;
    case BETWEEN_LF:
      if (byte == '\n') framing->place = BETWEEN;
      else reject(framing, framing->requests + 1);
      break;
    case FIRST_LINE_LF:
      if (byte == '\n') begin_line(framing);
      else reject(framing, framing->requests);
      break;
    case NAME:
      if (byte == '\r' && framing->name_length == 0) framing->place = HEAD_LF;
      else if (byte == ':' && framing->name_length > 0) end_name(framing);
      else reject(framing, framing->requests);
      break;
    case VALUE:
      if (byte == '\r') framing->place = VALUE_LF;
      else if (is_control(byte)) reject(framing, framing->requests);
      else if (byte == ' ' || byte == '\t') framing->spaces = framing->value_length > 0;
      else {
        // The values that are looked for contain no white space.
        if (framing->spaces) framing->value_length = LONGEST_WORD + 1;
        framing->spaces = 0;
        keep(framing->value, &framing->value_length, byte);
      }
      break;
    case OTHER_VALUE:
      if (byte == '\r') framing->place = VALUE_LF;
      else if (is_control(byte)) reject(framing, framing->requests);
      break;
    case VALUE_LF:
      if (byte != '\n') {
        reject(framing, framing->requests);
        break;
      }
      if (!framing->in_trailer) end_field(framing);
      begin_line(framing);
      break;
    case HEAD_LF:
      if (byte == '\n') end_head(framing);
      else reject(framing, framing->requests);
      break;
    case CHUNK_SIZE: {
      int digit = hexadecimal(byte);
      if (digit >= 0 && framing->digits++ < 15) framing->left = framing->left << 4 | (unsigned)digit;
      else if (digit < 0 && framing->digits > 0 && byte == '\r') framing->place = CHUNK_SIZE_LF;
      else if (digit < 0 && framing->digits > 0 && byte == ';') framing->place = CHUNK_EXTENSION;
      else reject(framing, framing->requests + 1);
      break;
    }
    case CHUNK_EXTENSION:
      if (byte == '\r') framing->place = CHUNK_SIZE_LF;
      else if (is_control(byte)) reject(framing, framing->requests + 1);
      break;
    case CHUNK_SIZE_LF:
      if (byte != '\n') {
        reject(framing, framing->requests + 1);
      } else if (framing->left > 0) {
        framing->place = BODY;
      } else {
        framing->in_trailer = 1;
        begin_line(framing);
      }
      break;
    case CHUNK_CR:
      if (byte == '\r') framing->place = CHUNK_LF;
      else reject(framing, framing->requests + 1);
      break;
    case CHUNK_LF:
      if (byte == '\n') await_chunk(framing);
      else reject(framing, framing->requests + 1);
      break;
    case BODY:
    case REJECTED: break;
  }
}

// The place of the next control character; `count`: there is none.
static size_t end_of_text(const unsigned char *bytes, size_t at, size_t count) {
  // Eight bytes at once, as long as none is below 0x20 or is 0x7f.
  for (unsigned long long ones = ~0ull / 255, word; at + sizeof word <= count; at += sizeof word) {
    memcpy(&word, bytes + at, sizeof word);
    unsigned long long other = word ^ 0x7f * ones;
    if ((((word - 0x20 * ones) & ~word) | ((other - ones) & ~other)) & 0x80 * ones) break;
  }
  while (at < count && !is_control(bytes[at])) at++;
  return at;
}

void framing_read(struct framing *framing, const unsigned char *bytes, size_t count) {
  for (size_t at = 0; at < count && framing->place != REJECTED;) {
    // Of most text only the end matters.
    if (framing->place == FIRST_LINE || framing->place == OTHER_VALUE) {
      at = end_of_text(bytes, at, count);
    } else if (framing->place == NAME) {
      while (at < count && is_token(bytes[at])) {
        keep(framing->name, &framing->name_length, bytes[at++]);
      }
    }
    if (at == count) break;
    if (framing->place != BODY) {
      read_byte(framing, bytes[at++]);
      continue;
    }
    size_t part = count - at < framing->left ? count - at : (size_t)framing->left;
    at += part;
    framing->left -= part;
    if (framing->left > 0) continue;
    if (framing->is_chunked) framing->place = CHUNK_CR;
    else await_request(framing);
  }
}

int cmhd_is_framing_valid(int socket) {
  struct framing *framing = &cmhd_connection(socket)->framing;
  framing->answered++;
  return framing->wrong == 0 || framing->answered < framing->wrong;
}
