#define _GNU_SOURCE
#include "cmicrohttpd.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <strings.h>

// The library calls its own exported functions by name, and symbols of the program take precedence.
// dlsym finds the library's own functions.
typedef enum MHD_Result (*queue_function)(struct MHD_Connection *, unsigned int,
                                          struct MHD_Response *);
typedef enum MHD_Result (*lookup_function)(struct MHD_Connection *, enum MHD_ValueKind,
                                           const char *, size_t, const char **, size_t *);

// Set before the first daemon has threads, always to the same value.
static _Atomic(queue_function) library_queue;
static _Atomic(lookup_function) library_lookup;
static _Atomic(cmhd_error_callback) error_callback;

struct MHD_Daemon *cmhd_start(unsigned int flags, MHD_AccessHandlerCallback handler,
                              void *context, struct MHD_OptionItem *options,
                              cmhd_error_callback refusal) {
  queue_function queue = (queue_function)dlsym(RTLD_NEXT, "MHD_queue_response");
  lookup_function lookup =
      (lookup_function)dlsym(RTLD_NEXT, "MHD_lookup_connection_value_n");
  if (!queue || !lookup) {
    errno = ENOSYS;
    return NULL;
  }
  atomic_store(&library_queue, queue);
  atomic_store(&library_lookup, lookup);
  atomic_store(&error_callback, refusal);
  return MHD_start_daemon(flags | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ITC, 0, NULL, NULL, handler,
                          context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

enum MHD_Result cmhd_queue(struct MHD_Connection *connection, unsigned int status,
                           struct MHD_Response *response) {
  queue_function queue = atomic_load_explicit(&library_queue, memory_order_relaxed);
  cmhd_request_recognized();
  return queue(connection, status, response);
}

// Only the library calls this function, when it refuses something.
enum MHD_Result MHD_queue_response(struct MHD_Connection *connection, unsigned int status,
                                   struct MHD_Response *response) {
  struct MHD_Response *ours = atomic_load(&error_callback)(connection, &status);
  return cmhd_queue(connection, status, ours ? ours : response);
}

// The number of digits of a Content-Length; 0: it is invalid. Trailing white space does not belong
// to it (RFC 9112, 5.1), but the library keeps it.
static size_t digits_of_length(const char *text) {
  size_t digits = strspn(text, "0123456789");
  size_t spaces = strspn(text + digits, " \t");
  return digits < 19 && !text[digits + spaces] ? digits : 0;
}

// Errors that the library finds after the last header are answered with the head twice: an invalid
// Content-Length, and cookies without enough memory. So these are hidden from it. Cookies are not
// used, and the handler checks the length.
enum MHD_Result MHD_lookup_connection_value_n(
    struct MHD_Connection *connection, enum MHD_ValueKind kind, const char *key, size_t key_size,
    const char **value, size_t *value_size) {
  lookup_function lookup = atomic_load_explicit(&library_lookup, memory_order_relaxed);
  enum MHD_Result found = lookup(connection, kind, key, key_size, value, value_size);
  if (found == MHD_NO || kind != MHD_HEADER_KIND || !value) return found;
  if (key_size == 6 && strcasecmp(key, "Cookie") == 0) return MHD_NO;
  if (key_size == 14 && strcasecmp(key, "Content-Length") == 0) {
    size_t digits = digits_of_length(*value);
    if (!digits) return MHD_NO;
    if (value_size) *value_size = digits;
  }
  return found;
}
