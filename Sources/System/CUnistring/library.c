#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

#include "cunistring.h"

// Loaded with dlopen, so that programs that see only ASCII start without its tables.

static void *library;

static void load(void) {
  library = dlopen("libunistring.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libunistring.so.5", RTLD_NOW | RTLD_LOCAL);  // Debian 13
}

static void *symbol(const char *name) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return library ? dlsym(library, name) : NULL;
}

uint8_t *cunistring_convert(const uint8_t *text, size_t count, int folds, uint8_t *out,
                            size_t *length) {
  __typeof__(&u8_check) check = symbol("u8_check");
  __typeof__(&u8_normalize) normalize = symbol("u8_normalize");
  __typeof__(&u8_casefold) fold = symbol("u8_casefold");
  uninorm_t form = symbol(folds ? "uninorm_nfkd" : "uninorm_nfc");
  if (!check || !normalize || !fold || !form || check(text, count)) return NULL;
  uint8_t *result = folds ? fold(text, count, NULL, form, out, length)
                          : normalize(form, text, count, out, length);
  if (!out || result == out) return result;
  free(result);
  return NULL;
}

int cunistring_joins(uint32_t scalar) {
  __typeof__(&uc_joining_type) joining_type = symbol("uc_joining_type");
  int type = joining_type ? joining_type(scalar) : UC_JOINING_TYPE_U;
  return type == UC_JOINING_TYPE_T ? -1 : type > UC_JOINING_TYPE_C;
}
