/* file_type.c: maps the types of values to those of HDF5. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "file_impl.h"

hid_t file_memory_type(FileType type)
{
  switch (type) {
  case FILE_INT:
    return sizeof(PetscInt) == 8 ? H5T_NATIVE_INT64 : H5T_NATIVE_INT32;
  case FILE_INT64:
    return H5T_NATIVE_INT64;
  case FILE_FLOAT:
    return H5T_NATIVE_FLOAT;
  default:
    return H5T_NATIVE_DOUBLE;
  }
}

size_t FileTypeSize(FileType type) { return H5Tget_size(file_memory_type(type)); }
