#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

#include "ccurl.h"

// Loaded with dlopen, so that a wallet in a local file does not load libcurl and its forty
// libraries.

struct ccurl_library ccurl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int result = -1;

static void load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  struct {
    void *place;
    const char *name;
  } functions[] = {
      {&ccurl.global_init, "curl_global_init"},
      {&ccurl.easy_init, "curl_easy_init"},
      {&ccurl.easy_cleanup, "curl_easy_cleanup"},
      {&ccurl.easy_setopt, "curl_easy_setopt"},
      {&ccurl.easy_getinfo, "curl_easy_getinfo"},
      {&ccurl.easy_strerror, "curl_easy_strerror"},
      {&ccurl.slist_append, "curl_slist_append"},
      {&ccurl.slist_free_all, "curl_slist_free_all"},
      {&ccurl.multi_init, "curl_multi_init"},
      {&ccurl.multi_setopt, "curl_multi_setopt"},
      {&ccurl.multi_cleanup, "curl_multi_cleanup"},
      {&ccurl.multi_add_handle, "curl_multi_add_handle"},
      {&ccurl.multi_remove_handle, "curl_multi_remove_handle"},
      {&ccurl.multi_perform, "curl_multi_perform"},
      {&ccurl.multi_poll, "curl_multi_poll"},
      {&ccurl.multi_wakeup, "curl_multi_wakeup"},
      {&ccurl.multi_info_read, "curl_multi_info_read"},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *symbol = dlsym(library, functions[i].name);
    if (!symbol) return;
    *(void **)functions[i].place = symbol;
  }
  if (ccurl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) result = 0;
}

int ccurl_load(void) {
  pthread_once(&once, load);
  return result;
}
