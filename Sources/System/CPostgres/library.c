#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

#include "cpostgres.h"

// Loaded with dlopen, so that a server with a file does not load libpq and its libraries.

struct cpg_library pq;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int result = -1;

static void load(void) {
  void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  struct {
    void *place;
    const char *name;
  } functions[] = {
#define CPG_ENTRY(name) {&pq.name, #name},
      CPG_FUNCTIONS(CPG_ENTRY)};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *symbol = dlsym(library, functions[i].name);
    if (!symbol) return;
    *(void **)functions[i].place = symbol;
  }
  result = 0;
}

int cpg_load(void) {
  pthread_once(&once, load);
  return result;
}
