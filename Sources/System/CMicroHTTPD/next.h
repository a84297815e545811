// For functions that replace those which the library calls. Symbols of the program take precedence.
#ifndef NEXT_H
#define NEXT_H

#include <dlfcn.h>
#include <stdatomic.h>

// The function that the library would have called.
#define NEXT(name)                                                                      \
  static _Atomic(__typeof__(&name)) known;                                              \
  __typeof__(&name) next = atomic_load_explicit(&known, memory_order_relaxed);          \
  if (!next) {                                                                          \
    next = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                                  \
    atomic_store_explicit(&known, next, memory_order_relaxed);                          \
  }

#endif
