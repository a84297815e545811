#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

#include "cpass.h"

// Loaded with dlopen, so that libcrypto is loaded only for phone wallets.

struct cpass_library ssl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int result = -1;

static void load(void) {
  void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  struct {
    void *place;
    const char *name;
  } functions[] = {
#define CPASS_ENTRY(name) {&ssl.name, #name},
      CPASS_FUNCTIONS(CPASS_ENTRY)};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *symbol = dlsym(library, functions[i].name);
    if (!symbol) return;
    *(void **)functions[i].place = symbol;
  }
  result = 0;
}

int cpass_load(void) {
  pthread_once(&once, load);
  return result;
}
