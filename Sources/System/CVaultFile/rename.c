#define _GNU_SOURCE
#include "cvaultfile.h"

#include <stdio.h>

int vaultfile_rename(int folder, const char *from, const char *to) {
  return renameat2(folder, from, folder, to, RENAME_NOREPLACE);
}
