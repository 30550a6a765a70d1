/* file_failure.c: what a file says of itself when it cannot be written any more. */
#include <stdlib.h>
#include <string.h>
#include "file_impl.h"

static const char failure[STATUS_SIZE] = "failed: the file could not be written";

void file_mark_failed(File f)
{
  const hid_t attribute =
    H5Aexists(f->id, "status") > 0 ? H5Aopen(f->id, "status", H5P_DEFAULT) : -1;
  const hid_t  type   = attribute < 0 ? -1 : H5Aget_type(attribute);
  const size_t size   = type < 0 ? 0 : H5Tget_size(type);
  char        *padded = size < sizeof failure ? NULL : calloc(size, 1);

  if (padded) {
    memcpy(padded, failure, sizeof failure);
    H5Awrite(attribute, type, padded);
  }
  free(padded);
  if (type >= 0) H5Tclose(type);
  if (attribute >= 0) H5Aclose(attribute);
}
